// Package agree measures how far raters agree beyond chance: judges with each other, with humans, or with the
// results of execution.
//
// Every coefficient has a bootstrap interval over clusters of units, and is undefined, with a warning, when chance
// alone explains everything, as when all ratings are equal. A missing rating is left out and never guessed.
package agree

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"assay/internal/core/stats"
)

// Missing replaces a rating that a rater did not give.
const Missing = -1

// Units holds the ratings of units.
type Units struct {
	Ratings    [][]int  // unit × rater: a category from 0 to Categories−1, or Missing
	Categories int      // number of possible categories, including those that no rater used
	Cluster    []string // one entry per unit: which units vary together; nil: each unit on its own
}

// Scale defines the distance of two categories for [Units.Alpha].
type Scale int

const (
	Nominal Scale = iota // equal or not
	Ordinal              // by the number of ratings between them
)

// check returns the problem with the ratings, or "".
func (u Units) check() string {
	if u.Cluster != nil && len(u.Cluster) != len(u.Ratings) {
		return fmt.Sprintf("%d clusters for %d units", len(u.Cluster), len(u.Ratings))
	}
	for i, unit := range u.Ratings {
		for _, c := range unit {
			if c != Missing && (c < 0 || c >= u.Categories) {
				return fmt.Sprintf("rating %d of unit %d is none of %d categories", c, i, u.Categories)
			}
		}
	}
	return ""
}

// estimate bootstraps a coefficient of the column sums that count returns for a unit; when count returns nil, the
// unit is left out.
func (u Units) estimate(count func(unit []int) []float64, f stats.Statistic, seed uint64) stats.Estimate {
	if problem := u.check(); problem != "" {
		return stats.Estimate{Warnings: []string{problem}}
	}
	var rows [][]float64
	var cluster []string
	for i, unit := range u.Ratings {
		row := count(unit)
		if row == nil {
			continue
		}
		rows = append(rows, row)
		if u.Cluster != nil {
			cluster = append(cluster, u.Cluster[i])
		}
	}
	return bootstrap(rows, cluster, f, seed)
}

func bootstrap(rows [][]float64, cluster []string, f stats.Statistic, seed uint64) stats.Estimate {
	if len(rows) == 0 {
		return stats.Estimate{Warnings: []string{"no unit has two ratings"}}
	}
	e := stats.JointBootstrap(merge(rows, cluster), []stats.Statistic{f}, seed)[0]
	if !e.OK {
		e.Warnings = []string{"all ratings are equal, or no unit was rated twice: agreement is undefined"}
	}
	return e
}

// merge sums the rows of each cluster, in order of cluster; without clusters, every row is its own cluster.
func merge(rows [][]float64, cluster []string) [][]float64 {
	if cluster == nil {
		return rows
	}
	sums := map[string][]float64{}
	for i, row := range rows {
		c := sums[cluster[i]]
		if c == nil {
			c = make([]float64, len(row))
			sums[cluster[i]] = c
		}
		for j, x := range row {
			c[j] += x
		}
	}
	out := make([][]float64, 0, len(sums))
	for _, k := range slices.Sorted(maps.Keys(sums)) {
		out = append(out, sums[k])
	}
	return out
}

// tally counts the ratings of a unit by category.
func tally(unit []int, categories int) (counts []float64, n float64) {
	counts = make([]float64, categories)
	for _, c := range unit {
		if c != Missing {
			counts[c]++
			n++
		}
	}
	return counts, n
}

// beyond returns (observed − expected) / (1 − expected).
func beyond(observed, expected float64) (float64, bool) {
	if 1-expected < 1e-12 {
		return 0, false
	}
	return (observed - expected) / (1 - expected), true
}

// Cohen returns Cohen's kappa of raters a and b, over the units that both rated
// (Cohen 1960; paper Appendix I.7, equation 5).
func (u Units) Cohen(a, b int, seed uint64) stats.Estimate {
	k := u.Categories
	return u.estimate(func(unit []int) []float64 {
		if a >= len(unit) || b >= len(unit) || unit[a] == Missing || unit[b] == Missing {
			return nil
		}
		row := make([]float64, k*k)
		row[unit[a]*k+unit[b]] = 1
		return row
	}, Kappa(k, func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	}), seed)
}

// Kappa returns the kappa of two raters from a square table of counts, row by row: agreement beyond chance, where a
// pair of categories agrees by its weight, from 0 to 1 (Cohen 1968).
func Kappa(categories int, weight func(i, j int) float64) stats.Statistic {
	return func(s []float64) (float64, bool) {
		n, same, chance := 0.0, 0.0, 0.0
		first, second := make([]float64, categories), make([]float64, categories)
		for i := range categories {
			for j := range categories {
				x := s[i*categories+j]
				n += x
				same += weight(i, j) * x
				first[i] += x
				second[j] += x
			}
		}
		if n == 0 {
			return 0, false
		}
		for i := range categories {
			for j := range categories {
				chance += weight(i, j) * first[i] * second[j] / (n * n)
			}
		}
		return beyond(same/n, chance)
	}
}

// Linear returns the weights of categories in order: each step between two of n costs 1/(n-1).
func Linear(n int) func(i, j int) float64 {
	return func(i, j int) float64 { return 1 - math.Abs(float64(i-j))/float64(n-1) }
}

// Fleiss returns Fleiss' kappa (Fleiss 1971): the chance of two equal ratings follows from the overall shares of
// the categories. When units have unequal numbers of ratings, it is Gwet's extension (Gwet 2014, chapter 2):
// observed agreement is over units with at least two ratings, and a category's share is its mean over all rated
// units.
func (u Units) Fleiss(seed uint64) stats.Estimate {
	return u.shares(seed, func(share []float64) (chance float64) {
		for _, p := range share {
			chance += p * p
		}
		return chance
	})
}

// AC1 returns Gwet's first-order agreement coefficient (Gwet 2008, Br J Math Stat Psychol 61:29), which stays
// meaningful when one category dominates. Unequal numbers of ratings are treated as in [Units.Fleiss].
func (u Units) AC1(seed uint64) stats.Estimate {
	if u.Categories < 2 {
		return stats.Estimate{Warnings: []string{"fewer than two categories: agreement has no meaning"}}
	}
	return u.shares(seed, func(share []float64) (chance float64) {
		for _, p := range share {
			chance += p * (1 - p) / float64(len(share)-1)
		}
		return chance
	})
}

// shares estimates a coefficient whose chance agreement follows from the shares of the categories.
func (u Units) shares(seed uint64, chance func(share []float64) float64) stats.Estimate {
	k := u.Categories
	return u.estimate(func(unit []int) []float64 {
		counts, n := tally(unit, k)
		if n == 0 {
			return nil
		}
		row := make([]float64, k+3) // shares, units, agreement, units with at least two ratings
		for c, x := range counts {
			row[c] = x / n
		}
		row[k] = 1
		if n >= 2 {
			row[k+1], row[k+2] = pairAgreement(counts, n), 1
		}
		return row
	}, func(s []float64) (float64, bool) {
		if s[k] == 0 || s[k+2] == 0 {
			return 0, false
		}
		share, used := make([]float64, k), 0
		for c := range share {
			if share[c] = s[c] / s[k]; s[c] > 0 {
				used++
			}
		}
		if used < 2 {
			return 0, false // with only one category, agreement has no meaning
		}
		return beyond(s[k+1]/s[k+2], chance(share))
	}, seed)
}

// pairAgreement returns the share of pairs of ratings of a unit that are equal.
func pairAgreement(counts []float64, n float64) float64 {
	same := 0.0
	for _, x := range counts {
		same += x * (x - 1)
	}
	return same / (n * (n - 1))
}
