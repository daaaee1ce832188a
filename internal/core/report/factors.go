package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

// FactorEffect is the cost of one level of a factor of the question for one model, compared with another level at
// which everything else is the same.
type FactorEffect struct {
	Model     string // with the levels of the other factors, written as a combination
	Reference string // level
	Level     string
	Subjects  [2]string // the reference, then the other
	Values    [2]Cell   // TDR of the two
	Drop      metric.Tested
}

// FactorFamily holds the effects of one factor on one suite: one family of tests.
type FactorFamily struct {
	Factor prompt.Factor
	Tests  int // number for which p values are adjusted, after Holm
	Lines  []FactorEffect
}

// FactorsOf compares the models of a run that were asked in ways that differ only in the level of one factor, in
// the order of the factors; none when there are no such models.
func FactorsOf(d *Data, s *Suite) []FactorFamily {
	type asked struct {
		subject string
		level   string
	}
	subjects := map[string]bench.Subject{}
	strategies := map[string]prompt.Strategy{}
	for _, sub := range d.SubjectsOf(s) {
		if sub.Kind != "model" {
			continue
		}
		if st, err := prompt.For(s.Format, sub.Strategy); err == nil {
			subjects[sub.Name], strategies[sub.Name] = sub, st
		}
	}
	var out []FactorFamily
	for _, f := range prompt.Factors() {
		cells := map[string][]asked{} // by everything except the factor
		for name, st := range strategies {
			if level := st.Level(f.Name); level != "" {
				same := sameBut(subjects[name], st, f.Name)
				cells[same] = append(cells[same], asked{name, level})
			}
		}
		family := FactorFamily{Factor: f}
		for _, same := range slices.Sorted(maps.Keys(cells)) {
			cell := cells[same]
			slices.SortFunc(cell, func(a, b asked) int {
				if x := slices.Index(f.Levels, a.level) - slices.Index(f.Levels, b.level); x != 0 {
					return x
				}
				return strings.Compare(a.subject, b.subject)
			})
			for _, other := range cell[1:] {
				if first := cell[0]; other.level != first.level {
					family.Lines = append(family.Lines, s.effect(same, first.subject, other.subject, first.level, other.level))
				}
			}
		}
		if len(family.Lines) > 0 {
			family.adjust()
			out = append(out, family)
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

func (s *Suite) effect(same, reference, other, level, otherLevel string) FactorEffect {
	a, b := s.Headline(reference), s.Headline(other)
	e := FactorEffect{Model: same, Reference: level, Level: otherLevel, Subjects: [2]string{reference, other},
		Drop: metric.Test(metric.TDR, a, b)}
	for i, rows := range [][]bench.Trial{a, b} {
		e.Values[i] = Cell{Metric: metric.TDR, Value: metric.TDR.Compute(rows)}
	}
	return e
}

// adjust adjusts the p values of a family.
func (f *FactorFamily) adjust() {
	var family []*metric.Difference
	for i := range f.Lines {
		family = append(family, &f.Lines[i].Drop.Difference)
	}
	f.Tests = adjust(family)
}

var factors = Section{ID: "factors", Title: "Ways of asking", Tables: []string{"factors", "factors-effects"},
	Build: buildFactors}

// buildFactors shows the cost of the levels of each factor of the question, including framing: one table for each
// factor, whose tests are one family.
func buildFactors(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same texts under strategies that differ in one factor only. All levels and " +
		"models of a factor on a suite form one family, for which p is Holm-adjusted."}}
	suites(d, func(s *Suite) {
		for _, f := range FactorsOf(d, s) {
			t := write.Table{ID: "factors", Group: s.Name, Of: f.Factor.Name,
				Title: fmt.Sprintf("TDR by %s (%s), %s", f.Factor.Name, f.Factor.Doc, Plural(f.Tests, "test")), Main: true,
				Columns: []write.Column{{Key: "model", Title: "Model and fixed factors"}, keyed("reference", "from"),
					keyed("level", "to"), counts("tdr_reference", "TDR before"), counts("tdr", "TDR after"),
					counts("lost", "TDR lost (n)"), counts("p", "p"), counts("adjusted", "adjusted")},
				Foot: []string{"TDR lost: TDR at the first level minus TDR at the second, in points, on the n clusters asked at " +
					"both, with the 95 % interval."}}
			e := write.Table{ID: "factors-effects", Group: s.Name, Of: f.Factor.Name, Title: "Paired effects of " +
				f.Factor.Name, Folded: true,
				Columns: append([]write.Column{{Key: "model", Title: "Model and fixed factors"}, keyed("reference", "from"),
					keyed("level", "to")}, EffectColumns("from", "to")...), Foot: []string{EffectFoot()}}
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
					e.Rows = append(e.Rows, write.Cells(l.Model, l.Reference, l.Level, EffectCells(*l.Drop.Effects)))
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
	return write.Figure(Probability(*p), *p)
}
