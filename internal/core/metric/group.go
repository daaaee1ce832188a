package metric

import (
	"cmp"
	"slices"
	"strconv"

	"assay/internal/bench"
)

// Dimension is one way to split variants. A variant may have several values, such as several code acts. One
// without a value is left out.
type Dimension struct {
	Name   string
	Values func(*bench.Variant) []string
	Flaw   bool // it is a property of the flaw, which safe variants that are no twin do not have
}

// Dimensions returns the ways in which results are split. To split by properties of a subject, pass its rows
// separately.
func Dimensions() []Dimension {
	single := func(of func(*bench.Variant) string) func(*bench.Variant) []string {
		return func(v *bench.Variant) []string {
			if s := of(v); s != "" {
				return []string{s}
			}
			return nil
		}
	}
	return []Dimension{
		{Name: "group", Values: single(func(v *bench.Variant) string { return v.Group })}, // subset or application
		{Name: "tier", Values: single(func(v *bench.Variant) string {
			if v.Tier == 0 {
				return ""
			}
			return strconv.Itoa(v.Tier)
		})},
		{Name: "class", Flaw: true, Values: func(v *bench.Variant) []string { // class of each documented flaw, or hazard
			var out []string
			for _, s := range v.Documented() {
				if s.Class != "" && !slices.Contains(out, string(s.Class)) {
					out = append(out, string(s.Class))
				}
			}
			return out
		}},
		{Name: "severity", Values: single(func(v *bench.Variant) string { return v.Severity }), Flaw: true},
		{Name: "chain", Values: single(func(v *bench.Variant) string { return v.Chain })},
		{Name: "code act", Flaw: true, Values: func(v *bench.Variant) []string {
			var out []string
			for _, l := range v.Targets() {
				if l.Act != "" && !slices.Contains(out, string(l.Act)) {
					out = append(out, string(l.Act))
				}
			}
			return out
		}},
	}
}

// Group splits rows by a dimension, in order of value. A value has the rows of its vulnerable variants with those
// of their twins, regardless of the twins' own value, so that rates on safe variants and pairs keep their meaning.
// Safe variants that are no twin are under their own value, and under none when the dimension is a property of the
// flaw.
func Group(rows []bench.Trial, d Dimension) []Condition {
	twinOf := map[string][]string{} // key of a twin → values of its vulnerable variants
	for _, r := range rows {
		if vulnerable(r) && r.Variant.Twin != "" {
			twinOf[r.Variant.Twin] = append(twinOf[r.Variant.Twin], d.Values(r.Variant)...)
		}
	}
	by := map[string][]bench.Trial{}
	for _, r := range rows {
		values := d.Values(r.Variant)
		if of, twin := twinOf[r.Variant.Key]; twin && safe(r) {
			values = slices.Compact(slices.Sorted(slices.Values(of)))
		} else if safe(r) && d.Flaw {
			continue
		}
		for _, v := range values {
			by[v] = append(by[v], r)
		}
	}
	out := make([]Condition, 0, len(by))
	for name, rows := range by {
		out = append(out, Condition{name, rows})
	}
	slices.SortFunc(out, func(a, b Condition) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
