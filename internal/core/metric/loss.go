package metric

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// LossFound is TDR with each incident weighted by its loss: the share of the dollars lost to the flaws in the rows
// that belongs to found flaws. One large incident may decide it; its interval, over bases, shows that.
var LossFound = Metric{
	ID: "loss-found", Title: "Loss found", Scale: Percent,
	Doc:    "dollars lost through flaws that were found, among dollars lost through all flaws with a known loss",
	Source: "paper §3 (losses of TC); docs/paper.md row 62",
	Count: func(rows []bench.Trial, t *Tally) {
		known := slices.DeleteFunc(slices.Clone(rows), func(r bench.Trial) bool { return r.Variant.LossUSD <= 0 })
		t.eachTarget(known, func(r bench.Trial, hit bool) {
			loss := float64(r.Variant.LossUSD)
			t.Add(r, indicator(hit)*loss, loss)
		})
	},
	judged: vulnerable,
	Of:     stats.Ratio,
}
