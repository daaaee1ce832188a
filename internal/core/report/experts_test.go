package report

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/review"
)

// reviewedWorld is the paper's table of §5.4, by one expert on 116 answers: 47 that
// both found, nine that the judge alone found, none that the expert alone found.
func reviewedWorld() *Data {
	d := &Data{Manifest: bench.Manifest{Judging: bench.Judging{Asked: []string{"llm:a/1"}}},
		Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	vs := variants("blockbench", "blockbench", 117)
	for i := range 116 {
		tr := say("m", vs[2*i], bench.Vulnerable, i < 56)
		tr.Verdict.Findings[0].Type = bench.MatchWrong
		if i < 56 {
			tr.Verdict.Findings[0].Type = bench.MatchPartial
		}
		found, typed := i < 47, i < 40
		score := float64(i%5) / 5
		half := score/2 + 0.1
		tr.Verdict.RCIR, tr.Verdict.AVA, tr.Verdict.FSV = &score, &score, &score
		tr.Opinions = []bench.Opinion{{Verdict: *tr.Verdict}}
		d.Trials = append(d.Trials, tr)
		d.Reviews = append(d.Reviews, review.Record{Key: tr.Key, Review: review.Review{Trial: int64(i), Expert: "ann",
			Mark: review.Mark{Found: &found, Type: &typed, RCIR: &half, AVA: &half, FSV: &half}}})
	}
	safe := say("m", vs[1], bench.Vulnerable, false)
	d.Trials = append(d.Trials, safe)
	no := false
	d.Reviews = append(d.Reviews, review.Record{Key: safe.Key, Review: review.Review{Trial: 200, Expert: "ann",
		Mark: review.Mark{Found: &no}}})
	return d
}

// The numbers that the paper prints of its human validation follow from its table: of kappa
// (107/116 − pe) / (1 − pe), with pe = (56·47 + 60·69) / 116².
func TestExpertsAsInThePaper(t *testing.T) {
	s, ok := buildExperts(reviewedWorld())
	if !ok {
		t.Fatal("no section")
	}
	row := s.Tables[0].Rows[0]
	var got []string
	for _, c := range row.Cells[2:] {
		got = append(got, strings.TrimSpace(c.Count()+" "+c.Text))
	}
	if want := "107/116 92.2 %, 47/56 83.9 %, 47/47 100.0 %, 0.913, 0.844, 47, 9, 0, 60, 0"; strings.Join(got,
		", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if row.Cells[0].Text != "of record: llm:a/1" || row.Cells[1].Text != "ann" || len(s.Tables[0].Rows) != 2 ||
		!strings.Contains(s.Tables[0].Foot[0], "1 review without") {
		t.Errorf("%+v", s.Tables[0])
	}
	scores := s.Tables[1].Rows[0].Cells
	if scores[2].Count() != "100/116" || scores[3].Text != "–" || scores[4].Text != "1.000" ||
		scores[5].Text != "<0.001" || scores[6].Text != "116" {
		t.Errorf("type, place, Pearson: %v", scores)
	}
}

// A second expert gives a line of all comparisons, and one of the two with each other.
func TestTwoExperts(t *testing.T) {
	d := reviewedWorld()
	for i := range 10 {
		found := i < 5
		d.Reviews = append(d.Reviews, review.Record{Key: d.Trials[i*10].Key,
			Review: review.Review{Trial: int64(i * 10), Expert: "bob", Mark: review.Mark{Found: &found}}})
	}
	s, _ := buildExperts(d)
	var got []string
	for _, r := range s.Tables[0].Rows[:3] {
		got = append(got, fmt.Sprint(r.Cells[1].Text, " ", r.Cells[2].Count()))
	}
	// Bob finds 0 to 40 of those at 0, 10, …, 90, of which the judge found 0 to 50.
	if want := "all 116/126, ann 107/116, bob 9/10"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if b := s.Tables[2].Rows[0]; b.Cells[2].Text != "10" || b.Cells[3].Text != "10" {
		t.Errorf("between experts: %v", b)
	}
	if _, ok := buildExperts(world()); ok {
		t.Error("experts without a review")
	}
}
