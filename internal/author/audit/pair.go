package audit

import (
	"cmp"
	"slices"

	"assay/internal/core/stats"
	"assay/internal/core/suite"
)

// Pairs describes how the vulnerable variants differ from their twins. Nothing here convicts: a subject sees one
// of the two, not both. But showing both, or training on them, gives away any imbalance here.
type Pairs struct {
	N int `json:"n"`
	// Changed counts the tokens of code that an edit from one twin to the other
	// deletes or inserts; a replaced token counts once. Comments are not code.
	MedianChanged  float64         `json:"median_changed_tokens"`
	MaxChanged     int             `json:"max_changed_tokens"`
	CommentsDiffer int             `json:"comments_differ"`   // pairs
	Longer         int             `json:"vulnerable_longer"` // pairs, in tokens of code
	Shorter        int             `json:"vulnerable_shorter"`
	Equal          int             `json:"equal_length"`
	LongerShare    *float64        `json:"vulnerable_longer_share,omitempty"` // of the pairs of unequal length
	LongerInterval *stats.Interval `json:"vulnerable_longer_interval,omitempty"`
	Widest         []Wide          `json:"widest"` // the five pairs that differ most
}

// Wide is a pair and the distance of its twins.
type Wide struct {
	Source  string `json:"source"`
	Twin    string `json:"twin"`
	Changed int    `json:"changed_tokens"`
}

func pairs(s *suite.Suite, c *corpus, seed uint64) Pairs {
	p := Pairs{Widest: []Wide{}}
	lengths := make([][]float64, len(c.members)) // by base: pairs whose vulnerable side is longer, pairs of unequal length
	for i := range lengths {
		lengths[i] = make([]float64, 2)
	}
	code := c.code(written)
	var changed []int
	for _, t := range twinsOf(s.Variants) {
		v, w := &c.texts[t[0]], &c.texts[t[1]]
		a, b := code[t[0]], code[t[1]]
		row := lengths[v.base]
		switch {
		case len(a) > len(b):
			p.Longer++
			row[0]++
			row[1]++
		case len(a) < len(b):
			p.Shorter++
			row[1]++
		default:
			p.Equal++
		}
		if !slices.Equal(v.comments, w.comments) {
			p.CommentsDiffer++
		}
		d := distance(a, b)
		changed = append(changed, d)
		p.Widest = append(p.Widest, Wide{v.source, w.source, d})
	}
	p.N = len(changed)
	slices.SortStableFunc(p.Widest, func(a, b Wide) int { return -cmp.Compare(a.Changed, b.Changed) })
	p.Widest = p.Widest[:min(5, len(p.Widest))]
	if slices.Sort(changed); p.N > 0 {
		p.MedianChanged = float64(changed[(p.N-1)/2]+changed[p.N/2]) / 2
		p.MaxChanged = changed[p.N-1]
	}
	if share, ci, _, ok := stats.ClusterBootstrap(lengths, ratio, seed); ok {
		p.LongerShare, p.LongerInterval = &share, ci
	}
	return p
}

// maxDistance is the distance above which twins are not measured: they are two different texts, and how different
// they are does not matter.
const maxDistance = 1000

// distance returns the Levenshtein distance of two token sequences, at most maxDistance. Only cells that a distance
// below the bound can reach are computed (Ukkonen), with a growing bound, so that minimal twins cost almost nothing.
func distance(a, b []int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	for bound := 16; ; bound *= 4 {
		bound = min(bound, maxDistance)
		if d := banded(a, b, bound); d < bound || bound == maxDistance {
			return min(d, maxDistance)
		}
	}
}

// banded returns the distance if it is below bound, and otherwise some number that is not.
func banded(a, b []int, bound int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= bound {
		return bound
	}
	const big = 1 << 30
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = big
		if j <= bound {
			row[j] = j
		}
	}
	for i := range a {
		from, to := max(0, i+1-bound), min(len(b), i+1+bound)
		diag := row[max(from-1, 0)]
		if from == 0 {
			diag, row[0] = row[0], i+1
		} else {
			row[from-1] = big
		}
		for j := max(from, 1); j <= to; j++ {
			next := min(row[j], row[j-1]) + 1
			if a[i] == b[j-1] {
				next = min(next, diag)
			} else {
				next = min(next, diag+1)
			}
			diag, row[j] = row[j], next
		}
	}
	return row[len(b)]
}
