package solidifi_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/author/importer"
	"assay/internal/author/importer/solidifi"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, solidifi.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, solidifi.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "",
		`buggy_contracts/TOD/BugLog_2.csv: is missing`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3,1\n5,x\n",
		`buggy_contracts/TOD/BugLog_2.csv:3: loc "5" and length "x" are not lines`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3,9223372036854775807\n",
		`buggy_contracts/TOD/BugLog_2.csv:2: loc "3" and length`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n3\n",
		`buggy_contracts/TOD/BugLog_2.csv:2: has 1 fields`)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n\"3,1\n",
		`buggy_contracts/TOD/BugLog_2.csv:2: `)
	importertest.Damage(t, solidifi.Format, `buggy_contracts/TOD/BugLog_2.csv`, "loc,length\n",
		`buggy_contracts/TOD/BugLog_2.csv: is an empty log`)
}

func FuzzLog(f *testing.F) {
	importertest.Fuzz(f, solidifi.Format, `buggy_contracts/tx.origin/BugLog_1.csv`)
}

func FuzzSource(f *testing.F) {
	importertest.Fuzz(f, solidifi.Format, `buggy_contracts/Re-entrancy/buggy_1.sol`)
}

// Code before an injected name or after an injected function on its line belongs to the source, and is in the
// twin.
func TestSharedLines(t *testing.T) {
	const (
		head = "contract Jar {\nuint a; struct S {\nuint b;\n"
		tail = "\nfunction f() public { a = 1; }\n}\n"
	)
	in := fstest.MapFS{}
	for _, x := range []struct{ kind, bug, log string }{
		{"Overflow-Underflow", head + "} function bug_intou1() public{\n  uint8 v_intou1; v_intou1--;\n} uint c;" + tail,
			"loc,length\n4,3\n"},
		{"TOD", head + "} mapping(address => uint) m_TOD2;\nfunction set_TOD2() public {\n  if (a > 0) { " +
			"m_TOD2[msg.sender] = 1; }\n} uint c;" + tail, "loc,length\n4,4\n"},
	} {
		in["buggy_contracts/"+x.kind+"/buggy_1.sol"] = &fstest.MapFile{Data: []byte(x.bug)}
		in["buggy_contracts/"+x.kind+"/BugLog_1.csv"] = &fstest.MapFile{Data: []byte(x.log)}
	}
	r, err := importer.Import(solidifi.Format, in, importertest.Options)
	if err != nil {
		t.Fatal(err, r)
	}
	// There is a twin, so both types agree on it; all share the first one's.
	got := strings.Join(strings.Fields(r.Files["ds/overflow-underflow-1/fixed/Contract.sol"]), " ")
	if want := strings.Join(strings.Fields(head+"} uint c;"+tail), " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
