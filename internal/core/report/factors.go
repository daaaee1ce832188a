package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

var factors = Section{ID: "factors", Title: "Ways of asking", Tables: []string{"factors", "factors-effects"},
	Build: buildFactors}

// buildFactors shows the cost of the levels of each factor of the question, including framing: one table for each
// factor, whose tests are one family.
func buildFactors(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same texts under strategies that differ in one factor only. All levels and " +
		"models of a factor on a suite form one family, for which p is Holm-adjusted."}}
	for s := range d.EachSuite() {
		for _, f := range prompt.Factors() {
			if effects := factorEffects(d, s, f); len(effects) > 0 {
				out.Tables = append(out.Tables, factorTables(s, f, effects)...)
			}
		}
	}
	return out, len(out.Tables) > 0
}

// factorEffect is the cost of one level of a factor of the question for one model, compared with another level at
// which everything else is the same.
type factorEffect struct {
	model  string    // with the levels of the other factors, written as a combination
	levels [2]string // the reference, then the other
	rows   [2][]bench.Trial
	drop   metric.Tested
}

// factorEffects compares the models of a run that were asked in ways that differ only in the level of one factor; none
// when there are no such models.
func factorEffects(d *Data, s *Suite, f prompt.Factor) []factorEffect {
	type asked struct{ subject, level string }
	cells := map[string][]asked{} // by everything except the factor
	for _, sub := range d.SubjectsOf(s) {
		if sub.Kind != "model" {
			continue
		}
		if st, err := prompt.For(s.Format, sub.Strategy); err == nil && st.Level(f.Name) != "" {
			same := sameBut(sub, st, f.Name)
			cells[same] = append(cells[same], asked{sub.Name, st.Level(f.Name)})
		}
	}
	var out []factorEffect
	for _, same := range slices.Sorted(maps.Keys(cells)) {
		cell := cells[same]
		slices.SortFunc(cell, func(a, b asked) int {
			return cmp.Or(slices.Index(f.Levels, a.level)-slices.Index(f.Levels, b.level), cmp.Compare(a.subject, b.subject))
		})
		for _, other := range cell[1:] {
			if first := cell[0]; other.level != first.level {
				e := factorEffect{model: same, levels: [2]string{first.level, other.level},
					rows: [2][]bench.Trial{s.Headline(first.subject), s.Headline(other.subject)}}
				e.drop = metric.Test(metric.TDR, e.rows[0], e.rows[1])
				out = append(out, e)
			}
		}
	}
	return out
}

// sameBut returns a name for a question and its subject without one factor.
func sameBut(sub bench.Subject, st prompt.Strategy, factor string) string {
	parts := []string{sub.Model}
	if sub.Model == "" {
		parts[0] = sub.Name
	}
	parts = append(parts, st.Templates)
	for _, f := range prompt.Factors() {
		if level := st.Level(f.Name); f.Name != factor && level != "" && level != f.Levels[0] {
			parts = append(parts, f.Name+"="+level)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sub.Params)) {
		parts = append(parts, name+" "+sub.Params[name])
	}
	return strings.Join(parts, ", ")
}

// factorTables returns the effects of one factor on one suite, with their p values adjusted.
func factorTables(s *Suite, f prompt.Factor, effects []factorEffect) []write.Table {
	var family []*metric.Difference
	for i := range effects {
		family = append(family, &effects[i].drop.Difference)
	}
	tests := adjust(family)
	head := []write.Column{{Key: "model", Title: "Model and fixed factors"}, keyed("reference", "from"),
		keyed("level", "to")}
	t := write.Table{ID: "factors", Group: s.Name, Of: f.Name,
		Title: fmt.Sprintf("TDR by %s (%s), %s", f.Name, f.Doc, Plural(tests, "test")), Main: true,
		Columns: slices.Concat(head, []write.Column{counts("tdr_reference", "TDR before"), counts("tdr", "TDR after"),
			counts("lost", "TDR lost (n)"), counts("p", "p"), counts("adjusted", "adjusted")}),
		Foot: []string{"TDR lost: TDR at the first level minus TDR at the second, in points, on the n clusters asked at " +
			"both, with the 95 % interval."}}
	e := write.Table{ID: "factors-effects", Group: s.Name, Of: f.Name, Title: "Paired effects of " + f.Name, Folded: true,
		Columns: slices.Concat(head, EffectColumns("from", "to")), Foot: []string{EffectFoot()}}
	for _, l := range effects {
		drop := lost(l.drop.Difference)
		drop.Lines = nil // p has columns of its own
		if l.drop.Equivalent(margin) {
			drop.Lines = []string{fmt.Sprintf("within %.0f points", 100*margin)}
		}
		row := write.Cells(l.model, l.levels[0], l.levels[1], value(metric.TDR, metric.TDR.Compute(l.rows[0])),
			value(metric.TDR, metric.TDR.Compute(l.rows[1])), drop, probability(l.drop.P), probability(l.drop.Adjusted))
		if l.drop.Test != "" {
			row.Notes = []string{"tested by " + l.drop.Test}
		}
		t.Rows = append(t.Rows, row)
		if l.drop.Effects != nil {
			e.Rows = append(e.Rows, write.Cells(l.model, l.levels[0], l.levels[1], EffectCells(*l.drop.Effects)))
		}
	}
	return append([]write.Table{t}, filled(e)...)
}

// probability returns the cell of a p value.
func probability(p *float64) write.Value {
	if p == nil {
		return write.Text("")
	}
	return write.Figure(Probability(*p), *p)
}
