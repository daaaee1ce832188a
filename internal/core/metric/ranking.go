package metric

import (
	"maps"
	"math"
	"slices"

	"assay/internal/bench"

	"assay/internal/core/stats/rank"
)

// Rank ranks subjects by a metric, on the texts that all of them were asked about, with the range of ranks that
// resampling the bases gives. The results are in the order of subjects.
func Rank(m Metric, subjects []Condition) []rank.Ranked {
	return Ranks([]Metric{m}, subjects)[0]
}

// Common returns the first text of every item that all subjects were asked about, in no particular order, and the
// number of items that any of them was asked about.
func Common(subjects []Condition) (common []*bench.Variant, all int) {
	asked := map[string]int{}
	first := map[string]*bench.Variant{}
	for _, s := range subjects {
		here := map[string]bool{}
		for _, r := range s.Rows {
			if item := items.of(r.Variant); !here[item] {
				here[item] = true
				asked[item]++
				first[item] = r.Variant
			}
		}
	}
	for item, n := range asked {
		if n == len(subjects) {
			common = append(common, first[item])
		}
	}
	return common, len(asked)
}

// Ranks returns the results of [Rank] for each of several metrics, on the same resamples.
func Ranks(ms []Metric, subjects []Condition) [][]rank.Ranked {
	sheets := make([]*Sheet, len(subjects))
	for i, s := range subjects {
		sheets[i] = NewSheet(s.Rows)
	}
	common := map[string]bool{}
	texts, _ := Common(subjects)
	for _, v := range texts {
		common[items.of(v)] = true
	}
	for i, s := range sheets {
		sheets[i] = s.keep(common)
	}
	out := make([][]rank.Ranked, len(ms))
	known := func(m Metric, s *Sheet) bool { why, _ := s.notMeasured(m); return why == "" }
	unread := func(m Metric) bool {
		return slices.ContainsFunc(sheets, func(s *Sheet) bool { _, bounded := s.notMeasured(m); return bounded })
	}
	type group struct {
		bases  []string
		joint  [][]float64
		scores []rank.Scores
		of     []int          // metrics
		at     map[string]int // first column of what was counted
	}
	var groups []*group
	for i, m := range ms {
		var tallies []*Tally // of each sheet unchanged, then with its missing judgements replaced
		all := map[string][]float64{}
		bounded := unread(m)
		for _, s := range sheets {
			versions := []*Sheet{s}
			if bounded {
				versions = append(versions, s.decided()...)
			}
			for _, version := range versions {
				t := version.tally(m, items)
				tallies = append(tallies, t)
				maps.Copy(all, t.bases)
			}
		}
		each := len(tallies) / max(len(sheets), 1)
		bases := slices.Sorted(maps.Keys(all))
		k := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.bases, bases) })
		if k < 0 {
			k = len(groups)
			groups = append(groups, &group{bases: bases, joint: make([][]float64, len(bases)), at: map[string]int{}})
		}
		g, columns := groups[k], 0
		from, have := g.at[m.counted()]
		if len(g.joint) > 0 && !have {
			from = len(g.joint[0])
			g.at[m.counted()] = from
		}
		f, score := m.statistic(), rank.Scores{Lower: m.Lower}
		for j, t := range tallies {
			columns = t.columns
			at := from + j*columns
			if j%each == 0 {
				measured := known(m, sheets[j/each])
				versions := each
				score.Of = append(score.Of, func(s []float64) (float64, bool) {
					if !measured {
						return 0, false
					}
					return f(s[at : at+columns])
				})
				if bounded {
					width := columns
					score.Range = append(score.Range, func(s []float64) (lo, hi float64, ok bool) {
						for k := 0; measured && k < versions; k++ {
							x, defined := f(s[at+k*width : at+(k+1)*width])
							switch {
							case !defined:
							case !ok:
								lo, hi, ok = x, x, true
							default:
								lo, hi = min(lo, x), max(hi, x)
							}
						}
						return lo, hi, ok
					})
				}
			}
			for b, base := range bases {
				if sums := t.bases[base]; have {
					break
				} else if sums != nil {
					g.joint[b] = append(g.joint[b], sums...)
				} else {
					g.joint[b] = append(g.joint[b], make([]float64, columns)...)
				}
			}
		}
		g.scores, g.of = append(g.scores, score), append(g.of, i)
	}
	for _, g := range groups {
		for k, r := range rank.Joint(g.joint, g.scores, seed) {
			out[g.of[k]] = r
		}
	}
	return out
}

// Robustness measures how much the order of subjects by SUI depends on its weights.
type Robustness struct {
	Weighting rank.Weighting
	Subjects  []string  // those with all three components, to which the indices in Weighting refer
	LeftOut   []string  // subjects without: no target found, no finding, or no reasoning scored
	Spearman  []float64 // between the default weights and each weighting

	Pairs [][]float64 // Spearman's rho of each pair of weightings; NaN if a weighting ranks all subjects equal
}

// WeightRobustness computes the share of all weightings that keep the order by default weights. The paper's five
// weightings are close together, so that a correlation of 1 between them means little (docs/paper.md row 50). ok
// is false with fewer than two subjects.
func WeightRobustness(subjects []Condition, weightings []Weights) (out Robustness, ok bool) {
	var parts [][]float64
	for _, s := range subjects {
		sheet := NewSheet(s.Rows)
		c := sheet.tally(SUIDefault, variants).total()
		if why, _ := sheet.notMeasured(SUIDefault); why != "" || c[1] == 0 || c[3] == 0 || c[5] == 0 {
			out.LeftOut = append(out.LeftOut, s.Name)
			continue
		}
		out.Subjects = append(out.Subjects, s.Name)
		parts = append(parts, []float64{c[0] / c[1], c[2] / c[3], c[4] / c[5]})
	}
	if len(parts) < 2 {
		return out, false
	}
	score := func(w Weights) (scores []float64) {
		for _, p := range parts {
			scores = append(scores, w.SUI(p[0], p[1], p[2]))
		}
		return scores
	}
	d := Weightings()[1]
	out.Weighting, _ = rank.Simplex(parts, []float64{d.TDR, d.Reasoning, d.Precision})
	for _, w := range weightings {
		rho, _ := rank.Spearman(score(d), score(w))
		out.Spearman = append(out.Spearman, rho)
		var line []float64
		for _, x := range weightings {
			r, ok := rank.Spearman(score(w), score(x))
			if !ok {
				r = math.NaN()
			}
			line = append(line, r)
		}
		out.Pairs = append(out.Pairs, line)
	}
	return out, true
}
