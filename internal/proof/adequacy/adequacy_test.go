package adequacy_test

import (
	"assay/internal/author/mutate"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/sqlproof"
)

// fake notices the loss of the tenant, cannot run what has lost its LIMIT, and
// sees nothing else; one that survives meets a limit of time.
type fake struct{ asked []string }

func (f *fake) Verify(_ context.Context, app *sqlproof.App) ([]evidence.SQLEvidence, error) {
	var out []evidence.SQLEvidence
	for _, q := range app.Queries {
		e := evidence.SQLEvidence{}
		for _, t := range q.Tests {
			f.asked = append(f.asked, t.Name)
			x := evidence.SQLTest{Name: t.Name}
			switch {
			case !q.Part:
				e.Problems = append(e.Problems, "the whole query was asked for")
			case !strings.Contains(t.Code, "LIMIT 5"):
				x.Cells = []evidence.SQLCell{{Failure: "does not PREPARE"}}
			case !strings.Contains(t.Code, "org_id = :org_id"):
				x.Cells = []evidence.SQLCell{{Set: "theirs", Failure: "unexpected row"}}
			case strings.Contains(t.Code, "u.a = t.a)"): // the second b > 0 is gone, on a busy machine
				x.Cells = []evidence.SQLCell{{Set: "ours", Failure: sqlproof.NoEnd}}
			}
			e.Tests = append(e.Tests, x)
		}
		out = append(out, e)
	}
	return out, nil
}

const proofOf = `
principals: {ann: {}}
regular: [{name: ours, as: ann, expect: {count: 1}}]
equivalent:
  q-01-good:
    - {without: b > 0, because: b is never less, times: 2}
    - {without: a = 1, because: it does not matter}
`

func TestSQL(t *testing.T) {
	app := &sqlproof.App{Name: "app", Schema: "CREATE TABLE t (org_id int, a int, b int, deleted_at date);",
		Queries: []sqlproof.Query{{Name: "q", Proof: []byte(proofOf), Tests: []sqlproof.Test{
			{Name: "q-01-good", Code: "SELECT a FROM t\nWHERE org_id = :org_id AND b > 0 AND deleted_at IS NULL\n  AND EXISTS " +
				"(SELECT 1 FROM t AS u WHERE u.a = t.a AND b > 0)\nLIMIT 5"},
			{Name: "q-02-good", Code: "SELECT t.a FROM t WHERE t.org_id = :org_id LIMIT 5"},
			{Name: "q-03-bad", Bad: true, Twin: "q-01-good", Code: "SELECT a FROM t WHERE org_id = :org_id AND b > 0 AND " +
				"EXISTS (SELECT 1 FROM t AS u WHERE u.a = t.a AND b > 0) LIMIT 5"},
		}}}}
	f := &fake{}
	r, err := adequacy.SQL(t.Context(), f, mutate.Deletions, app)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]adequacy.Verdict{}
	for _, d := range r.Deletions {
		if d.Text == "q-01-good" {
			got[d.Taken()] = d.Verdict
		}
	}
	// it is the bad test
	for what, want := range map[string]adequacy.Verdict{"org_id = :org_id": adequacy.Noticed, "b > 0": adequacy.Equivalent,
		"deleted_at IS NULL": adequacy.Noticed,
		"u.a = t.a":          adequacy.Survived, "LIMIT 5": adequacy.Invalid} {
		if got[what] != want {
			t.Errorf("without %s: %q, want %q", what, got[what], want)
		}
	}
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], `excuses "a = 1", which is undetected in 0 places, not in 1`) {
		t.Errorf("problems %q", r.Problems)
	}
	if slices.Contains(f.asked, "q-03-bad") || slices.Contains(f.asked, "q-01-good") && f.asked[0] == "q-01-good" {
		t.Errorf("asked %q: a text is compared with the other good file, and with no bad one", f.asked)
	}
	if n := r.Count(adequacy.Noticed) + r.Count(adequacy.Survived) + r.Count(adequacy.Equivalent) +
		r.Count(adequacy.Invalid); n != len(r.Deletions) || n < 6 {
		t.Errorf("%d of %d deletions are counted", n, len(r.Deletions))
	}
}

// conditions.yaml excuses what no set decides, by good file and with a reason; what it names in vain is a problem.
func TestUndecided(t *testing.T) {
	for undecided, want := range map[string]string{
		"": "survived []",
		"q-01-good: [{without: a = 1, because: no set has it}]": "equivalent []",
		"q-01-good: [{without: a = 2, because: no set has it}]": "survived [app/q: q-01-good: its proof excuses \"a = 2\"",
		"q-09-good: [{without: a = 2, because: no set has it}]": "survived []",
		"q-01-good: [{without: a = 1}]":                         "conditions.yaml: q-01-good: an entry has no without",
	} {
		app := &sqlproof.App{Name: "app", Schema: "CREATE TABLE t (org_id int, a int);", Undecided: undecided,
			Queries: []sqlproof.Query{{Name: "q", Proof: []byte(proofOf[:strings.Index(proofOf, "equivalent")]),
				Tests: []sqlproof.Test{
					{Name: "q-01-good", Code: "SELECT a FROM t WHERE org_id = :org_id AND (a = 1 OR a > :n) LIMIT 5"},
					{Name: "q-02-good", Code: "SELECT t.a FROM t WHERE t.org_id = :org_id LIMIT 5"}}}}}
		r, err := adequacy.SQL(t.Context(), &fake{}, mutate.Deletions, app)
		got := fmt.Sprint(err)
		if err == nil {
			k := slices.IndexFunc(r.Deletions, func(d adequacy.Deletion) bool { return d.Taken() == "a = 1" })
			if k < 0 {
				t.Fatalf("not tried: %v", r.Deletions)
			}
			got = fmt.Sprint(r.Deletions[k].Verdict, " ", r.Problems)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", undecided, got, want)
		}
	}
}
