package section

import (
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/metric"
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

// withTwins keeps the rows of the vulnerable variants for which in is true, and those of their twins, whatever the
// twins' own group or class: several vulnerable variants may share one twin.
func withTwins(rows []bench.Trial, in func(*bench.Variant) bool) []bench.Trial {
	twins := map[string]bool{}
	wanted := map[*bench.Variant]bool{}
	for same := range metric.Runs(rows) {
		v := same[0].Variant
		if v.Truth == bench.Vulnerable && in(v) {
			wanted[v], twins[v.Twin] = true, true
		}
	}
	return rowsWhere(rows, func(v *bench.Variant) bool { return wanted[v] || v.Truth == bench.Safe && twins[v.Key] })
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
