package metric

import (
	"fmt"
	"slices"

	"assay/internal/core/stats"
)

// Batch collects numbers and comparisons, and computes all of them on the same resamples of bases: each has the
// value that it would have alone, in a fraction of the time. The zero value is an empty batch.
type Batch struct {
	jobs []job
}

// job is one statistic of sums by base.
type job struct {
	bases    []string
	clusters [][]float64 // in order of bases
	seed     uint64
	f        stats.Statistic
	done     func(stats.Estimate)
}

func (b *Batch) add(j job) { b.jobs = append(b.jobs, j) }

// Run computes everything that was requested, and empties the batch.
func (b *Batch) Run() {
	for len(b.jobs) > 0 {
		var now, later []job // jobs over the bases of the first job, and the others
		for _, j := range b.jobs {
			if first := b.jobs[0]; j.seed == first.seed && slices.Equal(j.bases, first.bases) {
				now = append(now, j)
			} else {
				later = append(later, j)
			}
		}
		var fs []stats.Statistic
		columns := 0
		for _, j := range now {
			from, f := columns, j.f
			if len(j.clusters) > 0 {
				columns += len(j.clusters[0])
			}
			to := columns
			fs = append(fs, func(s []float64) (float64, bool) { return f(s[from:to]) })
		}
		joint := make([][]float64, len(now[0].bases))
		for k := range joint {
			joint[k] = make([]float64, 0, columns)
			for _, j := range now {
				joint[k] = append(joint[k], j.clusters[k]...)
			}
		}
		for i, e := range stats.JointBootstrap(joint, fs, now[0].seed) {
			now[i].done(e)
		}
		b.jobs = later
	}
}

// Values returns several metrics of a sheet, in the order of ms, which Run sets.
func (b *Batch) Values(ms []Metric, s *Sheet) []Value {
	out := make([]Value, len(ms))
	for i, m := range ms {
		why, bounded := s.notMeasured(m)
		if m.alarm {
			if t := s.tally(m, variants); why == "" && t.Trials > 0 && t.Missing == t.Trials {
				why = fmt.Sprintf("not measured: %d of %d trials have no answer", t.Missing, t.Trials)
			}
		}
		switch {
		case why != "":
			t := s.tally(m, variants)
			out[i] = Value{NotMeasured: why, Missing: t.Missing, Unscored: t.Unscored, Warnings: []string{why}}
		case bounded:
			b.bounded(&out[i], m, s)
		default:
			b.value(m, s, func(v Value) { out[i] = v })
		}
	}
	return out
}

// value requests a metric of a sheet; set receives it.
func (b *Batch) value(m Metric, s *Sheet, set func(Value)) {
	t := s.tally(m, variants)
	if m.binomial(t) {
		set(m.value(t, stats.Estimate{}))
		return
	}
	b.add(job{t.names(), t.clusters(), seed, m.statistic(), func(e stats.Estimate) { set(m.value(t, e)) }})
}

// bounded requests a metric of a sheet in which a few judgements are missing.
func (b *Batch) bounded(out *Value, m Metric, s *Sheet) {
	var as Value
	sheets := s.decided()
	others := make([]Value, len(sheets))
	left := 1 + len(sheets)
	done := func(to *Value) func(Value) {
		return func(v Value) {
			*to = v
			if left--; left == 0 {
				if *out = as; as.Defined {
					out.hull(others)
				}
			}
		}
	}
	b.value(m, s, done(&as))
	for i, sheet := range sheets {
		b.value(m, sheet, done(&others[i]))
	}
}

// Shares counts a share by base, for a metric that is counted elsewhere. The zero value is empty.
type Shares struct {
	sums map[string][]float64 // weights of the hits, and of all
	k, n int
}

// Add counts an item of a base.
func (s *Shares) Add(base string, hit bool, weight float64) {
	if s.sums == nil {
		s.sums = map[string][]float64{}
	}
	if s.sums[base] == nil {
		s.sums[base] = make([]float64, 2)
	}
	s.n++
	s.sums[base][1] += weight
	if hit {
		s.k++
		s.sums[base][0] += weight
	}
}

// Share requests a share; v is unchanged when nothing was counted.
func (b *Batch) Share(v *Value, s *Shares, seed uint64) {
	if s.n == 0 {
		return
	}
	t := &Tally{columns: 2, bases: s.sums}
	clusters := t.clusters()
	b.add(job{t.names(), clusters, seed, stats.Ratio, func(e stats.Estimate) {
		*v = Value{Defined: e.OK, Point: e.Value, K: s.k, N: s.n, Interval: e.Interval, Warnings: e.Warnings}
		if v.Defined {
			v.allOrNothing(len(clusters))
		}
	}})
}

// Delta requests the result of [Delta]; Run sets d. When also is not nil, an item has to be in it too.
//
// The difference in differences is the drop from reference to treated minus the drop from reference to placebo, on
// the items that all three have. Since both drops start at the same reference, it equals placebo − treated on these
// items: pass the placebos together as the reference, and the reference as also.
func (b *Batch) Delta(d *Difference, m Metric, reference, treated, also *Sheet) {
	bounded := false
	for _, s := range []*Sheet{reference, treated, also} {
		if s == nil {
			continue
		}
		why, some := s.notMeasured(m)
		if why != "" {
			d.Warnings = append(d.Warnings, why)
			return
		}
		bounded = bounded || some && s != also
	}
	if !bounded {
		b.delta(d, m, reference, treated, also, nil)
		return
	}
	var others []*Difference
	x, y := reference.decided(), treated.decided()
	b.delta(d, m, reference, treated, also, func() { d.hull(others) })
	for i := range x {
		for j := range y {
			if i != j {
				o := new(Difference)
				others = append(others, o)
				b.delta(o, m, x[i], y[j], also, func() { d.hull(others) })
			}
		}
	}
}

// delta compares the known results. then, unless it is nil, is called after d is set.
func (b *Batch) delta(d *Difference, m Metric, reference, treated, also *Sheet, then func()) {
	left, right, n := d.onCommon(m, reference, treated, also)
	d.Missing = left.Missing + right.Missing
	f := m.statistic()
	var okA, okB bool
	d.Reference, okA = f(left.total())
	d.Treated, okB = f(right.total())
	if !okA || !okB {
		d.Reference, d.Treated = 0, 0
		d.Warnings = append(d.Warnings, "undefined in one of the two conditions")
		return
	}
	names, joined := joinSums(left, right)
	trials := left.Trials + right.Trials
	d.Defined, d.Items, d.Bases = true, n, len(joined)
	difference := minus(f, left.columns)
	b.add(job{names, joined, seed, difference, func(e stats.Estimate) {
		d.Point, d.Interval, d.Inner = e.Value, e.Interval, e.Inner
		d.Warnings = append(d.Warnings, e.Warnings...)
		if diffs, ok := baseDiffs(joined, difference); ok {
			p := stats.SignFlip(diffs, seed)
			d.P = &p
		}
		if float64(d.Missing) > 0.05*float64(trials) {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%d of %d trials have no answer", d.Missing, trials))
		}
		if d.done = true; then != nil {
			then()
		}
	}})
}
