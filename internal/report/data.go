// Package report shows a run: one section a file, each a pure function of
// [Data]. The same Data gives the same bytes in every format.
package report

import (
	"cmp"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/metric"
)

// Data is everything a report may show. It is read from the store alone.
type Data struct {
	RunID    string
	Started  time.Time
	Ended    time.Time // zero when the run was interrupted
	Complete bool
	Manifest bench.Manifest
	Subjects []bench.Subject // in the order of the plan
	Trials   []Trial         // every planned trial, asked or not
	Notes    []string        // what the reader should know before reading a number

	tables map[string]*Headline // by suite, while one report is written; nil computes afresh
}

// Trial is one planned trial with what came back.
type Trial struct {
	metric.Row
	Key      string
	Reason   string // why there is no answer
	Text     string // the response, verbatim: untrusted data
	Model    string
	Attempts int
}

// Suite is one suite's part of the data.
type Suite struct {
	Name     string
	Format   string
	Variants []*bench.Variant // in order of key, each once
	trials   []Trial
}

// Suites splits the data by suite, in order of name.
func (d *Data) Suites() []Suite {
	byName := map[string]*Suite{}
	seen := map[*bench.Variant]bool{}
	for _, t := range d.Trials {
		s := byName[t.Variant.Suite]
		if s == nil {
			s = &Suite{Name: t.Variant.Suite, Format: t.Variant.Format}
			byName[s.Name] = s
		}
		s.trials = append(s.trials, t)
		if !seen[t.Variant] {
			seen[t.Variant] = true
			s.Variants = append(s.Variants, t.Variant)
		}
	}
	out := make([]Suite, 0, len(byName))
	for _, s := range byName {
		slices.SortFunc(s.Variants, func(a, b *bench.Variant) int { return cmp.Compare(a.Key, b.Key) })
		slices.SortFunc(s.trials, func(a, b Trial) int {
			return cmp.Or(cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Repetition, b.Repetition))
		})
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Suite) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Trials returns the trials of one subject in the suite, in order of variant.
func (s *Suite) Trials(subject string) []Trial {
	var out []Trial
	for _, t := range s.trials {
		if t.Subject == subject {
			out = append(out, t)
		}
	}
	return out
}

// Rows returns the same as metric rows.
func (s *Suite) Rows(subject string) []metric.Row {
	var out []metric.Row
	for _, t := range s.trials {
		if t.Subject == subject {
			out = append(out, t.Row)
		}
	}
	return out
}
