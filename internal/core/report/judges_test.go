package report

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
)

// A report on contracts shows how reliable the rule judge is, also when there is no other judge; when it had
// nothing to judge, the table is left out.
func TestRuleMeasured(t *testing.T) {
	measured := func(d *Data) bool {
		s, ok := buildJudges(d)
		for _, table := range s.Tables {
			if ok && table.ID == "rule-measured" && len(table.Rows) == 3 && table.Rows[1].Cells[2].Number != nil {
				return true
			}
		}
		return false
	}
	now := judge.Rule{}.Name()
	run := func(format bench.Format, kind bench.AnswerKind, rule string) *Data {
		v := variants("blockbench", format, 1)[0]
		trial := say("m", v, bench.Vulnerable, true)
		trial.Answer.Kind, trial.Verdict.Judge = kind, rule
		return &Data{Trials: []bench.Trial{trial}, Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	}
	beside := judged(world())
	for i := range beside.Trials {
		if v := beside.Trials[i].Verdict; v != nil && v.Judge == "rule/1" {
			v.Judge = now
		}
		for j := range beside.Trials[i].Opinions {
			if o := &beside.Trials[i].Opinions[j]; o.Verdict.Judge == "rule/1" {
				o.Verdict.Judge = now
			}
		}
	}
	for _, c := range []struct {
		name string
		d    *Data
		want bool
	}{
		{"contracts", run("blockbench", "", now), true},
		{"SQL", run("tenantsql", "", now), false},
		{"code that was asked for", run("blockbench", bench.AnswerExploit, now), false},
		{"judged by another version", run("blockbench", "", "rule/1"), false},
		{"beside others", beside, true},
		{"beside others, by another version", judged(world()), false},
	} {
		if got := measured(c.d); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// A measurement of other words or weights is no measurement of this judge: nothing of it is printed.
func TestMeasurementOfAnotherJudge(t *testing.T) {
	now := judge.Rule{}.Name()
	m := judge.RuleMeasured()
	if n := len(ruleMeasured(now, m).Rows); n != 3 {
		t.Errorf("%d rows", n)
	}
	m.Hash = "of other weights"
	if n := len(ruleMeasured(now, m).Rows); n != 0 {
		t.Errorf("%d rows of a judge with other weights", n)
	}
}
