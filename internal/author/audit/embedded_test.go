package audit_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/author/audit"
	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// No shortcut solves an embedded suite, and nothing in its texts is at fault. Of projects, the text that all others are
// edits of is not among them. docs/audit.md has what was found: rewrite its table with -update.
func TestEmbedded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	projects, problems, err := suite.Load(suites.MoreFS, suite.Projects, "", "suites/"+suite.Projects)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var rows strings.Builder
	for _, s := range projects {
		s.Name = suite.Projects // not that of their format
	}
	for _, s := range append(list, projects...) {
		r := audit.Run(s, audit.Options{Seed: 1})
		rows.WriteString(row(r))
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
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), header)
	stands, after, found := strings.Cut(rest, "\n\n")
	if !found {
		t.Fatalf("docs/audit.md lacks the line %q", header)
	}
	if want := strings.TrimSuffix(rows.String(), "\n"); stands != want && flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(before+header+want+"\n\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if stands != want {
		t.Errorf("docs/audit.md has\n%s\nand the audit finds\n%s\nrewrite it with -update", stands, want)
	}
}

const (
	page   = "../../../docs/audit.md"
	header = "| suite | clusters | pairs | best shortcut | centre of near-duplicates | best pair order | rarity | " +
		"style predicts the group |\n" +
		"|---|---|---|---|---|---|---|---|\n"
)

// row returns the line of the table about a suite.
func row(r *audit.Result) string {
	share := func(x float64, i *stats.Interval) string {
		if i == nil {
			return "–"
		}
		return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*x, 100*i.Lo, 100*i.Hi)
	}
	var best, centre audit.Classifier
	for _, c := range r.Classifiers {
		if c.Interval != nil && c.Balanced > best.Balanced {
			best = c
		}
		if c.ID == "centre" {
			centre = c
		}
	}
	var first, rarity audit.Order
	for _, o := range r.Orders {
		if o.Share > first.Share {
			first = o
		}
		if o.ID == "order-rarer" {
			rarity = o
		}
	}
	style := "–"
	if len(r.Style) > 0 && r.Style[0].Interval != nil {
		style = fmt.Sprintf("%s, of %d", share(r.Style[0].Balanced, r.Style[0].Interval), r.Style[0].Values)
	}
	return fmt.Sprintf("| %s | %d | %d | %s, %s | %s | %s, %s | %s | %s |\n", r.Suite, r.Census.Bases, first.Pairs,
		best.Title, share(best.Balanced, best.Interval), share(centre.Balanced, centre.Interval),
		strings.TrimPrefix(first.Title, "pair order by "), share(first.Share, first.Interval),
		share(rarity.Share, rarity.Interval),
		style)
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
	text, err := os.ReadFile(page)
	for _, c := range r.Classifiers {
		if c.Convicted && !strings.Contains(string(text), fmt.Sprintf("%s, %.1f %%", c.Title, 100*c.Balanced)) {
			t.Errorf("docs/audit.md does not say %s, %.1f %% (%v)", c.Title, 100*c.Balanced, err)
		}
	}
	for _, id := range []string{"centre", "centre-words", "order-bayes-tokens", "order-bayes-characters"} {
		if !convicted[id] {
			t.Errorf("minimal texts are not convicted by %s", id)
		}
	}
}
