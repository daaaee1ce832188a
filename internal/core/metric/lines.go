package metric

import "assay/internal/bench"

// The lines that findings name on vulnerable texts, compared with the lines of the root cause: over all texts, so
// that a text has the weight of its lines. A text without an answer, or whose findings name no line, has named
// none. A function alone is no line.
var (
	LinePrecision = lineMetric("line-precision", "Line precision",
		"lines of the root cause among the lines that findings name on vulnerable texts",
		func(both, named, _ float64) (float64, float64) { return both, named })
	LineRecall = lineMetric("line-recall", "Line recall", "lines that findings name among the lines of the root cause",
		func(both, _, cause float64) (float64, float64) { return both, cause })
	LineIoU = lineMetric("line-iou", "Line IoU",
		"lines that are named and part of the root cause, among lines that are either",
		func(both, named, cause float64) (float64, float64) { return both, named + cause - both })
)

func lineMetric(id, title, doc string, of func(both, named, cause float64) (part, all float64)) Metric {
	return Metric{
		ID: id, Title: title, Scale: Percent, Doc: doc, Source: "paper §4.2 (ROOT_CAUSE); docs/paper.md row 60",
		counts: "lines", Columns: 3, // both, named, of the root cause
		Count: func(rows []bench.Trial, t *Tally) {
			for _, r := range rows {
				cause := causeLines(r.Variant)
				if len(cause) == 0 {
					continue
				}
				t.Trials++
				both, named := 0, 0
				if r.Answer == nil {
					t.Missing++
				} else {
					both, named = namedLines(r.Variant, r.Answer, cause)
				}
				t.Add(r, float64(both), float64(named), float64(len(cause)))
			}
		},
		Of: func(s []float64) (float64, bool) {
			part, all := of(s[0], s[1], s[2])
			if all == 0 {
				return 0, false
			}
			return part / all, true
		},
	}
}

// causeLines returns the lines of the root cause in the code under review. There are none on safe texts, and where
// labels name a requirement that the whole statement violates.
func causeLines(v *bench.Variant) map[int]bool {
	if v.Truth != bench.Vulnerable || len(v.Task.Files) == 0 {
		return nil
	}
	out := map[int]bool{}
	for _, l := range v.Targets() {
		if l.Span.File == v.Task.Files[0].Path && l.Span.Line > 0 && len(l.Requirements) == 0 {
			for n := l.Span.Line; n <= l.Span.EndLine; n++ {
				out[n] = true
			}
		}
	}
	return out
}

// namedLines counts the lines of the code under review that findings name, and those among them that belong to the
// root cause.
func namedLines(v *bench.Variant, a *bench.Answer, cause map[int]bool) (both, named int) {
	last := 1 // line
	for _, b := range []byte(v.Task.Files[0].Text) {
		if b == '\n' {
			last++
		}
	}
	seen := map[int]bool{}
	for _, f := range a.Findings {
		for _, r := range f.Lines {
			for n := max(r.From, 1); n <= min(r.To, last); n++ {
				if seen[n] {
					continue
				}
				seen[n] = true
				if cause[n] {
					both++
				}
			}
		}
	}
	return both, len(seen)
}
