package metric

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// tolerated is the largest share of missing judgements for which a number is given, with an interval that covers
// what the missing ones could have been. Above it, the number is not measured.
const tolerated = 0.1

// Judgements counts the judgements that were requested on rows, and the missing ones among them.
func Judgements(rows []bench.Trial) (asked, missing int) { return judgements(rows, every) }

func judgements(rows []bench.Trial, in func(bench.Trial) bool) (asked, missing int) {
	for _, r := range rows {
		if !in(r) {
			continue
		}
		a, m := r.Undecided()
		if a {
			asked++
		}
		if m {
			missing++
		}
	}
	return asked, missing
}

// NotMeasured returns the reason why numbers that depend on these judgements are not measured, "" when not too
// many are missing.
func NotMeasured(asked, missing int) string {
	if float64(missing) <= tolerated*float64(asked) {
		return ""
	}
	return fmt.Sprintf("not measured: %d of %d judgements are missing", missing, asked)
}

// notMeasured returns the reason why a metric of a sheet is not measured, and reports whether missing judgements
// bound it.
func (s *Sheet) notMeasured(m Metric) (why string, bounded bool) {
	if m.judged == nil {
		return "", false
	}
	asked, missing := judgements(s.rows, m.judged)
	return NotMeasured(asked, missing), missing > 0 || m.findings && slices.ContainsFunc(s.rows, openFindings)
}

// openFindings reports whether a missing vote would decide on a finding of a row.
func openFindings(r bench.Trial) bool {
	return r.Verdict != nil && slices.ContainsFunc(r.Verdict.Findings, bench.FindingVerdict.Open)
}

// decided returns the sheets of the same rows with every missing judgement replaced, from all hits to none: the range
// of a metric over them covers every possible value. They are shared.
func (s *Sheet) decided() []*Sheet {
	if s.filled != nil {
		return s.filled
	}
	for _, as := range []assumption{
		{class: bench.TargetMatch, hit: true, score: 1},
		{class: bench.TargetMatch, hit: true},
		{class: bench.BonusValid},
		{class: bench.Hallucinated},
	} {
		rows := make([]bench.Trial, len(s.rows))
		for i, r := range s.rows {
			if _, missing := r.Undecided(); missing {
				r = as.decided(r)
			}
			rows[i] = as.closed(r)
		}
		s.filled = append(s.filled, NewSheet(rows))
	}
	return s.filled
}

// hull widens a value to its values under other decisions.
func (v *Value) hull(others []Value) {
	for _, o := range others {
		if !o.Defined {
			continue
		}
		lo, hi := o.Point, o.Point
		if o.Interval != nil {
			lo, hi = o.Interval.Lo, o.Interval.Hi
		}
		v.Interval = spanning(v.Interval, lo, hi)
	}
	if v.Interval != nil {
		v.Interval = spanning(v.Interval, v.Point, v.Point)
	}
}

// spanning returns an interval that contains another, nil for none, and the range from lo to hi.
func spanning(i *stats.Interval, lo, hi float64) *stats.Interval {
	const method = "covers all possible values of missing answers and judgements"
	if i == nil {
		return &stats.Interval{Lo: lo, Hi: hi, Method: method}
	}
	out := *i
	out.Lo, out.Hi = min(i.Lo, lo), max(i.Hi, hi)
	if !strings.HasSuffix(out.Method, method) {
		out.Method = strings.TrimPrefix(out.Method+"; "+method, "; ")
	}
	return &out
}
