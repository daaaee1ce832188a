package report

import (
	"assay/internal/bench"
	"assay/internal/metric"
)

var findingsSection = Section{ID: "findings", Title: "Findings", Build: buildFindings}

type findingsData struct {
	Columns []string
	Suites  []findingsSuite
}

type findingsSuite struct {
	Name  string
	Rows  []findingsRow
	Notes []string
}

type findingsRow struct {
	Name                      string
	Counts                    []int
	Unjudged, N               int
	Precision, Hallucinations Cell
}

func buildFindings(d *Data) (any, bool) {
	var out findingsData
	for _, c := range bench.FindingClasses() {
		out.Columns = append(out.Columns, title(c))
	}
	suites := d.Suites()
	for i := range suites {
		s := findingsSuite{Name: suites[i].Name}
		var notes footnotes
		names := headline(d, &suites[i]).names()
		shares := d.values(&suites[i], names, []metric.Metric{metric.FindingPrecision, metric.Hallucination})
		for k, name := range names {
			rows := suites[i].Headline(name)
			r := findingsRow{Name: name}
			by := map[bench.FindingClass]int{}
			for _, row := range rows {
				if row.Answer == nil {
					continue
				}
				r.N += len(row.Answer.Findings)
				if row.Verdict == nil {
					r.Unjudged += len(row.Answer.Findings)
					continue
				}
				for _, f := range row.Verdict.Findings {
					by[f.Class]++
				}
			}
			for _, c := range bench.FindingClasses() {
				r.Counts = append(r.Counts, by[c])
			}
			p, h := shares[k][0], shares[k][1]
			r.Precision = Cell{metric.FindingPrecision, p, notes.number(p.Warnings)}
			r.Hallucinations = Cell{metric.Hallucination, h, notes.number(h.Warnings)}
			s.Rows = append(s.Rows, r)
		}
		s.Notes = notes
		out.Suites = append(out.Suites, s)
	}
	return out, len(out.Suites) > 0
}
