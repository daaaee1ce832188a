package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// run asks subjects about n pairs, one a base. A subject finds flaw i, and
// calls the vulnerable text so, when its function says so; it never sounds a false alarm.
func run(id string, n int, subjects map[string]func(i int) bool, order ...string) *report.Data {
	d := &report.Data{RunID: id, Complete: true, Manifest: bench.Manifest{Judging: bench.Judging{Rule: "rule/1"},
		Parser: "1", Epochs: 1}}
	for _, name := range order {
		d.Subjects = append(d.Subjects, bench.Subject{Name: name})
	}
	for i := range n {
		id := fmt.Sprintf("s%03d", i)
		v := &bench.Variant{Key: "demo/" + id, Suite: "demo", Sample: id, Base: id, Truth: bench.Vulnerable,
			Proof: bench.Proved, Twin: "demo/" + id + "+fixed",
			Task: bench.Task{Files: []bench.File{{Path: "A.sol", Text: "bad " + id}}}}
		f := *v
		f.Key, f.Twin, f.Truth, f.Task.Files = v.Twin, "", bench.Safe, []bench.File{{Path: "A.sol", Text: "good " + id}}
		for _, name := range order {
			hit := subjects[name](i)
			bad := bench.Trial{Variant: v, Subject: name, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe},
				Verdict: &bench.Verdict{Strict: bench.Miss, Lenient: bench.Miss}}
			if hit {
				bad.Answer, bad.Verdict = &bench.Answer{Verdict: bench.Vulnerable},
					&bench.Verdict{Strict: bench.Hit, Lenient: bench.Hit}
			}
			good := bench.Trial{Variant: &f, Subject: name, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe},
				Verdict: &bench.Verdict{}}
			d.Trials = append(d.Trials, bad, good)
		}
	}
	return d
}

func below(k int) func(int) bool { return func(i int) bool { return i < k } }

func rowOf(t *testing.T, p Pair, id string) Row {
	t.Helper()
	for _, r := range p.Rows {
		if r.Metric == id {
			return r
		}
	}
	t.Fatalf("no row %s", id)
	return Row{}
}

func do(t *testing.T, a, b Side, ms ...metric.Metric) *Comparison {
	t.Helper()
	c, err := Compare(a, b, ms)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Of 20 flaws A finds 4 and B the same with 10 more: 10 discordant pairs on one
// side give p = 2·2⁻¹⁰, and of three tests the largest stays as it is.
func TestByHand(t *testing.T) {
	d := run("r", 20, map[string]func(int) bool{"a": below(4), "b": below(14)}, "a", "b")
	c := do(t, Side{d, "a"}, Side{d, "b"}, metric.TDR, metric.PairCorrect, metric.FalseAlarm)
	if c.Family != 3 || len(c.Pairs) != 1 || c.Pairs[0].Bases != 20 || c.Pairs[0].Variants != 40 {
		t.Fatalf("%+v", c)
	}
	tdr := rowOf(t, c.Pairs[0], "tdr")
	if e := tdr.Effects; *tdr.Delta <= 0 || e.Table.B != 10 || e.Table.C != 0 || e.Newcombe.Lo <= 0 {
		t.Errorf("B minus A is %v, and as paired effects %+v, %+v", *tdr.Delta, e.Table, e.Newcombe)
	}
	if p := 2 * math.Pow(2, -10); math.Abs(*tdr.P-p) > 1e-12 || math.Abs(*tdr.Adjusted-3*p) > 1e-12 {
		t.Errorf("p %v adjusted %v", *tdr.P, *tdr.Adjusted)
	}
	if math.Abs(*tdr.Delta-0.5) > 1e-12 || tdr.Call != Better || tdr.Interval == nil || tdr.Interval.Lo <= 0 ||
		tdr.Interval.Hi <= tdr.Interval.Lo || tdr.Detectable != nil || tdr.Bases != 20 {
		t.Errorf("%+v", tdr)
	}
	// The other way round it is worse, and the interval is mirrored.
	back := rowOf(t, do(t, Side{d, "b"}, Side{d, "a"}, metric.TDR).Pairs[0], "tdr")
	if back.Call != Worse || *back.Delta != -*tdr.Delta || back.Interval.Hi >= 0 {
		t.Errorf("%+v", back)
	}
	// Both never sound an alarm: nothing shown, and 20 pairs are too few for "equivalent".
	alarm := rowOf(t, c.Pairs[0], "false-alarm")
	if alarm.Call != Nothing || *alarm.Adjusted != 1 || alarm.Detectable == nil || alarm.Detectable.Difference == nil ||
		*alarm.Detectable.Difference < 0.3 {
		t.Errorf("%+v %+v", alarm, alarm.Detectable)
	}
}

// F1 is no mean of bases. Of four flaws A misses one, B cries wolf at the twins of the
// three others: 8/11 − 6/7, though the bases' own numbers differ by 0 on average.
// With b of the three alarms at B, the difference is 8/(8+b) − 6/(10−b): 0.4, 0.22 in
// three ways, 0.05 in three, −0.13; and the same with the other sign where the missed
// flaw is swapped too. As far from 0 as −0.13 are 10 of 16.
func TestF1ByHand(t *testing.T) {
	d := run("r", 4, map[string]func(int) bool{"a": below(3), "b": below(4)}, "a", "b")
	for i := range d.Trials {
		if tr := &d.Trials[i]; tr.Subject == "b" && tr.Variant.Truth == bench.Safe && tr.Variant.Base != "s003" {
			tr.Answer = &bench.Answer{Verdict: bench.Vulnerable}
		}
	}
	r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, metric.F1).Pairs[0], "f1")
	if r.P == nil || math.Abs(*r.Delta-(8.0/11-6.0/7)) > 1e-12 || *r.P != 10.0/16 || r.Test != "all swaps within clusters" {
		t.Fatalf("%+v", r)
	}
	if math.Abs(r.B.Point-r.A.Point-*r.Delta) > 1e-12 {
		t.Errorf("%v and %v differ by %v", r.A.Point, r.B.Point, *r.Delta)
	}
	// The interval is of the same number: of resamples of bases that are like this one, none is below
	// 8/12 − 1 or above 1 − 0.
	if r.Interval == nil || r.Interval.Lo < 8.0/12-1-1e-9 || r.Interval.Lo > *r.Delta || r.Interval.Hi < 0 ||
		r.Interval.Hi > 1 {
		t.Errorf("%+v", r.Interval)
	}
}

// Two subjects who are right about each text as often as the other, 10 bases of one
// or two pairs, hard and easy: the test of a number that is no mean of bases rejects
// at 5 % no more often than it says, and its interval holds 0.
func TestLevelUnderTheNull(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates")
	}
	const times = 300
	for _, m := range []metric.Metric{metric.MCC, metric.F1, metric.TDR} {
		rng := rand.New(rand.NewPCG(11, 5))
		rejected, outside, tested := 0, 0, 0
		for range times {
			d := run("r", 15, map[string]func(int) bool{"a": below(0), "b": below(0)}, "a", "b")
			hard := map[string]float64{}
			for i := range d.Trials {
				tr := &d.Trials[i]
				v := *tr.Variant
				v.Base = v.Sample
				if v.Sample >= "s010" { // the last five stand with the first
					v.Base = "s00" + v.Sample[3:]
				}
				if _, ok := hard[v.Base]; !ok {
					hard[v.Base] = 0.4 + 0.4*rng.Float64()
				}
				tr.Variant = &v
				right := rng.Float64() < hard[v.Base]
				tr.Answer, tr.Verdict = &bench.Answer{Verdict: bench.Safe}, &bench.Verdict{Strict: bench.Miss, Lenient: bench.Miss}
				if right == (v.Truth == bench.Vulnerable) {
					tr.Answer, tr.Verdict = &bench.Answer{Verdict: bench.Vulnerable},
						&bench.Verdict{Strict: bench.Hit, Lenient: bench.Hit}
				}
			}
			r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, m).Pairs[0], m.ID)
			if r.P == nil {
				continue
			}
			if r.Test != "all swaps within clusters" && r.Test != "sign flips over clusters" {
				t.Fatalf("%s: %q", m.ID, r.Test)
			}
			tested++
			if *r.P < 0.05 {
				rejected++
			}
			if r.Interval != nil && (r.Interval.Lo > 0 || r.Interval.Hi < 0) {
				outside++
			}
		}
		share := func(n int) float64 { return float64(n) / float64(tested) }
		slack := 3 * math.Sqrt(0.05*0.95/float64(tested))
		if tested < times*9/10 || share(rejected) > 0.05+slack || rejected == 0 || share(outside) > 0.12 {
			t.Errorf("%s: of %d, %.3f rejected, %.3f with an interval beside 0", m.ID, tested, share(rejected), share(outside))
		}
	}
}

// A smaller false alarm rate is better.
func TestLowerIsBetter(t *testing.T) {
	d := run("r", 12, map[string]func(int) bool{"a": below(0), "b": below(0)}, "a", "b")
	for i := range d.Trials {
		if tr := &d.Trials[i]; tr.Subject == "a" && tr.Variant.Truth == bench.Safe {
			tr.Answer = &bench.Answer{Verdict: bench.Vulnerable}
		}
	}
	if r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, metric.FalseAlarm).Pairs[0], "false-alarm"); r.Call != Better ||
		*r.Delta != -1 {
		t.Errorf("%+v", r)
	}
}

// Clean contracts have one truth only, and balanced accuracy has a test all the
// same: A is right about 2 flaws of 8, B about 6 more, both about everything safe.
// Of 2⁶ swaps, those that leave all on one side or put all on the other are as far
// apart: p = 2/64.
func TestBalancedAccuracyBesideCleanContracts(t *testing.T) {
	d := run("r", 8, map[string]func(int) bool{"a": below(2), "b": below(8)}, "a", "b")
	for i := range 4 {
		id := fmt.Sprintf("clean%d", i)
		v := &bench.Variant{Key: "demo/" + id, Suite: "demo", Sample: id, Base: id, Truth: bench.Safe, Proof: bench.Proved}
		for _, name := range []string{"a", "b"} {
			d.Trials = append(d.Trials, bench.Trial{Variant: v, Subject: name, Outcome: bench.Answered,
				Answer: &bench.Answer{Verdict: bench.Safe}, Verdict: &bench.Verdict{}})
		}
	}
	r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, metric.BalancedAccuracy).Pairs[0], "balanced-accuracy")
	if r.P == nil || math.Abs(*r.P-2.0/64) > 1e-12 || r.Call != Better || *r.Delta != 0.375 ||
		r.Test != "all swaps within clusters" {
		t.Errorf("%+v", r)
	}
}

// "Equivalent" needs a test of its own, which 300 pairs without a discordant one
// pass and 10 do not.
func TestEquivalent(t *testing.T) {
	for n, want := range map[int]Call{10: Nothing, 300: Same} {
		d := run("r", n, map[string]func(int) bool{"a": below(n / 2), "b": below(n / 2)}, "a", "b")
		if r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, metric.TDR).Pairs[0], "tdr"); r.Call != want ||
			r.Equivalent == nil {
			t.Errorf("%d pairs: %s, %+v", n, r.Call, r)
		}
	}
	// Five pairs show nothing in a family of four, whatever they say.
	d := run("r", 5, map[string]func(int) bool{"a": below(1), "b": below(2)}, "a", "b")
	r := rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, Metrics()...).Pairs[0], "tdr")
	if r.Detectable == nil || r.Detectable.Difference != nil || r.cells()[8].Text != "nothing" {
		t.Errorf("%+v", r.Detectable)
	}
}

// Two runs: what is not the same text in both is left out and said.
func TestRuns(t *testing.T) {
	find := map[string]func(int) bool{"m": below(8), "other": below(1)}
	a, b := run("a", 12, find, "m"), run("b", 10, find, "m", "other")
	v := b.Trials[0].Variant
	v.Task.Files[0].Text = "changed"
	b.Manifest.Judging.Rule, b.Complete = "rule/2", false
	c := do(t, Side{Data: a}, Side{Data: b}, metric.TDR)
	p := c.Pairs[0]
	if len(c.Pairs) != 1 || p.A != "m" || p.B != "m" || p.Variants != 19 {
		t.Errorf("%+v", p)
	}
	all := strings.Join(append(p.Warnings, c.Warnings...), "\n")
	for _, want := range []string{"1 texts or their labels", "4 texts are only on one side", "the judge differs",
		"run b is incomplete"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not said in:\n%s", want, all)
		}
	}
	if _, err := Compare(Side{a, "x"}, Side{Data: b}, Metrics()); err == nil ||
		!strings.Contains(err.Error(), `no subject "x"; it has m`) {
		t.Error(err)
	}
	if c := do(t, Side{a, "m"}, Side{b, "other"}, metric.TDR); c.Pairs[0].B != "other" {
		t.Errorf("%+v", c.Pairs)
	}
	if _, err := Compare(Side{Data: run("c", 2, find, "other")},
		Side{Data: run("d", 2, map[string]func(int) bool{"p": below(1), "q": below(1)}, "p", "q")}, Metrics()); err == nil {
		t.Error("nothing in common is compared")
	}
}

// Two runs that hold the same stored answers are no evidence of anything; what only one of them has is named.
func TestSharedAnswers(t *testing.T) {
	find := map[string]func(int) bool{"m": below(8), "x": below(1), "y": below(2)}
	a, b := run("a", 12, find, "m", "x"), run("b", 12, find, "m", "y")
	for _, d := range []*report.Data{a, b} {
		for i := range d.Trials {
			d.Trials[i].Key = fmt.Sprint(d.Trials[i].Subject, i/4)
			d.Trials[i].Spent = &bench.Spent{Began: int64(i)}
		}
	}
	said := func(want string) Pair {
		t.Helper()
		c := do(t, Side{Data: a}, Side{Data: b})
		p := c.Pairs[0]
		if all := strings.Join(append(c.Warnings, p.Warnings...), "\n"); !strings.Contains(all, want) ||
			!strings.Contains(all, "only run a has x;") || !strings.Contains(all, "only run b has y;") {
			t.Errorf("%q is not said in:\n%s", want, all)
		}
		return p
	}
	if p := said("both runs hold the same 24 stored answers: there is nothing to compare"); len(p.Rows) != 0 || p.Shared != 24 {
		t.Errorf("%+v", p)
	}
	var text bytes.Buffer
	if err := write.Terminal(&text, do(t, Side{Data: a}, Side{Data: b}).Document(), 200); err != nil ||
		!strings.Contains(text.String(), "nothing to compare") {
		t.Errorf("%v\n%s", err, &text)
	}
	b.Trials[0].Spent = &bench.Spent{Began: 1000} // asked again
	if p := said("23 of 24 answers are the same stored answers in both runs: they are no evidence"); p.Variants != 1 {
		t.Errorf("%+v", p)
	}
	b.Manifest.Judging.Rule = "rule/2"
	if p := said("23 of 24 answers are the same stored answers in both runs: differences between them"); p.Variants != 24 {
		t.Errorf("%+v", p)
	}
}

func TestOutput(t *testing.T) {
	d := run("r", 20, map[string]func(int) bool{"a": below(4), "b\x1b[2J": below(14)}, "a", "b\x1b[2J")
	c := do(t, Side{d, "a"}, Side{d, "b\x1b[2J"}, append(Metrics(), metric.SUIDefault)...)
	var text, doc bytes.Buffer
	if err := write.Terminal(&text, c.Document(), 200); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"+50.0 ", "better", "~", "undefined", "4 tests", "20.0 %", "70.0 %"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "\x1b") {
		t.Error("a name steers the terminal")
	}
	if err := c.JSON(&doc); err != nil {
		t.Fatal(err)
	}
	var back map[string]any
	if err := json.Unmarshal(doc.Bytes(), &back); err != nil || back["format_version"] != 1.0 || back["family"] != 4.0 {
		t.Errorf("%v %v", err, back)
	}
	var again bytes.Buffer
	if err := do(t, Side{d, "a"}, Side{d, "b\x1b[2J"}, append(Metrics(), metric.SUIDefault)...).JSON(&again); err != nil ||
		!bytes.Equal(again.Bytes(), doc.Bytes()) {
		t.Error("equal data give other bytes")
	}
}

// Judgements that are missing could have been either. Where there are few, an interval
// spans both and a difference that they could undo is no difference; where more than a
// tenth is missing the number is not measured.
func TestMissingJudgements(t *testing.T) {
	lost := func(k int) Row {
		d := run("r", 40, map[string]func(int) bool{"a": below(31), "b": below(39)}, "a", "b")
		for i := range d.Trials {
			tr := &d.Trials[i]
			if tr.Answer.Verdict != bench.Vulnerable {
				continue // nothing is said that a judge could read
			}
			tr.Answer.Findings = []bench.Finding{{Type: "x"}}
			if tr.Subject == "b" && k > 0 {
				tr.Verdict = &bench.Verdict{Strict: bench.Unscored, Lenient: bench.Unscored, Unscored: true}
				k--
			}
		}
		return rowOf(t, do(t, Side{d, "a"}, Side{d, "b"}, metric.TDR).Pairs[0], "tdr")
	}
	all := lost(0)
	if all.Call != Better || math.Abs(*all.Delta-0.2) > 1e-12 {
		t.Fatalf("with every judgement: %+v", all)
	}
	few := lost(3)
	if few.Call == Better || few.Interval == nil || few.Interval.Lo >= all.Interval.Lo || few.Interval.Lo > 0 {
		t.Errorf("three missing judgements leave %+v, %+v", few, few.Interval)
	}
	if many := lost(10); many.Call != Undefined || many.Delta != nil || len(many.Warnings) == 0 {
		t.Errorf("ten missing judgements leave %+v", many)
	}
}
