package report

import (
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// dimension is one way to split the variants of a suite.
type dimension struct {
	by       string
	of       func(*bench.Variant) string // "" leaves a variant out
	say      func(string) string
	accuracy bool // also show the share of right verdicts, and on the terminal
}

func dimensions(format bench.Format) []dimension {
	same := func(s string) string { return s }
	return []dimension{
		{by: format.Group(), of: func(v *bench.Variant) string { return v.Group }, say: same,
			accuracy: format.ByRequirement()},
		{by: "tier", of: func(v *bench.Variant) string {
			if v.Tier == 0 {
				return ""
			}
			return strconv.Itoa(v.Tier)
		}, say: func(s string) string { return "tier " + s }},
		{by: "class", of: func(v *bench.Variant) string { return string(v.Class) },
			say: func(s string) string { return bench.Class(s).Title() }},
	}
}

// metric returns the dimension as [metric.Group] takes it. A class is a property of the flaw.
func (d dimension) metric() metric.Dimension {
	return metric.Dimension{Name: d.by, Flaw: d.by == "class", Values: func(v *bench.Variant) []string {
		if s := d.of(v); s != "" {
			return []string{s}
		}
		return nil
	}}
}

// rowsWhere keeps the rows of the variants for which in is true.
func rowsWhere(rows []bench.Trial, in func(*bench.Variant) bool) []bench.Trial {
	var parts [][]bench.Trial
	for same := range metric.Runs(rows) {
		if in(same[0].Variant) {
			parts = append(parts, same)
		}
	}
	return slices.Concat(parts...)
}
