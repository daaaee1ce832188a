package scored

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// noisy makes two subjects on n items: the differences of items have a variance of 1, and each epoch adds 1 for each
// subject.
func noisy(t *testing.T, n, epochs int) *Set {
	rng := rand.New(rand.NewPCG(1, 9))
	s := &Set{}
	for i := range n {
		strength := [2]float64{0, rng.NormFloat64()}
		for sub := range 2 {
			for e := range epochs {
				add(t, s, sub, Score{Item: fmt.Sprint(i), Subject: string("ab"[sub]), Epoch: e + 1,
					Value: strength[sub] + rng.NormFloat64()})
			}
		}
	}
	return s
}

// One epoch more takes from the noise of the epochs and not from that of the items: with a variance of 1 + 2/epochs,
// 2.8 standard errors are shown.
func TestPilot(t *testing.T) {
	s := noisy(t, 400, 4)
	p := s.Pilot(0, 1)
	if p.Items != 400 || p.Clusters != 400 || !p.Repeated || p.Epochs != 4 {
		t.Fatalf("%+v", p)
	}
	for _, epochs := range []int{1, 4, 16} {
		got, ok := p.Shows(400, epochs)
		want := 2.8 * math.Sqrt((1+2/float64(epochs))/400)
		if !ok || math.Abs(got/want-1) > 0.12 {
			t.Errorf("%d epochs: %v, %v, want about %v", epochs, got, ok, want)
		}
		n, ok := p.Needs(got, epochs)
		if !ok || n < 340 || n > 470 {
			t.Errorf("%d epochs: %d clusters show what 400 do, %v", epochs, n, ok)
		}
	}
	if _, ok := p.Needs(1e-6, 4); ok {
		t.Error("a millionth can be shown")
	}
	// Unknown others have nothing in common with a subject, whose means have a variance of 1/4.
	alone, _ := s.Pilot(0, -1).Shows(400, 4)
	if want := 2.8 * math.Sqrt(2*0.25/400); math.Abs(alone/want-1) > 0.1 {
		t.Errorf("%v, want about %v", alone, want)
	}
	once := noisy(t, 50, 1).Pilot(0, 1)
	if _, ok := once.Shows(50, 3); ok || once.Repeated {
		t.Error("epochs are planned from a log with one")
	}
}

// Clusters of four items whose differences have a correlation of 0.3 vary more than four items, and epochs take from
// the part that is between them. No difference is larger than the share of items that it is about.
func TestAssumed(t *testing.T) {
	alone, four := make([]float64, 200), make([]float64, 200)
	for i := range alone {
		alone[i], four[i] = 1, 4
	}
	for _, c := range []struct {
		sizes    []float64
		epochs   int
		variance float64 // of the mean of a cluster
	}{
		{alone, 1, 0.2}, {alone, 3, 0.2 * (0.7 + 0.3/3)}, {four, 1, 0.2 * (1 + 3*0.3) / 4},
		{four, 3, 0.2 * (0.7 + 0.3/3 + 3*0.3) / 4},
	} {
		p := Assumed(c.sizes, 0.2)
		got, ok := p.Shows(200, c.epochs)
		if want := 2.82 * math.Sqrt(c.variance/200); !ok || math.Abs(got/want-1) > 0.06 {
			t.Errorf("%v items, %d epochs: %v, %v, want about %v", c.sizes[0], c.epochs, got, ok, want)
		}
		if p.Clusters != 200 || p.Items != int(200*c.sizes[0]) {
			t.Errorf("%d items in %d clusters", p.Items, p.Clusters)
		}
	}
	if d, ok := Assumed(alone[:20], 0.1).Shows(20, 1); ok {
		t.Errorf("a difference of %v of subjects that disagree on 0.1", d)
	}
}
