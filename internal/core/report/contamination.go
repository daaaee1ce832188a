package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var contamination = Section{Tables: []string{"contamination"},
	Build: buildContamination}

// buildContamination compares detection of flaws that were public before a model's training ended with that of
// later ones. Subjects that were not trained are left out.
func buildContamination(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Detection on flaws that were public before a model's training cut-off, against " +
		"later flaws. A drop on later flaws suggests memory. A later flaw is not " +
		"necessarily unseen, because template code is older."}}
	suites(d, func(s *Suite) {
		trained := slices.DeleteFunc(d.SubjectsOf(s), func(sub bench.Subject) bool { return sub.Kind == "builtin" })
		if len(trained) > 0 {
			out.Tables = append(out.Tables, contaminated(s, trained))
		}
	})
	return out, len(out.Tables) > 0
}

func contaminated(s *Suite, subjects []bench.Subject) write.Table {
	t := write.Table{ID: "contamination", Group: s.Name, Title: "TDR by whether the flaw was public before the cut-off; " +
		"the gap is the mean over later clusters minus the mean over earlier ones"}
	if !slices.ContainsFunc(s.Variants, func(v *bench.Variant) bool { return v.Public != "" }) {
		t.Lead = []string{"No sample of this suite has a publication date for its flaw, so none " +
			"can be dated against a cut-off."}
		return t
	}
	t.Columns = []write.Column{subjectColumn(), words("cutoff", "Cut-off"), counts("before", "before"),
		counts("after", "after"), counts("undated", "undated"), counts("gap", "gap")}
	cutoffs, errs, charts := make([]metric.Cutoff, len(subjects)), make([]error, len(subjects)),
		make([]*write.Drawing, len(subjects))
	Each(len(subjects), func(i int) {
		if sub := subjects[i]; sub.Cutoff != "" {
			rows := s.Headline(sub.Name)
			cutoffs[i], errs[i] = metric.ByCutoff(metric.TDR, rows, func(v *bench.Variant) string { return v.Public },
				sub.Cutoff)
			charts[i] = timeline(s.Name, sub, rows)
		}
	})
	var unknown []string
	for i, sub := range subjects {
		c, err := cutoffs[i], errs[i]
		switch {
		case sub.Cutoff == "":
			unknown = append(unknown, sub.Name)
			continue
		case err != nil:
			unknown = append(unknown, fmt.Sprintf("%s (%v)", sub.Name, err))
			continue
		}
		gap := write.Text("")
		if c.Gap.OK {
			gap = value(metric.Metric{Scale: metric.Points}, metric.Value{Defined: true, Point: c.Gap.Value,
				Interval: c.Gap.Interval})
			gap.Lines = []string{PValue(c.Gap.P)}
		}
		row := write.Cells(sub.Name, sub.Cutoff, plain(value(metric.TDR, c.Before)), plain(value(metric.TDR, c.After)),
			plain(value(metric.TDR, c.Undated)), gap)
		row.Notes = c.Warnings
		t.Rows = append(t.Rows, row)
		if charts[i] != nil {
			t.Drawings = append(t.Drawings, charts[i])
		}
	}
	if n := len(t.Drawings); n > 0 {
		t.Drawings[n-1].Caption = "Dot: TDR on the samples of a half-year, in percent. Line: 95 % interval. Broken " +
			"line: end of the training data."
	}
	if len(unknown) > 0 {
		t.Lead = []string{"Left out without a known cut-off: " + strings.Join(unknown, ", ") +
			". Add a cut-off to assay-models.yaml before the run."}
	}
	return t
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
func timeline(suite string, sub bench.Subject, rows []bench.Trial) *write.Drawing {
	type half struct{ year, half int }
	by := map[half][]bench.Trial{}
	var dated *bench.Variant
	var day time.Time
	var err error
	for _, r := range rows {
		if r.Variant != dated {
			dated = r.Variant
			day, _, err = metric.Span(r.Variant.Public)
		}
		// a year alone belongs to neither half
		if err == nil && len(r.Variant.Public) > len("2006") && r.Variant.Truth == bench.Vulnerable {
			h := half{day.Year(), (int(day.Month()) - 1) / 6}
			by[h] = append(by[h], r)
		}
	}
	_, cut, err := metric.Span(sub.Cutoff)
	if len(by) < 2 || err != nil {
		return nil
	}
	index := func(t time.Time) float64 { return float64(t.Year()) + float64(t.YearDay()-1)/365.25 }
	first, last := index(cut), index(cut)
	for h := range by {
		first, last = min(first, float64(h.year)+0.5*float64(h.half)), max(last, float64(h.year)+0.5*float64(h.half)+0.5)
	}
	x := func(year float64) float64 { return timeLeft + 12 + (year-first)/(last-first)*(timeRight-timeLeft-24) }
	y := func(share float64) float64 { return timeBottom - share*(timeBottom-timeTop) }
	p := &write.Drawing{Title: "TDR of " + sub.Name + " on " + suite + " by when the flaw became public", Class: "wide",
		Width: timeWidth, Height: timeHeight}
	p.Label("", "start", 0, 12, termtext.Clip(sub.Name, 60))
	p.Shares(timeLeft, timeRight, timeTop, timeBottom)
	step := 1
	for (last-first)/float64(step) > 12 {
		step++
	}
	for year := int(first) + 1; float64(year) <= last; year += step {
		p.Line("tick", x(float64(year)), timeBottom, x(float64(year)), timeBottom+4)
		p.Label("soft", "middle", x(float64(year)), timeBottom+18, fmt.Sprint(year))
	}
	p.Line("ref", x(index(cut)), timeTop-6, x(index(cut)), timeBottom)
	anchor := "start"
	if x(index(cut)) > timeRight-120 {
		anchor = "end"
	}
	p.Label("soft", anchor, x(index(cut))+map[string]float64{"start": 5, "end": -5}[anchor], timeTop-8, "cut-off "+
		sub.Cutoff)
	desc := []string{"cut-off " + sub.Cutoff}
	inOrder := func(a, b half) int { return 2*(a.year-b.year) + a.half - b.half }
	for _, h := range slices.SortedFunc(maps.Keys(by), inOrder) {
		v := metric.TDR.Compute(by[h])
		if !v.Defined {
			continue
		}
		at := x(float64(h.year) + 0.5*float64(h.half) + 0.25)
		if i := v.Interval; i != nil {
			p.Line("whisker", at, y(i.Lo), at, y(i.Hi))
		}
		p.Circle("point", at, y(v.Point))
		desc = append(desc, fmt.Sprintf("%d, %s half: %s", h.year, [...]string{"first", "second"}[h.half],
			Full(metric.Percent, v)))
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}
