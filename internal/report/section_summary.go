package report

import (
	"fmt"
	"slices"

	"assay/internal/bench"
)

var summarySection = Section{ID: "summary", Title: "Summary", Build: buildSummary}

type summaryData struct {
	Facts    []fact
	Warnings []string
	Suites   []suiteSummary
}

// fact is a name with a text, for definition lists.
type fact struct{ Name, Text string }

type suiteSummary struct {
	Name, Census string
	Sentences    []string
	Caveats      []string
}

func buildSummary(d *Data) (any, bool) {
	s := summaryData{Warnings: d.warnings()}
	suites := d.Suites()
	var names, tested []string
	for i := range suites {
		h := headline(d, &suites[i])
		names = append(names, suites[i].Name)
		s.Suites = append(s.Suites, suiteSummary{suites[i].Name, suites[i].Census().String(), explain(h), caveats(h)})
	}
	for _, sub := range d.subjects() {
		tested = append(tested, sub.Name)
	}
	ended, from := 0, d.source()
	for i := range from.Len() {
		if from.Row(i).Outcome == bench.Answered {
			ended++
		}
	}
	s.Facts = []fact{
		{"Suites", orNone(list(names))},
		{"Subjects", orNone(list(tested))},
		{"Trials", fmt.Sprintf("%s, of which %s answered", count(from.Len()), count(ended))},
		{"Started", when(d.Started)},
	}
	if d.Complete && !d.Ended.IsZero() && !d.Started.IsZero() {
		s.Facts = append(s.Facts, fact{"Took", duration(d.Ended.Sub(d.Started))})
	} else if !d.Complete {
		s.Facts = append(s.Facts, fact{"Ended", "not complete"})
	}
	s.Facts = append(s.Facts, fact{"Judge", orNone(d.Manifest.Judging.String())})
	if from.Len() == 0 {
		s.Warnings = append(slices.Clone(s.Warnings), "No trial was planned, so there is nothing to report.")
	}
	return s, true
}

// orNone returns s, or a dash for nothing.
func orNone(s string) string {
	if s == "" {
		return none
	}
	return s
}
