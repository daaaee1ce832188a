package report

import (
	"encoding/json"
	"fmt"
	"io"

	"assay/internal/bench"
	"assay/internal/metric"
)

// FormatVersion is raised when a field of the JSON output changes its meaning or goes.
const FormatVersion = 1

type jsonReport struct {
	FormatVersion int            `json:"format_version"`
	Run           string         `json:"run"`
	Complete      bool           `json:"complete"`
	Notes         []string       `json:"notes,omitempty"`
	Suites        []jsonSuite    `json:"suites"`
	Manifest      bench.Manifest `json:"manifest"`
}

type jsonSuite struct {
	Name     string        `json:"name"`
	Format   string        `json:"format"`
	Variants int           `json:"variants"`
	Bases    int           `json:"bases"`
	Subjects []jsonSubject `json:"subjects"`
}

type jsonSubject struct {
	Name      string                  `json:"name"`
	Diagnosis metric.Diagnosis        `json:"diagnosis"`
	Reason    string                  `json:"reason"`
	Outcomes  map[bench.Outcome]int   `json:"outcomes"`
	NotAsked  int                     `json:"not_asked"`
	Metrics   map[string]metric.Value `json:"metrics"` // by metric id
}

// JSON writes the headline's numbers, over the same rows as the other formats, as
// one indented JSON object. Shares lie
// in [0, 1]; a metric whose "defined" is false has no value, and its point is
// not to be read. Equal data give equal bytes.
func JSON(w io.Writer, d *Data) error {
	out := jsonReport{FormatVersion: FormatVersion, Run: d.RunID, Complete: d.Complete, Notes: d.Notes, Suites: []jsonSuite{}, Manifest: d.Manifest}
	for _, s := range d.Suites() {
		bases := map[string]bool{}
		for _, v := range s.Variants {
			bases[v.Base] = true
		}
		js := jsonSuite{Name: s.Name, Format: s.Format, Variants: len(s.Variants), Bases: len(bases), Subjects: []jsonSubject{}}
		for _, sub := range d.Subjects {
			rows := s.Headline(sub.Name)
			j := jsonSubject{Name: sub.Name, Outcomes: metric.Outcomes(rows), Metrics: map[string]metric.Value{}}
			j.NotAsked = j.Outcomes[""]
			delete(j.Outcomes, "")
			j.Diagnosis, j.Reason = metric.Diagnose(rows)
			for i, v := range metric.Values(metric.All(), rows) {
				j.Metrics[metric.All()[i].ID] = v
			}
			js.Subjects = append(js.Subjects, j)
		}
		out.Suites = append(out.Suites, js)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}
