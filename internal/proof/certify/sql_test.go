package certify_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
	"assay/internal/proof/certify"
	"assay/internal/proof/sqlproof"
	"assay/suites"
)

// A SQL variant needs both: the same syntax tree, and an execution with the results of
// its original.
func TestSQL(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, "tenantsql/warehouse", "", "suites/tenantsql/warehouse")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	app := st.Apps[0]
	app.Queries = app.Queries[:1]
	query := app.Queries[0].Name
	stored, err := fs.ReadFile(suites.FS, "tenantsql/warehouse/"+query+".evidence.json")
	if err != nil {
		t.Fatal(err)
	}
	comment := func(text string) string { return "-- nothing to see\n" + text }
	for _, c := range []struct {
		name     string
		promises transform.Certificate
		rewrite  func(string) string
		seen     func(*evidence.SQLEvidence)
		want     string // of the first test
	}{
		{"comment", transform.C1, comment, func(*evidence.SQLEvidence) {},
			"C1: the same syntax tree by PostgreSQL's grammar; does its work"},
		{"another tree", transform.C1, func(text string) string {
			return strings.Replace(text, "SELECT", "SELECT 7 AS seven,",
				1)
		}, func(*evidence.SQLEvidence) {}, "not proved: C5 is weaker than the promised C1: another syntax tree"},
		{"C5 promised", transform.C5, func(text string) string {
			return strings.Replace(text, "SELECT", "SELECT 7 AS seven,",
				1)
		}, func(*evidence.SQLEvidence) {}, "C5: another syntax tree; does its work"},
		{"no SQL", transform.C1, func(text string) string { return "SELECT FROM FROM WHERE;\n" + text },
			func(*evidence.SQLEvidence) {}, "not proved: the variant: PostgreSQL's grammar"},
		{"fails when executed", transform.C1, comment, func(e *evidence.SQLEvidence) {
			e.Tests[0].Proved, e.Tests[0].Cells[0].Failure = false, "no rows"
		}, "not proved: no rows"},
		{"shows something else", transform.C1, comment, func(e *evidence.SQLEvidence) { e.Tests[0].Cells[0].Attempts += 5 },
			`not proved: it shows "does its work`},
	} {
		tr := transform.Transformation{Name: "by-hand", Doc: "written by hand", Kind: transform.Preserving, Letter: "P",
			Promises: c.promises, Languages: transform.SolidityAndSQL(),
			Run: func(in *transform.Input) (*transform.Output, error) {
				f := in.Code()
				return &transform.Output{Edits: map[string][]edit.Edit{f.Path: {{Start: 0, End: len(f.Text),
					New: c.rewrite(f.Text)}}}}, nil
			}}
		chain, err := transform.ParseChain("by-hand", []transform.Transformation{tr})
		if err != nil {
			t.Fatal(err)
		}
		got, err := certify.SQL(t.Context(), st, &app, chain, 1,
			func(_ context.Context, a *sqlproof.App) ([]evidence.SQLEvidence, error) {
				if now := a.Queries[0].Tests[0].Code; now != c.rewrite(app.Queries[0].Tests[0].Code) {
					t.Errorf("%s: the original is executed", c.name)
				}
				e, err := evidence.DecodeSQL(stored)
				if err != nil {
					return nil, err
				}
				c.seen(e)
				return []evidence.SQLEvidence{*e}, nil
			})
		if err != nil {
			t.Fatal(err)
		}
		if v := got[query][0]; !strings.HasPrefix(v.Summary(), c.want) {
			t.Errorf("%s: %q, want %q", c.name, v.Summary(), c.want)
		}
	}
	if v, ok := st.Variant(st.Samples[0].Keys[0]); !ok || v.Proof != bench.Proved {
		t.Error("the original is not proved, and all of this would be about nothing")
	}
}
