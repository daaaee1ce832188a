package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/termtext"
)

var contaminationSection = Section{ID: "contamination", Title: "Contamination", Build: buildContamination}

type contaminationData struct{ Suites []contaminationSuite }

type contaminationSuite struct {
	Name    string
	Rows    []contaminationRow
	Charts  []*plot
	Unknown []string // subjects without a cut-off
	Undated string   // what the suite does not say
}

type contaminationRow struct {
	Subject, Cutoff        string
	Before, After, Undated Cell
	Gap, Interval, P       string
	Warnings               []string
}

// buildContamination sets detection on flaws that were public before a model's
// training ended against that on later ones. Subjects that were not trained have
// no part in it.
func buildContamination(d *Data) (any, bool) {
	var out contaminationData
	suites := d.Suites()
	for i := range suites {
		s := &suites[i]
		var trained []bench.Subject
		for _, sub := range d.SubjectsOf(s) {
			if sub.Kind != "builtin" {
				trained = append(trained, sub)
			}
		}
		if len(trained) > 0 {
			out.Suites = append(out.Suites, contamination(s, trained))
		}
	}
	return out, len(out.Suites) > 0
}

func contamination(s *Suite, subjects []bench.Subject) contaminationSuite {
	out := contaminationSuite{Name: s.Name}
	if !slices.ContainsFunc(s.Variants, func(v *bench.Variant) bool { return v.Public != "" }) {
		out.Undated = "No sample of this suite says since when its flaw has been public, so nothing can be said to be older or younger than a cut-off."
		return out
	}
	cutoffs, errs, charts := make([]metric.Cutoff, len(subjects)), make([]error, len(subjects)), make([]*plot, len(subjects))
	each(len(subjects), func(i int) {
		if sub := subjects[i]; sub.Cutoff != "" {
			rows := s.Headline(sub.Name)
			cutoffs[i], errs[i] = metric.ByCutoff(metric.TDR, rows, func(v *bench.Variant) string { return v.Public }, sub.Cutoff)
			charts[i] = timeline(s.Name, sub, rows)
		}
	})
	for i, sub := range subjects {
		if sub.Cutoff == "" {
			out.Unknown = append(out.Unknown, sub.Name)
			continue
		}
		c, err := cutoffs[i], errs[i]
		if err != nil {
			out.Unknown = append(out.Unknown, fmt.Sprintf("%s (%v)", sub.Name, err))
			continue
		}
		row := contaminationRow{Subject: sub.Name, Cutoff: sub.Cutoff, Gap: none, Warnings: c.Warnings,
			Before: Cell{Metric: metric.TDR, Value: c.Before}, After: Cell{Metric: metric.TDR, Value: c.After}, Undated: Cell{Metric: metric.TDR, Value: c.Undated}}
		if c.Gap.OK {
			row.Gap = number(metric.Points, metric.Value{Defined: true, Point: c.Gap.Value})
			row.Interval = interval(metric.Points, c.Gap.Interval)
			row.P = fmt.Sprintf("p %.2g", c.Gap.P)
		}
		out.Rows = append(out.Rows, row)
		if charts[i] != nil {
			out.Charts = append(out.Charts, charts[i])
		}
	}
	return out
}

// Geometry of the chart over time.
const (
	timeWidth  = 760
	timeHeight = 190
	timeLeft   = 48
	timeRight  = 730
	timeTop    = 30
	timeBottom = 150
)

// timeline draws TDR by half-year of the samples, with the cut-off; nil where
// fewer than two half-years have a vulnerable text.
func timeline(suite string, sub bench.Subject, rows []metric.Row) *plot {
	type half struct{ year, half int }
	by := map[half][]metric.Row{}
	var dated *bench.Variant
	var day time.Time
	ok := false
	for _, r := range rows {
		if r.Variant != dated {
			dated = r.Variant
			day, _, ok = spanOf(r.Variant.Public)
		}
		if ok && len(r.Variant.Public) > len("2006") && r.Variant.Truth == bench.Vulnerable { // a year alone is in neither half
			h := half{day.Year(), (int(day.Month()) - 1) / 6}
			by[h] = append(by[h], r)
		}
	}
	_, cut, ok := spanOf(sub.Cutoff)
	if len(by) < 2 || !ok {
		return nil
	}
	index := func(t time.Time) float64 { return float64(t.Year()) + float64(t.YearDay()-1)/365.25 }
	first, last := index(cut), index(cut)
	for h := range by {
		first, last = min(first, float64(h.year)+0.5*float64(h.half)), max(last, float64(h.year)+0.5*float64(h.half)+0.5)
	}
	x := func(year float64) float64 { return timeLeft + 12 + (year-first)/(last-first)*(timeRight-timeLeft-24) }
	y := func(share float64) float64 { return timeBottom - share*(timeBottom-timeTop) }
	p := &plot{Title: "TDR of " + sub.Name + " on " + suite + " by when the flaw became public", Class: "wide", Width: timeWidth, Height: timeHeight}
	p.text("", "start", 0, 12, termtext.Clip(sub.Name, 60))
	p.shares(timeLeft, timeRight, timeTop, timeBottom)
	step := 1
	for (last-first)/float64(step) > 12 {
		step++
	}
	for year := int(first) + 1; float64(year) <= last; year += step {
		p.line("tick", x(float64(year)), timeBottom, x(float64(year)), timeBottom+4)
		p.text("soft", "middle", x(float64(year)), timeBottom+18, fmt.Sprint(year))
	}
	p.line("ref", x(index(cut)), timeTop-6, x(index(cut)), timeBottom)
	anchor := "start"
	if x(index(cut)) > timeRight-120 {
		anchor = "end"
	}
	p.text("soft", anchor, x(index(cut))+map[string]float64{"start": 5, "end": -5}[anchor], timeTop-8, "cut-off "+sub.Cutoff)
	said := []string{"cut-off " + sub.Cutoff}
	var halves []half
	for h := range by {
		halves = append(halves, h)
	}
	slices.SortFunc(halves, func(a, b half) int { return 2*(a.year-b.year) + a.half - b.half })
	for _, h := range halves {
		v := metric.TDR.Compute(by[h])
		if !v.Defined {
			continue
		}
		at := x(float64(h.year) + 0.5*float64(h.half) + 0.25)
		if i := v.Interval; i != nil {
			p.line("whisker", at, y(i.Lo), at, y(i.Hi))
		}
		p.circle("point", at, y(v.Point))
		said = append(said, fmt.Sprintf("%d, %s half: %s", h.year, [...]string{"first", "second"}[h.half], full(metric.Percent, v)))
	}
	p.Desc = strings.Join(said, "; ") + "."
	return p
}

// spanOf returns the first and the last day of a date, a month or a year.
func spanOf(s string) (first, last time.Time, ok bool) {
	if t, err := time.Parse("2006-01-02", s); err == nil {
		return t, t, true
	}
	if t, err := time.Parse("2006-01", s); err == nil {
		return t, t.AddDate(0, 1, -1), true
	}
	t, err := time.Parse("2006", s)
	return t, t.AddDate(1, 0, -1), err == nil
}
