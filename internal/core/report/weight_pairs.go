package report

import (
	"fmt"
	"math"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// weightPairs returns Spearman's rho of each pair of weightings (paper Appendix I.7, equation 4).
func weightPairs(r metric.Robustness, all []metric.Weights) write.Table {
	t := write.Table{ID: "sui-spearman",
		Title: "Spearman’s rho for pairs of configurations", Columns: []write.Column{words("configuration", "Configuration")}}
	least := math.Inf(1)
	for i, w := range all {
		t.Columns = append(t.Columns, counts(w.Name, w.Name))
		row := write.Cells(w.Name)
		for j, rho := range r.Pairs[i] {
			if math.IsNaN(rho) {
				row.Cells = append(row.Cells, write.Text(""))
				continue
			}
			row.Cells = append(row.Cells, write.Figure(minus(fmt.Sprintf("%.3f", rho)), rho))
			if i != j {
				least = min(least, rho)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Foot = []string{fmt.Sprintf("Over %s. ", Plural(len(r.Subjects), "subject")) + "Similar configurations " +
		"correlate for any subjects; the share of all weightings that keep the order is more informative."}
	if !math.IsInf(least, 1) {
		t.Foot[0] = fmt.Sprintf("Smallest of all pairs: %s. ", minus(fmt.Sprintf("%.3f", least))) + t.Foot[0]
	}
	return t
}
