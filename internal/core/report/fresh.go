package report

import (
	"fmt"

	"assay/internal/core/metric"
)

// Worth returns a sentence on how much memory of the public texts was worth to a subject.
func Worth(subject string, f metric.Freshness) string {
	scale := metric.Points
	v := metric.Value{Defined: f.Gap.OK, Point: f.Gap.Value, Interval: f.Gap.Interval}
	out := fmt.Sprintf("%s: memory was worth %s points of right verdicts", subject, Number(scale, v))
	if i := Interval(scale, v.Interval); i != "" {
		out += " " + i
	}
	switch {
	case f.Gap.Interval == nil && v.Point == 0:
		return out + ": no cluster differs."
	case f.Gap.Interval == nil:
		return out + "; the data allow no interval."
	case f.Shown():
		return out + "."
	case f.Gap.Interval.Hi < 0:
		return out + ": it did better on the fresh texts."
	}
	return out + ": this shows no memory."
}
