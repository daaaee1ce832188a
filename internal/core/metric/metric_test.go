package metric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

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
func world() []bench.Trial {
	conf := func(x float64) *float64 { return &x }
	mk := func(base string, truth bench.Truth) *bench.Variant {
		v := &bench.Variant{Key: base, Base: base, Truth: truth, Twin: base + "+fixed"}
		if truth == bench.Safe {
			v.Key, v.Twin = base+"+fixed", ""
		}
		return v
	}
	says := func(v *bench.Variant, t bench.Truth, j bench.Verdict) bench.Trial {
		if v.Truth == bench.Vulnerable && j.Strict == "" {
			j.Strict, j.Lenient = bench.Miss, bench.Miss
		}
		return bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: t}, Verdict: &j}
	}
	finds := func(cs ...bench.FindingClass) (out []bench.FindingVerdict) {
		for _, c := range cs {
			out = append(out, bench.FindingVerdict{Class: c})
		}
		return out
	}
	return []bench.Trial{
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

// repetitions is the second example: three questions asked three times each, at
// a cent, 150 tokens and two seconds an answer.
//
//	question         first            second            third
//	p vulnerable     vulnerable .9 ✓  vulnerable .8 ✓   safe .6
//	q vulnerable     vulnerable .9 ✓  vulnerable – ✓    refused, 20 tokens, 1 s, no price
//	                 (no price)
//	s safe           vulnerable .7    safe .9           safe .9
func repetitions() []bench.Trial {
	var out []bench.Trial
	add := func(base string, truth bench.Truth, says bench.Truth, confidence float64, decision bench.Decision) {
		v := &bench.Variant{Key: base, Base: base, Truth: truth}
		rep := 0
		for _, r := range out {
			if r.Variant.Key == base {
				v = r.Variant
				rep++
			}
		}
		r := bench.Trial{Variant: v, Repetition: rep, Outcome: bench.Answered,
			Verdict: &bench.Verdict{Strict: decision, Lenient: decision},
			Answer:  &bench.Answer{Verdict: says}, Spent: &bench.Spent{InputTokens: 100, OutputTokens: 50, CostUSD: 0.01,
				Priced: true, Elapsed: 2 * time.Second}}
		if confidence > 0 {
			r.Answer.Confidence = &confidence
		}
		out = append(out, r)
	}
	add("p", bench.Vulnerable, bench.Vulnerable, .9, bench.Hit)
	add("p", bench.Vulnerable, bench.Vulnerable, .8, bench.Hit)
	add("p", bench.Vulnerable, bench.Safe, .6, bench.Miss)
	add("q", bench.Vulnerable, bench.Vulnerable, .9, bench.Hit)
	add("q", bench.Vulnerable, bench.Vulnerable, 0, bench.Hit)
	out[3].Spent.Priced = false
	add("s", bench.Safe, bench.Vulnerable, .7, "")
	add("s", bench.Safe, bench.Safe, .9, "")
	add("s", bench.Safe, bench.Safe, .9, "")
	return append(out, bench.Trial{Variant: out[3].Variant, Repetition: 2, Outcome: bench.Refused,
		Spent: &bench.Spent{InputTokens: 20, Elapsed: time.Second}})
}

// trojans is the third example: texts with a target in f (line 10) and a decoy in
// g (line 20), and their twins with the decoy alone.
//
//	1   finding in g, wrong          twin: vulnerable, finding on line 20, wrong
//	2   finding in both, right       twin: safe
//	3                                twin: refused
//	4   finding in f, where here the decoy stands too, wrong: it may mean either
func trojans() []bench.Trial {
	say := func(key string, truth, says bench.Truth, class bench.FindingClass, f bench.Finding) bench.Trial {
		v := &bench.Variant{Key: key, Base: key[:1], Truth: truth, Task: bench.Task{Files: []bench.File{{Path: "a.sol"}}},
			Labels: []bench.Label{{Function: bench.Decoy, Span: bench.Span{File: "a.sol", Line: 20, EndLine: 21}, Scope: "g"}}}
		if truth == bench.Vulnerable {
			v.Labels = append(v.Labels, bench.Label{Function: bench.RootCause,
				Span: bench.Span{File: "a.sol", Line: 10, EndLine: 10}, Scope: "f"})
		}
		r := bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says}, Verdict: &bench.Verdict{}}
		if class != "" {
			r.Answer.Findings = []bench.Finding{f}
			r.Verdict.Findings = []bench.FindingVerdict{{Class: class}}
		}
		return r
	}
	together := say("4", bench.Vulnerable, bench.Vulnerable, bench.Mischaracterized, bench.Finding{Scopes: []string{"f"}})
	together.Variant.Labels[0].Scope = "f"
	refused := say("3+", bench.Safe, bench.Safe, "", bench.Finding{})
	refused.Outcome, refused.Answer, refused.Verdict = bench.Refused, nil, nil
	return []bench.Trial{
		say("1", bench.Vulnerable, bench.Vulnerable, bench.SecurityTheater, bench.Finding{Scopes: []string{"g"}}),
		say("1+", bench.Safe, bench.Vulnerable, bench.SecurityTheater,
			bench.Finding{Lines: []bench.Range{{From: 20, To: 20}}}),
		say("2", bench.Vulnerable, bench.Vulnerable, bench.TargetMatch,
			bench.Finding{Scopes: []string{"f"}, Lines: []bench.Range{{From: 10, To: 20}}}),
		say("2+", bench.Safe, bench.Safe, "", bench.Finding{}),
		refused,
		together,
	}
}

// placed is the fourth example: texts of ten lines whose flaw is in lines 3 and 4, and
// what was lost through it, in dollars; 0 where nobody knows. The fifth is safe.
//
//	    lost  names
//	1   30    3 to 5, and 3 again      found
//	2   40    4                        missed
//	3    0    a function; 9 to 99      missed
//	4    –    no answer, and 0 lost
func placed() []bench.Trial {
	mk := func(base string, loss int64, decision bench.Decision, fs ...bench.Finding) bench.Trial {
		v := &bench.Variant{Key: base, Base: base, Truth: bench.Vulnerable, LossUSD: loss,
			Task: bench.Task{Files: []bench.File{{Path: "a.sol", Text: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10"}}},
			Labels: []bench.Label{{Function: bench.RootCause, Span: bench.Span{File: "a.sol", Line: 3, EndLine: 4}},
				{Function: bench.RootCause, Span: bench.Span{File: "b.sol", Line: 7, EndLine: 7}}}}
		return bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable,
			Findings: fs}, Verdict: &bench.Verdict{Strict: decision, Lenient: decision}}
	}
	lines := func(from, to int) bench.Finding { return bench.Finding{Lines: []bench.Range{{From: from, To: to}}} }
	refused := mk("4", 0, "")
	refused.Outcome, refused.Answer, refused.Verdict = bench.Refused, nil, nil
	safe := mk("5", 100, "", lines(1, 10))
	safe.Variant.Truth = bench.Safe
	return []bench.Trial{mk("1", 30, bench.Hit, lines(3, 5), lines(3, 3)), mk("2", 40, bench.Miss, lines(4, 4)),
		mk("3", 0, bench.Miss, bench.Finding{Scopes: []string{"f"}}, lines(9, 99)), refused, safe}
}

func TestMetricsByHand(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range []struct {
		id      string
		rows    []bench.Trial
		k, n    int
		point   float64
		missing int
	}{
		{"tdr", world(), 1, 4, 0.25, 1},
		{"tdr-lenient", world(), 2, 4, 0.5, 1},
		{"accuracy", world(), 5, 8, 0.625, 1},                        // a, a+, b, c+, d+
		{"balanced-accuracy", world(), 0, 0, (2.0/4 + 3.0/4) / 2, 1}, // 2 of 4 vulnerable, 3 of 4 safe
		// tp 2 (a, b), fn 2 (c, and d without an answer), fp 1 (b+), tn 3
		{"precision", world(), 2, 3, 2.0 / 3, 0},
		{"recall", world(), 2, 4, 0.5, 1},
		{"f1", world(), 0, 0, 2 * 2.0 / (2*2 + 2 + 1), 1},
		{"f2", world(), 0, 0, 5 * 2.0 / (5*2 + 4*2 + 1), 1},
		{"mcc", world(), 0, 0, (2*3 - 1*2) / math.Sqrt(3*4*4*5), 1},
		{"false-alarm", world(), 1, 4, 0.25, 0},                                    // b+
		{"twin-alarm", world(), 1, 4, 0.25, 0},                                     // b+
		{"lgr", world(), 1, 2, 0.5, 0},                                             // b, of a and b
		{"finding-precision", world(), 3, 5, 0.6, 0},                               // target, bonus, partial
		{"finding-precision-macro", world(), 0, 0, (2.0/2 + 1.0/2 + 0.0/1) / 3, 0}, // a, b, b+
		{"bonus", world(), 1, 5, 0.2, 0},                                           // on a
		{"hallucination", world(), 1, 5, 0.2, 0},                                   // on b+
		{"pair-correct", world(), 1, 4, 0.25, 1},                                   // a
		{"pair-both-vulnerable", world(), 1, 4, 0.25, 1},                           // b
		{"pair-both-safe", world(), 1, 4, 0.25, 1},                                 // c
		{"pair-reversed", world(), 0, 4, 0, 1},                                     //
		{"discrimination", world(), 0, 0, 0.25, 1},                                 // (1 − 0) / 4
		{"rcir", world(), 0, 0, 0.9, 0},                                            // a
		{"ava", world(), 0, 0, 0.6, 0},                                             //
		{"fsv", world(), 0, 0, 0.6, 0},                                             //
		{"reasoning", world(), 0, 0, 0.7, 0},                                       // (.9 + .6 + .6) / 3
		{"reasoning-all", world(), 0, 0, 0.7 / 4, 1},                               // and three times 0
		{"sui", world(), 0, 0, 0.4*0.25 + 0.3*0.7 + 0.3*0.6, 1},                    //
		{"sui-unconditional", world(), 0, 0, 0.4*0.25 + 0.3*0.7/4 + 0.3*0.6, 1},    //
		{"sui-balanced", world(), 0, 0, 0.33*0.25 + 0.33*0.7 + 0.34*0.6, 1},        //
		{"sui-quality-first", world(), 0, 0, 0.3*0.25 + 0.4*0.7 + 0.3*0.6, 1},      //
		{"sui-precision-first", world(), 0, 0, 0.3*0.25 + 0.3*0.7 + 0.4*0.6, 1},    //
		{"sui-detection-heavy", world(), 0, 0, 0.5*0.25 + 0.25*0.7 + 0.25*0.6, 1},  //
		{"answered", world(), 7, 8, 0.875, 0},                                      //
		// p: 2 of 3 pairs of answers differ; q: 0 of 1
		{"flip-rate", repetitions(), 0, 0, (2.0/3 + 0 + 2.0/3) / 3, 1},
		{"found-always", repetitions(), 0, 2, 0, 1}, // p missed once, q refused once
		{"found-once", repetitions(), 2, 2, 1, 1},   //
		// P of a flaw: .9 .8 .4 | .9 | .7 .1 .1
		{"brier", repetitions(), 0, 0, (.01 + .04 + .36 + .01 + .49 + .01 + .01) / 7, 1},
		{"ece", repetitions(), 0, 0, (.2 + .6 + .7 + .2 + .2) / 7, 1}, // bins .1 .1 | .4 | .7 | .8 | .9 .9
		// seven cents with a price, three hits
		{"cost-per-found", repetitions(), 0, 0, 0.07 / 3, 0},
		{"tokens-per-found", repetitions(), 0, 0, (8*150 + 20) / 4.0, 0}, //
		{"seconds-per-found", repetitions(), 0, 0, (8*2 + 1) / 4.0, 0},   //
		{"decoy-alarm", trojans(), 1, 3, 1.0 / 3, 1},                     // 1+
		{"decoy-flagged", trojans(), 2, 6, 2.0 / 6, 1},                   // 1, 1+
		// The paper's definitions: a, b and c have an answer; right verdicts are a, b, a+, c+ and d+.
		{"paper-accuracy", world(), 2, 3, 2.0 / 3, 0},                    // a, b
		{"paper-precision", world(), 3, 4, 0.75, 0},                      // not the finding on b+
		{"paper-tdr", world(), 1, 3, 1.0 / 3, 0},                         // a
		{"paper-tdr-i3", world(), 2, 3, 2.0 / 3, 0},                      // a, b
		{"paper-lgr", world(), 4, 5, 0.8, 0},                             // all but a
		{"paper-lgr-i3", world(), 3, 5, 0.6, 0},                          // all but a and b
		{"paper-reasoning", world(), 0, 0, 0.7, 0},                       // a
		{"paper-reasoning-i3", world(), 0, 0, 0.7, 0},                    // a; nobody scored b
		{"paper-sui", world(), 0, 0, 0.4/3 + 0.3*0.7 + 0.3*0.75, 0},      //
		{"paper-sui-i3", world(), 0, 0, 0.4*2/3 + 0.3*0.7 + 0.3*0.75, 0}, //
		{"line-precision", placed(), 0, 0, 3.0 / 6, 1},
		{"line-recall", placed(), 0, 0, 3.0 / 8, 1},
		{"line-iou", placed(), 0, 0, 3.0 / 11, 1},
		{"loss-found", placed(), 0, 0, 30.0 / 70, 0},
	} {
		m, ok := ByID(c.id)
		if !ok {
			t.Fatalf("no metric %q", c.id)
		}
		tested[c.id] = true
		v := m.Compute(c.rows)
		if !v.Defined || v.K != c.k || v.N != c.n || math.Abs(v.Point-c.point) > 1e-12 || v.Missing != c.missing {
			t.Errorf("%s: defined=%v %d/%d %.4f missing %d, want %d/%d %.4f missing %d",
				c.id, v.Defined, v.K, v.N, v.Point, v.Missing, c.k, c.n, c.point, c.missing)
		}
	}
	for _, m := range All() {
		if !tested[m.ID] {
			t.Errorf("%s has no value computed by hand", m.ID)
		}
	}
}

func TestEveryMetricIsListedAndDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if m.ID == "" || m.Title == "" || m.Doc == "" || m.Source == "" || m.Count == nil || seen[m.ID] {
			t.Errorf("incomplete or repeated metric %+v", m)
		}
		seen[m.ID] = true
	}
}

func TestMetricsDoNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range All() {
		for _, world := range []func() []bench.Trial{world, repetitions, trojans} {
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
}

// Metrics computed together are what each is alone.
func TestValuesTogether(t *testing.T) {
	for _, rows := range [][]bench.Trial{world(), repetitions(), trojans(), nil} {
		for i, v := range Values(All(), rows) {
			if want := All()[i].Compute(rows); !reflect.DeepEqual(v, want) {
				t.Errorf("%s: %+v together, %+v alone", All()[i].ID, v, want)
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

// Rows that the rule judge leaves open, since the sample does not say where its flaw is,
// are neither right nor wrong, and are said.
func TestUnscored(t *testing.T) {
	rows := world()
	rows[0].Verdict.Strict, rows[0].Verdict.Judge = bench.Unscored, "rule/1"
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
	var rows []bench.Trial
	for b := range 5 {
		for i := range 20 {
			v := &bench.Variant{Key: fmt.Sprint(b, i), Base: fmt.Sprint(b), Truth: bench.Safe}
			rows = append(rows, bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe},
				Verdict: &bench.Verdict{}})
		}
	}
	v := Accuracy.Compute(rows)
	if v.Interval == nil || v.Interval.Method != "Wilson over 5 clusters" || v.Interval.Lo > 0.6 {
		t.Errorf("%+v", v.Interval)
	}
}

// subject builds n bases of one pair each from the statements about the k-th pair.
func subject(n int, say func(i int) (v, twin bench.Truth)) []bench.Trial {
	var rows []bench.Trial
	for i := range n {
		a, b := say(i)
		base := fmt.Sprintf("s%02d", i)
		v := &bench.Variant{Key: base, Base: base, Truth: bench.Vulnerable, Twin: base + "+fixed"}
		f := &bench.Variant{Key: base + "+fixed", Base: base, Truth: bench.Safe}
		rows = append(rows,
			bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: a},
				Verdict: &bench.Verdict{Strict: bench.Miss}},
			bench.Trial{Variant: f, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: b}, Verdict: &bench.Verdict{}})
	}
	return rows
}

// flagging flags both texts of the first pairs and the vulnerable text alone of
// as many as follow are right.
func flagging(n, both, right int) []bench.Trial {
	return subject(n, func(i int) (bench.Truth, bench.Truth) {
		switch {
		case i < both:
			return bench.Vulnerable, bench.Vulnerable
		case i < both+right:
			return bench.Vulnerable, bench.Safe
		}
		return bench.Safe, bench.Safe
	})
}

func TestDiagnose(t *testing.T) {
	V, S := bench.Vulnerable, bench.Safe
	for _, c := range []struct {
		name string
		rows []bench.Trial
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
			return []bench.Truth{V, S}[i%2], []bench.Truth{V, S}[i%2]
		}), Recogniser},
		{"two changes, both right, and silent otherwise", flagging(16, 0, 2), Undecided},
		{"two alarms in 24 pairs", flagging(24, 2, 0), Undecided},
		{"three alarms in 24 pairs", flagging(24, 3, 0), Undecided},
		{"four alarms in 24 pairs", flagging(24, 4, 0), Recogniser},
		{"nearly always alarmed", flagging(24, 22, 0), Recogniser},
		{"never alarmed", flagging(24, 0, 0), ConstantAnswer},
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

// A safe text without an answer is no false alarm, for any metric.
func TestUnansweredSafeTextIsNoFalseAlarm(t *testing.T) {
	rows := subject(6, func(i int) (bench.Truth, bench.Truth) {
		if i < 3 {
			return bench.Vulnerable, bench.Safe
		}
		return bench.Safe, bench.Safe
	})
	answered := rows[:0:0]
	for i, r := range rows {
		if safe(r) && i%3 == 0 {
			r.Outcome, r.Answer, r.Verdict = bench.Refused, nil, nil
			rows[i] = r
			continue
		}
		answered = append(answered, r)
	}
	if len(answered) == len(rows) {
		t.Fatal("no safe text is without an answer")
	}
	for _, m := range []Metric{Precision, Recall, F1, F2, MCC} {
		if a, b := m.Compute(rows), m.Compute(answered); a.Point != b.Point || !a.Defined {
			t.Errorf("%s is %v with them and %v without", m.ID, a.Point, b.Point)
		}
	}
	if v := FalseAlarm.Compute(rows); v.K != 0 || v.Missing == 0 {
		t.Errorf("false alarms: %+v", v)
	}
}

// A safe text without an answer is no measured silence: the share of alarms covers both, and is not measured where
// nothing was answered.
func TestAlarmsThatNobodyAnswered(t *testing.T) {
	rows := func(alarms, silent, refused int) (out []bench.Trial) {
		for i := range alarms + silent + refused {
			v := &bench.Variant{Key: fmt.Sprint(i), Base: fmt.Sprint(i), Sample: fmt.Sprint(i), Truth: bench.Safe,
				Labels: []bench.Label{{Function: bench.Decoy}}}
			r := bench.Trial{Variant: v, Outcome: bench.Refused}
			if i < alarms+silent {
				r.Outcome, r.Answer, r.Verdict = bench.Answered, &bench.Answer{Verdict: bench.Safe}, &bench.Verdict{Judge: "j/1"}
			}
			if i < alarms {
				r.Answer = &bench.Answer{Verdict: bench.Vulnerable}
			}
			out = append(out, r)
		}
		return out
	}
	for _, m := range []Metric{FalseAlarm, DecoyAlarm, DecoyFlagged} {
		if v := m.Compute(rows(0, 0, 24)); v.NotMeasured == "" || v.Defined {
			t.Errorf("%s of nothing answered: %+v", m.ID, v)
		}
		all, some := m.Compute(rows(1, 23, 0)), m.Compute(rows(1, 11, 12))
		if all.NotMeasured != "" || all.Interval.Hi > 0.3 {
			t.Errorf("%s of all answered: %+v", m.ID, all.Interval)
		}
		if some.NotMeasured != "" || some.Interval.Hi < float64(some.K+12)/24 || some.Interval.Lo > all.Interval.Lo {
			t.Errorf("%s with 12 of 24 unanswered: %+v", m.ID, some.Interval)
		}
	}
}

// Where some variants were asked more often than others, k of n is not the share that is printed.
func TestWeightedShareHasNoFraction(t *testing.T) {
	var rows []bench.Trial
	for i := range 6 {
		v := &bench.Variant{Key: fmt.Sprint(i), Base: fmt.Sprint(i), Sample: fmt.Sprint(i), Truth: bench.Safe}
		for n := range 1 + 3*(i/5) { // the last one four times
			answer := &bench.Answer{Verdict: bench.Safe}
			if i == 5 {
				answer.Verdict = bench.Vulnerable
			}
			rows = append(rows, bench.Trial{Variant: v, Repetition: n, Outcome: bench.Answered, Answer: answer})
		}
	}
	v := FalseAlarm.Compute(rows)
	if !v.Weighted || v.K != 4 || v.N != 9 || math.Abs(v.Point-1.0/6) > 1e-9 ||
		!strings.Contains(strings.Join(v.Warnings, " "), "4 of 9; ") {
		t.Errorf("%+v", v)
	}
	if v := FalseAlarm.Compute(rows[:5]); v.Weighted {
		t.Errorf("asked once: %+v", v)
	}
}
