package report

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
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
