package mutate_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/author/mutate"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

var _ adequacy.Engine = (*postgres.Server)(nil)

// On a real PostgreSQL, mutants of two applications are proved to be bad.
func TestKeepOnPostgreSQL(t *testing.T) {
	corpustest.Turn(t, 3)
	if testing.Short() {
		t.Skip("runs some thousand statements")
	}
	url := os.Getenv("ASSAY_TEST_POSTGRES") // of a server, or the word required
	if url == "required" {
		url = ""
	}
	pg, err := postgres.Start(t.Context(), postgres.Options{URL: url})
	if errors.Is(err, postgres.ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	for _, x := range load(t).Apps {
		app, name := &x.App, x.Name
		if name != "purchase-orders" && name != "warehouse" {
			continue
		}
		tried, fell, known, operators := 0, 0, map[string]bool{}, map[string]int{}
		start := time.Now() // what the pace is, is printed only
		queries := app.Queries
		if !corpustest.Whole() {
			queries = queries[:1]
		}
		asked := 0
		bad := 0
		for _, q := range queries {
			for _, test := range q.Tests {
				if test.Bad {
					bad++
					continue
				}
				if asked++; asked > 1 && !corpustest.Whole() {
					continue
				}
				ms, err := mutate.Derive(test.Code, sqltext.Tables(app.Schema))
				if err != nil {
					t.Fatal(err)
				}
				kept, dropped, err := mutate.Keep(t.Context(), pg, app, test.Name, ms)
				if err != nil {
					t.Errorf("%s: %v", test.Name, err)
					continue
				}
				if len(kept)+len(dropped) != len(ms) {
					t.Errorf("%s: %d kept and %d dropped of %d", test.Name, len(kept), len(dropped), len(ms))
				}
				tried += len(ms)
				fell += len(kept)
				for _, k := range kept {
					operators[k.Operator]++
					if k.Known != "" {
						known[k.Known] = true
					}
					if len(k.Violates) == 0 || !slices.IsSorted(k.Violates) {
						t.Errorf("%s: %s: violates %v", test.Name, k.Description, k.Violates)
					}
				}
				t.Logf("%s: %d of %d", test.Name, len(kept), len(ms))
			}
		}
		t.Logf("%s: %d of %d mutants are proved bad in %v; %d of %d bad tests rediscovered; %v", name, fell, tried,
			time.Since(start).Round(time.Second), len(known), bad, operators)
		if fell == 0 {
			t.Errorf("%s: no mutant is proved bad", name)
		}
	}
}

// fake judges by words in the code: code with TYPO does not PREPARE, code with BROKEN fails honest use, and on
// code with LEAK the attack on 2 succeeds.
type fake struct{ runs int }

func (f *fake) Verify(_ context.Context, app *sqlproof.App) ([]evidence.SQLEvidence, error) {
	f.runs++
	e := evidence.SQLEvidence{Proved: true}
	for _, t := range app.Queries[0].Tests {
		x := evidence.SQLTest{Name: t.Name, Bad: t.Bad, Violates: t.Violates, Proved: true}
		switch {
		case strings.Contains(t.Code, "TYPO"):
			e.Problems = append(e.Problems, t.Name+": does not PREPARE")
		case strings.Contains(t.Code, "BROKEN"):
			x.Cells = append(x.Cells, evidence.SQLCell{Kind: evidence.Regular, Set: "one's own", Failure: "other rows"})
		case strings.Contains(t.Code, "LEAK"):
			x.Cells = append(x.Cells, evidence.SQLCell{Kind: evidence.Exploit, Set: "theirs", Requirement: 2,
				Oracle: "forbid_text"})
		}
		if t.Bad { // it was declared to violate 1 as well
			x.Cells = append(x.Cells, evidence.SQLCell{Kind: evidence.Exploit, Failure: "passes every attack on requirement 1"})
		}
		e.Tests = append(e.Tests, x)
	}
	return []evidence.SQLEvidence{e}, nil
}

func TestKeep(t *testing.T) {
	app := &sqlproof.App{Name: "app", Queries: []sqlproof.Query{{Name: "other"}, {Name: "q", Proof: []byte(`
principals: {ann: {}}
regular: [{name: one's own, as: ann, expect: {count: 1}}]
attacks:
  - {name: theirs, as: ann, requirement: 2, max_rows: 0}
  - {name: all, as: ann, requirement: 1, max_rows: 0}
`), Tests: []sqlproof.Test{{Name: "q-01-good", Code: "SELECT 1"}, {Name: "q-03-bad", Code: "SELECT 3 AS LEAK", Bad: true, Violates: []int{2}}}}}}
	var ms []mutate.Mutant
	for _, code := range []string{"SELECT LEAK", "SELECT TYPO", "SELECT 1 AS BROKEN", "SELECT 5", "select  leak",
		"SELECT 3 AS LEAK -- again", "LISTEN x", "SELECT /* same */ 1"} {
		ms = append(ms, mutate.Mutant{Code: code})
	}
	f := &fake{}
	kept, dropped, err := mutate.Keep(t.Context(), f, app, "q-01-good", ms)
	if err != nil {
		t.Fatal(err)
	}
	if len(kept) != 2 || kept[0].Code != "SELECT LEAK" || !slices.Equal(kept[0].Violates, []int{2}) ||
		kept[0].Known != "" || kept[1].Known != "q-03-bad" {
		t.Errorf("kept %+v", kept)
	}
	var reasons []string
	for _, d := range dropped {
		reasons = append(reasons, d.Reason)
	}
	want := []string{"does not PREPARE", "other rows", "resists every attack", "the same statement as another mutant",
		"ends with LISTEN", "the same statement as the good test q-01-good"}
	if len(reasons) != len(want) {
		t.Fatalf("dropped %q", reasons)
	}
	for i := range want {
		if !strings.Contains(reasons[i], want[i]) {
			t.Errorf("dropped %q, want %q", reasons[i], want[i])
		}
	}
	if f.runs != 3 || len(app.Queries) != 2 {
		t.Errorf("%d runs; want the query's own tests, the mutants, and those without the TYPO", f.runs)
	}
	if _, _, err := mutate.Keep(t.Context(), f, app, "q-03-bad", ms); !errors.Is(err, mutate.ErrUnproved) {
		t.Errorf("a bad test as the source: err = %v", err)
	}
	if _, _, err := mutate.Keep(t.Context(), f, app, "q-09-good", ms); err == nil ||
		!strings.Contains(err.Error(), "q-09-good") {
		t.Errorf("no such test: err = %v", err)
	}
}
