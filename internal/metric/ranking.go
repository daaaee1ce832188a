package metric

import (
	"maps"
	"slices"

	"assay/internal/stats"
	"assay/internal/stats/rank"
)

// Rank ranks subjects on a metric, on what all of them were asked, with the
// ranks that resampling bases leaves open. The results stand in the order of
// subjects.
func Rank(m Metric, subjects []Condition) []rank.Ranked {
	rows, columns := joint(m, subjects)
	f := m.statistic()
	fs := make([]stats.Statistic, len(subjects))
	for i := range fs {
		fs[i] = func(s []float64) (float64, bool) { return f(s[i*columns : (i+1)*columns]) }
	}
	return rank.Intervals(rows, fs, m.Lower, seed)
}

// joint returns the sums of all subjects side by side, in order of base, over the items that
// every subject was asked.
func joint(m Metric, subjects []Condition) (rows [][]float64, columns int) {
	asked := map[string]int{}
	for _, s := range subjects {
		here := map[string]bool{}
		for _, r := range s.Rows {
			here[byItem(r.Variant)] = true
		}
		for item := range here {
			asked[item]++
		}
	}
	common := map[string]bool{}
	for item, n := range asked {
		common[item] = n == len(subjects)
	}
	byBase := map[string][]float64{}
	for i, s := range subjects {
		t := m.tally(keep(s.Rows, common), byItem)
		columns = t.columns
		for base, sums := range t.bases {
			if byBase[base] == nil {
				byBase[base] = make([]float64, columns*len(subjects))
			}
			copy(byBase[base][i*columns:], sums)
		}
	}
	for _, base := range slices.Sorted(maps.Keys(byBase)) {
		rows = append(rows, byBase[base])
	}
	return rows, columns
}

// Robustness says how far the order of subjects by SUI depends on its weights.
type Robustness struct {
	Weighting rank.Weighting
	Subjects  []string  // those with all three components, to which the indices in Weighting refer
	LeftOut   []string  // subjects without: no target found, no finding, or no reasoning scored
	Spearman  []float64 // between the default weights and each weighting
}

// WeightRobustness computes the share of all weightings under which the order by
// default weights stands. The paper's five weightings lie close together, and a
// correlation of 1 between them says little (resolutions §3a.6). ok is false
// with fewer than two subjects.
func WeightRobustness(subjects []Condition, weightings []Weights) (out Robustness, ok bool) {
	var parts [][]float64
	for _, s := range subjects {
		rows := slices.Clone(s.Rows)
		Sort(rows)
		c := SUIDefault.tally(rows, byKey).total()
		if c[1] == 0 || c[3] == 0 || c[5] == 0 {
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
	out.Weighting, _ = rank.Simplex(parts, []float64{d.TDR, d.Reasoning, d.Precision}, seed)
	for _, w := range weightings {
		rho, _ := rank.Spearman(score(d), score(w))
		out.Spearman = append(out.Spearman, rho)
	}
	return out, true
}
