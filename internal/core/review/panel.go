package review

import (
	"cmp"
	"slices"

	"assay/internal/core/stats/agree"
)

// Vote is one judge's decision on one answer about a vulnerable text.
type Vote struct {
	Trial int64
	Base  string
	Judge string
	Found bool // the judge found the target
}

// Pairs returns the agreement of each pair of judges on the answers that both decided, in the order of their names.
// Equal votes give equal numbers, whatever their order.
func Pairs(votes []Vote) []Agreement {
	votes = slices.Clone(votes)
	slices.SortFunc(votes, func(a, b Vote) int { return cmp.Compare(a.Trial, b.Trial) })
	by := map[string]map[int64]bool{}
	var names []string
	for _, v := range votes {
		if by[v.Judge] == nil {
			by[v.Judge] = map[int64]bool{}
			names = append(names, v.Judge)
		}
		by[v.Judge][v.Trial] = v.Found
	}
	slices.Sort(names)
	var out []Agreement
	for i, a := range names {
		for _, b := range names[i+1:] {
			pair := Agreement{A: a, B: b}
			var u agree.Units
			for _, v := range votes {
				if other, ok := by[b][v.Trial]; ok && v.Judge == a {
					pair.add(&u, Item{Base: v.Base}, v.Found, other)
				}
			}
			pair.Kappa = u.Cohen(0, 1, seed)
			out = append(out, pair)
		}
	}
	return out
}

// By returns the queue with the decisions of one judge: answers without a vote of it are not scored.
func By(queue []Item, judge string, votes []Vote) []Item {
	found := map[int64]bool{}
	for _, v := range votes {
		if v.Judge == judge {
			found[v.Trial] = v.Found
		}
	}
	out := slices.Clone(queue)
	for i := range out {
		f, ok := found[out[i].Trial]
		out[i].Judge, out[i].Scored = f, ok
	}
	return out
}
