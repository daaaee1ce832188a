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

// ordersOf are the orders of a suite by id.
func ordersOf(s *suite.Suite) map[string]Order {
	out := map[string]Order{}
	for _, o := range orders(read(s), twinsOf(s.Variants), 1) {
		out[o.ID] = o
	}
	return out
}

var differenceOrders = []string{"order-linear-tokens", "order-linear-characters", "order-linear-shapes", "order-rarer"}

// A condition with one operator stands in the vulnerable twin of three pairs of four and in the safe twin of the
// others, and one with another operator in the twins of both.
func TestLinearOrders(t *testing.T) {
	pair := map[bool]string{false: "  AND a.zone >= :zone", true: "  AND a.zone IS :zone"}
	cue := func(_ *rand.Rand, code []string, bad bool, n int) []string {
		return append(code[:len(code)-1], pair[bad != (n%4 == 0)], code[len(code)-1])
	}
	got := ordersOf(synthetic(shape{80, 1, 1}, 3, "sql", cue))
	for _, id := range differenceOrders[:3] {
		o := got[id]
		if !o.Convicted || o.Share < 0.6 {
			t.Errorf("the cue is not found: %+v", o)
		}
		if len(o.Tells) == 0 || len(o.Tells) > Tells || o.Tells[0].Vulnerable+o.Tells[0].Safe == 0 {
			t.Errorf("%s tells %+v", id, o.Tells)
		}
	}
}

// Every vulnerable twin has a condition of a shape that no other text has, and every safe one a common condition. There
// is nothing to learn from the other pairs.
func TestRarer(t *testing.T) {
	tell := func(rng *rand.Rand, code []string, bad bool, _ int) []string {
		line := "  AND a.zone = :zone"
		if bad {
			line = "  AND a.zone"
			for range 4 {
				line += " " + []string{"+", "-", "||", "%", "^", "&", "#"}[rng.IntN(7)] + " a.zone"
			}
		}
		return append(code[:len(code)-1], line, code[len(code)-1])
	}
	if o := ordersOf(synthetic(shape{60, 1, 1}, 4, "sql", tell))["order-rarer"]; !o.Convicted || o.Share < 0.8 {
		t.Errorf("the rarer one is not found: %+v", o)
	}
}

// Where there is nothing to find, each order is right on half of the pairs, and hardly ever above the bar.
func TestOrdersByChance(t *testing.T) {
	const suites = 20
	sum, above := map[string]float64{}, 0
	for seed := range uint64(suites) {
		for id, o := range ordersOf(synthetic(shape{50, 1, 1}, 100+seed, "sql", nil)) {
			sum[id] += o.Share
			if o.Convicted {
				above++
			}
		}
	}
	for _, id := range differenceOrders {
		if mean := sum[id] / suites; mean < 0.45 || mean > 0.55 {
			t.Errorf("%s is right on %.3f of pairs without a cue", id, mean)
		}
	}
	if above > 2 {
		t.Errorf("%d convictions of %d suites without a cue", above, suites)
	}
}
