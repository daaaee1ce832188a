package report

import (
	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

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

// judgeFit shows how each pair of judges decides on the same findings.
func judgeFit(d *Data, j *Judging) write.Table {
	t := write.Table{ID: "judge-fit", Title: "Pairs of judges on the same findings, and on the mean of RCIR, AVA and FSV",
		Columns: []write.Column{words("judge", "Judge"), keyed("other", "Judge"), counts("class", "same class of five"),
			counts("type", "same type match"), counts("place", "same location match"),
			counts("pearson", "Pearson"), counts("p", "p"), counts("scored", "scored")},
		Foot: []string{"The five classes are those of the paper’s Appendix G. p treats answers as independent, as the " +
			"paper does; the interval resamples clusters."}}
	percent := metric.Metric{Scale: metric.Percent}
	for _, f := range JudgeFits(d, j) {
		t.Rows = append(t.Rows, write.Cells(f.A, f.B, value(percent, f.Class), value(percent, f.Type),
			value(percent, f.Place), plain(f.Linear.Coefficient.cell()), probability(f.Linear.P), write.Int(f.Linear.N)))
	}
	return t
}
