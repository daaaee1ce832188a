package metric

import (
	"assay/internal/bench"
	"assay/internal/stats"
)

// swapTest tests a difference of a metric between two conditions or subjects by swapping their answers within
// bases ([stats.Swap]). It is for metrics without a number for a single base, such as balanced accuracy when a
// base has safe texts only; when each base has a number, [Delta] has the sharper P. The difference is first minus
// second, on the items that both have. ok is false when it is undefined.
func swapTest(m Metric, first, second []bench.Trial) (t stats.Swapped, ok bool) {
	joined, columns := paired(m, first, second)
	a, b := make([][]float64, len(joined)), make([][]float64, len(joined))
	for i, c := range joined {
		a[i], b[i] = c[:columns], c[columns:]
	}
	return stats.Swap(a, b, m.statistic(), seed)
}
