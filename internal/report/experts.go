package report

import (
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/review"
	kappa "assay/internal/stats/agree"
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

// ExpertsOf compares the reviews of a run with its judges; nil without a review that
// decides.
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
	experts := map[string]int{}
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
			experts[r.Expert] = 1
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
		if of := sorted(experts); len(of) > 1 {
			out.Lines = append(out.Lines, expertLine(judge, "", judges[judge]))
			for _, e := range of {
				out.Lines = append(out.Lines, expertLine(judge, e, judges[judge]))
			}
		} else {
			out.Lines = append(out.Lines, expertLine(judge, of[0], judges[judge]))
		}
	}
	return out
}

func expertLine(judge, expert string, all []comparison) Expert {
	e := Expert{Judge: judge, Expert: expert}
	agree, precise, recalled, f1, kind, place := shares{}, shares{}, shares{}, shares{}, shares{}, shares{}
	units := kappa.Units{Categories: 2}
	scores := kappa.Scores{}
	for _, c := range all {
		if expert != "" && c.expert != expert {
			continue
		}
		scores.Values = append(scores.Values, []float64{markScore(c.mark), meanScore(c.verdict)})
		scores.Cluster = append(scores.Cluster, c.base)
		if c.verdict.Strict != bench.Hit && c.verdict.Strict != bench.Miss {
			e.Counts.Unscored++
			continue
		}
		is, said := *c.mark.Found, c.verdict.Strict == bench.Hit
		switch {
		case is && said:
			e.Counts.BothFound++
		case said:
			e.Counts.JudgeOnly++
		case is:
			e.Counts.ExpertOnly++
		default:
			e.Counts.Neither++
		}
		agree.add(c.base, is == said, 1)
		if said {
			precise.add(c.base, is, 1)
		}
		if is {
			recalled.add(c.base, said, 1)
		}
		if is || said {
			f1.add(c.base, is && said, 1+number(is && said))
		}
		units.Ratings = append(units.Ratings, []int{int(number(is)), int(number(said))})
		units.Cluster = append(units.Cluster, c.base)
		typed := func(m func(bench.FindingVerdict) bench.Match) bool {
			return slices.ContainsFunc(c.verdict.Findings, func(f bench.FindingVerdict) bool { return m(f).AtLeastPartial() })
		}
		if c.mark.Type != nil {
			kind.add(c.base, *c.mark.Type == typed(func(f bench.FindingVerdict) bench.Match { return f.Type }), 1)
		}
		if c.mark.Location != nil {
			place.add(c.base, *c.mark.Location == typed(func(f bench.FindingVerdict) bench.Match { return f.Location }), 1)
		}
	}
	var b metric.Batch
	for _, x := range []struct {
		to   *metric.Value
		from shares
	}{{&e.Agree, agree}, {&e.Precision, precise}, {&e.Recall, recalled}, {&e.F1, f1}, {&e.Type, kind}, {&e.Place, place}} {
		if len(x.from.sums) > 0 {
			b.Share(x.to, x.from.sums, x.from.k, x.from.n, Seed)
		}
	}
	b.Run()
	e.F1.K, e.F1.N = 0, 0 // it is not a share of answers
	e.Kappa = coefficient(units.Cohen(0, 1, Seed), len(units.Ratings))
	e.Linear = linear(scores)
	return e
}

// shares counts a share by base.
type shares struct {
	sums map[string][]float64
	k, n int
}

func (s *shares) add(base string, yes bool, weight float64) {
	if s.sums == nil {
		s.sums = map[string][]float64{}
	}
	if s.sums[base] == nil {
		s.sums[base] = make([]float64, 2)
	}
	s.n++
	s.sums[base][1] += weight
	if yes {
		s.k++
		s.sums[base][0] += weight
	}
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// markScore returns the mean of the scores that an expert gave, NaN unless all are given.
func markScore(m review.Mark) float64 {
	if m.RCIR == nil || m.AVA == nil || m.FSV == nil {
		return math.NaN()
	}
	return (*m.RCIR + *m.AVA + *m.FSV) / 3
}
