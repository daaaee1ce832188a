package stats_test

import (
	"fmt"

	"assay/internal/core/stats"
)

// Two of five found is no precise number.
func ExampleWilson() {
	i, _ := stats.Wilson(2, 5)
	fmt.Printf("2/5: 40 %% [%.1f, %.1f]\n", 100*i.Lo, 100*i.Hi)
	// Output: 2/5: 40 % [11.8, 76.9]
}

// A cluster holds the texts of one incident: its hits and its trials.
func ExampleClusterBootstrap() {
	incidents := [][]float64{{3, 3}, {0, 4}, {2, 2}, {1, 3}, {0, 2}, {4, 4}}
	share := func(sums []float64) (float64, bool) { return sums[0] / sums[1], sums[1] > 0 }
	value, interval, _, ok := stats.ClusterBootstrap(incidents, share, 1)
	fmt.Printf("%.2f, wider than the interval of 18 independent trials: ", value)
	w, _ := stats.Wilson(10, 18)
	fmt.Println(ok && interval.Hi-interval.Lo > w.Hi-w.Lo)
	// Output: 0.56, wider than the interval of 18 independent trials: true
}

// Six incidents got worse, one better, two stayed: McNemar's exact test.
func ExampleSignFlip() {
	fmt.Printf("p %.4f\n", stats.SignFlip([]float64{-1, -1, -1, -1, -1, -1, 1, 0, 0}, 1))
	// Output: p 0.1250
}

func ExampleHolm() {
	fmt.Println(stats.Holm([]float64{0.01, 0.5, 0.02}))
	// Output: [0.03 0.5 0.04]
}
