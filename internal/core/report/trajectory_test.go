package report

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// A subject that finds everything on the originals and nothing under a chain is shown with what its SUI collapses to,
// and one that says nothing there with 0.
func TestTrajectoryCollapses(t *testing.T) {
	half := 0.5
	for says, want := range map[bench.Truth]string{bench.Vulnerable: "0.075", bench.Safe: "0.000"} { // 0.3 times 1/4
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
		shown := Document(d).Only("trajectory").Sections
		if len(shown) != 1 {
			t.Fatal("not shown")
		}
		rows := shown[0].Tables[0].Rows
		if c := rows[0].Cells[2]; c.Text != "0.850" || len(c.Lines) > 0 {
			t.Errorf("%s: reference %+v", says, c)
		}
		if c := rows[1].Cells[2]; c.Text != want || !slices.Equal(c.Lines, []string{"nothing found"}) {
			t.Errorf("%s: %+v, want %s", says, c, want)
		}
	}
	// Without a judge that scores reasoning there is no SUI: it is the TDR.
	shown := Document(changedWorld()).Only("trajectory").Sections
	if len(shown) != 1 || !strings.HasPrefix(shown[0].Tables[0].Title, "TDR along") {
		t.Fatalf("without an SUI: %+v", shown)
	}
	keyword := slices.IndexFunc(shown[0].Tables[0].Columns,
		func(c write.Column) bool { return c.Key == "builtin/keyword" })
	var of []string
	for _, r := range shown[0].Tables[0].Rows {
		of = append(of, r.Cells[keyword].Text)
	}
	if !slices.Equal(of, []string{"68.8 %", "0.0 %", "75.0 %"}) {
		t.Errorf("TDR along the chains: %q", of)
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
