package audit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// star makes the bad texts of every base edits of its good one.
func star(seed uint64, shuffled bool) *suite.Suite {
	s := synthetic(shape{30, 1, 2}, seed, "sql", nil)
	rng := rand.New(rand.NewPCG(seed, 5))
	for i := range s.Variants {
		if v := &s.Variants[i]; v.Truth == bench.Vulnerable {
			lines := strings.Split(strings.TrimSpace(s.Variants[i-i%3].Task.Files[0].Text), "\n")
			lines[2+rng.IntN(len(lines)-3)] = query(rng, 1)[1]
			v.Task.Files[0].Text = strings.Join(lines, "\n") + "\n"
		}
	}
	for b := 0; shuffled && b < len(s.Variants); b += 3 { // any of the three may be the good one
		at := b + rng.IntN(3)
		s.Variants[b].Task, s.Variants[at].Task = s.Variants[at].Task, s.Variants[b].Task
	}
	return s
}

func TestCentre(t *testing.T) {
	if c := by(t, Run(star(1, false), Options{Seed: 1}), "centre"); !c.Convicted || c.Balanced < 0.9 {
		t.Errorf("a star: %+v", c)
	}
	if c := by(t, Run(star(1, true), Options{Seed: 1}), "centre"); c.Convicted {
		t.Errorf("a star whose middle is any of the three: %+v", c)
	}
	if c := by(t, Run(synthetic(shape{30, 1, 1}, 1, "sql", nil), Options{Seed: 1}), "centre"); c.Convicted ||
		c.Balanced != 0.5 {
		t.Errorf("pairs have no middle: %+v", c)
	}
}

func TestOrders(t *testing.T) {
	order := func(s *suite.Suite, id string) Order {
		for _, o := range Run(s, Options{Seed: 1}).Orders {
			if o.ID == id {
				return o
			}
		}
		t.Fatalf("no order %s", id)
		return Order{}
	}
	shorter := func(rng *rand.Rand, code []string, bad bool, _ int) []string {
		if !bad {
			code = append(code[:len(code)-1], "  AND a.zone = :zone", code[len(code)-1])
		}
		return code
	}
	if o := order(synthetic(shape{40, 1, 1}, 2, "sql", shorter), "order-tokens"); !o.Convicted || o.Share < 0.8 ||
		o.Pairs != 40 {
		t.Errorf("the bad one is shorter: %+v", o)
	}
	for seed := range uint64(5) {
		for _, o := range Run(synthetic(shape{40, 1, 1}, 10+seed, "sql", nil), Options{Seed: 1}).Orders {
			if o.Convicted {
				t.Errorf("nothing to find, seed %d: %+v", seed, o)
			}
		}
	}
	list := []Order{{Chance: 0.04}, {Chance: 0.001}, {Chance: 0.03}, {Chance: 1}}
	if holm(list); list[0].Convicted || list[1].Convicted {
		t.Errorf("convicted without an interval: %+v", list)
	}
}
