package report

import (
	"math"

	"assay/internal/bench"
	"assay/internal/core/metric"
	kappa "assay/internal/core/stats/agree"
	"assay/internal/core/stats/rank"
)

// JudgeFit measures how well two judges agree on the questions of the paper's Appendix G about each finding, and
// on scores by its equation 6.
type JudgeFit struct {
	A, B   string
	Class  metric.Value // share of findings in the same of the five classes of Appendix G
	Type   metric.Value // with the same match of the type: exact, partial, wrong or none
	Place  metric.Value // with the same match of the location
	Linear Linear
}

// Linear is Pearson's correlation of scores, with the p value that assumes they are independent.
type Linear struct {
	Coefficient
	P *float64 // nil where the correlation is not defined
}

// String returns "0.912 [0.850, 0.960], p < 0.001", or a dash.
func (l Linear) String() string {
	if l.P == nil {
		return none
	}
	return l.Coefficient.String() + ", " + Probability(*l.P)
}

// JudgeFits compares each two judges that decided on the same findings, in the order
// of j. It returns nil for a nil j.
func JudgeFits(d *Data, j *Judging) []JudgeFit {
	if j == nil {
		return nil
	}
	var trials []bench.Trial
	from := d.Source()
	for i := range from.Len() {
		if t := from.Trial(i); len(t.Opinions) > 1 {
			trials = append(trials, t)
		}
	}
	var out []JudgeFit
	for a := range j.Judges {
		for b := a + 1; b < len(j.Judges); b++ {
			if f := fit(j.Judges[a].Judge, j.Judges[b].Judge, trials); f.Class.N > 0 {
				out = append(out, f)
			}
		}
	}
	return out
}

func fit(a, b string, trials []bench.Trial) JudgeFit {
	out := JudgeFit{A: a, B: b}
	var same [3]metric.Shares
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
	for k, v := range []*metric.Value{&out.Class, &out.Type, &out.Place} {
		batch.Share(v, &same[k], Seed)
	}
	batch.Run()
	out.Linear = linear(scores)
	return out
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
