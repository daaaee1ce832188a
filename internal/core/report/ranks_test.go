package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/report/write"
)

// asking is a run of subjects over n pairs of one suite. answer makes the trial
// of one variant; i counts the pairs.
func asking(n int, subjects []string, answer func(subject string, i int, v *bench.Variant) bench.Trial) *Data {
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

// One subject finds everything and two find nothing: only the first has a rank of its own, the other two share
// theirs, and none has an SUI without scored reasoning.
func TestRanks(t *testing.T) {
	names := []string{"all", "none", "nothing"}
	d := asking(16, names, func(s string, _ int, v *bench.Variant) bench.Trial {
		if s == "all" {
			return say(s, v, v.Truth, true)
		}
		return say(s, v, bench.Safe, false)
	})
	data, ok := buildRanks(d)
	if !ok {
		t.Fatal("no section")
	}
	s, weighed := data.Tables[0], data.Tables[1]
	if len(s.Columns) != 1+4*3 || len(weighed.Rows) != 0 || !strings.Contains(weighed.Foot[0], strings.Join(names, ", ")) {
		t.Errorf("%d columns, %v without SUI", len(s.Columns), weighed.Foot)
	}
	if got := s.Rows[0].Cells[1]; got.Text != "1" || got.Range != "[1, 1]" || got.Doc != "first 100.0 %" || !got.Strong {
		t.Errorf("first: %+v", got)
	}
	for _, r := range s.Rows[1:] {
		if c := r.Cells[1]; c.Text != "2.5" || c.Strong || c.Doc != "first 0.0 %" {
			t.Errorf("%+v", r)
		}
	}
	var dots []string
	for _, m := range s.Drawings[0].Marks {
		if m.Class == "point" {
			dots = append(dots, m.X+" "+m.Y)
		}
	}
	if !slices.Equal(dots, []string{"48 16", "48 304", "48 304"}) { // TDR 100, 0, 0, without a false alarm
		t.Errorf("dots %q", dots)
	}
	if !strings.Contains(s.Drawings[0].Desc, "all TDR 100.0 %, false alarm 0.0 %") {
		t.Errorf("said: %s", s.Drawings[0].Desc)
	}
	got := page(t, d)
	wellFormed(t, "ranks", got)
	if !strings.Contains(got, "without an SUI") {
		t.Error("the missing SUI is not said")
	}
	if _, ok := buildRanks(asking(3, names[:1], func(s string, _ int,
		v *bench.Variant) bench.Trial {
		return say(s, v, bench.Safe, false)
	})); ok {
		t.Error("a single subject is ranked")
	}
}

// Detection 1 and reasoning 0.2 against 0.5 and 0.8, precision alike: the first
// leads where w₁/w₂ > 1.2, which are 5 of 11 weightings.
func TestWeights(t *testing.T) {
	d := asking(10, []string{"broad", "deep"}, func(s string, i int, v *bench.Variant) bench.Trial {
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
	if len(data.Tables) != 2 || len(data.Tables[0].Columns) != 1+4*4 || len(data.Tables[1].Foot) != 0 {
		t.Fatalf("%+v", data)
	}
	if p, _ := buildPaper(d); !slices.ContainsFunc(p.Tables, func(t write.Table) bool {
		return t.ID == "sui-spearman" && t.Folded && len(t.Rows) == 5
	}) {
		t.Error("the paper's tables have no pairs of weightings")
	}
	w := data.Tables[1]
	first := w.Rows[1].Cells[len(w.Columns)-1].Text
	if !strings.Contains(w.Lead[0],
		"The default order holds under 45.5 % of all weightings of detection, reasoning and precision: broad, deep.") ||
		first != "54.5 %" {
		t.Errorf("%+v", w)
	}
	// Default: 0.4 + 0.3·0.2 + 0.3. Quality first turns the order around.
	spearman := w.Rows[2].Cells
	if c := w.Rows[0].Cells; c[2].Text != "0.760 (1)" || c[3].Text != "0.680 (2)" || spearman[2].Text != "1.000" ||
		spearman[3].Text != "-1.000" {
		t.Errorf("%+v", w)
	}
	got := page(t, d)
	wellFormed(t, "weights", got)
	if !strings.Contains(got, "The default order holds under 45.5 %") {
		t.Error("the share is not on the page")
	}
}

// A subject that calls everything vulnerable at 0.8 has a Brier score of
// (0.04 + 0.64) / 2; another states nothing.
func TestConfidence(t *testing.T) {
	p := 0.8
	d := asking(8, []string{"sure", "silent"}, func(s string, _ int, v *bench.Variant) bench.Trial {
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
	c, bands := data.Tables[0], data.Tables[1]
	if len(c.Rows) != 1 || len(data.Tables) != 2 || c.Foot[0] != "No confidence is stated by silent." {
		t.Fatalf("%+v", data)
	}
	var cells []string
	for _, v := range c.Rows[0].Cells {
		cells = append(cells, v.Text)
	}
	if !slices.Equal(cells[:6], []string{"sure", "16", "0", "0.340", "0.090 − 0.000 + 0.250", "0.300"}) ||
		cells[7] != "0.500" {
		t.Errorf("%q", cells)
	}
	if r := bands.Rows; len(r) != 1 || r[0].Cells[0].Text != "medium, from 0.6" || r[0].Cells[1].Count() != "8/16" ||
		r[0].Cells[1].Text != "50.0 %" || r[0].Cells[2].Text != "80.0 %" {
		t.Errorf("%+v", bands.Rows)
	}
	// 44 + 0.8·240 to the right, halfway up.
	var points []write.Mark
	for _, m := range bands.Drawings[0].Marks {
		if m.Class == "point" {
			points = append(points, m)
		}
	}
	if len(points) != 1 || points[0].X != "236" || points[0].Y != "132" {
		t.Errorf("%+v", points)
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
	var b strings.Builder
	if err := JSON(&b, d); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Suites []struct {
			Ranks map[string][]struct {
				Subject     string
				Rank, First float64
				Lo, Hi      int
				Unique      bool
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &doc); err != nil {
		t.Fatal(err)
	}
	got := doc.Suites[0].Ranks
	table := places(d, HeadlineOf(d, &suites[0]))
	compared := 0
	for i, column := range table.Columns {
		for _, r := range got[column.Key] {
			for _, row := range table.Rows {
				if row.Cells[0].Text == r.Subject {
					compared++
					if c := row.Cells[i]; c.Text != fmt.Sprintf("%g", r.Rank) || c.Range != fmt.Sprintf("[%d, %d]", r.Lo, r.Hi) ||
						c.Strong != r.Unique {
						t.Errorf("%s by %s: %+v, table %+v", r.Subject, column.Key, r, c)
					}
				}
			}
		}
	}
	if compared < 8 {
		t.Errorf("only %d ranks compared", compared)
	}
}
