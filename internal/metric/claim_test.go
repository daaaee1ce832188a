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

func TestClaims(t *testing.T) {
	// 3 in both, 5 before alone, 1 after alone, 1 in neither.
	before, after := shown("m", "hhhhhhhhmm"), shown("c", "hhhmmmmmhm")
	// Three repetitions of three bases: 3/3 against 0/3, 2/3 against 1/3, 1/3 against 1/3.
	often := slices.Concat(again(shown("c", "hhh"), 0), again(shown("c", "hhm"), 1), again(shown("c", "hmm"), 2))
	seldom := slices.Concat(again(shown("m", "mmh"), 0), again(shown("m", "mhm"), 1), again(shown("m", "mmm"), 2))
	same := func(n int) []bench.Trial { return shown("c", strings.Repeat("hm", n/2)) }
	ref := func(n int) []bench.Trial { return shown("m", strings.Repeat("hm", n/2)) }
	twice := func(rows []bench.Trial) []bench.Trial { return append(again(rows, 0), again(rows, 1)...) }
	for name, c := range map[string]struct {
		claim         Claim
		metric        Metric
		first, second []bench.Trial
		point, p      float64
		test          string
		shown         bool // at 5 %
	}{
		// (6 + 1) / 2⁶
		"lower": {Claim{Sign: -1}, TDR, after, before, -0.4, 7.0 / 64, "exact McNemar, one-sided", false},
		"lower, in truth": {Claim{Sign: -1}, TDR, shown("c", "mmmmm"), shown("m", "hhhhh"), -1, 1.0 / 32,
			"exact McNemar, one-sided", true},
		"higher, in truth": {Claim{Sign: 1}, TDR, after, before, -0.4, 63.0 / 64, "exact McNemar, one-sided", false},
		"different":        {Claim{}, TDR, after, before, -0.4, 14.0 / 64, "exact McNemar", false},
		// of ±1 ± 1/3, one is as high
		"repetitions":  {Claim{Sign: 1}, TDR, often, seldom, 4.0 / 9, 1.0 / 4, "sign flips over clusters, one-sided", false},
		"of two sides": {Claim{}, TDR, often, seldom, 4.0 / 9, 1.0 / 2, "sign flips over clusters", false},
		"swaps": {Claim{Sign: 1}, BalancedAccuracy, beside(shown("", "hh"), "r"), beside(shown("", "xx"), "r"),
			0.5, 0.25, "all swaps within clusters", false},
		"swaps, lower": {Claim{Sign: -1}, BalancedAccuracy, beside(shown("", "hh"), "r"), beside(shown("", "xx"), "r"),
			0.5, 1, "all swaps within clusters", false},
		// Without a discordant pair of n, the score at 10 points is −10n/100 by √(0.09n).
		// z = −1.8257
		"equivalent": {Claim{Margin: 0.1}, TDR, same(30), ref(30), 0, 0.0339445774, "two one-sided score tests", true},
		// z = −1.4907
		"too few": {Claim{Margin: 0.1}, TDR, same(20), ref(20), 0, 0.0680185641, "two one-sided score tests", false},
		// no more evidence
		"again, same": {Claim{Margin: 0.1}, TDR, twice(same(30)), twice(ref(30)), 0, 0.0339445774,
			"two one-sided score tests on clusters, none of which differs", true},
	} {
		got := c.claim.Hold(c.metric, c.first, c.second)
		if !got.Defined || got.P == nil || got.Test != c.test {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		near(t, name+": point", got.Point, c.point)
		near(t, name+": p", *got.P, c.p)
		if got.Shown(*got.P, 0.05) != c.shown {
			t.Errorf("%s: shown is %v", name, !c.shown)
		}
		if got.Interval == nil && c.metric.Of == nil && got.Effects != nil {
			t.Errorf("%s: pairs have no interval", name)
		}
	}
}

// A correlation is no mean of bases: one pair of which the second subject misses the
// flaw, and one that both call vulnerable twice, give 2/√12 against 0, and ½ as a mean of
// bases. Balanced accuracy is one where each base is a pair.
func TestClaimOfWhatIsNoMean(t *testing.T) {
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
	got := Claim{Sign: 1}.Hold(MCC, said(bench.Vulnerable), said(bench.Safe))
	near(t, "MCC", got.Point, 2/math.Sqrt(12))
	if got.P == nil || *got.P != 0.5 || got.Test != "all swaps within clusters" {
		t.Errorf("%+v", got)
	}
	if got := (Claim{Sign: 1}).Hold(BalancedAccuracy, said(bench.Vulnerable), said(bench.Safe)); got.P == nil ||
		*got.P != 0.5 || got.Test != "sign flips over clusters, one-sided" {
		t.Errorf("%+v", got)
	}
}

// A drop of 40 points is not equivalent, whatever the test says of its size.
func TestADropIsNotEquivalent(t *testing.T) {
	got := Claim{Margin: 0.1}.Hold(TDR, shown("c", "hhhmmmmmhm"), shown("m", "hhhhhhhhmm"))
	if got.P == nil || *got.P < 0.5 || got.Shown(*got.P, 0.05) {
		t.Errorf("%+v", got)
	}
}

// Nine bases of one text each rise, and one of a hundred texts falls: as a mean of
// bases it is a rise with p of (1 + 10)/2¹⁰, but the rate falls, and the test is of the
// rate. It is as high or higher wherever the large base is swapped, and where nothing
// is: (512 + 1)/2¹⁰. Nothing is shown.
func TestClaimOfAnUnevenRate(t *testing.T) {
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
	got := Claim{Sign: 1}.Hold(TDR, first, second)
	if got.P == nil || got.Point > -0.8 || got.Shown(*got.P, 0.05) {
		t.Fatalf("%+v", got)
	}
	near(t, "p", *got.P, 513.0/1024)
	if got.Test != "all swaps within clusters" {
		t.Errorf("test %q", got.Test)
	}
}

// Repetitions that vary have an equivalence by the bootstrap, which agrees with the interval at 90 %.
func TestEquivalenceOfRepetitions(t *testing.T) {
	// 80 bases without a difference: p 0.02 at 5 points
	first, second := shown("c", strings.Repeat("hhhm", 20)), shown("m", strings.Repeat("hhhm", 20))
	other := shown("c", "m"+strings.Repeat("hhhm", 20)[1:])
	rows := append(again(first, 0), again(other, 1)...)
	got := Claim{Margin: 0.05}.Hold(TDR, rows, append(again(second, 0), again(second, 1)...))
	if got.P == nil || *got.P > 0.05 || got.Test != "two one-sided bootstrap tests over clusters" || !got.Equivalent(0.05) {
		t.Errorf("%+v", got)
	}
	if tight := (Claim{Margin: 0.001}).Hold(TDR, rows, second); tight.P == nil || *tight.P < 0.05 ||
		tight.Equivalent(0.001) {
		t.Errorf("%+v", tight)
	}
	// Five bases of which one differs a little show no more than five that do not:
	// −0.5/√0.45, or p 0.228.
	few, ref := again(shown("c", "mhhhh"), 0), again(shown("m", "hhhhh"), 0)
	for i := range 9 {
		few, ref = append(few, again(shown("c", "hhhhh"), i+1)...), append(ref, again(shown("m", "hhhhh"), i+1)...)
	}
	if got := (Claim{Margin: 0.1}).Hold(TDR, few, ref); got.P == nil || *got.P < 0.2280 {
		t.Errorf("five clusters show: %+v", got)
	}
	if d := Delta(TDR, few, ref); d.Inner == nil || d.Inner.Lo < -0.1 || d.Equivalent(0.1) {
		t.Errorf("five clusters are equivalent: %+v", d)
	}
	if same := (Claim{Margin: 0.5}).Hold(F1, first, first); same.P == nil ||
		same.Test != "two one-sided score tests on clusters, none of which differs" || !same.Shown(*same.P, 0.05) {
		t.Errorf("F1 against itself: %+v", same)
	}
	if none := (Claim{Sign: 1}).Hold(TDR, nil, second); none.Defined || none.P != nil || none.Shown(0, 0.05) {
		t.Errorf("nothing is tested: %+v", none)
	}
}

// A difference that is not shown has the smallest one that would have been.
func TestDetectableOfClaims(t *testing.T) {
	first, second := shown("c", strings.Repeat("hhmm", 10)), shown("m", strings.Repeat("hmhm", 10))
	one, two := (Claim{Sign: 1}).Hold(TDR, first, second), Claim{}.Hold(TDR, first, second)
	detectable := func(t Tested, level float64) *float64 { d, _ := t.Detectable(level); return d }
	a, b := detectable(one, 0.05), detectable(two, 0.10)
	if a == nil || b == nil || *a != *b || *a < 0.2 || *a > 0.5 {
		t.Errorf("%v %v", a, b)
	}
	if strict := detectable(one, 0.001); strict == nil || *strict <= *a {
		t.Errorf("a stricter level sees as much: %v", strict)
	}
	if few := (Claim{Sign: 1}).Hold(TDR, shown("c", "hm"), shown("m", "mh")); detectable(few, 0.05) != nil {
		t.Error("two pairs show something")
	}
	if d := (Claim{Sign: 1}).Hold(BalancedAccuracy, beside(shown("", "hhhm"), "rw"),
		beside(shown("", "mhmm"), "rr")); detectable(d, 0.05) == nil {
		t.Errorf("from an interval: %+v", d)
	}
	if d := (Claim{Margin: 0.1}).Hold(TDR, first, second); detectable(d, 0.05) != nil {
		t.Error("of equivalence")
	}
}
