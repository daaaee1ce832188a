package metric

import (
	"slices"

	"assay/internal/bench"
)

// Bounds returns the smallest and the greatest value of a metric that is possible given the trials without an
// answer and the answers that no judge could decide: as they are, and as if all of them had been alarms, silence,
// wrong or right. ok is false when the metric has no value as they are; a metric that is not measured may have
// bounds. A statement that holds at both bounds does not depend on missing answers.
func (m Metric) Bounds(rows []bench.Trial) (lo, hi float64, ok bool) {
	var v Value
	var b Batch
	b.value(m, NewSheet(rows), func(x Value) { v = x })
	b.Run()
	if !v.Defined {
		return 0, 0, false
	}
	lo, hi = v.Point, v.Point
	for _, as := range []assumption{
		{says: func(bench.Truth) bench.Truth { return bench.Vulnerable }, class: bench.Hallucinated},
		{says: func(bench.Truth) bench.Truth { return bench.Safe }, class: bench.Hallucinated},
		{says: opposite, class: bench.Hallucinated},
		{says: func(truth bench.Truth) bench.Truth { return truth }, class: bench.TargetMatch, hit: true},
	} {
		filled, any := as.fill(rows)
		if !any {
			return lo, hi, true
		}
		if v := m.Compute(filled); v.Defined {
			lo, hi = min(lo, v.Point), max(hi, v.Point)
		}
	}
	return lo, hi, true
}

// assumption defines what replaces missing answers and decisions.
type assumption struct {
	says  func(truth bench.Truth) bench.Truth // the verdict; a verdict of vulnerable has one finding
	class bench.FindingClass                  // of every finding
	hit   bool                                // the documented flaw was found
	score float64                             // of the reasoning, where it was
}

func opposite(truth bench.Truth) bench.Truth {
	if truth == bench.Safe {
		return bench.Vulnerable
	}
	return bench.Safe
}

// fill returns rows in which nothing is missing, and reports whether anything was.
func (a assumption) fill(rows []bench.Trial) (out []bench.Trial, any bool) {
	out = make([]bench.Trial, len(rows))
	for i, r := range rows {
		_, missing := r.Undecided()
		switch {
		case r.Answer == nil:
			any = true
			out[i] = a.answered(r)
		case missing:
			any = true
			out[i] = a.decided(r)
		default:
			any = any || openFindings(r)
			out[i] = a.closed(r)
		}
	}
	return out, any
}

// answered returns a row with an answer.
func (a assumption) answered(r bench.Trial) bench.Trial {
	says := a.says(r.Variant.Truth)
	answer := bench.Answer{Verdict: says}
	if says == bench.Vulnerable {
		answer.Findings = []bench.Finding{{}}
	}
	r.Outcome, r.Answer = bench.Answered, &answer
	return a.decided(r)
}

// decided returns a row with a decision on its answer.
func (a assumption) decided(r bench.Trial) bench.Trial {
	v := bench.Verdict{Findings: make([]bench.FindingVerdict, len(r.Answer.Findings))}
	if r.Verdict != nil {
		v.Judge = r.Verdict.Judge
	}
	for i := range v.Findings {
		v.Findings[i].Class = a.class
	}
	if r.Variant.Truth == bench.Vulnerable {
		v.Strict, v.Lenient = bench.Miss, bench.Miss
		if a.hit {
			v.Strict, v.Lenient = bench.Hit, bench.Hit
			v.RCIR, v.AVA, v.FSV = &a.score, &a.score, &a.score
		}
	}
	r.Verdict = &v
	return r
}

// closed returns a row in which every finding on which a vote is missing has a class that this vote could give it.
func (a assumption) closed(r bench.Trial) bench.Trial {
	if !openFindings(r) {
		return r
	}
	v := *r.Verdict
	v.Findings = slices.Clone(v.Findings)
	for i, f := range v.Findings {
		if f.Open() && f.Is(a.class) == bench.Unscored {
			v.Findings[i] = bench.FindingVerdict{Class: a.class, Type: f.Type, Location: f.Location}
		}
	}
	r.Verdict = &v
	return r
}
