package review

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Item is one answer that may be shown to experts.
type Item struct {
	Trial                 int64
	Group, Class, Subject string // the strata from which answers are drawn
	Base                  string
	Judge                 bool // the judge found the target
	Scored                bool // the judge decided
	Disputed              bool // judges disagree on whether the target was found
}

// Queue returns n of the items, or all if n is not positive or larger, in the order in which experts see them.
// Every group × class × subject gives one item before any gives a second. Answers on which judges disagree come
// first: an expert who stops early has decided the most important ones. Otherwise the order reveals nothing, and
// the draw does not depend on judges. Equal items and seeds give equal queues, whatever the order of the items.
func Queue(items []Item, n int, seed uint64) []Item {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Subject, b.Subject),
			cmp.Compare(a.Trial, b.Trial))
	})
	rng := rand.New(rand.NewPCG(seed, 0x726576696577))
	var strata [][]Item
	last := ""
	for _, it := range items {
		if s := fmt.Sprintf("%q %q %q", it.Group, it.Class, it.Subject); len(strata) == 0 || s != last {
			strata, last = append(strata, nil), s
		}
		strata[len(strata)-1] = append(strata[len(strata)-1], it)
	}
	rng.Shuffle(len(strata), func(i, j int) { strata[i], strata[j] = strata[j], strata[i] })
	for _, s := range strata {
		rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	}
	if n <= 0 || n > len(items) {
		n = len(items)
	}
	out := make([]Item, 0, n)
	for round := 0; len(out) < n; round++ {
		for _, s := range strata {
			if round < len(s) && len(out) < n {
				out = append(out, s[round])
			}
		}
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	slices.SortStableFunc(out, func(a, b Item) int { return category(b.Disputed) - category(a.Disputed) })
	return out
}
