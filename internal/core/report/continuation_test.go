package report

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
)

// continuedWorld is what three models continue of twenty texts: one knows them by heart,
// one predicts half of any text, and one says nothing.
func continuedWorld() *Data {
	d := &Data{}
	lines := func(name string, from, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%d = next(%s, %d);\n", name, from+i, name, from+i+1)
		}
		return b.String()
	}
	for i := range 20 {
		for _, null := range []bool{false, true} {
			name := fmt.Sprintf("vault%d_", i)
			if null {
				name = fmt.Sprintf("chest%d_", i)
			}
			rest := lines(name, 100, 20)
			v := &bench.Variant{Key: fmt.Sprintf("blockbench/t%02d?continuation%v", i, null), Suite: "blockbench",
				Format: bench.ContinuationFormat, Sample: fmt.Sprintf("t%02d", i), Base: fmt.Sprintf("t%02d", i),
				Truth:        bench.Vulnerable,
				Continuation: &bench.Continuation{Rest: rest, Null: null},
				Task:         bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: lines(name, 0, 12)}}}}
			half := rest[:len(rest)/2]
			if i%2 == 0 != (null && i%3 == 0) {
				half = rest[:len(rest)/3]
			}
			heart := rest
			if null {
				heart = "nothing"
			}
			for model, text := range map[string]string{"lab/heart": heart, "lab/<b>half": half, "lab/silent": ""} {
				t := bench.Trial{Variant: v, Subject: model + "@continue", Outcome: bench.Answered,
					Details: &bench.Details{Response: bench.Response{Text: text}}}
				if text == "" {
					t.Outcome = bench.Refused
				}
				d.Recalls = append(d.Recalls, t)
			}
		}
		canary := &bench.Variant{Key: fmt.Sprintf("blockbench/t%02d?continuation=canary", i), Suite: "blockbench",
			Format: bench.ContinuationFormat, Sample: fmt.Sprintf("t%02d", i), Base: fmt.Sprintf("t%02d", i),
			Truth:        bench.Vulnerable,
			Continuation: &bench.Continuation{Rest: "4567-89ab", Canary: true},
			Task:         bench.Task{Language: "yaml", Files: []bench.File{{Path: "sample.yaml", Text: "canary: 0123-"}}}}
		d.Recalls = append(d.Recalls, bench.Trial{Variant: canary, Subject: "lab/heart@continue", Outcome: bench.Answered,
			Details: &bench.Details{Response: bench.Response{Text: "4567-89ab"}}},
			bench.Trial{Variant: canary, Subject: "lab/<b>half@continue", Outcome: bench.Answered,
				Details: &bench.Details{Response: bench.Response{Text: "4567"}}})
	}
	return d
}

// A model that knows public texts by heart is told from one that predicts code, in its
// own names or in others, and from one that does not answer.
func TestContinuation(t *testing.T) {
	d := continuedWorld()
	got := terminal(t, d, 140)
	for _, want := range []string{
		"lab/heart continued +100.0 points more", "and completed 20 of 20 canaries: the suite's files were in its training data",
		"lab/silent continued +0.0 points more", "40 of 40 questions had no answer and count as nothing continued",
		"this shows no memory of the texts, and does not exclude it",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("not said: %s\n%s", want, got)
		}
	}
	for _, c := range ContinuedOf(d) {
		r := c.Recited
		if shown := r.Shown() || c.Canaries.K > 0; shown != (c.Model == "lab/heart") {
			t.Errorf("%s: %+v", c.Model, r)
		}
		if c.Model == "lab/<b>half" && (r.Public.Value < 0.3 || r.Null.Value < 0.3) {
			t.Errorf("what code makes predictable is not counted: %+v", r)
		}
	}
	if len(KnowledgeOf(d)) != 0 {
		t.Error("texts are taken for incidents")
	}
}
