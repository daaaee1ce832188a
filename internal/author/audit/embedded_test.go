package audit_test

import (
	"bytes"
	"slices"
	"testing"

	"assay/internal/author/audit"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// No shortcut solves an embedded suite, and nothing in its texts is at fault. Of projects, the text that all others are
// edits of is not among them.
func TestEmbedded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	projects, problems, err := suite.Load(suites.MoreFS, suite.Projects, "", "suites/"+suite.Projects)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for _, s := range append(list, projects...) {
		r := audit.Run(s, audit.Options{Seed: 1})
		var b bytes.Buffer
		if err := audit.Terminal(&b, r, 120); err != nil {
			t.Fatal(err)
		}
		t.Logf("\n%s", b.String())
		var convicted []string
		for _, c := range r.Classifiers {
			if c.Convicted {
				convicted = append(convicted, c.ID)
			}
		}
		for _, o := range r.Orders {
			if o.Convicted {
				convicted = append(convicted, o.ID)
			}
		}
		if len(convicted) > 0 || r.Faults() > 0 {
			t.Errorf("%s: convicted of %q; %d faults; the log says by what", s.Name, convicted, r.Faults())
		}
	}
}

// The minimal texts of the SQL tests are one edit away from each other: they are
// convicted of all that the surfaces hide. That shows what the attacks can do.
func TestMinimalTexts(t *testing.T) {
	corpustest.Turn(t, 3)
	list, problems, err := suite.Load(suites.FS, "tenantsql", "", "suites/tenantsql")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := *list[0]
	s.Variants = slices.Clone(s.Variants)
	reworded := 0
	for _, a := range s.Apps {
		for _, q := range a.Queries {
			for _, x := range q.Tests {
				i := slices.IndexFunc(s.Variants, func(v bench.Variant) bool { return v.Sample == a.Name+"/"+x.Name })
				v := &s.Variants[i]
				if v.Task.Files = slices.Clone(v.Task.Files); x.Minimal != "" {
					reworded++
				}
				v.Task.Files[0].Text = x.Pair()
			}
		}
	}
	if reworded < len(s.Variants)*9/10 {
		t.Errorf("%d of %d texts have a surface of their own", reworded, len(s.Variants))
	}
	r := audit.Run(&s, audit.Options{Seed: 1})
	convicted := map[string]bool{}
	for _, c := range r.Classifiers {
		convicted[c.ID] = c.Convicted
	}
	for _, o := range r.Orders {
		convicted[o.ID] = o.Convicted
	}
	for _, id := range []string{"centre", "centre-words", "order-bayes-tokens", "order-bayes-characters"} {
		if !convicted[id] {
			t.Errorf("minimal texts are not convicted by %s", id)
		}
	}
}
