package metric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// rowsOf makes right and wrong verdicts on n texts of a group and class, each of a base of
// its own; the first right are right.
func rowsOf(split, group string, truth bench.Truth, class bench.Class, right, n int) []bench.Trial {
	var out []bench.Trial
	for i := range n {
		v := &bench.Variant{Base: fmt.Sprintf("%s/%s/%s/%s/%d", split, group, truth, class, i), Group: group, Truth: truth,
			Class: class,
			Task:  bench.Task{Files: []bench.File{{Path: "q.sql", Text: "SELECT 1\n"}}}}
		says := truth
		if i >= right {
			says = bench.Vulnerable + bench.Safe - truth
		}
		hit := bench.Miss
		if says == truth {
			hit = bench.Hit
		}
		out = append(out, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says},
			Verdict: &bench.Verdict{Strict: hit}})
	}
	return out
}

// Public texts count with the weights of the fresh ones, each truth by itself, and what one
// side alone has does not count.
func TestFreshness(t *testing.T) {
	var public, fresh []bench.Trial
	add := func(side *[]bench.Trial, rows ...[]bench.Trial) {
		for _, r := range rows {
			*side = append(*side, r...)
		}
	}
	add(&public, rowsOf("public", "a", bench.Vulnerable, "x", 9, 10), rowsOf("public", "b", bench.Vulnerable, "x", 10, 40),
		rowsOf("public", "a", bench.Safe, "", 10, 10),
		rowsOf("public", "c", bench.Vulnerable, "x", 20, 20))
	add(&fresh, rowsOf("fresh", "a", bench.Vulnerable, "x", 6, 12), rowsOf("fresh", "b", bench.Vulnerable, "x", 2, 4),
		rowsOf("fresh", "a", bench.Safe, "", 5, 10),
		rowsOf("fresh", "a", bench.Vulnerable, "y", 0, 3))
	f := metric.FreshVerdicts(public, fresh)
	// Vulnerable: (12 × 0.9 + 4 × 0.25) / 16 = 0.7375 against 8/16. Safe: 1 against 0.5.
	if got, want := f.Public.Value, (0.7375+1)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("public %v, want %v", got, want)
	}
	if f.Fresh.Value != 0.5 || math.Abs(f.Gap.Value-((0.7375+1)/2-0.5)) > 1e-12 {
		t.Errorf("fresh %v, gap %v", f.Fresh.Value, f.Gap.Value)
	}
	if f.Cells != 3 || f.PublicN != 60 || f.FreshN != 26 || f.LeftOut != 3 || !f.Shown() {
		t.Errorf("%+v", f)
	}
	x := metric.FreshTargets(public, fresh)
	if math.Abs(x.Public.Value-0.7375) > 1e-12 || x.Fresh.Value != 0.5 || x.Cells != 2 {
		t.Errorf("%+v", x)
	}
	if none := metric.FreshVerdicts(public, nil); none.Gap.OK || none.Shown() || none.Cells != 0 {
		t.Errorf("without fresh texts: %+v", none)
	}
}

// A text is paired with texts of its own size only.
func TestFreshnessSize(t *testing.T) {
	public := rowsOf("public", "a", bench.Vulnerable, "x", 1, 2)
	fresh := rowsOf("fresh", "a", bench.Vulnerable, "x", 1, 2)
	for _, r := range fresh {
		r.Variant.Task.Files[0].Text = strings.Repeat("SELECT 1\n", 100)
	}
	if f := metric.FreshVerdicts(public, fresh); f.Cells != 0 || f.LeftOut != 2 {
		t.Errorf("%+v", f)
	}
}
