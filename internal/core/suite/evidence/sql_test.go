package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sqlEvidence() *SQLEvidence {
	return &SQLEvidence{Version: SQLVersion, Query: "app/q", Engine: "PostgreSQL 15",
		Files: Digest(map[string]string{"a": "SELECT 1", "b": "SELECT 2"}), Proved: true, Tests: []SQLTest{
			{Name: "a", Proved: true, Cells: []SQLCell{{Kind: Regular, Attempts: 2, Shown: "3 rows"},
				{Kind: Cross, Attempts: 5, Shown: "no oracle fires"}}},
			{Name: "b", Bad: true, Violates: []int{4}, Twin: "a", Proved: true,
				Cells: []SQLCell{{Kind: Regular, Attempts: 2}, {Kind: Exploit, Set: "foreign id", Requirement: 4,
					Oracle: "forbid_text", Shown: "\"S\" in row 1"}, {Kind: Cross, Attempts: 4}}},
		}}
}

func TestSQLEvidence(t *testing.T) {
	e := sqlEvidence()
	b, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeSQL(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(e, back); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if _, err := DecodeSQL([]byte(`{"versoin": 1}`)); err == nil {
		t.Error("an unknown field was accepted")
	}
	b2, _ := back.Test("b")
	if want := `does its work on 2 sets; resists 4 attacks; falls for "foreign id" of requirement 4: forbid_text, "S" in row 1`; b2.Summary() != want {
		t.Errorf("got %q, want %q", b2.Summary(), want)
	}
	if len(back.Failures()) != 0 {
		t.Errorf("failures: %v", back.Failures())
	}
	back.Tests[0].Cells[0].Failure, back.Tests[1].Cells[1].Failure, back.Problems = "no rows", "not shown", []string{"p"}
	if d := cmp.Diff([]string{"p", "a: no rows", `b, set "foreign id": not shown`}, back.Failures()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if _, ok := back.Test("c"); ok {
		t.Error("there is a test c")
	}
}

func TestSQLStale(t *testing.T) {
	files := func() map[string]string { return map[string]string{"a": "SELECT 1", "b": "SELECT 2"} }
	for _, c := range []struct {
		edit func(e *SQLEvidence, files map[string]string, tests []SQLTest) []SQLTest
		want string
	}{
		{func(_ *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest { return tests }, ""},
		{func(e *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest { e.Version++; return tests }, "version"},
		{func(_ *SQLEvidence, f map[string]string, tests []SQLTest) []SQLTest { f["b"] += " "; return tests }, "b changed"},
		{func(_ *SQLEvidence, f map[string]string, tests []SQLTest) []SQLTest { f["c"] = ""; return tests }, "c changed"},
		{func(_ *SQLEvidence, f map[string]string, tests []SQLTest) []SQLTest { delete(f, "a"); return tests },
			"a file went away"},
		{func(_ *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest { return tests[:1] }, "a file went away"},
		{func(_ *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest {
			tests[1].Violates = []int{5}
			return tests
		}, "of b changed"},
		{func(_ *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest {
			tests[0].Bad = true
			return tests
		}, "of a changed"},
		{func(_ *SQLEvidence, _ map[string]string, tests []SQLTest) []SQLTest {
			tests[1].Twin = "x"
			return tests
		}, "of b changed"},
	} {
		e, f := sqlEvidence(), files()
		tests := c.edit(e, f, sqlEvidence().Tests)
		if got := e.Stale(f, tests); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
