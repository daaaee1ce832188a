package metric

import (
	"math"
	"testing"
)

// Two flaws, each found in two of three repetitions: of two that are drawn at least one
// finds, and both do in one of three draws.
func TestFoundAtK(t *testing.T) {
	if n := Repetitions(repetitions()); n != 3 {
		t.Fatalf("%d repetitions", n)
	}
	for k, want := range map[int][2]float64{1: {2.0 / 3, 2.0 / 3}, 2: {1, 1.0 / 3}, 3: {1, 0}} {
		at, every := FoundAt(k).Compute(repetitions()), FoundEvery(k).Compute(repetitions())
		if !at.Defined || !every.Defined || math.Abs(at.Point-want[0]) > 1e-12 || math.Abs(every.Point-want[1]) > 1e-12 ||
			at.Missing != 1 {
			t.Errorf("k = %d: %+v and %+v, want %v", k, at, every, want)
		}
	}
	if v := FoundAt(4).Compute(repetitions()); v.Defined || len(v.Warnings) == 0 {
		t.Errorf("four of three: %+v", v)
	}
	// Of five, of which one finds, two find it with probability 1 − C(4,2)/C(5,2).
	if p := 1 - drawn(4, 5, 2); math.Abs(p-0.4) > 1e-12 {
		t.Errorf("%v, want 0.4", p)
	}
}
