package leaks

import (
	"cmp"
	"maps"
	"slices"

	"assay/internal/core/stats"
)

// Item says what the signs of all answers about an item say together.
type Item struct {
	Item    string   `json:"item"`
	Answers int      `json:"answers"`
	Words   int      `json:"words"` // answers with each sign
	Names   int      `json:"names"`
	Equal   int      `json:"equal"`
	Rise    *float64 `json:"rise,omitempty"` // of the mean score; null where the shown text did not change
	// P is how often an item would have a sign as clear as its clearest one where it cannot be, times the number of
	// signs; Adjusted is P after Benjamini and Hochberg, for all items.
	P        float64 `json:"p"`
	Adjusted float64 `json:"adjusted"`
}

// counts are the numbers of answers with a sign, by item: at 0 where the sign is looked for, and at each further place
// where it cannot be.
type counts map[string][]int

func (c counts) add(item string, at, others int) {
	if c[item] == nil {
		c[item] = make([]int, others+1)
	}
	c[item][at]++
}

// own returns the number of answers about an item that have the sign.
func (c counts) own(item string) int {
	if c[item] == nil {
		return 0
	}
	return c[item][0]
}

// p returns how often an item has at least so many answers with the sign where it cannot be, in all places: others of
// each item. Answers about one item are counted together, since they are about one truth.
func (c counts) p(k, places int) float64 {
	if k == 0 {
		return 1
	}
	as := 1
	for _, by := range c {
		for _, n := range by[1:] {
			if n >= k {
				as++
			}
		}
	}
	return min(1, float64(as)/float64(places+1))
}

// risen returns how often the score of an item rises by at least so much where the text did not change.
func risen(rise float64, kept map[string]float64) float64 {
	if rise <= 0 {
		return 1
	}
	as := 1
	for _, x := range kept {
		if x >= rise {
			as++
		}
	}
	return float64(as) / float64(len(kept)+1)
}

// rises returns how often scores rose, where the text changed and where it did not.
func rises(changed, kept map[string]float64) Rate {
	up := func(of map[string]float64) (n int) {
		for _, x := range of {
			if x > 0 {
				n++
			}
		}
		return n
	}
	return Rate{Sign: Rose, Found: up(changed), Answers: len(changed), Control: up(kept), Pairs: len(kept)}
}

// combine sets the items.
func (r *Result) combine(answers []Answer, words, names, equals counts, changed, kept map[string]float64) {
	of, subjects := map[string]int{}, map[string]bool{}
	for _, a := range answers {
		of[a.Item]++
		subjects[a.Subject] = true
	}
	for item := range changed {
		of[item] += 0
	}
	// A sign counts when it can be in these logs at all.
	places := len(of) // items with another truth, for equal answers
	truths := 0
	if n := r.Rates[0].Answers; n > 0 && r.Rates[0].Pairs > 0 {
		truths = r.Rates[0].Pairs * len(of) / len(answers) // pairs of an item with the truth of another one
	}
	rise := len(changed) > 0 && len(kept) > 0
	signs := 0.0
	for _, can := range []bool{truths > 0, truths > 0, len(subjects) > 1, rise} {
		if can {
			signs++
		}
	}
	var all []Item
	var ps []float64
	for _, item := range slices.Sorted(maps.Keys(of)) {
		x := Item{Item: item, Answers: of[item], Words: words.own(item), Names: names.own(item), Equal: equals.own(item)}
		least := min(words.p(x.Words, truths), names.p(x.Names, truths), equals.p(x.Equal, places))
		if d, ok := changed[item]; ok && rise {
			x.Rise, least = &d, min(least, risen(d, kept))
		}
		x.P = min(1, signs*least)
		all, ps = append(all, x), append(ps, x.P)
	}
	for i, p := range stats.BenjaminiHochberg(ps) {
		all[i].Adjusted = p
	}
	r.Tested = len(all)
	r.Items = slices.DeleteFunc(all, func(x Item) bool {
		return x.Words+x.Names+x.Equal == 0 && (x.Rise == nil || *x.Rise <= 0)
	})
	slices.SortStableFunc(r.Items, func(a, b Item) int { return cmp.Compare(a.P, b.P) })
}
