package suite

import (
	"strings"
	"testing"
	"testing/fstest"
)

const reworded = "# Description\nd\n\n# Code\n```sql\nSELECT 1 FROM t WHERE a = :a\n```\n\n# " +
	"Expected\nbad\n\n# Violates\n2\n"

func TestReword(t *testing.T) {
	const code, minimal = "SELECT 1 FROM t WHERE :a = a\n", "SELECT 1 FROM t WHERE a = :a\n"
	once, err := Reword(reworded, code, minimal)
	want := strings.Replace(reworded, minimal, code, 1) + "\n# Minimal\n```sql\n" + minimal + "```\n"
	if err != nil || once != want {
		t.Fatalf("%v\n%s", err, once)
	}
	if twice, err := Reword(once, "select 2\n", minimal); err != nil ||
		twice != strings.Replace(want, code, "select 2\n", 1) {
		t.Errorf("another surface: %v\n%s", err, twice)
	}
	if back, err := Reword(once, minimal, minimal); err != nil || back != reworded {
		t.Errorf("no surface: %v\n%s", err, back)
	}
	for text, why := range map[string]string{
		"# Expected\nbad\n": "has no `# Code` section",
		"# Code\n```sql\nSELECT 1\n```\n\n# Minimal\n```sql\nSELECT 1\n```\n\n# Expected\nbad\n": "not the last section",
		"# Code\n~~~sql\nSELECT 1\n~~~\n": "three backquotes",
	} {
		if _, err := Reword(text, code, minimal); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
	if _, err := Reword(reworded, "SELECT 1\n```\n", minimal); err == nil {
		t.Error("a fence in the code")
	}
}

// What subjects see is the code; the minimal text is what a test is compared by.
func TestLoadMinimal(t *testing.T) {
	with := func(minimal string) fstest.MapFS {
		return sqlFS(map[string]string{
			"fixtures.sql": "SELECT 1;", "q.proof.yaml": "regular: []\n",
			"q-01-good.md": sqlTest("good", "SELECT a FROM t", "") + "\n# Minimal\n" + minimal,
		})
	}
	list, problems, err := Load(with("```sql\nSELECT t.a FROM t\n```\n"), ".", "seed", "/data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	v, _ := list[0].Variant("seed/app/q-01-good")
	x := list[0].Apps[0].Queries[0].Tests[0]
	if strings.Contains(v.Task.Files[0].Text, "t.a") || x.Name != "q-01-good" || x.Minimal != "SELECT t.a FROM t\n" ||
		x.Pair() != x.Minimal || x.Code == x.Minimal {
		t.Errorf("%q, %+v", v.Task.Files[0].Text, x)
	}
	if y := list[0].Apps[0].Queries[0].Tests[1]; y.Minimal != "" || y.Pair() != y.Code {
		t.Errorf("without a minimal text: %+v", y)
	}
	for minimal, why := range map[string]string{
		"SELECT 1\n":               "`# Minimal` has no fenced block",
		"```go\nSELECT 1\n```\n":   "`# Minimal` is in \"go\" and `# Code` in \"sql\"",
		"```sql\nSELECT 1\n":       "not closed",
		"```sql\n  \n```\nnothing": "empty",
	} {
		_, problems, _ := Load(with(minimal), ".", "seed", "/data")
		if len(problems) != 1 || !strings.Contains(problems[0].Msg, why) {
			t.Errorf("%q: %v, want %q", minimal, problems, why)
		}
	}
}
