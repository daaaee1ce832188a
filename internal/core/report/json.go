package report

import (
	"io"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// FormatVersion is raised when a field of the JSON output changes its meaning or is removed.
const FormatVersion = 2

type jsonReport struct {
	FormatVersion int            `json:"format_version"`
	Run           string         `json:"run"`
	Complete      bool           `json:"complete"`
	Notes         []string       `json:"notes,omitempty"`
	Suites        []jsonSuite    `json:"suites"`
	Knowledge     []Knowledge    `json:"knowledge,omitempty"`
	Judging       *Judging       `json:"judging,omitempty"`
	Tools         []ToolCounts   `json:"tools,omitempty"`
	Manifest      bench.Manifest `json:"manifest"`
	Decisions     *Decisions     `json:"decisions,omitempty"` // of a run until decided, which has no other numbers

	Sections []write.Section `json:"sections"` // the tables of the report
}

type jsonSuite struct {
	Name     string        `json:"name"`
	Format   bench.Format  `json:"format"`
	Variants int           `json:"variants"`
	Bases    int           `json:"bases"`
	Subjects []jsonSubject `json:"subjects"`

	Ranks map[string][]jsonRank `json:"ranks,omitempty"` // by metric id; none with a single subject

	Transformed *jsonTransformed `json:"transformed,omitempty"`
}

// jsonRank is the place of one subject, with the range of places that resampling the bases gives at 95 %.
type jsonRank struct {
	Subject string  `json:"subject"`
	Rank    float64 `json:"rank"`
	Lo      int     `json:"lo"`
	Hi      int     `json:"hi"`
	First   float64 `json:"first"`  // share of resamples in which it is first
	Unique  bool    `json:"unique"` // no other subject reaches its place
}

// jsonTransformed holds the effects of the chains of transformations on a suite.
type jsonTransformed struct {
	Reference string   `json:"reference"` // what drops refer to
	Placebos  []string `json:"placebos,omitempty"`
	Variants  int      `json:"variants"`
	Chains    []Chain  `json:"chains"`
	Warnings  []string `json:"warnings,omitempty"`
}

// jsonLine is one subject under one chain. Metrics, drops, and the parts of drops that exceed the placebos are by
// metric id.
type jsonLine struct {
	Chain   string                       `json:"chain"`
	Pairs   int                          `json:"pairs"`
	Changed metric.Value                 `json:"changed"`
	Metrics map[string]metric.Value      `json:"metrics"`
	Drops   map[string]metric.Difference `json:"drops"`
	Beyond  map[string]metric.Difference `json:"beyond_placebo,omitempty"`
}

type jsonSubject struct {
	Name      string                  `json:"name"`
	Diagnosis metric.Diagnosis        `json:"diagnosis"`
	Reason    string                  `json:"reason"`
	Outcomes  map[bench.Outcome]int   `json:"outcomes"`
	NotAsked  int                     `json:"not_asked"`
	Metrics   map[string]metric.Value `json:"metrics"` // by metric id

	Confidence *jsonConfidence `json:"confidence,omitempty"`

	Changed     *jsonDiagnosis          `json:"shown_otherwise,omitempty"`
	Reference   map[string]metric.Value `json:"reference,omitempty"`   // by metric id, on the texts that drops refer to
	Transformed []jsonLine              `json:"transformed,omitempty"` // one line for each chain
}

// jsonDiagnosis is the diagnosis repeated on texts that are shown in another form and keep the flaw.
type jsonDiagnosis struct {
	Diagnosis metric.Diagnosis `json:"diagnosis"`
	Reason    string           `json:"reason"`
}

// JSON writes the headline's numbers, over the same rows as the other formats, and the tables of the report as one
// indented JSON object. Shares are in [0, 1]; a metric whose "defined" is false has no value, and its point has no
// meaning. Equal data give equal bytes.
func JSON(w io.Writer, d *Data) error {
	d = d.Shared()
	out := jsonReport{FormatVersion: FormatVersion, Run: d.RunID, Complete: d.Complete, Notes: d.Notes,
		Suites: []jsonSuite{}, Manifest: d.Manifest, Sections: Document(d).Sections}
	if out.Decisions = d.Decisions(); out.Decisions != nil {
		return write.JSON(w, out)
	}
	out.Knowledge, out.Judging, out.Tools = KnowledgeOf(d), JudgingOf(d), d.Tools()
	for s := range d.EachSuite() {
		bases := map[string]bool{}
		for _, v := range s.Variants {
			bases[v.Base] = true
		}
		js := jsonSuite{Name: s.Name, Format: s.Format, Variants: len(s.Variants), Bases: len(bases),
			Subjects: []jsonSubject{}}
		t, changed := TransformationsOf(d, s)
		if changed {
			js.Transformed = t.json()
		}
		all := metric.All()
		if metric.Several(s.Variants) {
			all = append(all, metric.PerTarget()...)
		}
		if d.Weights != nil {
			all = append(all, metric.SUIMetric(*d.Weights, false))
		}
		h := HeadlineOf(d, s)
		lines := slices.Concat(h.Lines, h.Few)
		names := make([]string, len(lines))
		for i, l := range lines {
			names[i] = l.Subject.Name
		}
		values := d.Values(s, names, all)
		for _, sub := range d.SubjectsOf(s) {
			j := jsonSubject{Name: sub.Name, Outcomes: metric.Outcomes(s.Planned(sub.Name)), Metrics: map[string]metric.Value{}}
			j.NotAsked = j.Outcomes[""]
			delete(j.Outcomes, "")
			l := slices.Index(names, sub.Name)
			j.Diagnosis, j.Reason = lines[l].Diagnosis, lines[l].Reason
			for i, v := range values[l] {
				j.Metrics[all[i].ID] = v
			}
			if changed {
				j.Reference, j.Transformed = t.jsonLines(sub.Name)
				if i := slices.IndexFunc(t.Subjects, func(l ChangedLines) bool { return l.Subject.Name == sub.Name }); i >= 0 {
					j.Changed = &jsonDiagnosis{t.Subjects[i].Diagnosis, t.Subjects[i].Reason}
				}
			}
			js.Subjects = append(js.Subjects, j)
		}
		js.Ranks = jsonRanks(d, s)
		trusts := confidenceOf(d, s)
		for j := range js.Subjects {
			js.Subjects[j].Confidence = jsonTrust(trusts, js.Subjects[j].Name)
		}
		out.Suites = append(out.Suites, js)
	}
	return write.JSON(w, out)
}

func jsonRanks(d *Data, s *Suite) map[string][]jsonRank {
	subjects := d.SubjectsOf(s)
	if len(subjects) < 2 {
		return nil
	}
	out := map[string][]jsonRank{}
	for i, m := range rankedMetrics() {
		for _, sub := range subjects {
			if r := d.ranks(s)[i][sub.Name]; r.OK {
				out[m.ID] = append(out[m.ID], jsonRank{sub.Name, r.Rank, r.Lo, r.Hi, r.First, r.Unique})
			}
		}
	}
	return out
}

func (t *Transformations) json() *jsonTransformed {
	return &jsonTransformed{Reference: t.Reference, Placebos: t.Placebos, Variants: len(t.Suite.Transformed),
		Chains: t.Chains, Warnings: t.caveats()}
}

// jsonLines returns the results of one subject under every chain, and on the reference.
func (t *Transformations) jsonLines(subject string) (reference map[string]metric.Value, lines []jsonLine) {
	i := slices.IndexFunc(t.Subjects, func(s ChangedLines) bool { return s.Subject.Name == subject })
	if i < 0 {
		return nil, nil
	}
	values := func(cells []Cell) map[string]metric.Value {
		out := map[string]metric.Value{}
		for _, c := range cells {
			out[c.Metric.ID] = c.Value
		}
		return out
	}
	differences := func(ds []metric.Difference) map[string]metric.Difference {
		out := map[string]metric.Difference{}
		for i, d := range ds {
			out[TransformedMetrics()[i].ID] = d
		}
		return out
	}
	for j, l := range t.Subjects[i].Lines {
		lines = append(lines, jsonLine{t.Chains[j].Chain, l.Pairs, l.Changed.Value, values(l.Cells), differences(l.Drops),
			differences(l.Beyond)})
	}
	return values(t.Subjects[i].Reference), lines
}
