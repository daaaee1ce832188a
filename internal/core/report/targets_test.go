package report

import (
	"golang.org/x/net/html"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// The section is there where a text has several documented flaws, and only there.
func TestTargets(t *testing.T) {
	if _, ok := targets.Build(world()); ok {
		t.Error("a run of texts with one flaw each has the section")
	}
	v := &bench.Variant{Key: "s/a", Suite: "s", Format: "blockbench", Sample: "a", Base: "a", Group: "gs",
		Truth: bench.Vulnerable, Proof: bench.Proved,
		Class: "reentrancy", Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "A.sol", Text: "contract A {}\n"}}},
		RootCause: "Pays first.", Further: []bench.LabelSet{{Number: 2, Class: "arithmetic", RootCause: "Wraps around."}},
		Labels: []bench.Label{{Function: bench.RootCause, Set: 2, Class: "arithmetic",
			Span: bench.Span{File: "A.sol", Line: 1, EndLine: 1}}}}
	x := say("m", v, bench.Vulnerable, true)
	x.Verdict.Strict, x.Verdict.Lenient = bench.Hit, bench.Hit
	x.Verdict.Targets = []bench.TargetVerdict{{Target: 1, Strict: bench.Miss, Lenient: bench.Miss},
		{Target: 2, Strict: bench.Hit, Lenient: bench.Hit}}
	d := &Data{RunID: "r", Complete: true, Subjects: []bench.Subject{{Name: "m", Kind: "model", Version: "1"}},
		Trials: []bench.Trial{x}}
	s, ok := targets.Build(d)
	if !ok || len(s.Tables) != 1 || len(s.Tables[0].Rows) != 1 {
		t.Fatalf("%v %+v", ok, s)
	}
	var row []string
	for _, c := range s.Tables[0].Rows[0].Cells {
		row = append(row, c.Text)
	}
	got := strings.Join(row, " | ")
	for _, want := range []string{"m | 100.0 %", "| 50.0 %", "| 0.0 %"} {
		if !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	doc := parse(t, page(t, d))
	words := unpack[Words](t, doc, "words")
	if !slices.ContainsFunc(elements(doc, "table"), func(n *html.Node) bool { return attr(n, "class") == "targets" }) ||
		!slices.Contains(words.Truths[0], [2]string{"Root cause, flaw 2 (Integer overflow or underflow)", "Wraps around."}) ||
		words.Texts[0].Labels[0].Name != "ROOT_CAUSE#2" {
		t.Errorf("the page does not show the second flaw: %+v %+v", words.Truths, words.Texts)
	}
}
