package stats

import "testing"

// BenchmarkJointBootstrap is a full table: 300 bases, 20 cells, 10,000 resamples.
func BenchmarkJointBootstrap(b *testing.B) {
	rng := newRand(1)
	const bases, cells = 300, 20
	rows := make([][]float64, bases)
	for i := range rows {
		rows[i] = make([]float64, 2*cells)
		for j := range cells {
			if rng.Float64() < 0.4 {
				rows[i][2*j] = 1
			}
			rows[i][2*j+1] = 1
		}
	}
	fs := make([]Statistic, cells)
	for j := range fs {
		fs[j] = func(s []float64) (float64, bool) { return s[2*j] / s[2*j+1], s[2*j+1] > 0 }
	}
	for b.Loop() {
		JointBootstrap(rows, fs, 1)
	}
}

// BenchmarkClusterBootstrap is one cell of it.
func BenchmarkClusterBootstrap(b *testing.B) {
	rng := newRand(1)
	rows := make([][]float64, 300)
	for i := range rows {
		rows[i] = []float64{0, 1}
		if rng.Float64() < 0.4 {
			rows[i][0] = 1
		}
	}
	for b.Loop() {
		ClusterBootstrap(rows, rate, 1)
	}
}
