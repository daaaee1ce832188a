package metric

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"assay/internal/bench"
)

// shown builds one row a letter of said, under a chain: h a hit, m a miss, u
// unscored, x no answer, - not shown. The i-th letter speaks of base i.
func shown(chain, said string) []bench.Trial {
	var rows []bench.Trial
	for i, c := range said {
		base := fmt.Sprintf("b%02d", i)
		v := &bench.Variant{Key: base + "~" + chain, Suite: "s", Sample: base, Base: base, Chain: chain,
			Truth: bench.Vulnerable}
		r := bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable},
			Verdict: &bench.Verdict{}}
		switch c {
		case 'h':
			r.Verdict.Strict = bench.Hit
		case 'm':
			r.Verdict.Strict = bench.Miss
		case 'u':
			r.Verdict.Strict, r.Verdict.Judge = bench.Unscored, "rule/1" // the sample does not say where its flaw is
		case 'x':
			r.Outcome, r.Answer, r.Verdict = bench.Refused, nil, nil
		case '-':
			continue
		}
		rows = append(rows, r)
	}
	return rows
}

func TestDeltaByHand(t *testing.T) {
	// Ten bases: 8 hits before; of these 5 are lost after, 1 is won.
	before, after := shown("m", "hhhhhhhhmm"), shown("c", "hhhmmmmmhm")
	d := Delta(TDR, before, after)
	if !d.Defined || d.Reference != 0.8 || d.Treated != 0.4 || math.Abs(d.Point-0.4) > 1e-12 || d.Items != 10 ||
		d.Bases != 10 {
		t.Fatalf("%+v", d)
	}
	// Exact McNemar with b = 5, c = 1: 2 (1 + 6) / 64.
	if d.P == nil || math.Abs(*d.P-14.0/64) > 1e-12 {
		t.Errorf("p = %v, want %v", *d.P, 14.0/64)
	}
	if d.Interval == nil || d.Interval.Lo > 0.4 || d.Interval.Hi < 0.4 || d.Interval.Hi > 1 {
		t.Errorf("interval %v", d.Interval)
	}
	back := Delta(TDR, after, before)
	if back.Point != -d.Point || *back.P != *d.P {
		t.Errorf("swapped: %+v", back)
	}
}

func TestDeltaComparesOnlyWhatBothHold(t *testing.T) {
	// Base 0 is shown before only; base 1 is unscored after; base 2 is refused after.
	d := Delta(TDR, shown("m", "hhhhm"), shown("c", "-uxhm"))
	if d.Reference != 2.0/3 || d.Treated != 1.0/3 || d.Items != 3 || d.LeftOut != 1 || d.Unscored != 1 || d.Missing != 1 ||
		len(d.Warnings) == 0 {
		t.Errorf("%+v", d)
	}
	if d := Delta(TDR, shown("m", "hh--"), shown("c", "--hh")); d.Defined || d.LeftOut != 4 || len(d.Warnings) == 0 {
		t.Errorf("nothing in common: %+v", d)
	}
	if d := Delta(TDR, nil, nil); d.Defined || d.P != nil {
		t.Errorf("nothing at all: %+v", d)
	}
}

// Only the texts that a metric counts are compared: a detection rate ignores twins.
func TestDeltaCountsWhatTheMetricSpeaksOf(t *testing.T) {
	pairs := func(chain, said string) []bench.Trial {
		rows := shown(chain, said)
		for _, r := range rows {
			twin := *r.Variant
			twin.Key, twin.Truth = r.Variant.Key+"+", bench.Safe
			r.Variant.Twin = twin.Key
			rows = append(rows, bench.Trial{Variant: &twin, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe},
				Verdict: &bench.Verdict{}})
		}
		return rows
	}
	before, after := pairs("m", "hhm"), pairs("c", "hmm-")[:5] // the last twin was not shown
	if d := Delta(TDR, before, after); d.Items != 3 || d.LeftOut != 0 || d.Bases != 3 {
		t.Errorf("TDR: %+v", d)
	}
	if d := Delta(FalseAlarm, before, after); d.Items != 2 || d.LeftOut != 1 || d.Point != 0 {
		t.Errorf("false alarm: %+v", d)
	}
	if d := Delta(PairCorrect, before, after); d.Items != 5 || d.LeftOut != 1 || d.Bases != 2 || d.Point != 0 {
		t.Errorf("pairs: %+v", d)
	}
}

func TestDeltaAveragesRepetitions(t *testing.T) {
	// Base 0 was asked once before and three times after, with one hit in three.
	before := shown("m", "hm")
	after := slices.Concat(shown("c", "h-"), shown("c", "m-"), shown("c", "mm"))
	d := Delta(TDR, before, after)
	if math.Abs(d.Treated-(1.0/3+0)/2) > 1e-12 {
		t.Errorf("treated %v, want the mean of 1/3 and 0", d.Treated)
	}
	// Ten times the same answers are no more evidence.
	var many []bench.Trial
	for rep := range 10 {
		for _, r := range shown("c", "hhmmm") {
			r.Repetition = rep
			many = append(many, r)
		}
	}
	one, ten := Delta(TDR, shown("m", "hhhhh"), shown("c", "hhmmm")), Delta(TDR, shown("m", "hhhhh"), many)
	if *one.P != *ten.P || math.Abs(one.Interval.Lo-ten.Interval.Lo) > 1e-9 {
		t.Errorf("repetitions count as clusters: p %v and %v, intervals %v and %v", *one.P, *ten.P, one.Interval, ten.Interval)
	}
}

// deltaBeyond is the drop from reference to treated minus the drop from reference to placebo.
func deltaBeyond(m Metric, reference, placebo, treated []bench.Trial) Difference {
	var b Batch
	var d Difference
	b.Delta(&d, m, NewSheet(placebo), NewSheet(treated), NewSheet(reference))
	b.Run()
	return d
}

func TestDeltaBeyondPlacebo(t *testing.T) {
	// Reference 6/6; two placebos lose 1 of 6 and 2 of 6; the treatment loses 4 of 6.
	reference := shown("m", "hhhhhh-")
	placebo := slices.Concat(shown("p1", "hhhhhmh"), shown("p2", "hhhhmmh"))
	treated := shown("c", "hhmmmmh")
	d := deltaBeyond(TDR, reference, placebo, treated)
	drop, noise := Delta(TDR, reference, treated).Point, Delta(TDR, reference, placebo).Point
	if math.Abs(d.Point-(drop-noise)) > 1e-12 || math.Abs(d.Point-(4.0/6-1.5/6)) > 1e-12 || d.Items != 6 ||
		d.LeftOut != 1 {
		t.Errorf("%+v, want %.4f − %.4f", d, drop, noise)
	}
}

// A composite has an interval of its difference; without a number for every
// base it has no test.
func TestDeltaOfComposite(t *testing.T) {
	before, after := shown("m", "hhhhhhhhhhhh"), shown("c", "hhhhhhxxxxxx")
	f1 := Delta(F1, before, after)
	if !f1.Defined || f1.Reference != 1 || math.Abs(f1.Treated-2*6.0/(2*6+6)) > 1e-12 || f1.Interval == nil {
		t.Errorf("%+v", f1)
	}
	if d := Delta(BalancedAccuracy, before, after); d.Defined || d.P != nil {
		t.Errorf("balanced accuracy of one class: %+v", d)
	}
}

// Who is right about the reference by heart alone is found out; who is right about
// as many texts of any kind is not, and who followed nothing has nothing to lose.
func TestDiagnoseChanged(t *testing.T) {
	shown := func(chain string, says func(base int, truth bench.Truth) bench.Truth) (out []bench.Trial) {
		for i := range 30 {
			for _, truth := range []bench.Truth{bench.Vulnerable, bench.Safe} {
				v := &bench.Variant{Key: fmt.Sprintf("s/%02d%s%s", i, truth, chain), Suite: "s", Sample: fmt.Sprint(i),
					Base: fmt.Sprint(i), Truth: truth, Chain: chain}
				if truth == bench.Vulnerable {
					v.Twin = fmt.Sprintf("s/%02d%s%s", i, bench.Safe, chain)
				}
				out = append(out, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says(i, truth)}})
			}
		}
		return out
	}
	right := func(_ int, truth bench.Truth) bench.Truth { return truth }
	safe := func(int, bench.Truth) bench.Truth { return bench.Safe }
	some := func(share int) func(int, bench.Truth) bench.Truth { // right about so many of ten
		return func(i int, truth bench.Truth) bench.Truth {
			if i%10 < share {
				return truth
			}
			return bench.Safe
		}
	}
	byProgram := func(i int, _ bench.Truth) bench.Truth { return []bench.Truth{bench.Safe, bench.Vulnerable}[i%2] }
	for name, c := range map[string]struct {
		reference, changed func(int, bench.Truth) bench.Truth
		want               Diagnosis
	}{
		"by heart":             {right, safe, Recogniser},
		"by heart, then guess": {right, byProgram, Recogniser},
		"mostly by heart":      {right, some(4), Recogniser},
		"some by heart":        {right, some(7), FollowsFlaw},
		"understands":          {some(7), some(7), FollowsFlaw},
		"better than before":   {some(7), right, FollowsFlaw},
		"recogniser before":    {byProgram, right, Recogniser},
		"constant before":      {safe, right, ConstantAnswer},
	} {
		got, why := DiagnoseChanged(shown("", c.reference), append(shown("a", c.changed), shown("b", c.changed)...))
		if got != c.want || why == "" {
			t.Errorf("%s: %s (%s), want %s", name, got, why, c.want)
		}
	}
	if got, why := DiagnoseChanged(shown("", right), nil); got != Undecided {
		t.Errorf("nothing transformed: %s, %s", got, why)
	}
}
