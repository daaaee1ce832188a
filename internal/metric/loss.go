package metric

import (
	"assay/internal/bench"
)

// LossFound is TDR with each incident weighted by its loss: the share of the dollars lost to the flaws in the rows
// that belongs to found flaws. One large incident may decide it; its interval, over bases, shows that.
var LossFound = Metric{
	ID: "loss-found", Title: "Loss found", Scale: Percent,
	Doc:    "dollars lost through flaws that were found, among dollars lost through all flaws with a known loss",
	Source: "paper §3 (losses of TC); docs/paper.md row 62",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			loss := float64(r.Variant.LossUSD)
			if !vulnerable(r) || loss <= 0 {
				continue
			}
			hit, scored := found(strict)(r)
			if !scored {
				t.Unscored++
				continue
			}
			t.Trials++
			if r.Answer == nil {
				t.Missing++
			}
			if hit {
				t.Add(r, loss, loss)
			} else {
				t.Add(r, 0, loss)
			}
		}
	},
	judged: vulnerable,
	Of:     ratio,
}
