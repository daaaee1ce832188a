package section

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/report"
)

// A report on contracts shows how reliable the rule judge is, also when there is no other judge; when it had
// nothing to judge, the table is left out.
func TestRuleMeasured(t *testing.T) {
	measured := func(d *report.Data) bool {
		s, ok := buildJudges(d)
		for _, table := range s.Tables {
			if ok && table.ID == "rule-measured" && len(table.Rows) == 3 && table.Rows[1].Cells[2].Number != nil {
				return true
			}
		}
		return false
	}
	run := func(format bench.Format, kind bench.AnswerKind) *report.Data {
		v := variants("blockbench", format, 1)[0]
		trial := say("m", v, bench.Vulnerable, true)
		trial.Answer.Kind = kind
		return &report.Data{Trials: []bench.Trial{trial}, Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	}
	for _, c := range []struct {
		name string
		d    *report.Data
		want bool
	}{
		{"contracts", run("blockbench", ""), true},
		{"SQL", run("tenantsql", ""), false},
		{"code that was asked for", run("blockbench", bench.AnswerExploit), false},
		{"beside others", judged(world()), true},
	} {
		if got := measured(c.d); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
