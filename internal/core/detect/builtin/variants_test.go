package builtin_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	port "assay/internal/core/detect"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/lang/transform/all"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// said is the answer of one detector to one variant, judged.
type said struct {
	verdict bench.Truth
	strict  bench.Decision
}

// TestKnownGroupsUnderTransformations asks the detectors about both embedded suites under the paper's chains.
// The detector that knows the truth is always right. The detector that recognises names and comments is
// affected more by new names than by placebos.
func TestKnownGroupsUnderTransformations(t *testing.T) {
	corpustest.Turn(t, 3)
	var list []*suite.Suite
	var originals []*bench.Variant
	var truth []bench.Variant
	for _, name := range []string{suite.Blockbench, suite.TenantSQL} {
		l, problems, err := suite.Load(suites.FS, name, "", name)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		list, truth = append(list, l...), append(truth, l[0].Variants...)
		for i := range l[0].Variants {
			originals = append(originals, &l[0].Variants[i])
		}
	}
	varied, err := suite.Vary(list, originals, all.PaperChains(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range varied.Variants {
		truth = append(truth, *v)
	}
	detectors, err := builtin.All(truth)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]map[string]said{} // detector, variant
	for _, d := range detectors {
		name := d.Subject().Name
		answers[name] = map[string]said{}
		for _, v := range append(slices.Clone(originals), varied.Variants...) {
			answers[name][v.Key] = ask(t, v, func() (bench.Response, error) { return d.Detect(t.Context(), v.Task) })
		}
	}

	asked := map[string]int{}
	for _, v := range append(slices.Clone(originals), varied.Variants...) {
		o := answers["builtin/oracle"][v.Key]
		if o.verdict != v.Truth || v.Truth == bench.Vulnerable && o.strict != bench.Hit {
			// A label without a requirement or a place cannot be hit, not even by the oracle.
			if a := answers["builtin/oracle"][v.Origin()]; a.strict != bench.Unscored {
				t.Errorf("oracle on %s: %s, %s", v.Key, o.verdict, o.strict)
			}
		}
		asked[v.Chain]++
	}
	for _, c := range []string{"no-comments", "false-prophet", "reformat", "reorder", "chameleon", "differential",
		"trojan"} {
		if asked[c] < 16 {
			t.Errorf("%s: only %d variants", c, asked[c])
		}
	}
	renaming := []string{"chameleon", "shapeshifter-l2"}
	placebos := []string{"reformat", "reorder", "rename"}
	k := changed(answers["builtin/keyword"], varied.Variants, renaming)
	if p := changed(answers["builtin/keyword"], varied.Variants, placebos); k.share() <= 2*p.share() {
		t.Errorf("new names change %s verdicts of keyword, placebos %s", k, p)
	}
}

// ask returns a detector's answer and the decision of the rule judge. It returns the zero value when the
// detector does not support the task.
func ask(t *testing.T, v *bench.Variant, detect func() (bench.Response, error)) said {
	t.Helper()
	r, err := detect()
	if errors.Is(err, port.ErrNotApplicable) { // a language it does not read
		return said{}
	}
	if err != nil {
		t.Fatal(err)
	}
	d := bench.Trial{Variant: v, Details: &bench.Details{Response: r}}
	engine.Derive(prompt.ForVerdict, 0, &d, judge.Rule{})
	if d.Outcome != bench.Answered {
		t.Fatalf("%s: %s, %s", v.Key, d.Outcome, d.Reason)
	}
	return said{verdict: d.Answer.Verdict, strict: d.Verdict.Strict}
}

// tally counts changed verdicts.
type tally struct{ k, n int }

func (c tally) share() float64 { return float64(c.k) / float64(max(c.n, 1)) }
func (c tally) String() string { return fmt.Sprintf("%d of %d", c.k, c.n) }

// changed counts the Solidity variants of the chains whose verdict differs from the one on the original.
func changed(answers map[string]said, vs []*bench.Variant, chains []string) (c tally) {
	for _, v := range vs {
		if v.Format != suite.Blockbench || !slices.Contains(chains, v.Chain) {
			continue
		}
		c.n++
		if answers[v.Key].verdict != answers[v.Origin()].verdict {
			c.k++
		}
	}
	return c
}

// TestDiagnosisOfSubsets asks about each subset separately: few pairs are no reason to call a subject with
// almost no findings a recogniser.
func TestDiagnosisOfSubsets(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	detectors, err := builtin.All(list[0].Variants)
	if err != nil {
		t.Fatal(err)
	}
	for _, subset := range []string{"ds", "tc", "gs"} {
		for _, d := range detectors {
			var rows []bench.Trial
			for i := range list[0].Variants {
				v := &list[0].Variants[i]
				if !strings.Contains(v.Key, "/"+subset+"/") {
					continue
				}
				said := ask(t, v, func() (bench.Response, error) { return d.Detect(t.Context(), v.Task) })
				rows = append(rows, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: said.verdict},
					Verdict: &bench.Verdict{}})
			}
			got, why := metric.Diagnose(rows)
			switch name := d.Subject().Name; {
			case name == "builtin/keyword" && got != metric.Recogniser, name == "builtin/oracle" && got != metric.FollowsFlaw:
				t.Errorf("%s: %s is called %s: %s", subset, name, got, why)
			}
		}
	}
}
