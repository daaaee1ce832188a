package suite

import (
	"encoding/json"
	"testing"
	"testing/fstest"
)

// An application without fixtures is read with its parameter sets, whatever is
// wrong with some of its texts.
func TestLoadBare(t *testing.T) {
	md := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	const code = "# Description\nx\n\n# Code\n```sql\nSELECT :id\n```\n\n# Expected\ngood\n"
	apps, problems, err := LoadBare(fstest.MapFS{
		"app/SPEC.md":      md("# Prompt\n\n```sql\nCREATE TABLE t (id int);\n```\n"),
		"app/q-01-good.md": md(code),
		"app/q-02-good.md": md(code), // the same text, which a suite may not have
		"app/q-03-bad.md":  md("# Description\nx\n\n# Expected\nbad\n"),
		"app/q.md": md(
			"# Parameters\n\n{\"id\": 1}\n{\"id\": [null, true, \"x\"]}\n\n# Verify\n```sql\nSELECT 1\n```\n"),
		"app/r-01-good.md":         md(code),
		"app/r.parameters.json":    md(`[{"id": 800.00}, {"id": {"b": 1, "a": 2}}]`),
		"app/s.parameters.json":    md(`{"id": `),
		"proved/SPEC.md":           md("# Prompt\nx\n"),
		"proved/fixtures.sql":      md("SELECT 1"),
		"proved/q-01-good.md":      md(code),
		"app/h-handler-01-good.md": md("# Code\n```go\npackage h\n```\n# Expected\ngood\n"),
	}, ".", "dir")
	if err != nil || len(apps) != 1 || len(problems) != 1 {
		t.Fatal(apps, problems, err)
	}
	a := apps[0]
	if a.Name != "app" || a.Schema != "CREATE TABLE t (id int);\n\n" || len(a.Tests) != 4 || a.Tests[2].Problem == "" {
		t.Errorf("got %+v", a)
	}
	written := func(v any) string {
		b, _ := json.Marshal(v)
		return string(b)
	}
	q, r := a.Queries["q"], a.Queries["r"]
	if q == nil || r == nil || len(a.Queries) != 2 || len(q.Sets) != 2 || q.Verify != "SELECT 1\n" ||
		written(q.Sets[1]["id"]) != `[null,true,"x"]` ||
		len(r.Sets) != 2 || written(r.Sets[0]["id"]) != "800.00" || written(r.Sets[1]["id"]) != `{"a":2,"b":1}` {
		t.Errorf("queries %+v %+v", q, r)
	}
}
