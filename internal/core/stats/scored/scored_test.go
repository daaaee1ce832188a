package scored

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// set makes a set of subjects a and b; each row is an item with the scores of both, "-" for a failed answer and " " for
// none. Several characters are epochs.
func set(t *testing.T, rows ...[2]string) *Set {
	t.Helper()
	s := &Set{}
	for i, r := range rows {
		for log, scores := range r {
			for e, c := range scores {
				if c == ' ' {
					continue
				}
				x := Score{Item: fmt.Sprint("q", i), Subject: string("ab"[log]), Epoch: e + 1, Text: 1}
				if c == '-' {
					x.Missing = Failed
				} else {
					x.Value = float64(c - '0')
				}
				add(t, s, log, x)
			}
		}
	}
	return s
}

func add(t *testing.T, s *Set, log int, x Score) {
	t.Helper()
	if err := s.Add(log, x); err != nil {
		t.Fatal(err)
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func repeat(n int, a, b string) [][2]string {
	out := make([][2]string, n)
	for i := range out {
		out[i] = [2]string{a, b}
	}
	return out
}

// Of 20 items both are right on 5, only b on 7 and only a on 1: McNemar's exact p is 2·(1+8)/2⁸, and its mid-p is
// less by 8/2⁸.
func TestYesAndNo(t *testing.T) {
	rows := slices.Concat(repeat(5, "1", "1"), repeat(7, "0", "1"), repeat(1, "1", "0"), repeat(7, "0", "0"))
	p := set(t, rows...).Pair(0, 1)
	if n := p.Counts; n == nil || n.Both != 5 || n.OnlyA != 1 || n.OnlyB != 7 || n.Neither != 7 {
		t.Fatalf("%+v", p.Counts)
	}
	near(t, "p", *p.P, 18.0/256)
	near(t, "mid-p", p.Counts.MidP, 10.0/256)
	near(t, "difference", p.Delta, 0.3)
	near(t, "a", p.MeanA, 0.3)
	if p.Interval != p.Tango || p.Interval.Lo > 0.3 || p.Interval.Hi < 0.3 || p.Resampled == nil {
		t.Errorf("%+v, %+v", p.Interval, p.Resampled)
	}
	pairs := []Pair{p}
	Adjust(pairs, 0)
	if c := pairs[0].Call; c != Nothing || pairs[0].Detectable == nil || pairs[0].Equivalent != nil {
		t.Errorf("%s, %+v", c, pairs[0])
	}
}

// Epochs are averaged within an item, and then there is no 2×2 table.
func TestEpochs(t *testing.T) {
	p := set(t, [2]string{"10", "11"}, [2]string{"00", "10"}, [2]string{"00", "11"}).Pair(0, 1)
	near(t, "difference", p.Delta, (0.5+0.5+1)/3)
	near(t, "p", *p.P, 0.25) // all three have one sign: 2 of 8
	if p.Counts != nil || p.Test != "sign flips over items" {
		t.Errorf("%+v, %s", p.Counts, p.Test)
	}
}

// Items of one cluster flip together: 2 clusters cannot show what 6 items would.
func TestClusters(t *testing.T) {
	s := &Set{}
	for i := range 6 {
		for log, v := range []float64{0, 1} {
			add(t, s, log, Score{Item: fmt.Sprint(i), Subject: fmt.Sprint(log), Epoch: 1, Value: v, Cluster: fmt.Sprint(i % 2)})
		}
	}
	p := s.Pair(0, 1)
	near(t, "p", *p.P, 0.5)
	near(t, "McNemar", p.Counts.McNemar, 2.0/64)
	if p.Clusters != 2 || p.Test != "sign flips over clusters" || p.Interval == p.Tango || p.table != nil {
		t.Errorf("%+v", p)
	}
}

// Equal ids with different texts are left out and counted, and so is what only one has.
func TestLeftOut(t *testing.T) {
	s := set(t, [2]string{"1", "0"}, [2]string{"1", " "}, [2]string{" ", "1"})
	for log, text := range []uint64{5, 6} {
		add(t, s, log, Score{Item: "changed", Subject: string("ab"[log]), Epoch: 1, Value: 1, Text: text})
	}
	for log, text := range []uint64{0, 6} { // one log has no texts
		add(t, s, log, Score{Item: "unknown", Subject: string("ab"[log]), Epoch: 1, Value: 1, Text: text})
	}
	p := s.Pair(0, 1)
	if p.Items != 2 || p.Changed != 1 || p.OnlyA != 1 || p.OnlyB != 1 {
		t.Errorf("%+v", p)
	}
	near(t, "worst", *p.Worst, (-1+0-1+0)/4.0) // one failed for b is wrong, one for a right
	near(t, "best", *p.Best, (-1+0+1+0)/4.0)
}

// Missing answers widen the difference and never shrink the items that it is about.
func TestBounds(t *testing.T) {
	p := set(t, [2]string{"1", "1"}, [2]string{"1", "-"}, [2]string{"-", "0"}, [2]string{"1-", "11"}).Pair(0, 1)
	if p.Items != 2 || p.All != 4 {
		t.Fatalf("%+v", p)
	}
	// Two epochs each: the first three items lack one or two answers.
	near(t, "worst", *p.Worst, ((0.5-1)+(0-1)+(0-1)+0)/4)
	near(t, "best", *p.Best, ((1-0.5)+(1-0.5)+(0.5-0)+(1-0.5))/4)
	if full := set(t, [2]string{"1", "0"}).Pair(0, 1); full.Worst != nil {
		t.Error("nothing is missing, and there are bounds")
	}
}

func TestAddRefuses(t *testing.T) {
	s := set(t, [2]string{"1", "1"})
	for _, c := range []struct {
		x    Score
		want string
	}{
		{Score{Item: "q0", Subject: "a", Epoch: 1}, `item "q0" of a, epoch 1, is there already`},
		{Score{Item: "q0", Subject: "a", Epoch: 2, Text: 9}, "has another text than in an earlier epoch"},
	} {
		if err := s.Add(0, c.x); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	many := Score{Item: "q1", Subject: "a", Epoch: 40}
	add(t, s, 0, many)
	if s.Add(0, many) == nil {
		t.Error("epoch 40 is there twice")
	}
	add(t, s, 1, Score{Item: "q0", Subject: "a", Epoch: 1}) // of another log
}

func TestCheck(t *testing.T) {
	outside := set(t, [2]string{"1", "7"}, [2]string{"0", "1"})
	failed := set(t, [2]string{"1", "-"})
	alone := &Set{}
	add(t, alone, 0, Score{Item: "q", Subject: "a", Epoch: 1, Value: 1})
	for want, s := range map[string]*Set{
		"b has scores outside [0, 1], such as 7, and a only yes and no": outside,
		"b has no score": failed,
		"there is one subject, a; two are needed": alone,
		"<nil>": set(t, [2]string{"3", "7"}, [2]string{"5", "5"}),
	} {
		if err := s.Check(2); fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Logs with one task each pair by the ids alone, and keep their clusters.
func TestJoin(t *testing.T) {
	s := &Set{}
	for log, task := range []string{"v1", "v2"} {
		for i := range 3 {
			add(t, s, log, Score{Task: task, Item: fmt.Sprint(i), Subject: task, Epoch: 1, Value: float64(i % 2),
				Cluster: fmt.Sprint("c", i/2)})
		}
	}
	if p := s.Pair(0, 1); p.Items != 0 {
		t.Fatalf("%+v", p)
	}
	s.Join()
	if fmt.Sprint(s.Joined) != "[v1 v2]" {
		t.Error(s.Joined)
	}
	if p := s.Pair(0, 1); p.Items != 3 || p.Clusters != 2 {
		t.Errorf("%+v", p)
	}
}

// The calls with a margin: 400 equal items are equivalent within 2 points, and without a margin nothing is.
func TestMargin(t *testing.T) {
	for margin, want := range map[float64]Call{0: Nothing, 0.02: Equivalent, 0.005: Nothing} {
		pairs := []Pair{set(t, append(repeat(200, "1", "1"), repeat(200, "0", "0")...)...).Pair(0, 1)}
		if Adjust(pairs, margin); pairs[0].Call != want {
			t.Errorf("margin %v: %s, want %s; %+v", margin, pairs[0].Call, want, pairs[0].Equivalent)
		}
	}
	// Better by much is not worse, and by too little to be better.
	pairs := []Pair{set(t, append(repeat(4, "0", "1"), repeat(60, "1", "1")...)...).Pair(0, 1)}
	if Adjust(pairs, 0.02); pairs[0].Call != NotWorse {
		t.Errorf("%s: %+v", pairs[0].Call, pairs[0])
	}
}

// A subject that answers nothing does not pass a gate.
func TestGate(t *testing.T) {
	for _, c := range []struct {
		rows    [][2]string
		worse   bool
		missing int
	}{
		{repeat(40, "1", "1"), false, 0},
		{append(repeat(30, "1", "1"), repeat(10, "1", "0")...), true, 0},
		{append(repeat(30, "1", "1"), repeat(10, "1", "-")...), true, 10},
		{append(repeat(30, "1", "1"), repeat(10, "1", " ")...), true, 10},
		{append(repeat(30, "1", "1"), repeat(10, " ", "1")...), false, 0}, // the baseline did not have them
		{repeat(2, "1", "0"), false, 0},
	} {
		g := set(t, c.rows...).Gate(0, 1, 0.02)
		if g.Worse < Alpha != c.worse || g.Missing != c.missing || g.Drop > g.Delta {
			t.Errorf("%v: %+v", c.rows[len(c.rows)-1], g)
		}
	}
}

// Epochs may be counted from 1 or from 0, or have gaps: what counts is how many an item has.
func TestEpochsAreCounted(t *testing.T) {
	s := &Set{}
	for log := range 2 {
		for _, epoch := range []int{2, 3, 7} {
			add(t, s, log, Score{Item: "q", Subject: fmt.Sprint(log), Epoch: epoch, Value: 1})
		}
	}
	if p := s.Pair(0, 1); s.Subjects[0].Epochs != 3 || p.Worst != nil {
		t.Errorf("%d epochs, %+v", s.Subjects[0].Epochs, p)
	}
}

// No difference of two shares is larger than 1: where only a larger one would have been shown, none would.
func TestNothingIsDetectable(t *testing.T) {
	for score, none := range map[float64]bool{1: true, 10: false} {
		s := &Set{}
		for i, values := range [][]float64{{1, 1}, {0.5, 1}, {1, 0}, {1, 1}} {
			for epoch, x := range values {
				add(t, s, i%2, Score{Item: fmt.Sprint(i / 2), Subject: fmt.Sprint(i % 2), Epoch: epoch + 1, Value: x * score})
			}
		}
		pairs := []Pair{s.Pair(0, 1)}
		if Adjust(pairs, 0); (pairs[0].Detectable == nil) != none {
			t.Errorf("scores up to %v: %v", score, pairs[0].Detectable)
		}
	}
}
