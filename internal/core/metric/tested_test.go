package metric

import (
	"math"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// again is rows asked once more, in another repetition.
func again(rows []bench.Trial, repetition int) []bench.Trial {
	out := slices.Clone(rows)
	for i := range out {
		out[i].Repetition = repetition
	}
	return out
}

func TestTest(t *testing.T) {
	// 3 in both, 5 before alone, 1 after alone, 1 in neither.
	before, after := shown("m", "hhhhhhhhmm"), shown("c", "hhhmmmmmhm")
	// Three repetitions of three bases: 3/3 against 0/3, 2/3 against 1/3, 1/3 against 1/3.
	often := slices.Concat(again(shown("c", "hhh"), 0), again(shown("c", "hhm"), 1), again(shown("c", "hmm"), 2))
	seldom := slices.Concat(again(shown("m", "mmh"), 0), again(shown("m", "mhm"), 1), again(shown("m", "mmm"), 2))
	for name, c := range map[string]struct {
		metric        Metric
		first, second []bench.Trial
		point, p      float64
		test          string
	}{
		"pairs": {TDR, after, before, -0.4, 14.0 / 64, "exact McNemar"}, // 2 (6 + 1) / 2⁶
		// of ±1 ± 1/3, two are as far from 0
		"repetitions": {TDR, often, seldom, 4.0 / 9, 1.0 / 2, "sign flips over clusters"},
		"swaps": {BalancedAccuracy, beside(shown("", "hh"), "r"), beside(shown("", "xx"), "r"),
			0.5, 0.5, "all swaps within clusters"},
	} {
		got := Test(c.metric, c.first, c.second)
		if !got.Defined || got.P == nil || got.Test != c.test {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		near(t, name+": point", got.Point, c.point)
		near(t, name+": p", *got.P, c.p)
		if got.Interval == nil && c.metric.Of == nil && got.Effects != nil {
			t.Errorf("%s: pairs have no interval", name)
		}
	}
	if none := Test(TDR, nil, before); none.Defined || none.P != nil {
		t.Errorf("nothing is tested: %+v", none)
	}
}

// A correlation is no mean of bases: one pair of which the second subject misses the
// flaw, and one that both call vulnerable twice, give 2/√12 against 0, and ½ as a mean of
// bases. Balanced accuracy is one where each base is a pair.
func TestOfWhatIsNoMean(t *testing.T) {
	said := func(flaw bench.Truth) (out []bench.Trial) {
		for i, says := range [][2]bench.Truth{{flaw, bench.Safe}, {bench.Vulnerable, bench.Vulnerable}} {
			for j, truth := range []bench.Truth{bench.Vulnerable, bench.Safe} {
				v := &bench.Variant{Key: string(rune('a'+i)) + truth.String(), Suite: "s", Sample: string(rune('a' + i)),
					Base: string(rune('a' + i)), Truth: truth}
				out = append(out, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says[j]},
					Verdict: &bench.Verdict{}})
			}
		}
		return out
	}
	got := Test(MCC, said(bench.Vulnerable), said(bench.Safe))
	near(t, "MCC", got.Point, 2/math.Sqrt(12))
	if got.P == nil || *got.P != 1 || got.Test != "all swaps within clusters" {
		t.Errorf("%+v", got)
	}
	if got := Test(BalancedAccuracy, said(bench.Vulnerable), said(bench.Safe)); got.P == nil ||
		*got.P != 1 || got.Test != "sign flips over clusters" {
		t.Errorf("%+v", got)
	}
}

// Nine bases of one text each rise, and one of a hundred texts falls: as a mean of
// bases it is a rise with p of (1 + 10)/2¹⁰, but the rate falls, and the test is of the
// rate. It is as far from 0 under every swap. Nothing is shown.
func TestOfAnUnevenRate(t *testing.T) {
	first, second := shown("c", "hhhhhhhhhm"), shown("m", "mmmmmmmmmh")
	for i := range 99 {
		for _, rows := range []*[]bench.Trial{&first, &second} {
			r := (*rows)[9]
			v := *r.Variant
			v.Sample += string(rune('a' + i))
			v.Key += v.Sample
			r.Variant = &v
			*rows = append(*rows, r)
		}
	}
	got := Test(TDR, first, second)
	if got.P == nil || got.Point > -0.8 {
		t.Fatalf("%+v", got)
	}
	near(t, "p", *got.P, 1)
	if got.Test != "all swaps within clusters" {
		t.Errorf("test %q", got.Test)
	}
}

// Five bases of which one differs a little show no more than five that do not: −0.5/√0.45, or p 0.228.
func TestFewClustersAreNotEquivalent(t *testing.T) {
	few, ref := again(shown("c", "mhhhh"), 0), again(shown("m", "hhhhh"), 0)
	for i := range 9 {
		few, ref = append(few, again(shown("c", "hhhhh"), i+1)...), append(ref, again(shown("m", "hhhhh"), i+1)...)
	}
	if d := Delta(TDR, few, ref); d.Inner == nil || d.Inner.Lo < -0.1 || d.Equivalent(0.1) {
		t.Errorf("five clusters are equivalent: %+v", d)
	}
}

// A difference that is not shown has the smallest one that would have been.
func TestDetectable(t *testing.T) {
	d := Test(TDR, shown("c", strings.Repeat("hhmm", 10)), shown("m", strings.Repeat("hmhm", 10)))
	detectable := func(t Tested, level float64) *float64 { d, _ := t.Detectable(level); return d }
	a := detectable(d, 0.05)
	if a == nil || *a < 0.2 || *a > 0.5 {
		t.Errorf("%v", a)
	}
	if strict := detectable(d, 0.001); strict == nil || *strict <= *a {
		t.Errorf("a stricter level sees as much: %v", strict)
	}
	if few := Test(TDR, shown("c", "hm"), shown("m", "mh")); detectable(few, 0.05) != nil {
		t.Error("two pairs show something")
	}
	first, second := beside(shown("", "hhhm"), "rw"), beside(shown("", "mhmm"), "rr")
	if d := Test(BalancedAccuracy, first, second); detectable(d, 0.05) == nil {
		t.Errorf("from an interval: %+v", d)
	}
}
