package report

import (
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

// Expert compares the decisions of one judge and of one expert, or of all, on the same answers about vulnerable
// texts. The expert's decisions are the truth here.
type Expert struct {
	Judge     string // "" for the judge of record, whose verdicts count
	Expert    string // "" for all comparisons of all experts, as the paper counts them
	Counts    review.Confusion
	Agree     metric.Value // of all comparisons
	Precision metric.Value
	Recall    metric.Value
	F1        metric.Value
	Kappa     Coefficient
	Type      metric.Value // whether the type is right: for the judge, some finding has it at least in part
	Place     metric.Value
	Linear    Linear // of the mean reasoning scores
}

// Experts holds the results of the reviews of a run.
type Experts struct {
	Record  string // whose verdicts count
	Lines   []Expert
	Between []review.Agreement // for each pair of experts
	Other   int                // number of reviews on texts without a flaw, or without a decision, which are left out
}

// comparison holds the decisions of a judge and of an expert on one answer.
type comparison struct {
	base    string
	expert  string
	mark    review.Mark
	verdict bench.Verdict
}

// ExpertsOf compares the reviews of a run with its judges; nil without a review that decides.
func ExpertsOf(d *Data) *Experts {
	if len(d.Reviews) == 0 {
		return nil
	}
	reviewed := map[string][]review.Record{}
	for _, r := range d.Reviews {
		reviewed[r.Key] = append(reviewed[r.Key], r)
	}
	out := &Experts{Record: d.Manifest.Judging.String()}
	judges := map[string][]comparison{}
	names := []string{""} // judges, the one of record first
	experts := map[string]bool{}
	var queue []review.Item
	var kept []review.Review
	from := d.Source()
	for i := range from.Len() {
		t := from.Trial(i)
		for _, r := range reviewed[t.Key] {
			if !r.Complete() || t.Variant.Truth != bench.Vulnerable || t.Verdict == nil {
				out.Other++
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
		return nil
	}
	out.Between = review.Summarise(queue, kept).Between
	for _, judge := range names {
		if len(experts) > 1 {
			out.Lines = append(out.Lines, expertLine(judge, "", judges[judge]))
		}
		for _, e := range slices.Sorted(maps.Keys(experts)) {
			out.Lines = append(out.Lines, expertLine(judge, e, judges[judge]))
		}
	}
	return out
}

func expertLine(judge, expert string, all []comparison) Expert {
	e := Expert{Judge: judge, Expert: expert}
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
			e.Counts.Unscored++
			continue
		}
		found, hit := *c.mark.Found, c.verdict.Strict == bench.Hit
		switch {
		case found && hit:
			e.Counts.BothFound++
		case hit:
			e.Counts.JudgeOnly++
		case found:
			e.Counts.ExpertOnly++
		default:
			e.Counts.Neither++
		}
		agree.Add(c.base, found == hit, 1)
		if hit {
			precise.Add(c.base, found, 1)
		}
		if found {
			recalled.Add(c.base, hit, 1)
		}
		if found || hit {
			f1.Add(c.base, found && hit, 1+number(found && hit))
		}
		units.Ratings = append(units.Ratings, []int{int(number(found)), int(number(hit))})
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
	var b metric.Batch
	for _, x := range []struct {
		to   *metric.Value
		from *metric.Shares
	}{{&e.Agree, &agree}, {&e.Precision, &precise}, {&e.Recall, &recalled}, {&e.F1, &f1}, {&e.Type, &kind},
		{&e.Place, &place}} {
		b.Share(x.to, x.from, Seed)
	}
	b.Run()
	e.F1.K, e.F1.N = 0, 0 // it is not a share of answers
	e.Kappa = coefficient(units.Cohen(0, 1, Seed), len(units.Ratings))
	e.Linear = linear(scores)
	return e
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

var experts = Section{ID: "experts", Title: "Experts", Tables: []string{"experts", "experts-scores", "experts-pairs"},
	Build: buildExperts}

// buildExperts compares judges with the people who reviewed their answers (paper §5.4).
func buildExperts(d *Data) (write.Section, bool) {
	e := ExpertsOf(d)
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
			value(percent, l.Recall), value(index, l.F1), l.Kappa.cell(),
			write.Int(l.Counts.BothFound), write.Int(l.Counts.JudgeOnly), write.Int(l.Counts.ExpertOnly),
			write.Int(l.Counts.Neither), write.Int(l.Counts.Unscored)))
		scores.Rows = append(scores.Rows, write.Cells(judge, expert, value(percent, l.Type), value(percent, l.Place),
			plain(l.Linear.Coefficient.cell()), probability(l.Linear.P), write.Int(l.Linear.N)))
	}
	if e.Other > 0 {
		t.Foot = []string{fmt.Sprintf(
			"Left out: %s without a decision, of texts without a flaw, or of answers without a verdict.",
			Plural(e.Other, "review"))}
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
