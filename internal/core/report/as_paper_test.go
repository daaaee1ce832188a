package report

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// three is a run of one subject that is right about three texts: a flaw that it
// finds, one that it does not, and a safe text.
func three() *Data {
	vs := variants("blockbench", "blockbench", 2)
	return &Data{RunID: "run-3", Complete: true, Subjects: []bench.Subject{{Name: "m", Kind: "model"}},
		Trials: []bench.Trial{say("m", vs[0], bench.Vulnerable, true), say("m", vs[1], bench.Safe, false),
			say("m", vs[2], bench.Vulnerable, false)}}
}

// rowOf returns the row of a table that begins with a text.
func rowOf(t *testing.T, of write.Table, first string) write.Row {
	t.Helper()
	for _, r := range of.Rows {
		if r.Cells[0].Text == first {
			return r
		}
	}
	t.Fatalf("%s has no row %q", of.ID, first)
	return write.Row{}
}

func TestDefinitionsSideBySide(t *testing.T) {
	d := three()
	s, ok := buildAsPaper(d)
	if !ok || len(s.Tables) == 0 {
		t.Fatal("no section")
	}
	for name, want := range map[string][3]string{
		"TDR":               {"1/2", "1/2", "1/2"},
		"Accuracy":          {"2/2", "2/2", "3/3"},
		"Lucky guesses":     {"2/3", "2/3", "1/2"},
		"Finding precision": {"1/2", "1/2", "1/2"},
	} {
		row := rowOf(t, s.Tables[0], name)
		for i, w := range want {
			if got := row.Cells[1+i].Count(); got != w {
				t.Errorf("%s, %s: %s, want %s", name, s.Tables[0].Columns[1+i].Title, got, w)
			}
		}
	}
	// A finding on a repaired text counts against our precision alone; a text without an answer, against our TDR.
	vs := variants("blockbench", "blockbench", 3)
	d.Trials = append(d.Trials, say("m", vs[3], bench.Vulnerable, false), say("m", vs[4], 0, false))
	s, _ = buildAsPaper(d)
	for name, want := range map[string][2]string{"Finding precision": {"1/2", "1/3"}, "TDR": {"1/2", "1/3"}} {
		row := rowOf(t, s.Tables[0], name)
		if row.Cells[1].Count() != want[0] || row.Cells[3].Count() != want[1] {
			t.Errorf("%s: %s and %s, want %v", name, row.Cells[1].Count(), row.Cells[3].Count(), want)
		}
	}
}

// Table 7 by each definition needs scores; its cells carry ranks.
func TestSUIByDefinition(t *testing.T) {
	d := three()
	if s, _ := buildAsPaper(d); len(s.Tables) != 1 {
		t.Errorf("%d tables without a judge that scores", len(s.Tables))
	}
	half, other := 0.5, say("n", d.Trials[0].Variant, bench.Vulnerable, true)
	for _, v := range []*bench.Verdict{d.Trials[0].Verdict, other.Verdict} {
		v.RCIR, v.AVA, v.FSV = &half, &half, &half
	}
	d.Trials = append(d.Trials, other)
	s, _ := buildAsPaper(d)
	if len(s.Tables) != 2 {
		t.Fatalf("%d tables", len(s.Tables))
	}
	if n := len(s.Tables[1].Rows); n != 6 {
		t.Errorf("%d rows, want two subjects by three definitions", n)
	}
	want := Number(metric.Index, metric.Value{Defined: true, Point: 0.4*0.5 + 0.3*0.5 + 0.3*0.5}) + " (1.5)"
	if got := rowOf(t, s.Tables[1], "m").Cells[2].Text; got != want { // n was asked about less, and stands below
		t.Errorf("%s, want %s", got, want)
	}
}
