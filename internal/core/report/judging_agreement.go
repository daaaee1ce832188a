package report

import (
	"maps"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
	kappa "assay/internal/core/stats/agree"
	"assay/internal/core/stats/rank"
)

// ratings collects the judges' ratings: of targets (0 miss, 1 hit), of findings, and of reasoning, each unit
// within its base. A unit is an answer that claims something and that at least two of them were asked about.
func ratings(names []string, trials []bench.Trial) (target, classes kappa.Units, scores kappa.Scores) {
	target.Categories, classes.Categories = 2, len(bench.FindingClasses())
	for _, t := range trials {
		asked := 0
		for _, name := range names {
			if _, ok := opinionOf(t, name); ok {
				asked++
			}
		}
		if asked < 2 || t.Answer == nil || !t.Answer.Claims() {
			continue
		}
		decisions, means := make([]int, len(names)), make([]float64, len(names))
		findings := 0
		for i, name := range names {
			decisions[i], means[i] = kappa.Missing, math.NaN()
			o, ok := opinionOf(t, name)
			if !ok {
				continue
			}
			switch o.Verdict.Strict {
			case bench.Hit:
				decisions[i] = 1
			case bench.Miss:
				decisions[i] = 0
			}
			means[i] = meanScore(o.Verdict)
			findings = max(findings, len(o.Verdict.Findings))
		}
		if t.Variant.Truth == bench.Vulnerable {
			target.Ratings, target.Cluster = append(target.Ratings, decisions), append(target.Cluster, t.Variant.Base)
			scores.Values, scores.Cluster = append(scores.Values, means), append(scores.Cluster, t.Variant.Base)
		}
		for f := range findings {
			unit := make([]int, len(names))
			for i, name := range names {
				unit[i] = kappa.Missing
				if o, ok := opinionOf(t, name); ok && f < len(o.Verdict.Findings) {
					unit[i] = slices.Index(bench.FindingClasses(), o.Verdict.Findings[f].Class)
				}
			}
			classes.Ratings, classes.Cluster = append(classes.Ratings, unit), append(classes.Cluster, t.Variant.Base)
		}
	}
	return target, classes, scores
}

// meanScore returns the mean of the scores that a judge gave, NaN without any.
func meanScore(v bench.Verdict) float64 {
	sum, n := 0.0, 0.0
	for _, s := range []*float64{v.RCIR, v.AVA, v.FSV} {
		if s != nil {
			sum, n = sum+*s, n+1
		}
	}
	return sum / n
}

// ratedTwice counts the units that at least two judges rated.
func ratedTwice[T any](units [][]T, missing func(T) bool) (n int) {
	for _, u := range units {
		if len(slices.DeleteFunc(slices.Clone(u), missing)) > 1 {
			n++
		}
	}
	return n
}

func coefficient(e stats.Estimate, n int) Coefficient {
	c := Coefficient{N: n, Warnings: e.Warnings}
	if e.OK {
		c.Value, c.Interval = &e.Value, e.Interval
	}
	return c
}

// spearman correlates the reasoning scores of two judges by rank.
func spearman(s kappa.Scores, a, b int) Coefficient {
	return correlation(s, a, b, rank.SpearmanWeighted)
}

// correlation correlates the reasoning scores of two judges, resampling bases. of returns the coefficient of the
// pairs of x and y as a function of their weights.
func correlation(s kappa.Scores, a, b int, of func(x, y []float64) func(weight []float64) (float64, bool)) Coefficient {
	clusters := map[string]map[[2]float64]float64{} // number of times that each pair of scores occurs in a base
	n := 0
	for i, u := range s.Values {
		if math.IsNaN(u[a]) || math.IsNaN(u[b]) {
			continue
		}
		c := clusters[s.Cluster[i]]
		if c == nil {
			c = map[[2]float64]float64{}
			clusters[s.Cluster[i]] = c
		}
		c[[2]float64{u[a], u[b]}]++
		n++
	}
	type count struct {
		pair  int
		times float64
	}
	var x, y []float64
	at := map[[2]float64]int{}
	var counts [][]count // by base
	for _, base := range slices.Sorted(maps.Keys(clusters)) {
		var inBase []count
		for _, p := range slices.SortedFunc(maps.Keys(clusters[base]),
			func(p, q [2]float64) int { return slices.Compare(p[:], q[:]) }) {
			if _, ok := at[p]; !ok {
				at[p] = len(x)
				x, y = append(x, p[0]), append(y, p[1])
			}
			inBase = append(inBase, count{at[p], clusters[base][p]})
		}
		counts = append(counts, inBase)
	}
	value := of(x, y)
	times := make([]float64, len(x))
	e := stats.WeightedBootstrap(len(counts), func(weight []float64) (float64, bool) {
		clear(times)
		for i, w := range weight {
			if w > 0 {
				for _, c := range counts[i] {
					times[c.pair] += w * c.times
				}
			}
		}
		return value(times)
	}, Seed)
	c := coefficient(e, n)
	if c.Value == nil && len(c.Warnings) == 0 {
		c.Warnings = []string{"a judge gave only one score: no correlation"}
	}
	return c
}
