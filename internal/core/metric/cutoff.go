package metric

import (
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Cutoff compares a metric on samples that were public before a model's training cut-off with those that were not.
// That a sample is newer does not prove that its flaw was never seen: template code is old (docs/paper.md row 44).
type Cutoff struct {
	Known         bool // false: the cut-off is not known, all samples are Undated, and Warnings report it
	Before, After Value
	Undated       Value            // without a date, or with one that may be on either side
	Gap           stats.Difference // mean of the bases after minus mean of those before; OK is false without either
	Warnings      []string
}

// ByCutoff splits rows by when their sample was first public. date returns "YYYY-MM-DD", "YYYY-MM", "YYYY" or,
// when it is not known, ""; cutoff has the same form. A month or a year is a span of days, and a sample whose span
// leaves the side open is Undated. A malformed date is an error.
func ByCutoff(m Metric, rows []bench.Trial, date func(*bench.Variant) string, cutoff string) (Cutoff, error) {
	var out Cutoff
	var before, after, undated []bench.Trial
	from, to, err := Span(cutoff)
	if err != nil {
		return Cutoff{}, fmt.Errorf("training cut-off: %w", err)
	}
	var variant *bench.Variant
	var d string
	var first, last time.Time
	for _, r := range rows {
		if r.Variant != variant {
			variant, d = r.Variant, date(r.Variant)
			if first, last, err = Span(d); err != nil {
				return Cutoff{}, fmt.Errorf("first publication of %s: %w", r.Variant.Sample, err)
			}
		}
		switch {
		case cutoff == "" || d == "":
			undated = append(undated, r)
		case first.After(to):
			after = append(after, r)
		case !last.After(from):
			before = append(before, r)
		default:
			undated = append(undated, r)
		}
	}
	out.Known = cutoff != ""
	out.Before, out.After, out.Undated = m.Compute(before), m.Compute(after), m.Compute(undated)
	if !out.Known {
		out.Warnings = append(out.Warnings, "the training cut-off is unknown, so no sample is known to be later")
		return out, nil
	}
	if len(undated) > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf(
			"%d of %d trials are of samples with an unknown date or a date within the span of the cut-off", len(undated),
			len(rows)))
	}
	means := func(rows []bench.Trial) (out []float64) {
		for _, c := range NewSheet(rows).tally(m, variants).clusters() {
			if v, ok := m.statistic()(c); ok {
				out = append(out, v)
			}
		}
		return out
	}
	out.Gap = stats.Interaction(means(after), means(before), seed)
	return out, nil
}

// Span returns the first and the last day of a date, a month or a year; zero times for "".
func Span(s string) (first, last time.Time, err error) {
	if s == "" {
		return first, last, nil
	}
	for _, l := range []struct {
		layout              string
		years, months, days int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if t, err := time.Parse(l.layout, s); err == nil {
			return t, t.AddDate(l.years, l.months, l.days).AddDate(0, 0, -1), nil
		}
	}
	return first, last, fmt.Errorf("%q is no date YYYY-MM-DD, YYYY-MM or YYYY", s)
}
