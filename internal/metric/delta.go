package metric

import (
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/stats"
)

// Condition is one way in which samples were shown, or one subject that was
// asked: a name for tables and the rows.
type Condition struct {
	Name string
	Rows []Row
}

// Difference compares a metric between two conditions on what both hold.
//
// What is compared are items: the vulnerable and the safe texts of a sample.
// Several texts or repetitions of one item in a condition, such as those of
// several seeds or placebos, are averaged first. The unit of interval and test
// is the base.
type Difference struct {
	Defined   bool            `json:"defined"` // false: nothing to compare; only LeftOut and Warnings are set
	Reference float64         `json:"reference"`
	Treated   float64         `json:"treated"`
	Point     float64         `json:"point"` // Reference − Treated: a drop is positive (paper §4.6)
	Interval  *stats.Interval `json:"interval,omitempty"`
	Inner     *stats.Interval `json:"inner,omitempty"`    // at 90 %: see Equivalent
	P         *float64        `json:"p,omitempty"`        // sign-flip test over bases, two-sided; nil where a base has no number of its own
	Adjusted  *float64        `json:"adjusted,omitempty"` // P after Holm, in the family that was compared together
	Items     int             `json:"items"`              // that the metric speaks of
	Bases     int             `json:"bases"`
	LeftOut   int             `json:"left_out,omitempty"` // items that not all conditions hold
	Missing   int             `json:"missing,omitempty"`  // trials without an answer, of both conditions
	Unscored  int             `json:"unscored,omitempty"` // items left out because the judge could decide none of their trials
	Warnings  []string        `json:"warnings,omitempty"`
}

// Equivalent reports whether the comparison shows that the two conditions differ
// by less than margin, at a level of 5 %: the interval at 90 % lies within, and as
// many bases without any difference would show it, which resamples of few do not
// know. That a difference is not significant shows no such thing.
func (d Difference) Equivalent(margin float64) bool {
	least, ok := stats.Matched{A: d.Bases}.Equivalent(margin)
	return ok && least < alpha && d.Defined && d.Inner != nil && d.Inner.Lo > -margin && d.Inner.Hi < margin
}

// Delta compares one condition with its reference: the transformation
// degradation of the paper's §4.6, with the reference that resolutions §4 row 8
// chooses (minimal-sanitized, or the original) given by the caller.
func Delta(m Metric, reference, treated []Row) Difference {
	return delta(m, reference, treated, nil)
}

// DeltaBeyond is the difference in differences: the drop from reference to
// treated minus the drop from reference to placebo, on the items that all three
// hold. Since both drops start at the same reference, it equals placebo −
// treated there, and so it is computed: Reference holds the placebo's number.
//
// The rows of several placebos go in together and are averaged within an item.
func DeltaBeyond(m Metric, reference, placebo, treated []Row) Difference {
	return delta(m, placebo, treated, reference)
}

// byItem says which variants are the same item under different conditions.
func byItem(v *bench.Variant) string {
	return v.Suite + "\x00" + v.Sample + "\x00" + v.Truth.String()
}

// delta compares; where also is not nil, an item has to be in it too.
func delta(m Metric, reference, treated, also []Row) Difference {
	var d Difference
	sides := [][]Row{reference, treated}
	if also != nil {
		sides = append(sides, also)
	}
	common := d.common(m, sides)
	a, b := m.tally(keep(reference, common), byItem), m.tally(keep(treated, common), byItem)
	d.Missing = a.Missing + b.Missing
	f := m.statistic()
	var okA, okB bool
	d.Reference, okA = f(a.total())
	d.Treated, okB = f(b.total())
	if !okA || !okB {
		d.Reference, d.Treated = 0, 0
		d.Warnings = append(d.Warnings, "undefined in one of the two conditions")
		return d
	}
	d.Defined, d.Items = true, len(common)

	joined, columns := joinSums(a, b), a.columns
	d.Bases = len(joined)
	e := stats.JointBootstrap(joined, []stats.Statistic{func(s []float64) (float64, bool) {
		x, okX := f(s[:columns])
		y, okY := f(s[columns:])
		return x - y, okX && okY
	}}, seed)[0]
	d.Point, d.Interval, d.Inner = e.Value, e.Interval, e.Inner
	d.Warnings = append(d.Warnings, e.Warnings...)
	if diffs, ok := baseDiffs(joined, columns, f); ok {
		p := stats.SignFlip(diffs, seed)
		d.P = &p
	}
	if n := a.Trials + b.Trials; float64(d.Missing) > 0.05*float64(n) {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d of %d trials have no answer", d.Missing, n))
	}
	return d
}

// common returns the items that the metric speaks of and that all sides hold
// with at least one decided trial.
func (d *Difference) common(m Metric, sides [][]Row) map[string]bool {
	seen, decided, spoken := map[string]int{}, map[string]int{}, map[string]bool{}
	t := m.tally(nil, byItem)
	for _, rows := range sides {
		here, fine := map[string]bool{}, map[string]bool{}
		var last *bench.Variant
		item, isFine, isSpoken := "", false, false
		note := func() {
			if last != nil {
				here[item] = true
				fine[item] = fine[item] || isFine
				if isSpoken {
					spoken[item] = true
				}
			}
		}
		for i := range rows {
			if v := rows[i].Variant; v != last { // rows of one variant stand together
				note()
				last, item, isFine, isSpoken = v, byItem(v), false, false
			}
			t.again()
			m.Count(rows[i:i+1], t)
			isFine = isFine || t.Unscored == 0
			isSpoken = isSpoken || t.Trials+t.Unscored > 0
		}
		note()
		for item := range here {
			seen[item]++
			if fine[item] {
				decided[item]++
			}
		}
	}
	// A metric of pairs or repetitions says nothing of a single row: then all items count.
	if len(spoken) > 0 {
		maps.DeleteFunc(seen, func(item string, _ int) bool { return !spoken[item] })
	}
	out := map[string]bool{}
	for item, n := range seen {
		switch {
		case n < len(sides):
			d.LeftOut++
		case decided[item] < len(sides):
			d.Unscored++
		default:
			out[item] = true
		}
	}
	if d.LeftOut > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d of %d items are not in every condition and are left out", d.LeftOut, len(seen)))
	}
	if d.Unscored > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d items are unscored and are left out", d.Unscored))
	}
	return out
}

// keep returns the rows of some items, sorted.
func keep(rows []Row, items map[string]bool) []Row {
	out := make([]Row, 0, len(rows))
	var last *bench.Variant
	in := false
	for i := range rows {
		if v := rows[i].Variant; v != last {
			last, in = v, items[byItem(v)]
		}
		if in {
			out = append(out, rows[i])
		}
	}
	Sort(out)
	return out
}

// joinSums puts the columns of two tallies side by side, in order of base.
func joinSums(a, b *Tally) [][]float64 {
	bases := map[string]bool{}
	for base := range a.bases {
		bases[base] = true
	}
	for base := range b.bases {
		bases[base] = true
	}
	var out [][]float64
	for _, base := range slices.Sorted(maps.Keys(bases)) {
		c := make([]float64, a.columns+b.columns)
		copy(c, a.bases[base])
		copy(c[a.columns:], b.bases[base])
		out = append(out, c)
	}
	return out
}

// baseDiffs returns the differences of single bases; ok is false when a base
// has no number of its own on one of the sides.
func baseDiffs(joined [][]float64, columns int, f stats.Statistic) (out []float64, ok bool) {
	for _, c := range joined {
		x, okX := f(c[:columns])
		y, okY := f(c[columns:])
		if !okX || !okY {
			return nil, false
		}
		out = append(out, x-y)
	}
	return out, true
}
