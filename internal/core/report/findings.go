package report

import (
	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var findings = Section{ID: "findings", Title: "Findings", Tables: []string{"findings", "findings-coarse"},
	Build: buildFindings}

func buildFindings(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"All findings by the class that the judge gave them, on vulnerable and on safe " +
		"variants. Finding precision counts target match, partial match and bonus valid as correct. Judges of a panel may " +
		"agree that a finding is correct, or that it is not, without a majority on its class."}}
	columns := []write.Column{subjectColumn(), counts("findings", "findings"), numbers(metric.FindingPrecision),
		numbers(metric.Hallucination)}
	columns[2].Title, columns[3].Title = "precision", "hallucination"
	for _, c := range bench.FindingClasses() {
		columns = append(columns, counts(string(c), ClassTitle(c)))
	}
	columns = append(columns, counts("no_majority", "no majority"), counts("unjudged", "not judged"))
	suites(d, func(s *Suite) {
		t := write.Table{ID: "findings", Group: s.Name, Title: "Findings by class", Columns: columns}
		names := HeadlineOf(d, s).Names()
		shares := d.Values(s, names, []metric.Metric{metric.FindingPrecision, metric.Hallucination})
		for k, name := range names {
			by := map[bench.FindingClass]int{}
			n, unjudged := 0, 0
			for _, row := range s.Headline(name) {
				if row.Answer == nil {
					continue
				}
				n += len(row.Answer.Findings)
				unjudged += len(row.Answer.Findings)
				if row.Verdict == nil {
					continue
				}
				for _, f := range row.Verdict.Findings {
					if !f.Open() {
						by[f.Class]++
						unjudged--
					}
				}
			}
			row := write.Cells(name, write.Int(n), value(metric.FindingPrecision, shares[k][0]),
				value(metric.Hallucination, shares[k][1]))
			for _, c := range bench.FindingClasses() {
				row.Cells = append(row.Cells, write.Int(by[c]))
			}
			row.Cells = append(row.Cells, write.Int(by[""]), write.Int(unjudged))
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t, coarse(d, s))
	})
	return out, len(out.Tables) > 0
}

// coarse returns the findings of a suite by the five classes of Appendix G.
func coarse(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "findings-coarse", Group: s.Name, Title: "The same by the five classes of the paper’s Appendix G",
		Folded:  true,
		Columns: []write.Column{subjectColumn(), counts("findings", "judged")},
		Foot: []string{"A partial match counts as target match if type and location are right at least in part, otherwise " +
			"as mischaracterised. Design choices, out-of-scope " +
			"and informational findings count as security theater."}}
	classes := bench.CoarseClasses()
	for _, c := range classes {
		t.Columns = append(t.Columns, counts(string(c), ClassTitle(c)))
	}
	t.Columns = append(t.Columns, counts("no_majority", "no majority"))
	for _, name := range HeadlineOf(d, s).Names() {
		none := 0
		by, n := make([]metric.Shares, len(classes)), 0
		for _, r := range s.Headline(name) {
			if r.Verdict == nil {
				continue
			}
			for _, f := range r.Verdict.Findings {
				if f.Open() && f.Coarse() == "" {
					continue // not judged
				}
				if n++; f.Coarse() == "" {
					none++
				}
				for i, c := range classes {
					by[i].Add(r.Variant.Base, c == f.Coarse(), 1)
				}
			}
		}
		row := write.Cells(name, write.Int(n))
		shares := make([]metric.Value, len(classes))
		var batch metric.Batch
		for i := range classes {
			batch.Share(&shares[i], &by[i], Seed)
		}
		batch.Run()
		for _, v := range shares {
			row.Cells = append(row.Cells, plain(value(metric.Metric{Scale: metric.Percent}, v)))
		}
		row.Cells = append(row.Cells, write.Int(none))
		t.Rows = append(t.Rows, row)
	}
	return t
}
