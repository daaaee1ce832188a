package metric

import (
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Resource is a resource that an answer uses.
type Resource struct {
	ID   string
	Unit string                                  // in the plural, as in "tokens"
	Of   func(*bench.Spent) (n float64, ok bool) // ok is false when it is unknown
}

// Turns is the resource of agents. An answer without tools is one turn.
var Turns = Resource{"turns", "turns", func(s *bench.Spent) (float64, bool) {
	return float64(max(s.Turns, 1)), s.Turns > 0 || s.Began != 0
}}

// Resources returns the resources that answers use: dollars, tokens, seconds and turns.
func Resources() []Resource {
	return []Resource{
		{"dollars", "dollars", func(s *bench.Spent) (float64, bool) { return s.CostUSD, s.Priced }},
		{"tokens", "tokens", func(s *bench.Spent) (float64, bool) {
			n := s.InputTokens + s.OutputTokens + s.ReasoningTokens
			return float64(n), n > 0
		}},
		{"seconds", "seconds", func(s *bench.Spent) (float64, bool) { return s.Elapsed.Seconds(), s.Elapsed > 0 }},
		Turns,
	}
}

// FoundWithin is TDR with a budget for each answer: the share of vulnerable trials that found the target and used
// no more than that of a resource. An answer with an unknown use is no hit. Over all budgets it is the curve of
// success against effort.
func FoundWithin(r Resource, budget float64) Metric {
	n := strconv.FormatFloat(budget, 'f', -1, 64)
	return Metric{
		ID: "found-within-" + n + "-" + r.ID, Title: "≤ " + n + " " + r.Unit, Scale: Percent,
		Doc:    "vulnerable trials that found the target with at most " + n + " " + r.Unit + ", among all vulnerable trials",
		Source: "docs/paper.md row 65",
		Count: func(rows []bench.Trial, t *Tally) {
			t.eachTarget(rows, func(x bench.Trial, hit bool) {
				u := x.Used()
				used, known := r.Of(&u)
				t.Add(x, indicator(hit && known && used <= budget), 1)
			})
		},
		judged: vulnerable,
		Of:     stats.Ratio,
	}
}
