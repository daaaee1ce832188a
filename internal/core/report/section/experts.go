package section

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var experts = Section{ID: "experts", Title: "Experts", Tables: []string{"experts", "experts-scores", "experts-pairs"},
	Build: buildExperts}

// buildExperts compares judges with the people who reviewed their answers (paper §5.4).
func buildExperts(d *report.Data) (write.Section, bool) {
	e := report.ExpertsOf(d)
	if e == nil {
		return write.Section{}, false
	}
	out := write.Section{Lead: []string{"Expert reviews of answers, blind to their author, and how well each judge " +
		"agrees with them. Precision: the share of the judge’s hits that the expert confirms. Recall: the share of the " +
		"expert’s hits that the judge finds. Intervals are from a bootstrap over clusters."}}
	t := write.Table{ID: "experts", Title: "Each judge against the experts, on whether the target was found", Main: true,
		Columns: []write.Column{words("judge", "Judge"), keyed("expert", "Expert"), counts("agree", "agree"),
			counts("precision", "precision"), counts("recall", "recall"), counts("f1", "F1"), counts("kappa", "Cohen’s kappa"),
			counts("both", "both"), counts("judge_only", "judge only"), counts("expert_only", "expert only"),
			counts("neither", "neither"), counts("unscored", "unscored")}}
	scores := write.Table{ID: "experts-scores", Title: "Type, place and reasoning",
		Columns: []write.Column{words("judge", "Judge"), keyed("expert", "Expert"), counts("type", "type agrees"),
			counts("place", "place agrees"),
			counts("pearson", "Pearson"), counts("p", "p"), counts("scored", "scored")},
		Foot: []string{"A judge accepts type or location if a finding has it right at least in part. Pearson uses the " +
			"mean of RCIR, AVA and FSV; its p treats answers as independent."}}
	percent, index := metric.Metric{Scale: metric.Percent}, metric.Metric{Scale: metric.Index}
	for _, l := range e.Lines {
		judge, expert := l.Judge, l.Expert
		if judge == "" {
			judge = "of record: " + e.Record
		}
		if expert == "" {
			expert = "all"
		}
		t.Rows = append(t.Rows, write.Cells(judge, expert, value(percent, l.Agree), value(percent, l.Precision),
			value(percent, l.Recall), value(index, l.F1), coefficient(l.Kappa),
			write.Int(l.Counts.BothFound), write.Int(l.Counts.JudgeOnly), write.Int(l.Counts.ExpertOnly),
			write.Int(l.Counts.Neither), write.Int(l.Counts.Unscored)))
		scores.Rows = append(scores.Rows, write.Cells(judge, expert, value(percent, l.Type), value(percent, l.Place),
			plain(coefficient(l.Linear.Coefficient)), probability(l.Linear.P), write.Int(l.Linear.N)))
	}
	if e.Other > 0 {
		t.Foot = []string{fmt.Sprintf(
			"Left out: %s without a decision, of texts without a flaw, or of answers without a verdict.",
			report.Plural(e.Other, "review"))}
	}
	out.Tables = append(out.Tables, t, scores)
	if len(e.Between) > 0 {
		t := write.Table{ID: "experts-pairs", Title: "Pairs of experts",
			Columns: []write.Column{words("expert", "Expert"), keyed("other", "Expert"), counts("answers", "answers"),
				counts("same", "agree"), counts("kappa", "Cohen’s kappa"), counts("spearman", "Spearman")}}
		for _, a := range e.Between {
			rho := write.Text("")
			if a.Rho != nil {
				rho = write.Figure(minus(fmt.Sprintf("%.3f", *a.Rho)), *a.Rho)
			}
			t.Rows = append(t.Rows, write.Cells(a.A, a.B, write.Int(a.N), write.Int(a.Same),
				estimate(metric.Index, a.Kappa), rho))
		}
		out.Tables = append(out.Tables, t)
	}
	return out, true
}
