package rank

import (
	"math"
	"math/rand/v2"
	"slices"

	"assay/internal/stats"
)

// Weighting describes all weightings of a composite: the shares are of the simplex of non-negative weights with
// sum 1, uniformly.
type Weighting struct {
	Order  []int     // subjects by the reference weighting, best first
	Stands float64   // share of the weightings with exactly this order
	First  []float64 // by subject: share of the weightings under which it is strictly first
	Exact  bool      // computed, not sampled
	Error  float64   // largest half width of the 95 % Wilson intervals of the shares; 0 when Exact
}

// samples is the number of points of the simplex that are drawn when there is no exact method.
const samples = 200_000

// Simplex returns how an order of subjects depends on the weights of their parts. parts[i] holds the components of
// subject i; all subjects have the same number, and larger is better. reference are the weights whose order is
// examined. Two or three components are computed exactly, as lengths or areas; more are sampled with a seed. When
// subjects tie under the reference, there is no order to keep: Stands is 0.
//
// ok is false without subjects or components, or when lengths differ.
func Simplex(parts [][]float64, reference []float64, seed uint64) (w Weighting, ok bool) {
	k := len(reference)
	if len(parts) == 0 || k == 0 {
		return Weighting{}, false
	}
	for _, p := range parts {
		if len(p) != k {
			return Weighting{}, false
		}
	}
	w = Weighting{First: make([]float64, len(parts))}
	for i := range parts {
		w.Order = append(w.Order, i)
	}
	slices.SortStableFunc(w.Order, func(a, b int) int {
		switch d := dot(parts[b], reference) - dot(parts[a], reference); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	strict := true
	for i := range len(w.Order) - 1 {
		strict = strict && dot(parts[w.Order[i]], reference) > dot(parts[w.Order[i+1]], reference)
	}
	if k <= 3 {
		w.exact(parts, strict)
	} else {
		w.sample(parts, strict, seed)
	}
	return w, true
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// exact cuts the simplex with one half plane for each comparison.
func (w *Weighting) exact(parts [][]float64, strict bool) {
	w.Exact = true
	whole := triangle(len(parts[0]))
	size := measure(whole)
	if strict {
		left := whole
		for i := range len(w.Order) - 1 {
			left = clip(left, parts[w.Order[i]], parts[w.Order[i+1]])
		}
		w.Stands = measure(left) / size
	}
	for i := range parts {
		left := whole
		for j := range parts {
			if i == j {
				continue
			}
			if slices.Equal(parts[i], parts[j]) {
				left = nil // never strictly ahead of its double
				break
			}
			left = clip(left, parts[i], parts[j])
		}
		w.First[i] = measure(left) / size
	}
}

// triangle returns the corners of the simplex of k ≤ 3 weights.
func triangle(k int) [][]float64 {
	var out [][]float64
	for i := range k {
		corner := make([]float64, k)
		corner[i] = 1
		out = append(out, corner)
	}
	return out
}

// clip returns the part of a convex polygon (or segment) in which a scores at least as high as b.
func clip(polygon [][]float64, a, b []float64) [][]float64 {
	lead := func(p []float64) float64 { return dot(a, p) - dot(b, p) }
	var out [][]float64
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		dp, dq := lead(p), lead(q)
		if dp >= 0 {
			out = append(out, p)
		}
		if dp*dq < 0 && (len(polygon) > 2 || i == 0) { // a segment has one edge
			t := dp / (dp - dq)
			cross := make([]float64, len(p))
			for j := range cross {
				cross[j] = p[j] + t*(q[j]-p[j])
			}
			out = append(out, cross)
		}
	}
	return out
}

// measure returns the length of a segment or the area of a polygon in the plane of its first two coordinates, to
// which all areas are proportional. A single weight has one point, of size 1.
func measure(polygon [][]float64) float64 {
	if len(polygon) == 0 {
		return 0
	}
	if len(polygon[0]) == 1 {
		return 1
	}
	if len(polygon[0]) == 2 {
		if len(polygon) < 2 {
			return 0
		}
		return math.Abs(polygon[0][0] - polygon[1][0])
	}
	area := 0.0
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		area += p[0]*q[1] - q[0]*p[1]
	}
	return math.Abs(area) / 2
}

// sample draws weightings uniformly: exponential variates divided by their sum.
func (w *Weighting) sample(parts [][]float64, strict bool, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x73696d706c6578))
	weights, scores := make([]float64, len(parts[0])), make([]float64, len(parts))
	stands, first := 0, make([]int, len(parts))
	for range samples {
		for i := range weights {
			weights[i] = rng.ExpFloat64() // no division by the sum, which does not change an order
		}
		best, tied := 0, false
		for i, p := range parts {
			scores[i] = dot(p, weights)
			switch {
			case i > 0 && scores[i] > scores[best]:
				best, tied = i, false
			case i > 0 && scores[i] == scores[best]:
				tied = true
			}
		}
		if !tied {
			first[best]++
		}
		same := strict
		for i := 0; same && i < len(w.Order)-1; i++ {
			same = scores[w.Order[i]] > scores[w.Order[i+1]]
		}
		if same {
			stands++
		}
	}
	share := func(n int) float64 {
		i, _ := stats.Wilson(n, samples)
		w.Error = max(w.Error, i.Width()/2)
		return float64(n) / samples
	}
	w.Stands = share(stands)
	for i, n := range first {
		w.First[i] = share(n)
	}
}
