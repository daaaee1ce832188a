package rank

import (
	"cmp"
	"math"
	"slices"
)

// Weighting describes all weightings of a composite: the shares are of the simplex of non-negative weights with
// sum 1, uniformly.
type Weighting struct {
	Order []int     // subjects by the reference weighting, best first
	Kept  float64   // share of the weightings with exactly this order
	First []float64 // by subject: share of the weightings under which it is strictly first
}

// Simplex returns how an order of subjects depends on the weights of their parts. parts[i] holds the components of
// subject i; all subjects have the same number, and larger is better. reference are the weights whose order is
// examined. The shares are computed exactly, as lengths or areas. When subjects tie under the reference, there is no
// order to keep: Kept is 0.
//
// ok is false without subjects, for other than one to three components, or when lengths differ.
func Simplex(parts [][]float64, reference []float64) (w Weighting, ok bool) {
	k := len(reference)
	if len(parts) == 0 || k == 0 || k > 3 {
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
		return cmp.Compare(dot(parts[b], reference), dot(parts[a], reference))
	})
	strict := true
	for i := range len(w.Order) - 1 {
		strict = strict && dot(parts[w.Order[i]], reference) > dot(parts[w.Order[i+1]], reference)
	}
	w.cut(parts, strict)
	return w, true
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// cut cuts the simplex with one half plane for each comparison.
func (w *Weighting) cut(parts [][]float64, strict bool) {
	all := triangle(len(parts[0]))
	size := measure(all)
	if strict {
		left := all
		for i := range len(w.Order) - 1 {
			left = clip(left, parts[w.Order[i]], parts[w.Order[i+1]])
		}
		w.Kept = measure(left) / size
	}
	for i := range parts {
		left := all
		for j := range parts {
			if i == j {
				continue
			}
			if slices.Equal(parts[i], parts[j]) {
				left = nil // never strictly ahead of its duplicate
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
