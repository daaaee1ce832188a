package suite_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/core/suite"
)

// A stack.yaml above an application names what its tests are written in; a wrong one is a problem with its place.
func TestStack(t *testing.T) {
	const spec = "# Prompt\n\n```sql\nCREATE TABLE t (id int);\n```\n\n1. Only own rows.\n"
	const code = "# Description\nx\n\n# Code\n```python\nread(%d)\n```\n\n# Expected\n%s\n"
	load := func(stack string) (*suite.Suite, []suite.Problem) {
		t.Helper()
		files := map[string]string{"py/stack.yaml": stack, "py/adapter.py": "print(1)", "py/desk/SPEC.md": spec,
			"py/desk/fixtures.sql": "SELECT 1;", "py/desk/list-01-good.md": fmt.Sprintf(code, 1, "good"),
			"py/desk/list-03-bad.md": fmt.Sprintf(code, 2, "bad") + "\n# Violates\n1\n"}
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		list, problems, err := suite.Load(tree, ".", "own", "own")
		if err != nil || len(list) != 1 {
			t.Fatal(err)
		}
		return list[0], problems
	}
	const good = "language: python\npackages: {x: 1.0}\nrun: [python3, -c]\nadapter: adapter.py\n"
	s, problems := load(good)
	if len(problems) > 0 || len(s.Apps) != 1 || len(s.Apps[0].Queries) != 1 || s.Apps[0].Stack.Adapter != "print(1)" {
		t.Fatal(problems, s.Apps)
	}
	a := s.Apps[0]
	if v, ok := s.Variant("own/py/desk/list-03-bad"); !ok || a.Name != "py/desk" || !suite.Within(v, []string{"py"}) ||
		!suite.Within(v, []string{"py/desk"}) || suite.Within(v, []string{"p", "desk"}) {
		t.Errorf("application %s: %v", a.Name, v)
	}
	if files := a.Evident(&a.Queries[0]); !strings.Contains(files["stack"], "print(1)") {
		t.Error("the adapter is no part of what evidence covers")
	}
	if s, _ := load("language: sql\n"); len(s.Apps) != 1 || len(s.Apps[0].Queries) != 0 {
		t.Error("tests in another language than that of the stack are executed")
	}
	for stack, want := range map[string]string{
		"lang: python": "unknown field", "packages: {x: 1.0}": "has no language", "language: python": "needs adapter",
		strings.Replace(good, "adapter.py", "gone.py", 1): "there is no gone.py",
	} {
		if _, problems := load(stack); len(problems) != 1 || !strings.Contains(problems[0].String(), want) ||
			!strings.Contains(problems[0].String(), "own/py/stack.yaml") {
			t.Errorf("%q: %v, want %q", stack, problems, want)
		}
	}
}
