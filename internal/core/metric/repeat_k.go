package metric

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// FoundAt is found@k, for executed code pass@k: the probability that the target is found in at least one of k
// repetitions, of which more may have been asked (Chen et al. 2021). FoundEvery is the probability that it is
// found in all k (pass^k). Variants with fewer than k decided repetitions are left out and noted.
func FoundAt(k int) Metric {
	return foundOf(k, fmt.Sprintf("found-at-%d", k), fmt.Sprintf("Found@%d", k), "at least one",
		func(hits, n int) float64 { return 1 - drawn(n-hits, n, k) })
}

// FoundEvery is described with [FoundAt].
func FoundEvery(k int) Metric {
	return foundOf(k, fmt.Sprintf("found-every-%d", k), fmt.Sprintf("Found^%d", k), "each",
		func(hits, n int) float64 { return drawn(hits, n, k) })
}

// drawn returns the probability that k of n items, drawn together, are all among some of them.
func drawn(some, n, k int) float64 {
	p := 1.0
	for i := range k {
		p *= float64(max(some-i, 0)) / float64(n-i)
	}
	return p
}

func foundOf(k int, id, title, in string, chance func(hits, n int) float64) Metric {
	return Metric{
		ID: id, Title: title, Scale: Percent,
		Doc:    fmt.Sprintf("chance that the target of a vulnerable variant is found in %s of %d repetitions", in, k),
		Source: "docs/paper.md row 61",
		Count: func(rows []bench.Trial, t *Tally) {
			few := 0
			for same := range vulnerableRuns(rows) {
				hits, n, missing := 0, 0, 0
				for _, r := range same {
					hit, scored := found(strict)(r)
					if !scored {
						t.Unscored++
						continue
					}
					n++
					if hit {
						hits++
					}
					if r.Answer == nil {
						missing++
					}
				}
				if n < k {
					few++
					continue
				}
				t.Trials += n
				t.Missing += missing
				t.addUnweighted(same[0].Variant.Base, chance(hits, n), 1)
			}
			if few > 0 {
				t.Notes = append(t.Notes, fmt.Sprintf("variants with fewer than %d decided repetitions are left out: %d", k, few))
			}
		},
		judged: vulnerable,
		Of:     stats.Ratio,
		Needs:  fmt.Sprintf("needs %d repetitions", k),
	}
}

// vulnerableRuns yields the rows of each vulnerable variant.
func vulnerableRuns(rows []bench.Trial) func(yield func([]bench.Trial) bool) {
	return func(yield func([]bench.Trial) bool) {
		s := NewSheet(rows)
		for _, r := range s.runs {
			if !vulnerable(r.rows[0]) {
				continue
			}
			for _, same := range byFlaws(r.rows) {
				if !yield(same) {
					return
				}
			}
		}
	}
}

// Repetitions returns the largest number of repetitions of any vulnerable variant.
func Repetitions(rows []bench.Trial) int {
	most := 0
	for same := range vulnerableRuns(rows) {
		most = max(most, len(same))
	}
	return most
}
