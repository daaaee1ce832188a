package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/judge"
)

// row is one answer as input of the fit: the findings at the target's place, each as
// 1 and its likenesses, and whether the majority decided that it is the flaw.
type row struct {
	base            string
	x               [][3]float64
	y               []float64
	strict, lenient bool
}

func rowOf(j judged) row {
	r := row{base: j.variant.Base, strict: j.strict, lenient: j.lenient}
	if j.answer.Verdict != bench.Vulnerable {
		return r
	}
	for i, f := range j.answer.Findings {
		like, place := judge.Compare(j.alone, f)
		if !place.AtLeastPartial() {
			continue
		}
		r.x = append(r.x, [3]float64{1, like.Class, like.Flaw})
		r.y = append(r.y, float64(number(j.strict && (j.classes[i] == bench.TargetMatch ||
			j.classes[i] == bench.PartialMatch))))
	}
	return r
}

func probability(w, x [3]float64) float64 {
	return 1 / (1 + math.Exp(-(w[0]*x[0] + w[1]*x[1] + w[2]*x[2])))
}

// best returns the highest probability among the findings of an answer, 0 without findings.
func best(w [3]float64, r row) float64 {
	p := 0.0
	for _, x := range r.x {
		p = max(p, probability(w, x))
	}
	return p
}

// weights fits a logistic regression with a penalty of half the squared weights,
// by gradient ascent.
func weights(rows []row) (w [3]float64) {
	n := 0.0
	for _, r := range rows {
		n += float64(len(r.y))
	}
	for range 20000 {
		var g [3]float64
		for _, r := range rows {
			for i, x := range r.x {
				e := r.y[i] - probability(w, x)
				for k := range g {
					g[k] += e * x[k]
				}
			}
		}
		for k := range w {
			if k > 0 {
				g[k] -= w[k]
			}
			w[k] += 4 * g[k] / n
		}
	}
	return w
}

const folds = 10

// fit prints the weights fitted to all rows and, for each threshold, the agreement on
// rows that the weights were not fitted to: ten-fold cross-validation, in which all
// answers about a base are in one fold.
func fit(out io.Writer, data []judged) {
	var rows []row
	var bases []string
	for _, j := range data {
		rows = append(rows, rowOf(j))
		bases = append(bases, j.variant.Base)
	}
	slices.Sort(bases)
	bases = slices.Compact(bases)
	scores := make([]float64, len(rows))
	for fold := range folds {
		var train []row
		var test []int
		for i, r := range rows {
			if at, _ := slices.BinarySearch(bases, r.base); at%folds == fold {
				test = append(test, i)
			} else {
				train = append(train, r)
			}
		}
		w := weights(train)
		for _, i := range test {
			scores[i] = best(w, rows[i])
		}
	}
	w := weights(rows)
	fmt.Fprintf(out, "%d answers about %d bases\nbias %.2f  class %.2f  flaw %.2f\n", len(rows), len(bases), w[0], w[1],
		w[2])
	for from := 20; from <= 80; from += 5 {
		var strict, lenient table
		for i, r := range rows {
			hit := scores[i] >= float64(from)/100
			strict.add(hit, r.strict)
			lenient.add(hit, r.lenient)
		}
		fmt.Fprintf(out, "from 0.%02d  strict: kappa %.3f robust %.3f precision %.3f recall %.3f  lenient: kappa %.3f "+
			"robust %.3f precision %.3f recall %.3f\n",
			from, strict.kappa(), strict.robust(), strict.precision(), strict.recall(), lenient.kappa(), lenient.robust(),
			lenient.precision(), lenient.recall())
	}
	fmt.Fprintln(out, "probability  findings  of these the flaw")
	for from := 0; from < 100; from += 20 {
		n, hits := 0.0, 0.0
		for _, r := range rows {
			for i, x := range r.x {
				if p := 100 * probability(w, x); p >= float64(from) && p < float64(from+20) {
					n, hits = n+1, hits+r.y[i]
				}
			}
		}
		fmt.Fprintf(out, "%d-%d%%  %.0f  %.2f\n", from, from+20, n, hits/n)
	}
}
