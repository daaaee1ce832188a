package report

import (
	"math"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	kappa "assay/internal/core/stats/agree"
	"assay/internal/core/stats/rank"
)

// judgeFit shows how well each two judges agree on the questions of the paper's Appendix G about each finding, and on
// scores by its equation 6.
func judgeFit(d *Data, j *Judging) write.Table {
	t := write.Table{ID: "judge-fit", Title: "Pairs of judges on the same findings, and on the mean of RCIR, AVA and FSV",
		Columns: []write.Column{words("judge", "Judge"), keyed("other", "Judge"), counts("class", "same class of five"),
			counts("type", "same type match"), counts("place", "same location match"),
			counts("pearson", "Pearson"), counts("p", "p"), counts("scored", "scored")},
		Foot: []string{"The five classes are those of the paper’s Appendix G. p treats answers as independent, as the " +
			"paper does; the interval resamples clusters."}}
	var trials []bench.Trial
	for _, t := range d.Trials {
		if len(t.Opinions) > 1 {
			trials = append(trials, t)
		}
	}
	for a := range j.Judges {
		for _, b := range j.Judges[a+1:] {
			if row, ok := fit(j.Judges[a].Judge, b.Judge, trials); ok {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

// fit compares two judges on the findings that both decided on; ok is false without any.
func fit(a, b string, trials []bench.Trial) (row write.Row, ok bool) {
	var same [3]metric.Shares // class of five, match of the type, match of the location
	scores := kappa.Scores{}
	for _, t := range trials {
		x, okX := opinionOf(t, a)
		y, okY := opinionOf(t, b)
		if !okX || !okY {
			continue
		}
		if t.Variant.Truth == bench.Vulnerable {
			scores.Values = append(scores.Values, []float64{meanScore(x.Verdict), meanScore(y.Verdict)})
			scores.Cluster = append(scores.Cluster, t.Variant.Base)
		}
		for i := range min(len(x.Verdict.Findings), len(y.Verdict.Findings)) {
			f, g := x.Verdict.Findings[i], y.Verdict.Findings[i]
			for k, equal := range []bool{f.Coarse() == g.Coarse(), f.Type == g.Type, f.Location == g.Location} {
				same[k].Add(t.Variant.Base, equal, 1)
			}
		}
	}
	var batch metric.Batch
	var values [3]metric.Value
	for k := range values {
		batch.Share(&values[k], &same[k], Seed)
	}
	batch.Run()
	row = write.Cells(a, b)
	for _, v := range values {
		row.Cells = append(row.Cells, value(metric.Metric{Scale: metric.Percent}, v))
	}
	row.Cells = append(row.Cells, linear(scores).cells()...)
	return row, values[0].N > 0
}

// Linear is Pearson's correlation of scores, with the p value that assumes they are independent.
type Linear struct {
	Coefficient
	P *float64 // nil where the correlation is not defined
}

// cells returns the cells of the correlation, its p value, and the number of scores.
func (l Linear) cells() []write.Value {
	return []write.Value{plain(l.Coefficient.cell()), probability(l.P), write.Int(l.N)}
}

// linear correlates the scores of two judges, with an interval that resamples bases, and with the paper's p value.
func linear(s kappa.Scores) Linear {
	out := Linear{Coefficient: correlation(s, 0, 1, rank.PearsonWeighted)}
	var x, y []float64
	for _, u := range s.Values {
		if !math.IsNaN(u[0]) && !math.IsNaN(u[1]) {
			x, y = append(x, u[0]), append(y, u[1])
		}
	}
	if _, p, ok := rank.Pearson(x, y); ok {
		out.P = &p
	}
	return out
}
