package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean is the mean of items that lie in clusters, with a standard error that respects that items of one cluster vary
// together.
type Mean struct {
	Value    float64
	SE       float64 // 0 when nothing varies between clusters
	Clusters int
	Items    int
}

// ClusterMean returns the mean of all items of clusters: sums[i] is the sum of cluster i and sizes[i] its number of
// items. The standard error is the cluster-robust one with the correction G/(G−1) (Liang and Zeger 1986); with one
// item a cluster it is that of a mean. ok is false with fewer than two clusters.
func ClusterMean(sums, sizes []float64) (m Mean, ok bool) {
	m.Clusters = len(sums)
	total, items := 0.0, 0.0
	for i, s := range sums {
		total, items = total+s, items+sizes[i]
	}
	if m.Clusters < 2 || items == 0 {
		return Mean{}, false
	}
	m.Value, m.Items = total/items, int(items)
	squares := 0.0
	for i, s := range sums {
		d := s - m.Value*sizes[i]
		squares += d * d
	}
	g := float64(m.Clusters)
	if m.SE = math.Sqrt(g/(g-1)*squares) / items; m.SE < 1e-14 {
		m.SE = 0 // rounding is no variation
	}
	return m, true
}

// t returns Student's distribution of the standardised mean.
func (m Mean) t() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(m.Clusters - 1)}
}

// Interval returns the interval of Student's t over clusters. ok is false when nothing varies.
func (m Mean) Interval() (i Interval, ok bool) {
	if m.SE == 0 {
		return Interval{}, false
	}
	half := m.t().Quantile(1-(1-Level)/2) * m.SE
	return Interval{Lo: m.Value - half, Hi: m.Value + half, Method: "t over clusters"}, true
}

// Above tests whether the mean is above a limit: the one-sided p value of "it is limit or less". Against "it is limit
// or more", p is 1 minus that. ok is false when nothing varies.
func (m Mean) Above(limit float64) (p float64, ok bool) {
	if m.SE == 0 {
		return 0, false
	}
	return m.t().CDF((limit - m.Value) / m.SE), true
}

// Detectable returns the smallest difference from 0 that a two-sided test at level alpha finds with the given power
// (such as 0.8) with this standard error, by the normal approximation. It is 0 when nothing varies.
func (m Mean) Detectable(alpha, power float64) float64 {
	n := distuv.UnitNormal
	return m.SE * (n.Quantile(1-alpha/2) + n.Quantile(power))
}
