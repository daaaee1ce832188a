package csvrows_test

import (
	"testing"

	"assay/internal/author/importer/csvrows"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, csvrows.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, csvrows.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, csvrows.Format, `samples.csv`, "id,colour\n1,red\n",
		`samples.csv:1: column "colour" is not one of id, file,`)
	importertest.Damage(t, csvrows.Format, `samples.csv`, "id,ID\n1,red\n", `samples.csv:1: column "ID" is duplicate`)
	importertest.Damage(t, csvrows.Format, `samples.csv`, "id,truth\n1\n", `samples.csv:2: has 1 fields; the header has 2`)
	importertest.Damage(t, csvrows.Format, `samples.csv`, "id,truth\n\n\n\"1,safe\n", `samples.csv:4: `)
	importertest.Damage(t, csvrows.Format, `samples.csv`, "id,file,code,truth,lines,function,tier,fixed\na,,,safe,,,,\n",
		`samples.csv:2: has no text: give it in file or code`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,contract C {},safe,,,,\n",
		`samples.csv:2: give the text in file or code, not in both`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,8-2,,,\n", `samples.csv:2: "8-2" is neither a line`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,,none,,\n",
		`samples.csv:2: the text has no function "none"`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,,,9,\n", `samples.csv:2: tier "9"`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,safe,3,,,\n", `samples.csv:2: a safe text has neither`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,99,,,\n",
		`src/sum.sol: a label is on line 99`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,8,,,/etc/passwd\n",
		`samples.csv:2: the name "/etc/passwd" points outside`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,8,,,\nb,src/sum.sol,,safe,,,,\n",
		`src/sum.sol: is the same text as ds/a with another label`)
	importertest.Damage(t, csvrows.Format, `samples.csv`,
		"id,file,code,truth,lines,function,tier,fixed\na,src/sum.sol,,vulnerable,8,,,\nA,src/vote.sol,,vulnerable,,,,\n",
		`src/vote.sol: another sample has the name ds/a`)
}

func FuzzTable(f *testing.F) { importertest.Fuzz(f, csvrows.Format, `samples.csv`) }
