package report

import (
	"iter"

	"assay/internal/bench"
)

// Counts reports whether headline numbers count a variant, or the one that it was made from.
func (s *Suite) Counts() func(*bench.Variant) bool { return s.counted() }

// ByChain returns a subject's rows on transformed texts by chain, of the samples
// that are in the headline; empty when nothing of the suite was transformed.
func (s *Suite) ByChain(subject string) map[string][]bench.Trial { return s.changed(subject) }

// AllTrials yields every trial of the suite, on originals and on transformed
// texts, in order of variant, subject and repetition.
func (s *Suite) AllTrials() iter.Seq[bench.Trial] {
	return func(yield func(bench.Trial) bool) {
		for _, places := range [][]uint32{s.trials, s.transformed} {
			for _, place := range places {
				if !yield(s.source.Trial(int(place))) {
					return
				}
			}
		}
	}
}
