package securitybench_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/author/importer"
	"assay/internal/author/importer/securitybench"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, securitybench.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, securitybench.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, securitybench.Format, `tests/toolshed/SPEC.md`, "# Words\n",
		"tests/toolshed/SPEC.md: has no `# Prompt` section")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`, "# Code\n```sql\nSELECT 1\n```\n",
		"tests/toolshed/list-tools-03-bad.md: `# Expected` says \"\"")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`,
		"# Code\n```sql\nSELECT 1\n```\n# Expected\nmaybe\n",
		"tests/toolshed/list-tools-03-bad.md:6: `# Expected` says \"maybe\"")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`, "# Expected\nbad\n",
		"tests/toolshed/list-tools-03-bad.md: has no `# Code` section")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`,
		"# Expected\nbad\n\n# Code\nSELECT 1\n", "tests/toolshed/list-tools-03-bad.md:5: `# Code` has no fenced block")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`,
		"# Expected\nbad\n\n# Code\n```sql\nSELECT 1\n",
		"tests/toolshed/list-tools-03-bad.md:6: the code fence is not closed")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`,
		"# Expected\nbad\n\n# Code\n```sql\n-- SAFE\n```\n", "tests/toolshed/list-tools-03-bad.md:6: the code block is empty")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-04-bad.md`, "# Code\n```sql\nSELECT id, "+
		"name\nFROM tools\nWHERE org_id = :org_id AND deleted_at IS NULL\nORDER BY name LIMIT 50;\n```\n# Expected\nbad\n",
		"tests/toolshed/list-tools-04-bad.md: is the same text as")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools-7-bad.md`, "x",
		"tests/toolshed/list-tools-7-bad.md: looks like a test")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools.md`, "# Parameters\n{}\n[1]\n",
		"tests/toolshed/list-tools.md:3: is not a JSON object of parameters")
	importertest.Damage(t, securitybench.Format, `tests/toolshed/list-tools.md`, "# Parameters\n\n",
		"tests/toolshed/list-tools.md:1: `# Parameters` lists none")
}

func FuzzTest(f *testing.F) {
	importertest.Fuzz(f, securitybench.Format, `tests/toolshed/list-tools-03-bad.md`)
}

func FuzzSpec(f *testing.F) { importertest.Fuzz(f, securitybench.Format, `tests/toolshed/SPEC.md`) }

func FuzzParameters(f *testing.F) {
	importertest.Fuzz(f, securitybench.Format, `tests/toolshed/list-tools.md`)
}

// The files of the tool itself, in the top directory, are not an application.
func TestTopDirectory(t *testing.T) {
	fsys := importertest.Fixture(t)
	want, err := importer.Import(securitybench.Format, fsys, importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	fsys["SPEC.md"] = &fstest.MapFile{Data: []byte("# Prompt\nwhat the tool does\n")}
	fsys["CLAUDE.md"] = &fstest.MapFile{Data: []byte("# Code\n")}
	got, err := importer.Import(securitybench.Format, fsys, importertest.Options)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %v, want %v", err, got, want)
	}
}

// Tests without a SPEC.md beside them are counted.
func TestWithoutSpec(t *testing.T) {
	fsys := importertest.Fixture(t)
	fsys["tests/bare/q-01-good.md"] = &fstest.MapFile{Data: []byte("# Code\n")}
	got, err := importer.Import(securitybench.Format, fsys, importertest.Options)
	if text := fmt.Sprintf("%+v", got); err != nil || !strings.Contains(text, "tests without a SPEC.md beside them") {
		t.Errorf("%v: %s", err, text)
	}
}
