package compare

import (
	"assay/internal/core/metric"
	"assay/internal/core/stats"
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
	d, method := r.tested.Detectable(level)
	switch {
	case method != "":
	case r.metric.Scale == metric.Percent:
		d, method = metric.DetectableAtBest(r.Bases, level)
	default:
		method = "no variation between clusters"
	}
	return &Detectable{d, method}
}
