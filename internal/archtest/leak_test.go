package archtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/test/corpustest"
	"assay/internal/test/transformtest"
	"assay/suites"
)

// tells reports what the questions about a variant reveal about its truth, and
// returns the number of questions.
func tells(t *testing.T, v *bench.Variant) int {
	t.Helper()
	rendered := 0
	for _, st := range prompt.All() {
		p, err := prompt.Render(st, v.Task)
		if m := (*prompt.MismatchError)(nil); errors.As(err, &m) || st.Asks == prompt.ForKnowledge ||
			prompt.FormatOf(v.Task) != v.Format {
			continue // the strategy is for other tasks
		}
		if err != nil {
			t.Errorf("strategy %s about %s: %v", st.Name, v.Key, err)
			continue
		}
		rendered++
		for _, leak := range prompt.Leaks(p, *v) {
			t.Errorf("strategy %s asks %s and tells %q", st.Name, v.Key, leak)
		}
	}
	return rendered
}

func embedded(t *testing.T) []*suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list
}

// No strategy, on no embedded sample, asks a question that contains its answer.
func TestNoLeak(t *testing.T) {
	rendered := 0
	for _, s := range embedded(t) {
		for i := range s.Variants {
			rendered += tells(t, &s.Variants[i])
		}
	}
	if rendered < 1000 {
		t.Fatalf("only %d questions were looked at", rendered)
	}
}

// The same for variants that a chain of the paper makes: two or three chains of
// each sample, others at each commit. SQL tests are many and similar: 60 of them are tried.
func TestNoLeakInVariants(t *testing.T) {
	var chains []transform.Chain
	for _, text := range all.PaperChains() {
		c, err := transform.ParseChain(text, all.Transformations())
		if err != nil {
			t.Fatal(err)
		}
		chains = append(chains, c)
	}
	corpus := transformtest.Corpus(t)
	sql := 0
	for _, cs := range corpus {
		if cs.Executable == nil {
			sql++
		}
	}
	takes := corpustest.Every(t, 5)
	rendered := 0
	for i, cs := range corpus {
		if stride := max(sql/60, 1); cs.Executable == nil && i%stride != 0 {
			continue
		}
		for j, c := range chains {
			if !takes(i + j) {
				continue
			}
			r, err := transform.Apply(c, 1, cs.Program)
			if no := (*transform.NotApplicableError)(nil); errors.As(err, &no) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", cs.Name, c, err)
				continue
			}
			rendered += tells(t, r.Variant)
			if r.Twin != nil {
				rendered += tells(t, r.Twin)
			}
		}
	}
	if rendered < 500 && !testing.Short() || rendered == 0 {
		t.Fatalf("only %d questions were looked at", rendered)
	}
}

// A question about an incident contains its name, and none of the facts that it
// asks for.
func TestKnowledgeTellsNothing(t *testing.T) {
	s, err := prompt.Find("knowledge")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, st := range embedded(t) {
		for _, sample := range st.Samples {
			if sample.Meta == nil || sample.Meta.Provenance.Incident == "" {
				continue
			}
			asked++
			p, err := prompt.RenderIncident(s, sample.Meta.Provenance.Incident)
			if err != nil {
				t.Fatal(err)
			}
			facts := []string{sample.Meta.Provenance.Date, fmt.Sprint(sample.Meta.Provenance.LossUSD), string(sample.Class)}
			for _, f := range sample.Meta.Knowledge {
				if !f.Inferable { // what can be inferred may stand in the name
					facts = append(facts, f.Answer)
				}
			}
			for _, f := range facts {
				if strings.Contains(strings.ToLower(p.System+p.User), strings.ToLower(f)) {
					t.Errorf("%s: the question about %q tells %q", sample.ID, sample.Meta.Provenance.Incident, f)
				}
			}
		}
	}
	if asked == 0 {
		t.Fatal("no incident is asked about")
	}
}
