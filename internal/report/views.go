package report

import (
	"iter"

	"assay/internal/bench"
	"assay/internal/metric"
)

// Counts reports whether a variant is one that headline numbers speak of, or
// made from one.
func (s *Suite) Counts() func(*bench.Variant) bool { return s.counted() }

// ByChain returns a subject's rows on transformed texts by chain, of the samples
// that are in the headline; empty when nothing of the suite was transformed.
func (s *Suite) ByChain(subject string) map[string][]metric.Row { return s.changed(subject) }

// AllTrials yields every trial of the suite, on originals and on transformed
// texts, in order of variant, subject and repetition.
func (s *Suite) AllTrials() iter.Seq[Trial] {
	return func(yield func(Trial) bool) {
		for _, places := range [][]uint32{s.trials, s.transformed} {
			for _, place := range places {
				if !yield(s.source.Trial(int(place))) {
					return
				}
			}
		}
	}
}
