package scored

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// world is how scores come about: items and clusters have an ease, and each subject has its own strength in a cluster
// and on an item, so that the differences of a cluster vary together.
type world struct {
	name                   string
	clusters, size, epochs int
	graded                 bool
	together               float64 // how much a subject's strength varies between clusters
	shift                  float64 // of b, when there is a difference
}

// draw draws the scores of two subjects.
func (w world) draw(rng *rand.Rand, shift float64) *Set {
	s := &Set{}
	for c := range w.clusters {
		strength := [2]float64{w.together * rng.NormFloat64(), w.together*rng.NormFloat64() + shift}
		for i := range w.size {
			ease := rng.NormFloat64()
			for sub := range 2 {
				on := ease + strength[sub] + 0.5*rng.NormFloat64()
				for e := range w.epochs {
					x := on + 0.5*rng.NormFloat64()
					if !w.graded {
						x = min(1, max(0, float64(int(x+1000))-999)) // 1 above 0
					}
					err := s.Add(sub, Score{Item: fmt.Sprint(c, ".", i), Subject: string("ab"[sub]), Epoch: e + 1, Value: x,
						Cluster: fmt.Sprint(c)})
					if err != nil {
						panic(err)
					}
				}
			}
		}
	}
	return s
}

// Without a difference, at most 5 % of the tests find one, and about 95 % of the intervals contain 0. `make recipes`
// simulates often enough for the rates that docs/compare.md prints.
func TestRates(t *testing.T) {
	times := 60
	whole := os.Getenv("ASSAY_REQUIRE_RECIPES") != ""
	if whole {
		times = 1000
	}
	page, err := os.ReadFile("../../../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []world{
		{"100 items, yes or no", 100, 1, 1, false, 0, 0.5},
		{"25 clusters of 4 items, yes or no", 25, 4, 1, false, 0.5, 0.5},
		{"60 items, graded", 60, 1, 1, true, 0, 0.5},
		{"20 clusters of 5 items, 3 epochs, graded", 20, 5, 3, true, 0.5, 0.5},
	} {
		rng := rand.New(rand.NewPCG(7, uint64(w.size)))
		var wrong, naive, inside, found int
		for range times {
			p := w.draw(rng, 0).Pair(0, 1)
			if *p.P < Alpha {
				wrong++
			}
			if p.Counts != nil && p.Counts.McNemar < Alpha {
				naive++
			}
			if p.Interval != nil && p.Interval.Lo <= 0 && p.Interval.Hi >= 0 {
				inside++
			}
			if p := w.draw(rng, w.shift).Pair(0, 1); *p.P < Alpha {
				found++
			}
		}
		share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(times)) }
		ignoring := "–"
		if !w.graded {
			ignoring = share(naive)
		}
		row := fmt.Sprintf("| %s | %s | %s | %s | %s |", w.name, share(wrong), ignoring, share(inside), share(found))
		if whole && !strings.Contains(string(page), row) {
			t.Errorf("docs/compare.md does not have\n%s", row)
		}
		// 5 % and three standard errors; bootstrap intervals of few clusters are somewhat short.
		if slack := 3 * math.Sqrt(0.05*0.95/float64(times)); float64(wrong) > (0.05+slack)*float64(times) ||
			float64(inside) < (0.93-slack)*float64(times) {
			t.Errorf("%s: of %d, %d false alarms and %d intervals with 0", w.name, times, wrong, inside)
		}
	}
}
