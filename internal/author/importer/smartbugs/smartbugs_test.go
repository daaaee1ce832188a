package smartbugs_test

import (
	"testing"

	"assay/internal/author/importer/smartbugs"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, smartbugs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, smartbugs.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`, "",
		`vulnerabilities.json: is missing; give the top directory`)
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`, `{}`, `vulnerabilities.json:1: is not a JSON array`)
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`,
		"[\n  {\"path\": \"dataset/other/plain.sol\",\n  \"vulnerabilities\": [}\n]",
		`vulnerabilities.json:3: invalid character`)
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`,
		"[\n\n{\"path\": \"dataset/other/plain.sol\", \"vulnerabilities\": []}]",
		`vulnerabilities.json:3: dataset/other/plain.sol has no entry`)
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`, "[{\"path\": \"dataset/none.sol\"}",
		`vulnerabilities.json:1: names the missing file "dataset/none.sol"`)
	importertest.Damage(t, smartbugs.Format, `vulnerabilities.json`, "[\n{\"path\": \"dataset/other/plain.sol\", "+
		"\"vulnerabilities\": [{\"category\": \"other\", \"lines\": [2]}, {\"category\": \"arithmetic\", \"lines\": [2]}]}]",
		`vulnerabilities.json:2: dataset/other/plain.sol has two categories`)
	importertest.Damage(t, smartbugs.Format, `dataset/arithmetic/tally.sol`,
		"contract T { string s = \"//~ ROOT_CAUSE - x\"; }\n", `dataset/arithmetic/tally.sol: line 1 contains //~`)
	importertest.Damage(t, smartbugs.Format, `dataset/arithmetic/tally.sol`, "// nothing\n",
		`dataset/arithmetic/tally.sol: has no code`)
}

func FuzzList(f *testing.F) { importertest.Fuzz(f, smartbugs.Format, `vulnerabilities.json`) }

func FuzzSource(f *testing.F) {
	importertest.Fuzz(f, smartbugs.Format, `dataset/reentrancy/cellar.sol`)
}
