package metric

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Freshness compares a subject's results on public texts with those on fresh texts of equal composition: the gap
// is what memory was worth.
//
// The two are paired by cell: texts of one truth, group, tier and size, and for vulnerable ones also of one class.
// Public texts have the weight of the fresh ones in their cell, so that both sides have the same composition;
// texts of a cell that the other side lacks are left out.
type Freshness struct {
	Public, Fresh stats.Estimate // shares
	Gap           stats.Estimate // Public minus Fresh; if positive, what memory was worth
	Cells         int            // that both sides have
	PublicN       int            // trials in them
	FreshN        int
	LeftOut       int // fresh trials in cells that the public side lacks
	Bases         int
}

// Shown reports whether the interval of the gap is above zero.
func (f Freshness) Shown() bool { return f.Gap.OK && f.Gap.Interval != nil && f.Gap.Interval.Lo > 0 }

// FreshVerdicts compares balanced accuracy: the mean of the shares of right verdicts on vulnerable and on safe
// texts, so that guessing gains nothing.
func FreshVerdicts(public, fresh []bench.Trial) Freshness {
	return freshness(public, fresh, every, correct)
}

// FreshTargets compares TDR.
func FreshTargets(public, fresh []bench.Trial) Freshness {
	return freshness(public, fresh, vulnerable, found(strict))
}

// cellOf returns the name of the composition cell of a text.
func cellOf(v *bench.Variant) string {
	class := ""
	if v.Truth == bench.Vulnerable {
		class = string(v.Class)
	}
	return fmt.Sprintf("%s|%s|%d|%s|%s", v.Truth, v.Group, v.Tier, sizeOf(v), class)
}

// sizeOf returns the size class of a text, by its number of non-blank lines.
func sizeOf(v *bench.Variant) string {
	n := 0
	for _, f := range v.Task.Files {
		for line := range strings.Lines(f.Text) {
			if strings.TrimSpace(line) != "" {
				n++
			}
		}
	}
	for _, most := range []int{80, 250, 600} {
		if n < most {
			return fmt.Sprintf("<%d", most)
		}
	}
	return "600+"
}

// Columns of a cell in the sums of a base.
const (
	publicHits = iota
	publicAll
	freshHits
	freshAll
	cellColumns
)

// freshness counts the rows for which selected returns true, and those among them that are right.
func freshness(public, fresh []bench.Trial, selected func(bench.Trial) bool,
	right func(bench.Trial) (ok, scored bool)) Freshness {
	type place struct{ base, cell string }
	sums := map[place]*[cellColumns]float64{}
	truth := map[string]bench.Truth{}
	var out Freshness
	note := func(rows []bench.Trial, hits, all int) {
		for _, r := range rows {
			if !selected(r) {
				continue
			}
			ok, scored := right(r)
			if !scored {
				continue
			}
			at := place{r.Variant.Base, cellOf(r.Variant)}
			truth[at.cell] = r.Variant.Truth
			if sums[at] == nil {
				sums[at] = &[cellColumns]float64{}
			}
			sums[at][all]++
			if ok {
				sums[at][hits]++
			}
		}
	}
	note(public, publicHits, publicAll)
	note(fresh, freshHits, freshAll)
	total := map[string]*[cellColumns]float64{}
	for at, s := range sums {
		if total[at.cell] == nil {
			total[at.cell] = &[cellColumns]float64{}
		}
		for i, x := range s {
			total[at.cell][i] += x
		}
	}
	var cells []string
	for cell, t := range total {
		if t[freshAll] == 0 || t[publicAll] == 0 {
			out.LeftOut += int(t[freshAll])
			continue
		}
		cells = append(cells, cell)
		out.PublicN += int(t[publicAll])
		out.FreshN += int(t[freshAll])
	}
	slices.Sort(cells)
	out.Cells = len(cells)
	column := map[string]int{}
	for i, c := range cells {
		column[c] = i * cellColumns
	}
	rows := map[string][]float64{}
	for at, s := range sums {
		c, ok := column[at.cell]
		if !ok {
			continue
		}
		if rows[at.base] == nil {
			rows[at.base] = make([]float64, len(cells)*cellColumns)
		}
		copy(rows[at.base][c:], s[:])
	}
	out.Bases = len(rows)
	var clusters [][]float64
	for _, base := range slices.Sorted(maps.Keys(rows)) {
		clusters = append(clusters, rows[base])
	}
	share := func(hits, all int) stats.Statistic {
		return func(s []float64) (float64, bool) { return composed(s, cells, truth, hits, all) }
	}
	gap := func(s []float64) (float64, bool) {
		p, ok := composed(s, cells, truth, publicHits, publicAll)
		f, both := composed(s, cells, truth, freshHits, freshAll)
		return p - f, ok && both
	}
	e := stats.JointBootstrap(clusters, []stats.Statistic{share(publicHits, publicAll), share(freshHits, freshAll), gap},
		seed)
	out.Public, out.Fresh, out.Gap = e[0], e[1], e[2]
	return out
}

// composed returns the share of one side with every cell in its weight among fresh texts: the mean over the
// existing truths. A cell in which one side has no texts, which a resample may have, counts on neither side.
func composed(s []float64, cells []string, truth map[string]bench.Truth, hits, all int) (float64, bool) {
	type side struct{ sum, weight float64 }
	by := map[bench.Truth]side{}
	for i, cell := range cells {
		c := s[i*cellColumns : (i+1)*cellColumns]
		if c[publicAll] == 0 || c[freshAll] == 0 {
			continue
		}
		t := by[truth[cell]]
		t.sum += c[freshAll] * c[hits] / c[all]
		t.weight += c[freshAll]
		by[truth[cell]] = t
	}
	mean, n := 0.0, 0
	for _, t := range []bench.Truth{bench.Vulnerable, bench.Safe} {
		if x := by[t]; x.weight > 0 {
			mean += x.sum / x.weight
			n++
		}
	}
	return mean / float64(cmp.Or(n, 1)), n > 0
}
