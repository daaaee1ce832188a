package metric

import (
	"slices"

	"assay/internal/core/stats"
)

// Overlapped is the part of the text after a beginning that one answer contains, as a share of runs of tokens.
type Overlapped struct {
	Base string
	Null bool // the text with other names
	Hits int
	Of   int // at least one
}

// Recited compares how much a subject continues of public texts and of the same texts with other names: the
// predictable part of code counts on both sides.
type Recited struct {
	Public, Null stats.Estimate // mean shares over answers
	Gap          stats.Estimate // Public minus Null; an interval above zero is memory
	Bases        int            // that have both
	LeftOut      int            // answers of bases without a counterpart
}

// minEqualBases is the number of bases from which a gap that is the same in all of them needs no interval: their signs
// alone would agree by chance in 2 of 64 cases.
const minEqualBases = 6

// Shown reports whether the interval of the gap is above zero, or every base has the same gap above zero.
func (r Recited) Shown() bool {
	if r.Gap.Interval == nil {
		return r.Gap.OK && r.Gap.Value > 0 && r.Bases >= minEqualBases
	}
	return r.Gap.OK && r.Gap.Interval.Lo > 0
}

// Recitation computes the comparison, resampling bases. Answers of a base that lacks one
// of the two sides are left out.
func Recitation(answers []Overlapped) Recited {
	const publicSum, publicN, nullSum, nullN, columns = 0, 1, 2, 3, 4
	sums := map[string]*[columns]float64{}
	for _, a := range answers {
		s := sums[a.Base]
		if s == nil {
			s = new([columns]float64)
			sums[a.Base] = s
		}
		at := publicSum
		if a.Null {
			at = nullSum
		}
		s[at] += float64(a.Hits) / float64(a.Of)
		s[at+1]++
	}
	var out Recited
	var bases []string
	for b, s := range sums {
		if s[publicN] > 0 && s[nullN] > 0 {
			bases = append(bases, b)
		} else {
			out.LeftOut += int(s[publicN] + s[nullN])
		}
	}
	slices.Sort(bases)
	out.Bases = len(bases)
	clusters := make([][]float64, len(bases))
	for i, b := range bases {
		clusters[i] = sums[b][:]
	}
	null := func(s []float64) (float64, bool) { return stats.Ratio(s[nullSum:]) }
	e := stats.JointBootstrap(clusters, []stats.Statistic{stats.Ratio, null, minus(stats.Ratio, nullSum)}, seed)
	out.Public, out.Null, out.Gap = e[0], e[1], e[2]
	return out
}
