package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// Section is one part of a report.
type Section struct {
	ID    string // anchor
	Title string // heading, and entry of the contents
	// Tables are the ids of the tables that it may have, for --table.
	Tables []string
	// Build computes it from the data alone, and returns false when there is nothing to show.
	Build func(*Data) (write.Section, bool)
}

// Sections returns the sections in the order of the report.
func Sections() []Section {
	return []Section{
		summary, decisions, joined(headline, foreign), explained, fresh, joined(tasks, ladder, effort),
		joined(pairs, pullRequests), transformations, decoys,
		joined(factors, hints, extents), tools, joined(knowledge, continuation, contamination), joined(judges, experts),
		joined(breakdown, confusion), outcomes, ranks, repetitions, confidence, joined(findings, targets, place),
		joined(paper, asPaper), samples, manifest,
	}
}

// joined adds the tables of further parts to a section. What a part says stands before its first table.
func joined(first Section, more ...Section) Section {
	out := first
	for _, part := range more {
		out.Tables = slices.Concat(out.Tables, part.Tables)
	}
	out.Build = func(d *Data) (write.Section, bool) {
		all, ok := first.Build(d)
		if !ok {
			all = write.Section{}
		}
		for _, part := range more {
			if s, ok := part.Build(d); ok {
				s.Tables[0].Lead, s.Tables[0].Facts = slices.Concat(s.Lead, s.Tables[0].Lead),
					slices.Concat(s.Legend, s.Tables[0].Facts)
				all.Tables = append(all.Tables, s.Tables...)
			}
		}
		return all, len(all.Tables) > 0
	}
	return out
}

// AsPaper is the part of the report with the numbers as the paper computes them.
const AsPaper = "as-paper"

// formerly are sections of earlier versions that are parts of others now; any other was named like its first table.
var formerly = []struct {
	name, in string
	tables   []string
}{{AsPaper, paper.ID, asPaper.Tables}, {"effort", tasks.ID, effort.Tables}, {"place", findings.ID, place.Tables}}

// Tables returns the ids of all tables.
func Tables() []string {
	var out []string
	for _, s := range Sections() {
		out = append(out, s.Tables...)
	}
	return out
}

// Selects reports whether id selects a part of a report: a table, or a section of an earlier version.
func Selects(id string) bool {
	for _, f := range formerly {
		if f.name == id {
			return true
		}
	}
	return slices.Contains(Tables(), id)
}

// Only returns the part of a report that id selects.
func Only(d *Data, id string) write.Document {
	for _, f := range formerly {
		if f.name == id {
			out := Document(d).Only(f.tables...)
			out.Notes = append(slices.Clone(d.Warnings()), fmt.Sprintf("%s is part of the section %s: %s.", id, f.in,
				List(f.tables)))
			return out
		}
	}
	return Document(d).Only(id)
}

// Document computes the whole report of a run. It is computed once for all formats of a shared view
// ([Data.Shared]): do not change the result.
func Document(d *Data) write.Document {
	d = d.Shared()
	return Kept(d, "document", func() write.Document {
		out := write.Document{Title: "assay report", Run: d.RunID, Notes: slices.Clone(d.Warnings())}
		if d.RunID != "" {
			out.Title += " " + d.RunID
		}
		if len(d.Trials) == 0 && len(d.Recalls) == 0 {
			out.Notes = append(out.Notes, "No trial was planned, so there is nothing to report.")
		}
		for _, s := range Sections() {
			if d.Manifest.Until != nil && !slices.Contains(ofAnySize, s.ID) {
				continue
			}
			if built, ok := s.Build(d); ok {
				built.ID, built.Title = s.ID, s.Title
				out.Sections = append(out.Sections, built)
			}
		}
		return out
	})
}

// ofAnySize are the sections without an interval or a test that holds only where the size of the run was fixed.
var ofAnySize = []string{decisions.ID, outcomes.ID, manifest.ID}

// Terminal writes the part of a run that a screen shows by default.
func Terminal(w io.Writer, d *Data, width int) error {
	return write.Terminal(w, Main(d), width)
}

// Main returns that part of the report.
func Main(d *Data) write.Document { return Document(d).Main() }

// HTML writes the whole report as one page. The texts of the samples, which take long, are written concurrently
// with the computation of the rest.
func HTML(w io.Writer, d *Data) error {
	d = d.Shared()
	d.Suites() // computed now, like the subjects, because concurrent sections need them
	d.AllSubjects()
	var wg sync.WaitGroup
	var texts detail
	if d.Manifest.Until == nil {
		wg.Go(func() { texts = samplesDetail(d) })
	}
	doc := Document(d)
	wg.Wait()
	doc.Answer, doc.Facts = Answer(d), facts(d)
	doc.Sections = slices.Clone(doc.Sections)
	for i := range doc.Sections {
		switch doc.Sections[i].ID {
		case summary.ID:
			doc.Sections[i].Facts = measured(d) // the other facts are above all sections
		case samples.ID:
			doc.Sections[i].Detail = texts.write
		}
	}
	return write.HTML(w, doc)
}

// value returns the cell of a computed metric.
func value(m metric.Metric, v metric.Value) write.Value {
	out := write.Value{Text: Number(m.Scale, v), Range: Interval(m.Scale, v.Interval), K: v.K, N: v.N,
		NotMeasured: v.NotMeasured, Warnings: v.Warnings}
	if v.Defined {
		out.Number, out.Interval = &v.Point, v.Interval
	}
	if v.Weighted {
		out.K, out.N = 0, 0
	}
	return out
}

// cells returns the cells of computed metrics.
func cells(ms []metric.Metric, vs []metric.Value) []write.Value {
	var out []write.Value
	for i, v := range vs {
		out = append(out, value(ms[i], v))
	}
	return out
}

// shown returns the cells of cells.
func shown(cs ...Cell) []write.Value {
	var out []write.Value
	for _, c := range cs {
		out = append(out, value(c.Metric, c.Value))
	}
	return out
}

// estimate returns the cell of an estimate.
func estimate(scale metric.Scale, e stats.Estimate) write.Value {
	return value(metric.Metric{Scale: scale}, metric.Value{Defined: e.OK, Point: e.Value, Interval: e.Interval,
		Warnings: e.Warnings})
}

// cell returns the cell of k of n.
func (s Share) cell() write.Value {
	if s.N == 0 {
		return write.Text("")
	}
	return value(metric.Metric{Scale: metric.Percent}, metric.Value{Defined: true, Point: float64(s.K) / float64(s.N),
		K: s.K, N: s.N, Interval: s.Interval})
}

// cell returns the cell of a measure of agreement.
func (c Coefficient) cell() write.Value {
	v := metric.Value{Warnings: c.Warnings}
	if c.Value != nil {
		v.Defined, v.Point, v.Interval = true, *c.Value, c.Interval
	}
	out := value(metric.Metric{Scale: metric.Index}, v)
	out.Text = minus(out.Text)
	out.Range = minus(out.Range)
	return out
}

// minus replaces hyphens with typographic minus signs.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// numbers returns the column of a metric.
func numbers(m metric.Metric) write.Column {
	c := write.Column{Key: m.ID, Title: m.Title, Help: m.Doc, Number: true}
	if m.ID == metric.BalancedAccuracy.ID {
		c.Short = "Bal. acc."
	}
	return c
}

// columns returns the columns of metrics.
func columns(ms []metric.Metric) []write.Column {
	var out []write.Column
	for _, m := range ms {
		out = append(out, numbers(m))
	}
	return out
}

// counts returns a column of counts.
func counts(key, title string) write.Column {
	return write.Column{Key: key, Title: title, Number: true}
}

// words returns a column of text.
func words(key, title string) write.Column { return write.Column{Key: key, Title: title} }

// keyed returns a column of text that, with the columns before it, names the row.
func keyed(key, title string) write.Column { return write.Column{Key: key, Title: title, Repeat: true} }

// prose returns a column of text that needs space.
func prose(key, title string) write.Column { return write.Column{Key: key, Title: title, Text: true} }

// subjectColumn returns the first column of most tables.
func subjectColumn() write.Column { return words("subject", "Subject") }

// suites calls f with every suite of a run.
func suites(d *Data, f func(*Suite)) {
	for s := range d.EachSuite() {
		f(s)
	}
}

// filled returns the tables that have rows.
func filled(tables ...write.Table) []write.Table {
	return slices.DeleteFunc(tables, func(t write.Table) bool { return len(t.Rows) == 0 })
}

// names returns the names of subjects.
func names(subjects []bench.Subject) []string {
	var out []string
	for _, s := range subjects {
		out = append(out, s.Name)
	}
	return out
}
