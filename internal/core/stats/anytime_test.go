package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/test/corpustest"
)

// sequence is how paired differences come about: clusters of up to most items, each answered several times by two
// subjects, whose strength varies between clusters.
type sequence struct {
	name           string
	clusters, most int
	repetitions    int
	together       float64 // how much a subject's strength varies between clusters
	shift          float64 // of the second subject, where there is a difference
}

var sequences = []sequence{
	{"150 items, yes or no", 150, 1, 1, 0, 0.5},
	{"60 clusters of 1 to 6 items", 60, 6, 1, 0.7, 0.7},
	{"60 clusters of 1 to 6 items, 3 epochs", 60, 6, 3, 0.7, 0.7},
}

// draw returns the difference of each cluster, and that of every answer for itself.
func (s sequence) draw(rng *rand.Rand, shift float64) (clusters, answers []float64) {
	for range s.clusters {
		a, b := s.together*rng.NormFloat64(), s.together*rng.NormFloat64()+shift
		items := 1 + rng.IntN(s.most)
		sum := 0.0
		for range items {
			ease := rng.NormFloat64()
			for range s.repetitions {
				d := 0.0
				if ease+b+0.5*rng.NormFloat64() > 0 {
					d++
				}
				if ease+a+0.5*rng.NormFloat64() > 0 {
					d--
				}
				sum, answers = sum+d, append(answers, d)
			}
		}
		clusters = append(clusters, sum/float64(items*s.repetitions))
	}
	return clusters, answers
}

// decided returns after how many differences a direction is shown at 5 %.
func decided(diffs []float64) (after int, up bool) {
	above, below := ShownAfter(diffs, 0, 0.025, len(diffs)), ShownAfter(Negated(diffs), 0, 0.025, len(diffs))
	if below == 0 || above > 0 && above < below {
		return above, true
	}
	return below, false
}

// Two subjects without a difference are decided in at most 5 % of all sequences although each cluster is looked at.
// 10,000 of the first kind are simulated, and with ASSAY_CORPUS=whole of each: docs/compare.md has their rates.
func TestAnytimeRates(t *testing.T) {
	page, err := os.ReadFile("../../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range sequences {
		times := 300
		if i == 0 || corpustest.Whole() {
			times = 10_000
		}
		rng := rand.New(rand.NewPCG(11, uint64(s.most*s.repetitions)))
		wrong, naive, found, reversed := 0, 0, 0, 0
		var after []int
		for range times {
			clusters, answers := s.draw(rng, 0)
			if n, _ := decided(clusters); n > 0 {
				wrong++
			}
			if n, _ := decided(answers); n > 0 {
				naive++
			}
			clusters, _ = s.draw(rng, s.shift)
			n, up := decided(clusters)
			if n == 0 {
				n = s.clusters
			} else if found++; !up {
				reversed++
			}
			after = append(after, n)
		}
		slices.Sort(after)
		share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(times)) }
		row := fmt.Sprintf("| %s | %s | %s | %s | %d of %d |", s.name, share(wrong), share(naive), share(found),
			after[times/2], s.clusters)
		t.Log(row, "wrong side", share(reversed))
		if times == 10_000 && !strings.Contains(string(page), row) {
			t.Errorf("docs/compare.md does not have\n%s", row)
		}
		if slack := 3 * math.Sqrt(0.05*0.95/float64(times)); float64(wrong) > (0.05+slack)*float64(times) ||
			float64(found) < 0.7*float64(times) || float64(reversed) > 0.025*float64(times) {
			t.Errorf("of %d: %d false decisions, %d true ones, %d on the wrong side", times, wrong, found, reversed)
		}
	}
}

// The limits hold at every look: where the mean of skewed differences is at a limit, it is shown to be beyond it in at
// most a share level of all sequences, and the limits agree with what is shown.
func TestAnytimeLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	const times, mean = 600, 0.2
	above, below := 0, 0
	for i := range times {
		var diffs []float64
		for range 120 {
			d := 1.0 // once in ten
			if rng.Float64() < 0.9 {
				d = (mean - 0.1) / 0.9
			}
			diffs = append(diffs, d)
		}
		if ShownAfter(diffs, mean, 0.05, 120) > 0 {
			above++
		}
		if ShownAfter(Negated(diffs), -mean, 0.05, 120) > 0 {
			below++
		}
		if i > 5 {
			continue
		}
		limits, ok := Anytime(diffs, 0.05, 120)
		if !ok || ShownAfter(diffs, limits.Lo-1e-5, 0.025, 120) == 0 || ShownAfter(diffs, limits.Lo+1e-5, 0.025, 120) > 0 ||
			ShownAfter(Negated(diffs), -limits.Hi-1e-5, 0.025, 120) == 0 {
			t.Errorf("%v are no limits", limits)
		}
	}
	if above > times/12 || below > times/12 {
		t.Errorf("of %d, %d are shown to be above their mean and %d below", times, above, below)
	}
}

// A look more changes nothing that was shown before.
func TestShownAfter(t *testing.T) {
	diffs := slices.Repeat([]float64{1, 0, 1, 0.5, -0.5}, 12)
	n := ShownAfter(diffs, 0, 0.025, 60)
	if n < 4 || n > 30 || ShownAfter(diffs[:n], 0, 0.025, 60) != n || ShownAfter(diffs[:n-1], 0, 0.025, 60) != 0 {
		t.Errorf("shown after %d", n)
	}
	if ShownAfter(diffs, 0.9, 0.025, 60) != 0 || ShownAfter(Negated(diffs), 0, 0.025, 60) != 0 ||
		ShownAfter(nil, 0, 0.025, 60) != 0 {
		t.Error("shown what is not so")
	}
	if _, ok := Anytime(nil, 0.05, 60); ok {
		t.Error("limits without a difference")
	}
}
