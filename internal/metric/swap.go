package metric

import (
	"assay/internal/bench"
	"assay/internal/stats"
)

// swapTest tests a difference of a metric between two conditions or subjects by
// swapping what they said within bases ([stats.Swap]). It serves metrics of which a
// single base has no number, such as balanced accuracy where a base holds safe
// texts alone; where each has one, [Delta] has the sharper P. The difference is
// first minus second, on the items that both hold. ok is false where it is
// undefined.
func swapTest(m Metric, first, second []bench.Trial) (t stats.Swapped, ok bool) {
	joined, columns := paired(m, first, second)
	a, b := make([][]float64, len(joined)), make([][]float64, len(joined))
	for i, c := range joined {
		a[i], b[i] = c[:columns], c[columns:]
	}
	return stats.Swap(a, b, m.statistic(), seed)
}
