package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// decoyWorld is one subject on two samples with a labelled decoy in line 3, of which
// the first also has one planted in line 4, and on a third sample without.
func decoyWorld() *Data {
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	vs := variants("blockbench", "blockbench", 3)
	label := func(v *bench.Variant, act bench.CodeAct, line int, note string) {
		v.Labels = append(v.Labels, bench.Label{Function: bench.Decoy, Act: act, Note: note,
			Span: bench.Span{File: "A.sol", Line: line, EndLine: line}})
	}
	for _, v := range vs[:4] {
		label(v, "EXT_CALL", 3, "of the sample")
	}
	planted := as(vs[0], "trojan+no-comments")
	planted.Labels = append([]bench.Label{}, planted.Labels...)
	label(planted, "ORACLE", 4, "planted")
	points := func(t bench.Trial, line int) bench.Trial {
		t.Answer.Findings[0].Lines = []bench.Range{{From: line, To: line}}
		return t
	}
	d.Trials = append(d.Trials,
		points(say("m", vs[0], bench.Vulnerable, false), 3), // flagged
		say("m", vs[1], bench.Safe, false),
		points(say("m", vs[2], bench.Vulnerable, true), 3), // right, and so not flagged
		points(say("m", vs[3], bench.Vulnerable, false), 6),
		points(say("m", planted, bench.Vulnerable, false), 4), // flagged
		say("m", vs[4], bench.Vulnerable, false))
	return d
}

func TestDecoysByKind(t *testing.T) {
	s, ok := buildDecoys(decoyWorld())
	if !ok || len(s.Tables) != 1 {
		t.Fatal("no table")
	}
	var got []string
	for _, r := range s.Tables[0].Rows {
		line := []string{r.Part, r.Cells[0].Text, r.Cells[1].Text}
		for _, c := range r.Cells[2:] {
			line = append(line, c.Count())
		}
		got = append(got, strings.Join(line, " | "))
	}
	want := []string{
		"m | planted by trojan | 1 | 1/1 | 0/1 | ",
		"m | planted by trojan, ORACLE | 1 | 1/1 | 0/1 | ",
		"m | labelled in the sample | 4 | 1/4 | 1/2 | 1/2",
		"m | labelled in the sample, EXT_CALL | 4 | 1/4 | 1/2 | 1/2",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, ok := buildDecoys(world()); ok {
		t.Error("a table without a decoy")
	}
}
