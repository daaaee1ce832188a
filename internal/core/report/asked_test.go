package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// An answer in the form of the other suite is an alarm that names nothing; the report says how many there are.
func TestAlarmsThatNameNothing(t *testing.T) {
	d := asking(8, []string{"one"}, func(s string, i int, v *bench.Variant) bench.Trial {
		r := say(s, v, bench.Vulnerable, false)
		r.Answer.Findings = []bench.Finding{{Type: "reentrancy"}}
		if i < 3 {
			r.Answer.Findings = []bench.Finding{{Explanation: "requirement 2", Requirements: []int{2}}}
		}
		return r
	})
	suite := d.Suites()[0]
	want := "6 of 16 alarms have no finding that names a class or a place, and find no flaw"
	if said := strings.Join(Caveats(HeadlineOf(d, &suite)), " "); !strings.Contains(said, want) {
		t.Errorf("%s", said)
	}
	d.Subjects[0].Kind = "builtin"
	if said := strings.Join(Caveats(HeadlineOf(d, &suite)), " "); strings.Contains(said, "alarms") {
		t.Errorf("of a built-in subject: %s", said)
	}
}

// A text that was not asked is not missed: it is in no denominator. A subject that was asked about fewer texts is
// below the others, and the report states that.
func TestNotAskedIsNotMissed(t *testing.T) {
	d := asking(16, []string{"part", "whole"}, func(s string, i int, v *bench.Variant) bench.Trial {
		r := say(s, v, v.Truth, s == "part" || i < 8)
		if s == "part" && i >= 4 {
			r.Outcome, r.Answer, r.Verdict, r.Response.Text = "", nil, nil, ""
		}
		return r
	})
	suite := d.Suites()[0]
	h := HeadlineOf(d, &suite)
	if got := h.Names(); got[0] != "whole" || got[1] != "part" {
		t.Errorf("4 of 4 stands above 8 of 16 without a word: %v", got)
	}
	v := h.Lines[1].Cell(metric.TDR.ID).Value
	if v.K != 4 || v.N != 4 || v.Missing != 0 || h.Lines[1].Pairs.N != 4 {
		t.Errorf("of 4 texts that were asked: %+v, %+v", v, h.Lines[1].Pairs)
	}
	section, _ := buildHeadline(d)
	if foot := strings.Join(section.Tables[0].Foot, " "); !strings.Contains(foot, "part was asked about 8 of 32 texts") {
		t.Errorf("the table does not say so: %s", foot)
	}
	if end := strings.Join(strings.Fields(brief(t, d, 110)), " "); !strings.Contains(end, "part was asked about 8 of 32") {
		t.Errorf("the end of a run does not say so: %s", end)
	}
	places, _ := buildRanks(d)
	if lead := strings.Join(places.Tables[0].Foot, " "); !strings.Contains(lead,
		"8 of 32 texts that all subjects were asked about (ds 4, tc 4)") {
		t.Errorf("the ranks do not say what they are of: %q", lead)
	}
	if said := strings.Join(Caveats(h), " "); !strings.Contains(said,
		"24 of 64 trials of this suite were not asked; they are in no number") {
		t.Errorf("caveats: %s", said)
	}
}

// A clean contract has no pair, so that no subject is right or wrong on "every pair" of it; and a small p value is
// not 0.
func TestNoPairNoScore(t *testing.T) {
	d := asking(4, []string{"one"},
		func(s string, _ int, v *bench.Variant) bench.Trial { return say(s, v, v.Truth, true) })
	clean := *d.Trials[0].Variant
	clean.Key, clean.Base, clean.Sample, clean.Group, clean.Truth, clean.Twin, clean.Labels, clean.Class = "clean/a",
		"clean/a", "clean/a", "clean", bench.Safe, "", nil, ""
	d.Trials = append(d.Trials, say("one", &clean, bench.Safe, false))
	suite := d.Suites()[0]
	for _, b := range BasesOf(d, &suite) {
		if want := map[bool]string{true: "",
			false: "1 of 1 subject right on every pair"}[b.ID == "clean/a"]; b.Score != want {
			t.Errorf("%s: %q, want %q", b.ID, b.Score, want)
		}
	}
	if a, b := PValue(1e-9), PValue(0.0123); a != "p < 0.001" || b != "p 0.012" {
		t.Errorf("%q, %q", a, b)
	}
}

// A clean contract is under no class of flaws, whatever flaw it was written not to have.
func TestCleanHasNoClass(t *testing.T) {
	d := asking(4, []string{"one"},
		func(s string, _ int, v *bench.Variant) bench.Trial { return say(s, v, v.Truth, true) })
	clean := *d.Trials[0].Variant
	clean.Key, clean.Base, clean.Sample, clean.Group, clean.Truth, clean.Twin, clean.Labels = "clean/a", "clean/a",
		"clean/a", "clean", bench.Safe, "", nil
	d.Trials = append(d.Trials, say("one", &clean, bench.Vulnerable, false))
	section, _ := buildConfusion(d)
	for _, table := range section.Tables {
		if strings.Contains(table.Title, "By class") {
			alarms := 0
			for _, row := range table.Rows {
				for i, c := range table.Columns {
					if c.Key == "fp" && row.Cells[i].Text != "0" {
						alarms++
					}
				}
			}
			if alarms > 0 {
				t.Errorf("the false alarm on the clean contract stands under a class: %+v", table.Rows)
			}
		}
	}
	for _, dim := range metric.Dimensions() {
		suite := d.Suites()[0]
		for _, c := range metric.Group(suite.Headline("one"), dim) {
			for _, r := range c.Rows {
				if dim.Name == "class" && r.Variant.Key == "clean/a" {
					t.Errorf("under %s", c.Name)
				}
			}
		}
	}
}

// A report of 35 subjects stays readable: the heat map has a column each, and the summary counts.
func TestManySubjects(t *testing.T) {
	var many []string
	for i := range 35 {
		many = append(many, fmt.Sprintf("provider/model-%02d", i))
	}
	answer := func(s string, _ int, v *bench.Variant) bench.Trial { return say(s, v, v.Truth, true) }
	section, _ := buildBreakdown(asking(4, many, answer))
	heat := slices.IndexFunc(section.Tables, func(t write.Table) bool { return t.Heat })
	if heat < 0 || len(section.Tables[heat].Columns) != 2+35 || section.Tables[heat].Folded {
		t.Errorf("no open heat map of 35 subjects: %d", heat)
	}
	section, _ = buildSummary(asking(4, many, answer))
	for _, f := range section.Facts {
		if f.Name == "Subjects" && f.Text != "35: provider/model-00, provider/model-01, provider/model-02 and 32 others" {
			t.Error(f.Text)
		}
	}
}

// Accuracy is over all texts: a good test that is the twin of no bad one counts in every table. In the seed's format a
// query may have more good tests than bad ones.
func TestAccuracyCountsEveryText(t *testing.T) {
	d := &Data{RunID: "run-1", Complete: true, Subjects: []bench.Subject{{Name: "one"}}}
	pair := variants("app", "app", 1)
	more := *pair[1]
	more.Key, more.Sample = more.Key+"-2", more.Sample+"-2"
	for _, v := range append(pair, &more) {
		v.Format, v.Group = bench.Queries, "app"
		d.Trials = append(d.Trials, say("one", v, bench.Safe, false))
	}
	seen := 0
	for _, build := range []func(*Data) (write.Section, bool){buildBreakdown, buildConfusion} {
		section, _ := build(d)
		for _, table := range section.Tables {
			for j, c := range table.Columns {
				if c.Key != metric.Accuracy.ID && (table.ID != "breakdown-accuracy" || c.Key != "one") {
					continue
				}
				for _, row := range table.Rows {
					if cell := row.Cells[j]; row.Part != "Reentrancy" && (cell.K != 2 || cell.N != 3) {
						t.Errorf("%s, %s: %d of %d right, want 2 of 3", table.ID, table.Title, cell.K, cell.N)
					} else if row.Part == "Reentrancy" && cell.N != 0 {
						t.Errorf("accuracy on the bad tests of a class alone: %+v", cell)
					}
					seen++
				}
			}
		}
	}
	if seen < 3 {
		t.Errorf("accuracy in %d tables", seen)
	}
}

// A subject that answered next to nothing is named beside the tables and is in none of them; the only subject of a run
// is in its tables whatever it answered.
func TestSubjectWithoutAnswersIsBesideTheTables(t *testing.T) {
	build := func(subjects ...string) *Data {
		return asking(24, subjects, func(s string, i int, v *bench.Variant) bench.Trial {
			if s == "cut" && i > 0 || s == "cut" && v.Truth == bench.Safe {
				return say(s, v, 0, false)
			}
			return say(s, v, v.Truth, true)
		})
	}
	d := build("whole", "cut") // 1 of 48 answered
	suite := d.Suites()[0]
	h := HeadlineOf(d, &suite)
	const want = "Not in the tables, with answers to fewer than 5 % of what was planned: cut (1 of 48 planned trials)."
	if got := h.Names(); len(got) != 1 || h.Absent() != want {
		t.Errorf("%v; %q", got, h.Absent())
	}
	section, _ := buildHeadline(d)
	if foot := strings.Join(section.Tables[0].Foot, " "); !strings.Contains(foot, want) {
		t.Error(foot)
	}
	if said := strings.Join(Caveats(h), " "); !strings.Contains(said, want) {
		t.Error(said)
	}
	var b strings.Builder
	if err := JSON(&b, d); err != nil || !strings.Contains(b.String(), `"name": "cut"`) {
		t.Errorf("JSON without cut: %v", err)
	}
	d = build("cut")
	suite = d.Suites()[0]
	if h := HeadlineOf(d, &suite); len(h.Names()) != 1 || h.Absent() != "" {
		t.Errorf("the only subject: %v; %q", h.Names(), h.Absent())
	}
}

// A diagnosis says how much it is of.
func TestDiagnosisSaysHowMuch(t *testing.T) {
	d := asking(40, []string{"one"}, func(s string, i int, v *bench.Variant) bench.Trial {
		if i < 10 {
			return say(s, v, v.Truth, true)
		}
		return say(s, v, bench.Safe, false)
	})
	suite := d.Suites()[0]
	h := HeadlineOf(d, &suite)
	if says := h.Lines[0].Says(); says != "follows the flaw in 25 %" {
		t.Errorf("cell %q", says)
	}
	if first := strings.Join(Answer(d), " "); !strings.Contains(first, "the verdict of one follows the flaw in only 25 % of pairs") {
		t.Errorf("first lines: %q", first)
	}
	if said := strings.Join(Explain(h), " "); !strings.Contains(said, "one (10 of 40 pairs, 25 %) follows the flaw") {
		t.Errorf("summary: %q", said)
	}
}
