package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// A subject that finds everything on the originals and nothing under a chain is drawn
// down to what its SUI collapses to, and one that says nothing there down to 0.
func TestTrajectoryCollapses(t *testing.T) {
	half := 0.5
	for _, says := range []bench.Truth{bench.Vulnerable, bench.Safe} {
		d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
		d.Manifest.Chains = []bench.ChainUse{{Suite: "blockbench", Chain: "rename", Kind: KindPreserving}}
		for _, v := range variants("blockbench", "blockbench", 4) {
			if v.Truth != bench.Vulnerable {
				continue
			}
			found := say("m", v, bench.Vulnerable, true)
			found.Verdict.RCIR, found.Verdict.AVA, found.Verdict.FSV = &half, &half, &half
			lost := say("m", as(v, "rename"), says, false)
			if len(lost.Verdict.Findings) > 0 && v.Sample == "ds/s00" {
				lost.Verdict.Findings[0].Class = bench.BonusValid
			}
			d.Trials = append(d.Trials, found, lost)
		}
		s, ok := buildTransformations(d)
		if !ok || len(s.Tables[0].Drawings) != 1 {
			t.Fatal("nothing drawn")
		}
		desc := s.Tables[0].Drawings[0].Desc
		want := "rename 0.075 [" // 0.3 times a precision of 1/4
		if says == bench.Safe {
			want = "rename 0.000, nothing found"
		}
		if !strings.Contains(desc, "reference 0.850") || !strings.Contains(desc, want) ||
			!strings.Contains(desc, "nothing found") {
			t.Errorf("%s: %s", says, desc)
		}
	}
	// Without a judge that scores reasoning there is no SUI, and nothing to collapse.
	s, _ := buildTransformations(changedWorld())
	for _, d := range s.Tables[0].Drawings {
		t.Errorf("drawn without an SUI: %s", d.Desc)
	}
}

// The five weightings of the paper on its own Table 2: every pair has rho 1, and an
// own weighting by precision alone has not.
func TestWeightPairs(t *testing.T) {
	row := func(i int, decision bench.Decision, score float64, findings ...bench.FindingClass) bench.Trial {
		v := variants("blockbench", "blockbench", i+1)[2*i]
		j := &bench.Verdict{Strict: decision, Lenient: decision}
		if decision == bench.Hit {
			j.RCIR, j.AVA, j.FSV = &score, &score, &score
		}
		for _, c := range findings {
			j.Findings = append(j.Findings, bench.FindingVerdict{Class: c})
		}
		return bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable}, Verdict: j}
	}
	subjects := []metric.Condition{
		{Name: "many", Rows: []bench.Trial{row(0, bench.Hit, 1, bench.TargetMatch, bench.Hallucinated),
			row(1, bench.Hit, 1, bench.TargetMatch, bench.Hallucinated)}},
		{Name: "few", Rows: []bench.Trial{row(0, bench.Hit, 0.2, bench.TargetMatch), row(1, bench.Miss, 0)}},
	}
	own, err := metric.NewWeights("custom", 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := append(metric.Weightings(), own)
	r, _ := metric.WeightRobustness(subjects, all)
	got := weightPairs(r, all)
	if len(got.Rows) != 6 || len(got.Columns) != 7 {
		t.Fatalf("%d rows, %d columns", len(got.Rows), len(got.Columns))
	}
	at := func(r, c int) string { return write.Value{Text: got.Rows[r].Cells[c].Text}.Text }
	if at(0, 2) != "1.000" || at(0, 6) != "−1.000" || at(5, 1) != "−1.000" || at(5, 6) != "1.000" ||
		!strings.HasPrefix(got.Foot[0], "Smallest of all pairs: −1.000.") {
		t.Errorf("%+v, %s", got.Rows, got.Foot[0])
	}
}
