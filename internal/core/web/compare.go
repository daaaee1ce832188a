package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/stats"
)

type compareView struct {
	Run        string
	A, B       string
	What       string // "verdict" or "target"
	Subjects   []string
	Filter     selection
	Options    options
	Table      stats.Matched
	Exact, Mid string
	Bases      string // p of the sign-flip test over bases
	Diff       string
	Unscored   int // pairs left out, because the judge could not decide one of them
	Pending    int // pairs of which one has not ended
	Discordant []discordant
	Page       pager
}

// discordant is a text on which exactly one of the two was right.
type discordant struct {
	A, B     *bench.Trial
	AIsRight bool
}

// compare pairs two subjects on the same texts and repetitions. A trial without an answer is not right.
func (s *Server) compare(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	if err := run.Manifest.FixedSize(); err != nil {
		return nil, badRequest("run %s: %v", run.ID, err)
	}
	q := r.URL.Query()
	v := compareView{Run: run.ID, A: q.Get("a"), B: q.Get("b"), What: q.Get("what"), Options: snap.Options}
	if v.What != "target" {
		v.What = "verdict"
	}
	v.Filter = selectionOf(r, v.Options)
	for _, c := range snap.Subjects {
		v.Subjects = append(v.Subjects, c.Name)
	}
	if v.A == "" && v.B == "" && len(v.Subjects) > 1 {
		v.A, v.B = v.Subjects[0], v.Subjects[1]
	}
	v.Discordant, v.Page = paged(r, v.pair(snap.selected(v.Filter)), pageSize)
	return &page{Name: "compare", Title: "Compare two subjects", Run: run.ID, Here: "compare", Data: v}, nil
}

// right reports whether a trial is right; ok is false when this cannot be known.
func (v *compareView) right(f *bench.Trial) (right, ok bool) {
	if v.What == "target" {
		return f.Strict() == bench.Hit, f.Strict() != bench.Unscored
	}
	return says(f) == f.Variant.Truth, true
}

// pair fills in the table and returns the discordant pairs.
func (v *compareView) pair(texts []text) (out []discordant) {
	sums := map[string][2]float64{} // by base: pairs that only a is right on, minus b's; and all pairs
	for _, t := range texts {
		if v.What == "target" && t.Truth != bench.Vulnerable {
			continue
		}
		other := map[int]*bench.Trial{} // by repetition
		for _, f := range t.Trials {
			if f.Subject == v.B {
				other[f.Repetition] = f
			}
		}
		for _, a := range t.Trials {
			if b := other[a.Repetition]; a.Subject == v.A && b != nil {
				out = v.count(out, sums, a, b)
			}
		}
	}
	v.test(sums)
	return out
}

// count adds a pair to the table, and to the discordant pairs if it is one.
func (v *compareView) count(out []discordant, sums map[string][2]float64, a, b *bench.Trial) []discordant {
	x, okX := v.right(a)
	y, okY := v.right(b)
	switch {
	case a.Outcome == "" || b.Outcome == "":
		v.Pending++
		return out
	case !okX || !okY:
		v.Unscored++
		return out
	}
	base := sums[a.Variant.Base]
	base[1]++
	switch {
	case x && y:
		v.Table.A++
	case x:
		v.Table.B++
		base[0]++
	case y:
		v.Table.C++
		base[0]--
	default:
		v.Table.D++
	}
	sums[a.Variant.Base] = base
	if x != y {
		out = append(out, discordant{a, b, x})
	}
	return out
}

// test computes the numbers that the table shows.
func (v *compareView) test(sums map[string][2]float64) {
	if v.Table.N() == 0 {
		return
	}
	exact, mid := v.Table.McNemar()
	v.Exact, v.Mid = fmt.Sprintf("%.4f", exact), fmt.Sprintf("%.4f", mid)
	var diffs []float64 // pairs that only the first is right on, minus the other's; the sum is the difference
	var clusters [][]float64
	for _, base := range slices.Sorted(maps.Keys(sums)) {
		s := sums[base]
		diffs = append(diffs, s[0])
		clusters = append(clusters, s[:])
	}
	v.Bases = fmt.Sprintf("%.4f over %s clusters", stats.SignFlip(diffs, 1), report.Count(len(diffs)))
	v.Diff = v.difference(clusters)
}

// difference returns the difference of the two rates. Several pairs of a base are
// correlated, so its interval comes from resampled bases.
func (v *compareView) difference(clusters [][]float64) string {
	d, _ := v.Table.Diff()
	i, _ := v.Table.Newcombe()
	if len(clusters) < v.Table.N() {
		_, resampled, why, _ := stats.ClusterBootstrap(clusters, stats.Ratio, 1)
		if resampled == nil {
			return fmt.Sprintf("%+.1f points; %s", 100*d, strings.Join(why, "; "))
		}
		i = *resampled
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f] points (%s)", 100*d, 100*i.Lo, 100*i.Hi, i.Method)
}
