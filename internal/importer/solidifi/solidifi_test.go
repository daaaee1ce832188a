package solidifi_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/solidifi"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, solidifi.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, solidifi.Format) }

// What is malformed is said with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "", `buggy_contracts/TOD/BugLog_2.csv: is missing`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3,1\n5,x\n", `buggy_contracts/TOD/BugLog_2.csv:3: loc "5" and length "x" are no lines`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3,9223372036854775807\n", `buggy_contracts/TOD/BugLog_2.csv:2: loc "3" and length`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3\n", `buggy_contracts/TOD/BugLog_2.csv:2: has 1 fields`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n\"3,1\n", `buggy_contracts/TOD/BugLog_2.csv:2: `)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n", `buggy_contracts/TOD/BugLog_2.csv: logs nothing`)
}

func FuzzLog(f *testing.F) {
	importertest.Fuzz(f, solidifi.Format, `buggy_contracts/tx.origin/BugLog_1.csv`)
}

func FuzzSource(f *testing.F) {
	importertest.Fuzz(f, solidifi.Format, `buggy_contracts/Re-entrancy/buggy_1.sol`)
}
