package audit

import (
	"cmp"
	"math"
	"slices"
)

const (
	shares   = 20  // of the bases: the pairs of each are ordered by a model of the others
	strength = 1.0 // of the fit: how much a pair counts against a large weight
)

// differences holds, for every pair of twins, the n-grams of which one has more than the other.
type differences struct {
	g     *grams
	twins [][2]int
	base  []int // of every pair
	rows  [][]lean
}

// lean is an n-gram of which one twin has more. By is positive where it is the vulnerable one; the squares of a pair
// sum up to one, so that a pair with a long difference counts no more than others.
type lean struct {
	id int32
	by float64
}

func differencesOf(c *corpus, g *grams, twins [][2]int) *differences {
	d := &differences{g: g, twins: twins}
	for _, t := range twins {
		var row []lean
		a, b := g.docs[t[0]], g.docs[t[1]]
		for len(a)+len(b) > 0 {
			switch {
			case len(b) == 0 || len(a) > 0 && a[0].id < b[0].id:
				row, a = append(row, lean{a[0].id, 1}), a[1:]
			case len(a) == 0 || b[0].id < a[0].id:
				row, b = append(row, lean{b[0].id, -1}), b[1:]
			default:
				if n := a[0].count - b[0].count; n != 0 {
					row = append(row, lean{a[0].id, float64(cmp.Compare(n, 0))})
				}
				a, b = a[1:], b[1:]
			}
		}
		for i := range row {
			row[i].by /= math.Sqrt(float64(len(row)))
		}
		d.base, d.rows = append(d.base, c.texts[t[0]].base), append(d.rows, row)
	}
	return d
}

// linear orders every pair by [OutOfBase].
func (d *differences) linear() []float64 { return OutOfBase(d.kernel(), d.base) }

// OutOfBase orders every pair by logistic regression on the differences of the pairs in other parts: its score is
// positive where the first twin is the vulnerable one. A pair and its reverse are one observation, so there is no
// constant. kernel holds the products of the differences of all pairs, and base the number of the base of each.
func OutOfBase(kernel [][]float64, base []int) []float64 {
	out := make([]float64, len(base))
	for share := range shares {
		learnt := func(pair int) bool { return base[pair]%shares != share }
		_, margin := Fit(kernel, learnt)
		for i := range out {
			if !learnt(i) {
				out[i] = margin[i]
			}
		}
	}
	return out
}

// kernel holds the products of the differences of all pairs.
func (d *differences) kernel() [][]float64 {
	out := make([][]float64, len(d.rows))
	of := make([]float64, d.g.size)
	for i, row := range d.rows {
		for _, x := range row {
			of[x.id] = x.by
		}
		out[i] = make([]float64, len(d.rows))
		for j, other := range d.rows {
			for _, x := range other {
				out[i][j] += of[x.id] * x.by
			}
		}
		for _, x := range row {
			of[x.id] = 0
		}
	}
	return out
}

// Fit minimises half the squared weights plus strength times the logistic loss of the pairs that are learnt, one pair
// after the other in the dual. It returns the part of every pair in the weights, and the score of every pair.
func Fit(kernel [][]float64, learnt func(pair int) bool) (dual, margin []float64) {
	dual, margin = make([]float64, len(kernel)), make([]float64, len(kernel))
	for range 100 {
		most := 0.0
		for i, row := range kernel {
			if !learnt(i) || row[i] == 0 {
				continue
			}
			rest, x := margin[i]-row[i]*dual[i], dual[i]
			for range 8 { // Newton on x = strength / (1 + exp(rest + row[i]·x)), whose sides cross once
				p := 1 / (1 + math.Exp(rest+row[i]*x))
				x -= (x - strength*p) / (1 + strength*p*(1-p)*row[i])
			}
			by := x - dual[i]
			dual[i] = x
			for j := range margin {
				margin[j] += by * row[j]
			}
			most = max(most, math.Abs(by))
		}
		if most < 1e-4 {
			break
		}
	}
	return dual, margin
}

// tells returns the n-grams with the largest weights of a model of all pairs, with the number of pairs in which the
// vulnerable twin has more of it, and the safe one.
func (d *differences) tells() []Tell {
	dual, _ := Fit(d.kernel(), func(int) bool { return true })
	weight, order := make([]float64, d.g.size), make([]int32, d.g.size)
	count := make([]Tell, d.g.size)
	for i, row := range d.rows {
		for _, x := range row {
			weight[x.id] += dual[i] * x.by
			if x.by > 0 {
				count[x.id].Vulnerable++
			} else {
				count[x.id].Safe++
			}
		}
	}
	for id := range order {
		order[id] = int32(id)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return -cmp.Compare(rounded(weight[a]), rounded(weight[b])) })
	out := []Tell{}
	for _, id := range order {
		tell := count[id]
		if tell.Token = d.g.name(id); len(out) < Tells && weight[id] != 0 && !repeats(out, tell) {
			out = append(out, tell)
		}
	}
	return out
}

// rounded is a weight without its sign, and without what the order of a sum adds to it.
func rounded(x float64) float64 { return math.Round(math.Abs(x) * 1e9) }

// rarer orders every pair by the mean rarity of the n-grams that only one of the twins has, in the other bases: a flaw
// is rarer than what should stand in its place. It learns nothing from labels. The n-grams of one base must not be
// pruned.
func rarer(c *corpus, g *grams, twins [][2]int) []float64 {
	in := make([]int, g.size) // bases with it
	for _, members := range c.members {
		seen := map[int32]bool{}
		for _, i := range members {
			for _, x := range g.docs[i] {
				seen[x.id] = true
			}
		}
		for id := range seen {
			in[id]++
		}
	}
	byID := func(a, b gram) int { return cmp.Compare(a.id, b.id) }
	rarity := func(of, twin []gram) float64 {
		sum, n := 0.0, 0
		for _, x := range of {
			if _, found := slices.BinarySearchFunc(twin, x, byID); !found {
				// without its own base, and with one added
				sum += math.Log(float64(len(c.members)+1) / float64(in[x.id]))
				n++
			}
		}
		return math.Round(sum/float64(max(n, 1))*1e9) / 1e9
	}
	out := make([]float64, len(twins))
	for i, t := range twins {
		out[i] = rarity(g.docs[t[0]], g.docs[t[1]]) - rarity(g.docs[t[1]], g.docs[t[0]])
	}
	return out
}
