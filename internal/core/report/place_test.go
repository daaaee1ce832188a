package report

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
)

// Two flaws in line 6 that cost 30 and 10 dollars, of which the first is found and named
// by two lines, the second missed and named right.
func TestLinesAndLosses(t *testing.T) {
	vs := variants("blockbench", "blockbench", 2)
	vs[0].LossUSD, vs[1].LossUSD, vs[2].LossUSD = 30, 30, 10
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model"}},
		Trials: []bench.Trial{say("m", vs[0], bench.Vulnerable, true), say("m", vs[1], bench.Vulnerable, true),
			say("m", vs[2], bench.Vulnerable, false)}}
	d.Trials[0].Answer.Findings[0].Lines = []bench.Range{{From: 6, To: 7}}
	d.Trials[2].Answer.Findings[0].Lines = []bench.Range{{From: 6, To: 6}}
	s, ok := buildPlace(d)
	if !ok || len(s.Tables) != 2 {
		t.Fatalf("%+v", s)
	}
	var got []string
	for _, table := range s.Tables {
		for _, c := range table.Rows[0].Cells[1:] {
			got = append(got, c.Text)
		}
	}
	if want := "66.7 %, 100.0 %, 66.7 %, 75.0 %"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if want := "2 samples with a known loss, $40 in all, $30 in the largest"; s.Tables[1].Census != want {
		t.Errorf("%s, want %s", s.Tables[1].Census, want)
	}
}

// A flaw that is found in one of three repetitions.
func TestFoundAtKTable(t *testing.T) {
	vs := variants("blockbench", "blockbench", 1)
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	for i := range 3 {
		tr := say("m", vs[0], bench.Vulnerable, i == 1)
		tr.Repetition, tr.Key = i, fmt.Sprint(tr.Key, i)
		d.Trials = append(d.Trials, tr)
	}
	s, _ := buildRepetitions(d)
	last := s.Tables[len(s.Tables)-1]
	var got []string
	for i, c := range last.Rows[0].Cells[1:] {
		got = append(got, last.Columns[1+i].Title+" "+c.Text)
	}
	if want := "Found@1 33.3 %, Found@2 66.7 %, Found^2 0.0 %, Found@3 100.0 %, Found^3 0.0 %"; last.ID != "repetitions-k" || strings.Join(got, ", ") != want {
		t.Errorf("%s: %s, want %s", last.ID, strings.Join(got, ", "), want)
	}
}
