package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/review"
	kappa "assay/internal/core/stats/agree"
)

var experts = Section{Tables: []string{"experts", "experts-scores", "experts-pairs"}, Build: buildExperts}

// buildExperts compares judges with the people who reviewed their answers (paper §5.4), when a review decides.
func buildExperts(d *Data) (write.Section, bool) {
	reviewed := map[string][]review.Record{}
	for _, r := range d.Reviews {
		reviewed[r.Key] = append(reviewed[r.Key], r)
	}
	if len(reviewed) == 0 {
		return write.Section{}, false
	}
	judges := map[string][]comparison{}
	names := []string{""} // judges, the one of record, whose verdicts count, first
	experts := map[string]bool{}
	var queue []review.Item
	var kept []review.Review
	other := 0
	for _, t := range d.Trials {
		for _, r := range reviewed[t.Key] {
			if !r.Complete() || t.Variant.Truth != bench.Vulnerable || t.Verdict == nil {
				other++
				continue
			}
			experts[r.Expert] = true
			kept = append(kept, r.Review)
			if !slices.ContainsFunc(queue, func(it review.Item) bool { return it.Trial == r.Trial }) {
				queue = append(queue, review.Item{Trial: r.Trial, Base: t.Variant.Base, Judge: t.Verdict.Strict == bench.Hit,
					Scored: t.Verdict.Strict != bench.Unscored})
			}
			judges[""] = append(judges[""], comparison{t.Variant.Base, r.Expert, r.Mark, *t.Verdict})
			for _, o := range t.Opinions {
				name := o.Verdict.Judge
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
				judges[name] = append(judges[name], comparison{t.Variant.Base, r.Expert, r.Mark, o.Verdict})
			}
		}
	}
	if len(kept) == 0 {
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
	columns := slices.Sorted(maps.Keys(experts))
	if len(experts) > 1 {
		columns = slices.Insert(columns, 0, "") // all comparisons of all experts, as the paper counts them
	}
	for _, judge := range names {
		for _, e := range columns {
			decided, scored := expertRows(cmp.Or(judge, "of record: "+d.Manifest.Judging.String()), e, judges[judge])
			t.Rows, scores.Rows = append(t.Rows, decided), append(scores.Rows, scored)
		}
	}
	if other > 0 {
		t.Foot = []string{fmt.Sprintf(
			"Left out: %s without a decision, of texts without a flaw, or of answers without a verdict.",
			Plural(other, "review"))}
	}
	between := write.Table{ID: "experts-pairs", Title: "Pairs of experts",
		Columns: []write.Column{words("expert", "Expert"), keyed("other", "Expert"), counts("answers", "answers"),
			counts("same", "agree"), counts("kappa", "Cohen’s kappa"), counts("spearman", "Spearman")}}
	for _, a := range review.Summarise(queue, kept).Between {
		rho := write.Text("")
		if a.Rho != nil {
			rho = write.Figure(minus(fmt.Sprintf("%.3f", *a.Rho)), *a.Rho)
		}
		between.Rows = append(between.Rows, write.Cells(a.A, a.B, write.Int(a.N), write.Int(a.Same),
			estimate(metric.Index, a.Kappa), rho))
	}
	out.Tables = append([]write.Table{t, scores}, filled(between)...)
	return out, true
}

// comparison holds the decisions of a judge and of an expert on one answer.
type comparison struct {
	base    string
	expert  string
	mark    review.Mark
	verdict bench.Verdict
}

// expertRows compares the decisions of one judge with those of one expert, or of all with "", who are the truth here:
// on whether the target was found, and on type, place and reasoning.
func expertRows(judge, expert string, all []comparison) (decided, scored write.Row) {
	var counts review.Confusion
	var agree, precise, recalled, f1, kind, place metric.Shares
	units := kappa.Units{Categories: 2}
	scores := kappa.Scores{}
	for _, c := range all {
		if expert != "" && c.expert != expert {
			continue
		}
		score, ok := c.mark.Reasoning()
		if !ok {
			score = math.NaN()
		}
		scores.Values = append(scores.Values, []float64{score, meanScore(c.verdict)})
		scores.Cluster = append(scores.Cluster, c.base)
		if c.verdict.Strict != bench.Hit && c.verdict.Strict != bench.Miss {
			counts.Unscored++
			continue
		}
		found, hit := *c.mark.Found, c.verdict.Strict == bench.Hit
		switch {
		case found && hit:
			counts.BothFound++
		case hit:
			counts.JudgeOnly++
		case found:
			counts.ExpertOnly++
		default:
			counts.Neither++
		}
		agree.Add(c.base, found == hit, 1)
		if hit {
			precise.Add(c.base, found, 1)
		}
		if found {
			recalled.Add(c.base, hit, 1)
		}
		if found || hit {
			f1.Add(c.base, found && hit, 1+oneIf(found && hit))
		}
		units.Ratings = append(units.Ratings, []int{int(oneIf(found)), int(oneIf(hit))})
		units.Cluster = append(units.Cluster, c.base)
		typed := func(m func(bench.FindingVerdict) bench.Match) bool {
			return slices.ContainsFunc(c.verdict.Findings, func(f bench.FindingVerdict) bool { return m(f).AtLeastPartial() })
		}
		if c.mark.Type != nil {
			kind.Add(c.base, *c.mark.Type == typed(func(f bench.FindingVerdict) bench.Match { return f.Type }), 1)
		}
		if c.mark.Location != nil {
			place.Add(c.base, *c.mark.Location == typed(func(f bench.FindingVerdict) bench.Match { return f.Location }), 1)
		}
	}
	var values [6]metric.Value
	var b metric.Batch
	for i, of := range []*metric.Shares{&agree, &precise, &recalled, &f1, &kind, &place} {
		b.Share(&values[i], of, Seed)
	}
	b.Run()
	values[3].K, values[3].N = 0, 0 // F1 is not a share of answers
	percent := metric.Metric{Scale: metric.Percent}
	reasoning := linear(scores)
	decided = write.Cells(judge, cmp.Or(expert, "all"), value(percent, values[0]), value(percent, values[1]),
		value(percent, values[2]), value(metric.Metric{Scale: metric.Index}, values[3]),
		coefficient(units.Cohen(0, 1, Seed), len(units.Ratings)).cell(),
		ints([]int{counts.BothFound, counts.JudgeOnly, counts.ExpertOnly, counts.Neither, counts.Unscored}))
	scored = write.Cells(judge, cmp.Or(expert, "all"), value(percent, values[4]), value(percent, values[5]),
		reasoning.cells())
	return decided, scored
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
