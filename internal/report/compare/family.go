package compare

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"assay/internal/metric"
	"assay/internal/stats"
)

// adjust adjusts the p values of the family, and makes the calls.
func (c *Comparison) adjust() {
	var tested []*Row
	var ps []float64
	for i := range c.Pairs {
		for j := range c.Pairs[i].Rows {
			if r := &c.Pairs[i].Rows[j]; r.P != nil {
				tested, ps = append(tested, r), append(ps, *r.P)
			}
		}
	}
	c.Family = len(ps)
	for i, p := range stats.Holm(ps) {
		tested[i].Adjusted = &p
		tested[i].call(len(ps))
	}
}

// call makes the call of a tested row, in a family of the given size.
func (r *Row) call(family int) {
	if *r.Adjusted < Alpha {
		r.Call = Better
		if (*r.Delta < 0) != r.metric.Lower {
			r.Call = Worse
		}
		return
	}
	r.Call = Nothing
	share := r.metric.Scale == metric.Percent || r.metric.Scale == metric.Points
	shown := r.inside
	if r.Equivalent != nil {
		shown = *r.Equivalent < Alpha
	}
	if share && shown {
		r.Call = Same
	}
	r.Detectable = r.detectable(Alpha / float64(family))
}

// detectable returns the smallest difference that would have shown at a level.
func (r *Row) detectable(level float64) *Detectable {
	if r.Effects != nil {
		t := r.Effects.Table
		out := &Detectable{Method: fmt.Sprintf("exact McNemar on %d pairs, %d of them discordant", t.N(), t.B+t.C)}
		if d, ok := stats.SmallestDetectable(t.N(), float64(t.B+t.C)/float64(t.N()), level, Power); ok {
			out.Difference = &d
			return out
		}
		return atBest(t.N(), level)
	}
	if i := r.Interval; i != nil && i.Width() > 0 {
		norm := distuv.UnitNormal
		se := i.Width() / (2 * norm.Quantile(1-(1-stats.Level)/2))
		d := se * (norm.Quantile(1-level/2) + norm.Quantile(Power))
		return &Detectable{&d, fmt.Sprintf("normal approximation from the interval over %d clusters", r.Bases)}
	}
	if r.metric.Scale != metric.Percent {
		return &Detectable{Method: "no variation between clusters"}
	}
	return atBest(r.Bases, level)
}

// atBest returns what n pairs can show in the most favourable case.
func atBest(n int, level float64) *Detectable {
	out := &Detectable{Method: fmt.Sprintf("exact McNemar on %d pairs, at best", n)}
	if d, ok := stats.SmallestDetectableAtBest(n, level, Power); ok {
		out.Difference = &d
	}
	return out
}
