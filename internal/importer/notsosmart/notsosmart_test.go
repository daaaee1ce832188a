package notsosmart_test

import (
	"testing"

	"assay/internal/importer/importertest"
	"assay/internal/importer/notsosmart"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, notsosmart.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, notsosmart.Format) }

// What is malformed is said with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, notsosmart.Format, `integer_overflow/Sum.sol`, "// empty\n", `integer_overflow/Sum.sol: has no code`)
	importertest.Damage(t, notsosmart.Format, `reentrancy/Urn.sol`, "contract U { string s = '//~ x'; }\n", `reentrancy/Urn.sol: line 1 holds //~`)
}

func FuzzFunctions(f *testing.F) { importertest.Fuzz(f, notsosmart.Format, `reentrancy/Urn.sol`) }

func FuzzContracts(f *testing.F) {
	importertest.Fuzz(f, notsosmart.Format, `incorrect_interface/Alice.sol`)
}
