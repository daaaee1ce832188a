package section

import (
	"fmt"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var factors = Section{ID: "factors", Title: "Ways of asking", Tables: []string{"factors", "factors-effects"},
	Build: buildFactors}

// buildFactors shows the cost of the levels of each factor of the question, including framing: one table for each
// factor, whose tests are one family.
func buildFactors(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same texts under strategies that differ in one factor only. All levels and " +
		"models of a factor on a suite form one family, for which p is Holm-adjusted."}}
	suites(d, func(s *report.Suite) {
		for _, f := range report.FactorsOf(d, s) {
			t := write.Table{ID: "factors", Group: s.Name, Of: f.Factor.Name,
				Title: fmt.Sprintf("TDR by %s (%s), %s", f.Factor.Name, f.Factor.Doc, report.Plural(f.Tests, "test")), Main: true,
				Columns: []write.Column{{Key: "model", Title: "Model and fixed factors"}, keyed("reference", "from"),
					keyed("level", "to"), counts("tdr_reference", "TDR before"), counts("tdr", "TDR after"),
					counts("lost", "TDR lost (n)"), counts("p", "p"), counts("adjusted", "adjusted")},
				Foot: []string{"TDR lost: TDR at the first level minus TDR at the second, in points, on the n clusters asked at " +
					"both, with the 95 % interval."}}
			e := write.Table{ID: "factors-effects", Group: s.Name, Of: f.Factor.Name, Title: "Paired effects of " +
				f.Factor.Name, Folded: true,
				Columns: append([]write.Column{{Key: "model", Title: "Model and fixed factors"}, keyed("reference", "from"),
					keyed("level", "to")}, report.EffectColumns("from", "to")...), Foot: []string{report.EffectFoot()}}
			for _, l := range f.Lines {
				drop := lost(l.Drop.Difference)
				drop.Lines = nil // p has columns of its own
				if l.Drop.Equivalent(margin) {
					drop.Lines = []string{fmt.Sprintf("within %.0f points", 100*margin)}
				}
				row := write.Cells(l.Model, l.Reference, l.Level, shown(l.Values[:]...), drop, probability(l.Drop.P),
					probability(l.Drop.Adjusted))
				if l.Drop.Test != "" {
					row.Notes = []string{"tested by " + l.Drop.Test}
				}
				t.Rows = append(t.Rows, row)
				if l.Drop.Effects != nil {
					e.Rows = append(e.Rows, write.Cells(l.Model, l.Reference, l.Level, report.EffectCells(*l.Drop.Effects)))
				}
			}
			out.Tables = append(append(out.Tables, t), filled(e)...)
		}
	})
	return out, len(out.Tables) > 0
}

// probability returns the cell of a p value.
func probability(p *float64) write.Value {
	if p == nil {
		return write.Text("")
	}
	return write.Figure(report.Probability(*p), *p)
}
