package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// EquivalenceMargin is the difference of two rates below which they count as
// equivalent: 10 percentage points (docs/paper.md, statistics).
const EquivalenceMargin = 0.10

// Effects is the result of a comparison of shares with one trial per item: the paired table and everything that
// follows from it.
type Effects struct {
	Table      stats.Matched   `json:"table"`
	MidP       float64         `json:"mid_p"` // McNemar's mid-p; the exact p is [Difference.P]
	Newcombe   *stats.Interval `json:"newcombe"`
	Tango      *stats.Interval `json:"tango"`
	Odds       *stats.Odds     `json:"odds_ratio,omitempty"` // nil without discordant items
	G          *float64        `json:"cohen_g,omitempty"`    // nil without discordant items
	H          float64         `json:"cohen_h"`
	Equivalent float64         `json:"equivalence_p"` // two one-sided tests at [EquivalenceMargin]
	Detectable *float64        `json:"detectable,omitempty"`
}

// EffectsOf returns the paired effects of a comparison of shares. ok is false when a base was counted more than
// once on a side, so that its items are no independent pairs, or when the metric is no share of trials.
//
// Detectable is the smallest difference that this number of pairs, with this share of discordant ones, shows in 80
// of 100 cases at a level of 5 %. It should be shown with every difference that is not significant, and is nil
// without one.
func EffectsOf(m Metric, reference, treated []bench.Trial) (e Effects, ok bool) {
	if m.Of != nil {
		return Effects{}, false
	}
	var d Difference
	a, b, _ := d.onCommon(m, NewSheet(reference), NewSheet(treated), nil)
	if a.repeats || b.repeats {
		return Effects{}, false
	}
	_, joined := joinSums(a, b)
	for _, c := range joined {
		if c[1] != 1 || c[3] != 1 {
			return Effects{}, false
		}
		switch {
		case c[0] == 1 && c[2] == 1:
			e.Table.A++
		case c[0] == 1:
			e.Table.B++
		case c[2] == 1:
			e.Table.C++
		default:
			e.Table.D++
		}
	}
	t := e.Table
	if t.N() == 0 {
		return Effects{}, false
	}
	_, e.MidP = t.McNemar()
	newcombe, _ := t.Newcombe()
	tango, _ := t.Tango()
	e.Newcombe, e.Tango = &newcombe, &tango
	if odds, ok := t.OddsRatio(); ok {
		e.Odds = &odds
	}
	if g, ok := t.G(); ok {
		e.G = &g
	}
	e.H, _ = t.H()
	e.Equivalent, _ = t.Equivalent(EquivalenceMargin)
	if d, ok := stats.SmallestDetectable(t.N(), float64(t.B+t.C)/float64(t.N()), 0.05, 0.8); ok {
		e.Detectable = &d
	}
	return e, true
}
