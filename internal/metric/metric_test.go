package metric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"assay/internal/bench"
)

// world is the hand-computed example: four bases, each a vulnerable variant and
// its fixed twin.
//
//	base  on the vulnerable one              on the twin            pair
//	a     vulnerable, hit (scores .9 .6 .6)  safe                   both right
//	b     vulnerable, lucky (lenient hit)    vulnerable, 1 invented both vulnerable
//	c     safe                               safe                   both safe
//	d     refused                            safe                   no answer
func world() []Row {
	conf := func(x float64) *float64 { return &x }
	mk := func(base string, truth bench.Truth) *bench.Variant {
		v := &bench.Variant{Key: base, Base: base, Truth: truth, Twin: base + "+fixed"}
		if truth == bench.Safe {
			v.Key, v.Twin = base+"+fixed", ""
		}
		return v
	}
	says := func(v *bench.Variant, t bench.Truth, j bench.Verdict) Row {
		if v.Truth == bench.Vulnerable && j.Strict == "" {
			j.Strict, j.Lenient = bench.Miss, bench.Miss
		}
		return Row{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: t}, Verdict: &j}
	}
	finds := func(cs ...bench.FindingClass) (out []bench.FindingVerdict) {
		for _, c := range cs {
			out = append(out, bench.FindingVerdict{Class: c})
		}
		return out
	}
	return []Row{
		says(mk("a", bench.Vulnerable), bench.Vulnerable, bench.Verdict{Strict: bench.Hit, Lenient: bench.Hit,
			RCIR: conf(0.9), AVA: conf(0.6), FSV: conf(0.6), Findings: finds(bench.TargetMatch, bench.BonusValid)}),
		says(mk("a", bench.Safe), bench.Safe, bench.Verdict{}),
		says(mk("b", bench.Vulnerable), bench.Vulnerable, bench.Verdict{Strict: bench.Miss, Lenient: bench.Hit,
			Findings: finds(bench.PartialMatch, bench.SecurityTheater)}),
		says(mk("b", bench.Safe), bench.Vulnerable, bench.Verdict{Findings: finds(bench.Hallucinated)}),
		says(mk("c", bench.Vulnerable), bench.Safe, bench.Verdict{}),
		says(mk("c", bench.Safe), bench.Safe, bench.Verdict{}),
		{Variant: mk("d", bench.Vulnerable), Outcome: bench.Refused},
		says(mk("d", bench.Safe), bench.Safe, bench.Verdict{}),
	}
}

func TestMetricsByHand(t *testing.T) {
	for _, c := range []struct {
		id      string
		k, n    int
		point   float64
		missing int
	}{
		{"tdr", 1, 4, 0.25, 1},
		{"tdr-lenient", 2, 4, 0.5, 1},
		{"accuracy", 5, 8, 0.625, 1},                        // a, a+, b, c+, d+
		{"balanced-accuracy", 0, 0, (2.0/4 + 3.0/4) / 2, 1}, // 2 of 4 vulnerable, 3 of 4 safe
		// tp 2 (a, b), fn 2 (c, and d without an answer), fp 1 (b+), tn 3
		{"precision", 2, 3, 2.0 / 3, 0},
		{"recall", 2, 4, 0.5, 1},
		{"f1", 0, 0, 2 * 2.0 / (2*2 + 2 + 1), 1},
		{"f2", 0, 0, 5 * 2.0 / (5*2 + 4*2 + 1), 1},
		{"mcc", 0, 0, (2*3 - 1*2) / math.Sqrt(3*4*4*5), 1},
		{"false-alarm", 1, 4, 0.25, 0},                 // b+
		{"lgr", 1, 2, 0.5, 0},                          // b, of a and b
		{"finding-precision", 3, 5, 0.6, 0},            // target, bonus, partial
		{"hallucination", 1, 5, 0.2, 0},                // on b+
		{"pair-correct", 1, 4, 0.25, 1},                // a
		{"pair-both-vulnerable", 1, 4, 0.25, 1},        // b
		{"pair-both-safe", 1, 4, 0.25, 1},              // c
		{"pair-reversed", 0, 4, 0, 1},                  //
		{"discrimination", 0, 0, 0.25, 1},              // (1 − 0) / 4
		{"reasoning", 0, 0, 0.7, 0},                    // (.9 + .6 + .6) / 3
		{"sui", 0, 0, 0.4*0.25 + 0.3*0.7 + 0.3*0.6, 1}, //
		{"answered", 7, 8, 0.875, 0},                   //
	} {
		m, ok := ByID(c.id)
		if !ok {
			t.Fatalf("no metric %q", c.id)
		}
		v := m.Compute(world())
		if !v.Defined || v.K != c.k || v.N != c.n || math.Abs(v.Point-c.point) > 1e-12 || v.Missing != c.missing {
			t.Errorf("%s: defined=%v %d/%d %.4f missing %d, want %d/%d %.4f missing %d",
				c.id, v.Defined, v.K, v.N, v.Point, v.Missing, c.k, c.n, c.point, c.missing)
		}
	}
}

// Every metric of the list has a hand-computed row above, or this fails.
func TestEveryMetricIsListedAndDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if m.ID == "" || m.Title == "" || m.Doc == "" || m.Source == "" || m.Count == nil || seen[m.ID] {
			t.Errorf("incomplete or repeated metric %+v", m)
		}
		seen[m.ID] = true
	}
	if len(seen) != 21 {
		t.Errorf("%d metrics; TestMetricsByHand has 21 rows: add one for the new metric", len(seen))
	}
}

func TestMetricsDoNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range All() {
		want := m.Compute(world())
		for range 5 {
			rows := world()
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			if got := m.Compute(rows); !reflect.DeepEqual(got, want) {
				t.Errorf("%s depends on order: %+v, then %+v", m.ID, want, got)
			}
		}
	}
}

func TestMetricsOnNothing(t *testing.T) {
	for _, m := range All() {
		if v := m.Compute(nil); v.Defined || v.Interval != nil {
			t.Errorf("%s of no rows: %+v", m.ID, v)
		}
	}
}

func TestConfuse(t *testing.T) {
	want := Confusion{TP: 2, FP: 1, TN: 3, FN: 1, MissingVulnerable: 1}
	if got := Confuse(world()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// A constant answer has no correlation with the truth, whatever the base rate.
	constant := subject(9, func(int) (bench.Truth, bench.Truth) { return bench.Vulnerable, bench.Vulnerable })
	if v := MCC.Compute(constant[:12]); !v.Defined || v.Point != 0 {
		t.Errorf("constant answer: %+v", v)
	}
	perfect := subject(9, func(int) (bench.Truth, bench.Truth) { return bench.Vulnerable, bench.Safe })
	if v := MCC.Compute(perfect); v.Point != 1 {
		t.Errorf("perfect answer: %+v", v)
	}
}

// Unscored rows are neither right nor wrong, and are said.
func TestUnscored(t *testing.T) {
	rows := world()
	rows[0].Verdict.Strict = bench.Unscored
	v := TDR.Compute(rows)
	if v.K != 0 || v.N != 3 || v.Unscored != 1 || len(v.Warnings) == 0 {
		t.Errorf("%+v", v)
	}
}

func TestIntervals(t *testing.T) {
	// One trial a base: Wilson.
	if v := TDR.Compute(world()); v.Interval == nil || v.Interval.Method != "Wilson" {
		t.Errorf("%+v", v.Interval)
	}
	// Several trials a base, all right: the interval speaks of bases, not of trials.
	var rows []Row
	for b := range 5 {
		for i := range 20 {
			v := &bench.Variant{Key: fmt.Sprint(b, i), Base: fmt.Sprint(b), Truth: bench.Safe}
			rows = append(rows, Row{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe}, Verdict: &bench.Verdict{}})
		}
	}
	v := Accuracy.Compute(rows)
	if v.Interval == nil || v.Interval.Method != "Wilson over 5 bases" || v.Interval.Lo > 0.6 {
		t.Errorf("%+v", v.Interval)
	}
}

// Table 7 of the paper, from the rows of Table 2 and the finding precision that
// they imply (resolutions §3a.6). Every cell must agree to ±0.001.
func TestSUITable7(t *testing.T) {
	for _, r := range []struct {
		model                     string
		tdr, rcir, ava, fsv, prec float64
		want                      [5]float64
	}{
		{"GPT-5.2", .559, .97, .98, .97, .768, [5]float64{.766, .746, .787, .766, .714}},
		{"Gemini 3 Pro", .576, .97, .97, .95, .715, [5]float64{.751, .734, .772, .747, .707}},
		{"Claude Opus 4.5", .529, .98, .99, .97, .658, [5]float64{.722, .703, .748, .716, .674}},
		{"Grok 4", .441, .98, 1.00, .97, .685, [5]float64{.703, .677, .731, .701, .638}},
		{"DeepSeek v3.2", .382, .91, .92, .86, .591, [5]float64{.622, .599, .650, .619, .563}},
		{"Llama 3.1 405B", .179, .88, .90, .83, .201, [5]float64{.415, .393, .462, .396, .357}},
	} {
		for i, w := range Weightings() {
			got := w.SUI(r.tdr, (r.rcir+r.ava+r.fsv)/3, r.prec)
			if math.Abs(got-r.want[i]) > 0.001+1e-9 {
				t.Errorf("%s, %s: %.4f, want %.3f ± 0.001", r.model, w.Name, got, r.want[i])
			}
		}
	}
}

// subject builds n bases of one pair each from what is said of the k-th pair.
func subject(n int, say func(i int) (v, twin bench.Truth)) []Row {
	var rows []Row
	for i := range n {
		a, b := say(i)
		base := fmt.Sprintf("s%02d", i)
		v := &bench.Variant{Key: base, Base: base, Truth: bench.Vulnerable, Twin: base + "+fixed"}
		f := &bench.Variant{Key: base + "+fixed", Base: base, Truth: bench.Safe}
		rows = append(rows,
			Row{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: a}, Verdict: &bench.Verdict{Strict: bench.Miss}},
			Row{Variant: f, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: b}, Verdict: &bench.Verdict{}})
	}
	return rows
}

func TestDiagnose(t *testing.T) {
	V, S := bench.Vulnerable, bench.Safe
	for _, c := range []struct {
		name string
		rows []Row
		want Diagnosis
	}{
		{"truth", subject(16, func(int) (bench.Truth, bench.Truth) { return V, S }), FollowsFlaw},
		{"seven of sixteen", subject(16, func(i int) (bench.Truth, bench.Truth) {
			if i < 7 {
				return V, S
			}
			return S, S
		}), FollowsFlaw},
		{"always vulnerable", subject(16, func(int) (bench.Truth, bench.Truth) { return V, V }), ConstantAnswer},
		{"by name", subject(16, func(i int) (bench.Truth, bench.Truth) {
			if i%2 == 0 {
				return V, V
			}
			return S, S
		}), Recogniser},
		{"four changes, all right", subject(16, func(i int) (bench.Truth, bench.Truth) {
			if i < 4 {
				return V, S
			}
			return S, S
		}), Undecided},
		{"two changes, both right", subject(16, func(i int) (bench.Truth, bench.Truth) {
			if i < 2 {
				return V, S
			}
			return S, S
		}), Recogniser},
		{"contrary", subject(16, func(int) (bench.Truth, bench.Truth) { return S, V }), AgainstFlaw},
		{"two pairs", subject(2, func(int) (bench.Truth, bench.Truth) { return V, S }), Undecided},
		{"coin", subject(16, func(i int) (bench.Truth, bench.Truth) {
			return []bench.Truth{V, S, V, S}[i%4], []bench.Truth{S, V, V, S}[i%4]
		}), Undecided},
		{"nothing", nil, Undecided},
	} {
		got, reason := Diagnose(c.rows)
		if got != c.want || reason == "" {
			t.Errorf("%s: %s (%s), want %s", c.name, got, reason, c.want)
		}
	}
}
