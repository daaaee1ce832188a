package metric

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// beside adds a safe text of a base of its own to rows, a letter each: r it is
// called safe, w it is called vulnerable.
func beside(rows []bench.Trial, said string) []bench.Trial {
	for i, c := range said {
		base := string(rune('x' + i))
		v := &bench.Variant{Key: base, Suite: "s", Sample: base, Base: base, Truth: bench.Safe}
		says := map[rune]bench.Truth{'r': bench.Safe, 'w': bench.Vulnerable}[c]
		rows = append(rows, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says},
			Verdict: &bench.Verdict{}})
	}
	return rows
}

// Balanced accuracy over two vulnerable texts, of which the second subject refuses
// both, and one clean contract, about which both are right: 1 against 1/2. Of the
// four ways to swap the vulnerable ones, two are as far apart.
func TestSwapTest(t *testing.T) {
	first, second := beside(shown("", "hh"), "r"), beside(shown("", "xx"), "r")
	d := Delta(BalancedAccuracy, first, second)
	if !d.Defined || d.Point != 0.5 || d.P != nil {
		t.Fatalf("%+v", d)
	}
	test := func(first, second []bench.Trial) (stats.Swapped, bool) {
		joined, columns := paired(BalancedAccuracy, first, second)
		return swapTest(joined, columns, BalancedAccuracy.statistic())
	}
	got, ok := test(first, second)
	if !ok || got.P != 0.5 || !got.Exact {
		t.Errorf("%+v", got)
	}
	// What only one of the two was asked counts for neither.
	more := append(shown("", "hhh")[2:], first...)
	if again, _ := test(more, second); again != got {
		t.Errorf("%+v, want %+v", again, got)
	}
	if _, ok := test(shown("", "hh"), shown("", "xx")); ok {
		t.Error("balanced accuracy of one truth")
	}
}
