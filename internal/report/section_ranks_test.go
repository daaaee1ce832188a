package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// asked is a run of subjects over n pairs of one suite. answer makes the trial
// of one variant; i counts the pairs.
func asked(n int, subjects []string, answer func(subject string, i int, v *bench.Variant) Trial) *Data {
	d := &Data{RunID: "run-1", Complete: true}
	for _, s := range subjects {
		d.Subjects = append(d.Subjects, bench.Subject{Name: s})
	}
	for i, v := range variants("blockbench", "blockbench", n) {
		for _, s := range subjects {
			d.Trials = append(d.Trials, answer(s, i/2, v))
		}
	}
	return d
}

// One subject finds everything and two find nothing: the first rank is its own,
// the other two are shared, and nobody has an SUI without scored reasoning.
func TestRanks(t *testing.T) {
	names := []string{"all", "none", "nothing"}
	d := asked(16, names, func(s string, _ int, v *bench.Variant) Trial {
		if s == "all" {
			return say(s, v, v.Truth, true)
		}
		return say(s, v, bench.Safe, false)
	})
	data, ok := buildRanks(d)
	if !ok {
		t.Fatal("no section")
	}
	s := data.(ranksData).Suites[0]
	if len(s.Columns) != 3 || s.Weights != nil || !slices.Equal(s.NoSUI, names) {
		t.Errorf("%d columns, %v without SUI", len(s.Columns), s.NoSUI)
	}
	if got := s.Rows[0].Cells[0]; got != (rankCell{"1", "[1, 1]", "100.0 %", true}) {
		t.Errorf("first: %+v", got)
	}
	for _, r := range s.Rows[1:] {
		if r.Cells[0].Rank != "2.5" || r.Cells[0].Unique || r.Cells[0].First != "0.0 %" {
			t.Errorf("%+v", r)
		}
	}
	if b := s.Chart.Bars; b[0].Width != "348.0" || b[1].Width != "0.0" || b[0].Lo == "" || b[0].Hi != "640.0" {
		t.Errorf("bars %+v", b)
	}
	if !strings.Contains(s.Chart.Desc, "all 16/16  100.0 %") {
		t.Errorf("said: %s", s.Chart.Desc)
	}
	got := page(t, d)
	wellFormed(t, "ranks", got)
	if !strings.Contains(got, "Without an SUI") {
		t.Error("the missing SUI is not said")
	}
	if _, ok := buildRanks(asked(3, names[:1], func(s string, _ int, v *bench.Variant) Trial { return say(s, v, bench.Safe, false) })); ok {
		t.Error("a single subject is ranked")
	}
}

// Detection 1 and reasoning 0.2 against 0.5 and 0.8, precision alike: the first
// leads where w₁/w₂ > 1.2, which are 5 of 11 weightings.
func TestWeights(t *testing.T) {
	d := asked(10, []string{"broad", "deep"}, func(s string, i int, v *bench.Variant) Trial {
		q, hit := 0.2, true
		if s == "deep" {
			q, hit = 0.8, i%2 == 0
		}
		if v.Truth == bench.Safe || !hit {
			return say(s, v, bench.Safe, false)
		}
		tr := say(s, v, bench.Vulnerable, true)
		tr.Verdict.RCIR, tr.Verdict.AVA, tr.Verdict.FSV = &q, &q, &q
		return tr
	})
	data, _ := buildRanks(d)
	s := data.(ranksData).Suites[0]
	if s.Weights == nil || len(s.NoSUI) != 0 || len(s.Columns) != 4 {
		t.Fatalf("%+v", s)
	}
	w := s.Weights
	if w.Stands != "45.5 %" || !slices.Equal(w.Order, []string{"broad", "deep"}) || w.Rows[1].First != "54.5 %" {
		t.Errorf("%+v", w)
	}
	// Default: 0.4 + 0.3·0.2 + 0.3. Quality first turns the order around.
	if w.Rows[0].Cells[1] != "0.760 (1)" || w.Rows[0].Cells[2] != "0.680 (2)" || w.Spearman[1] != "1.000" || w.Spearman[2] != "-1.000" {
		t.Errorf("%+v", w)
	}
	got := page(t, d)
	wellFormed(t, "weights", got)
	if !strings.Contains(got, "45.5 % leave the order") {
		t.Error("the share is not on the page")
	}
}

// A subject that calls everything vulnerable at 0.8 has a Brier score of
// (0.04 + 0.64) / 2; another states nothing.
func TestConfidence(t *testing.T) {
	p := 0.8
	d := asked(8, []string{"sure", "silent"}, func(s string, _ int, v *bench.Variant) Trial {
		tr := say(s, v, bench.Vulnerable, true)
		if s == "sure" {
			tr.Answer.Confidence = &p
		}
		return tr
	})
	data, ok := buildConfidence(d)
	if !ok {
		t.Fatal("no section")
	}
	s := data.(confidenceData).Suites[0]
	if len(s.Subjects) != 1 || !slices.Equal(s.Silent, []string{"silent"}) {
		t.Fatalf("%+v", s)
	}
	c := s.Subjects[0]
	if c.N != 16 || c.Cells[0].Number != "0.340" || c.Cells[0].Parts != "= 0.090 − 0.000 + 0.250" || c.Cells[1].Number != "0.300" || c.Cells[3].Number != "0.500" {
		t.Errorf("%+v", c)
	}
	if len(c.Bands) != 1 || c.Bands[0].Band != "medium, from 0.6" || c.Bands[0].Right != "8/16  50.0 %" || c.Bands[0].Mean != "80.0 %" {
		t.Errorf("%+v", c.Bands)
	}
	// 44 + 0.8·240 to the right, halfway up.
	if pt := c.Chart.Points; len(pt) != 1 || pt[0].X != "236.0" || pt[0].Y != "132.0" {
		t.Errorf("%+v", c.Chart.Points)
	}
	wellFormed(t, "confidence", page(t, d))
	for i := range d.Trials {
		if d.Trials[i].Answer != nil {
			d.Trials[i].Answer.Confidence = nil
		}
	}
	if _, ok := buildConfidence(d); ok {
		t.Error("a section without a confidence")
	}
}

// JSON has the ranks of the table.
func TestJSONRanks(t *testing.T) {
	d := world()
	suites := d.Suites()
	got := jsonRanks(d, &suites[0])
	table := ranks(d, headline(d, &suites[0]))
	compared := 0
	for i, m := range table.Columns {
		for _, r := range got[m.ID] {
			for _, row := range table.Rows {
				if row.Name == r.Subject {
					compared++
					if c := row.Cells[i]; c.Rank != fmt.Sprintf("%g", r.Rank) || c.Interval != fmt.Sprintf("[%d, %d]", r.Lo, r.Hi) || c.Unique != r.Unique {
						t.Errorf("%s by %s: %+v, table %+v", r.Subject, m.ID, r, c)
					}
				}
			}
		}
	}
	if compared < 8 {
		t.Errorf("only %d ranks compared", compared)
	}
}
