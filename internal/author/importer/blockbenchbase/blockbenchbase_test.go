package blockbenchbase_test

import (
	"testing"

	"assay/internal/author/importer/blockbenchbase"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) { importertest.Golden(t, blockbenchbase.Format) }

func TestHostile(t *testing.T) { importertest.Hostile(t, blockbenchbase.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, blockbenchbase.Format, "data/base/metadata/tc_001.json", "{\n\"ground_truth\": 1\n}",
		`data/base/metadata/tc_001.json:2: is not the expected JSON`)
	importertest.Damage(t, blockbenchbase.Format, "data/base/contracts/tc_001.sol", "",
		"data/base/contracts/tc_001.sol: is missing")
	importertest.Damage(t, blockbenchbase.Format, "data/sanitized/contracts/sn_tc_001.sol", "",
		"data/sanitized/contracts/sn_tc_001.sol: is missing")
}

func FuzzMetadata(f *testing.F) {
	importertest.Fuzz(f, blockbenchbase.Format, "data/base/metadata/tc_001.json")
}
