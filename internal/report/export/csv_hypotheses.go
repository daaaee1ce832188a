package export

import (
	"strconv"
	"strings"

	"assay/internal/report"
)

// hypothesisRow is one subject held against one registered hypothesis, or with no
// line a hypothesis that is words.
type hypothesisRow struct {
	run   string
	alpha float64
	h     *report.HypothesisResult
	l     *report.HypothesisLine
}

func hypothesisColumns() []column[hypothesisRow] {
	line := func(name, doc string, of func(*report.HypothesisLine) string) column[hypothesisRow] {
		return column[hypothesisRow]{name, doc, func(r hypothesisRow) string {
			if r.l == nil {
				return ""
			}
			return of(r.l)
		}, text}
	}
	end := func(name, doc string, of func(lo, hi float64, method string) string) column[hypothesisRow] {
		return line(name, doc, func(l *report.HypothesisLine) string {
			if l.Interval == nil {
				return ""
			}
			return of(l.Interval.Lo, l.Interval.Hi, l.Interval.Method)
		})
	}
	return []column[hypothesisRow]{
		{"run", "id of the run", func(r hypothesisRow) string { return r.run }, text},
		{"hypothesis", "its id in the preregistration", func(r hypothesisRow) string { return r.h.ID }, text},
		{"text", "its words", func(r hypothesisRow) string { return r.h.Text }, text},
		{"family", "of tests, in which it was registered", func(r hypothesisRow) string { return r.h.Family }, text},
		{"correction", "of the p values of the family: holm or none", func(r hypothesisRow) string { return r.h.Correction }, text},
		{"tests", "that the family holds, those that could not be done included", func(r hypothesisRow) string { return strconv.Itoa(r.h.Tests) }, text},
		{"alpha", "level of the tests", func(r hypothesisRow) string { return float(r.alpha) }, text},
		{"claim", "what is tested, in words; empty for a hypothesis that is words only", func(r hypothesisRow) string { return r.h.Claim }, text},
		line("subject", "what was asked", func(l *report.HypothesisLine) string { return l.Subject }),
		{"verdict", "supported, not supported, could not be tested, or that it is words only", func(r hypothesisRow) string {
			if r.l == nil {
				return r.h.Note
			}
			return string(r.l.Verdict)
		}, text},
		line("why", "it could not be tested", func(l *report.HypothesisLine) string { return l.Why }),
		line("first", "the number that is named first", func(l *report.HypothesisLine) string { return optional(l.First) }),
		line("second", "the one that it is compared with", func(l *report.HypothesisLine) string { return optional(l.Second) }),
		line("difference", "first minus second", func(l *report.HypothesisLine) string { return optional(l.Difference) }),
		end("lo", "lower end of its 95 % interval", func(lo, _ float64, _ string) string { return float(lo) }),
		end("hi", "upper end of it", func(_, hi float64, _ string) string { return float(hi) }),
		end("method", "of the interval", func(_, _ float64, method string) string { return method }),
		line("bases", "that the difference speaks of", func(l *report.HypothesisLine) string { return positive(int64(l.Bases)) }),
		line("p", "of the claim as registered", func(l *report.HypothesisLine) string { return optional(l.P) }),
		line("adjusted", "the same in its family", func(l *report.HypothesisLine) string { return optional(l.Adjusted) }),
		line("test", "that gave it", func(l *report.HypothesisLine) string { return l.Test }),
		line("detectable", "difference that would have shown in 80 of 100 cases, beside what is not supported", func(l *report.HypothesisLine) string { return optional(l.Detectable) }),
		line("warnings", "what the reader must know, joined by semicolons", func(l *report.HypothesisLine) string { return strings.Join(l.Warnings, "; ") }),
	}
}

// hypothesisRows yields what the run shows of what was registered, in its order;
// nothing where nothing was.
func hypothesisRows(d *report.Data, yield func(hypothesisRow) bool) {
	all := report.Hypotheses(d)
	for i := range all {
		h := &all[i]
		if len(h.Lines) == 0 && !yield(hypothesisRow{d.RunID, d.Registered.Alpha, h, nil}) {
			return
		}
		for j := range h.Lines {
			if !yield(hypothesisRow{d.RunID, d.Registered.Alpha, h, &h.Lines[j]}) {
				return
			}
		}
	}
}
