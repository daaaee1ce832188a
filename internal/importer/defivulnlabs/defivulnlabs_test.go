package defivulnlabs_test

import (
	"testing"

	"assay/internal/importer/defivulnlabs"
	"assay/internal/importer/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, defivulnlabs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, defivulnlabs.Format) }

// What is malformed is said with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, defivulnlabs.Format, `src/test/Urn.sol`, "/* Name: x */\ncontract UrnTest is Test {}\n", `src/test/Urn.sol: has no contract beside tests and attackers`)
	importertest.Damage(t, defivulnlabs.Format, `src/test/Urn.sol`, "/* Name: x */\ncontract Urn { string s = '//~ x'; }\n", `src/test/Urn.sol: line 2 holds //~`)
}

func FuzzLab(f *testing.F) { importertest.Fuzz(f, defivulnlabs.Format, `src/test/Urn.sol`) }
