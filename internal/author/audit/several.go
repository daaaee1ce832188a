package audit

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/core/stats"
)

// The following checks need more than one text of a base: a directory of files, a batch, few-shot examples,
// training on texts without labels.

const (
	maxDifference = 0.35 // largest share of tokens in which near-duplicates may differ
	maxTexts      = 64   // number of texts of a base from which no clusters are searched
	orderSwaps    = 999  // random labellings of pairs with which an order is compared
	maxError      = 0.05 // chance that any order of the battery is convicted by luck
)

// centres labels the text in the middle of three or more near-duplicates safe, and everything else vulnerable:
// edits of one text form a star around it. It learns nothing. code holds the numbered tokens of every text, and
// distance returns the number of tokens in which two texts differ.
func centres(c *corpus, code [][]int, distance func(a, b []int) int) []bool {
	says := slices.Repeat([]bool{true}, len(c.texts))
	for _, members := range c.members {
		if len(members) < 3 || len(members) > maxTexts {
			continue
		}
		d := make([][]int, len(members))
		for i := range d {
			d[i] = make([]int, len(members))
		}
		cluster := make([]int, len(members))
		for i := range members {
			cluster[i] = i
			for j := range i {
				a, b := code[members[i]], code[members[j]]
				d[i][j] = distance(a, b)
				d[j][i] = d[i][j]
				if float64(d[i][j]) > maxDifference*float64(max(len(a), len(b))) {
					continue
				}
				for k, from, to := 0, cluster[i], cluster[j]; k < len(cluster); k++ { // single linkage
					if cluster[k] == from {
						cluster[k] = to
					}
				}
			}
		}
		for id := range members {
			best, least, size, tie := -1, 0, 0, false
			for i := range members {
				if cluster[i] != id {
					continue
				}
				size++
				sum := 0
				for j := range members {
					if cluster[j] == id {
						sum += d[i][j]
					}
				}
				switch {
				case best < 0 || sum < least:
					best, least, tie = i, sum, false
				case sum == least:
					tie = true
				}
			}
			if size >= 3 && !tie {
				says[members[best]] = false
			}
		}
	}
	return says
}

// code numbers the tokens of every text by the form that word gives them, without comments.
func (c *corpus) code(word func(lexeme) string) [][]int {
	ids := newInterner[string]()
	out := make([][]int, len(c.texts))
	for i := range c.texts {
		for _, l := range c.texts[i].tokens {
			if l.kind != comment {
				out[i] = append(out[i], int(ids.id(word(l))))
			}
		}
	}
	return out
}

// written returns a token as it is in the text.
func written(l lexeme) string { return l.text }

// folded returns a token without what an author may choose freely: case, brackets and short names, such as
// aliases.
func folded(l lexeme) string {
	switch {
	case l.kind == punct && strings.Contains("()", l.text), l.kind == name && len(l.text) < 3:
		return ""
	}
	return strings.ToLower(l.text)
}

// bagDistance returns the distance of two texts regardless of order: the number of tokens of one that the other lacks,
// the larger of both directions.
func bagDistance(a, b []int) int {
	count := map[int]int{}
	for _, x := range a {
		count[x]++
	}
	for _, x := range b {
		count[x]--
	}
	more, less := 0, 0
	for _, n := range count {
		more, less = more+max(n, 0), less+max(-n, 0)
	}
	return max(more, less)
}

// Order is a method to decide which of two twins is the vulnerable one.
type Order struct {
	ID        string          `json:"id"`
	Title     string          `json:"title"`
	Pairs     int             `json:"pairs"`
	Right     float64         `json:"right"` // a tie counts half
	Share     float64         `json:"share"`
	Interval  *stats.Interval `json:"interval,omitempty"`
	Chance    float64         `json:"chance"` // of an equal or larger share by coin
	Convicted bool            `json:"convicted"`
	// Tells are what a linear model above the bar goes by: Vulnerable counts pairs in which the vulnerable twin has more
	// of it, Safe those in which the safe one has.
	Tells []Tell `json:"tells,omitempty"`
}

// orders tries to distinguish the twins of each pair. A score comes from a model trained on other bases, or from none;
// a length is read in the direction that is right on most pairs of the other bases.
func orders(c *corpus, twins [][2]int, seed uint64) []Order {
	minus := func(score []float64) []float64 {
		out := make([]float64, len(twins))
		for i, t := range twins {
			out[i] = score[t[0]] - score[t[1]]
		}
		return out
	}
	tokens, characters, shapes := tokenGrams(c), characterGrams(c), shapeGrams(c)
	rare := rarer(c, shapes, twins)
	shapes.prune(c)
	type attack struct {
		id, title string
		score     []float64 // of every pair: positive where the first is the vulnerable one
		turn      bool      // the direction is learnt
		tells     func() []Tell
	}
	battery := []attack{
		{"order-tokens", "pair order by tokens", minus(c.measure(tokensOf)), true, nil},
		{"order-bytes", "pair order by bytes of code", minus(c.measure(codeBytesOf)), true, nil},
		{"order-bayes-tokens", "pair order by naive Bayes, tokens", minus(tokens.scores(c, c.bad)), false, nil},
		{"order-bayes-characters", "pair order by naive Bayes, characters", minus(characters.scores(c, c.bad)), false, nil},
	}
	for _, x := range []struct {
		id string
		g  *grams
	}{{"tokens", tokens}, {"characters", characters}, {"shapes", shapes}} {
		d := differencesOf(c, x.g, twins)
		battery = append(battery,
			attack{"order-linear-" + x.id, "pair order by difference, " + x.id, d.linear(), false, d.tells})
	}
	battery = append(battery, attack{"order-rarer", "pair order by rarity", rare, false, nil})
	var out []Order
	for _, x := range battery {
		sign := make([]float64, len(c.members)) // by base: right minus wrong pairs
		of := make([][]float64, len(c.members)) // right pairs, and pairs
		for b := range of {
			of[b] = make([]float64, 2)
		}
		total := 0.0
		for i, t := range twins {
			b := c.texts[t[0]].base
			s := float64(cmp.Compare(x.score[i], 0))
			sign[b] += s
			total += s
			of[b][1]++
		}
		o := Order{ID: x.id, Title: x.title, Pairs: len(twins), Chance: 1}
		for b := range sign {
			if x.turn && total-sign[b] < 0 {
				sign[b] = -sign[b]
			}
			of[b][0] = (of[b][1] + sign[b]) / 2
			o.Right += of[b][0]
		}
		if share, ci, _, ok := stats.ClusterBootstrap(of, ratio, seed); ok {
			o.Share, o.Interval = share, ci
			o.Chance = byCoin(sign, seed)
			if x.tells != nil && ci != nil && ci.Lo > Bar {
				o.Tells = x.tells()
			}
		}
		out = append(out, o)
	}
	holm(out)
	return out
}

// ratio divides the first of two sums by the second.
func ratio(s []float64) (float64, bool) { return s[0] / max(s[1], 1), s[1] > 0 }

// byCoin returns the share of labellings, with the pairs of each base randomly swapped or not, in which as many
// pairs are in order.
func byCoin(sign []float64, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, 0x7061697273))
	want := 0.0
	for _, s := range sign {
		want += s
	}
	as := 1
	for range orderSwaps {
		sum := 0.0
		for _, s := range sign {
			if rng.Uint64()&1 == 0 {
				s = -s
			}
			sum += s
		}
		if sum >= want {
			as++
		}
	}
	return float64(as) / (orderSwaps + 1)
}

// holm convicts the orders whose interval is above the bar, as long as their chance is within Holm's bound over
// the battery.
func holm(list []Order) {
	at := make([]int, len(list))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(list[a].Chance, list[b].Chance) })
	for n, i := range at {
		if list[i].Chance > maxError/float64(len(list)-n) {
			return
		}
		list[i].Convicted = list[i].Interval != nil && list[i].Interval.Lo > Bar
	}
}

func (p *page) orders(list []Order) {
	if len(list) == 0 || list[0].Pairs == 0 {
		return
	}
	rows := [][]string{{"Which twin is vulnerable", "Pairs", "Right", "95 % interval", ""}}
	for _, o := range list {
		row := []string{o.Title, fmt.Sprint(o.Pairs), percent(o.Share), interval(o.Interval), ""}
		if o.Convicted {
			row[4] = "CONVICTED"
		}
		rows = append(rows, row)
	}
	p.line("")
	p.rows(rows, 1, 2, 3)
}

// styles prints what style reveals in addition to the truth.
func (p *page) styles(list []Style) {
	if len(list) == 0 {
		return
	}
	rows := [][]string{{"What style predicts (not judged)", "Texts", "Balanced", "95 % interval", "Chance"}}
	for _, s := range list {
		rows = append(rows, []string{fmt.Sprintf("%s, of %d", s.Target, s.Values), fmt.Sprint(s.Texts),
			percent(s.Balanced), interval(s.Interval), percent(1 / float64(s.Values))})
	}
	p.line("")
	p.rows(rows, 1, 2, 3, 4)
}
