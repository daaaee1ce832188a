package report

import (
	"assay/internal/bench"
	"assay/internal/core/metric"
)

// Foreign is an external metric: the values that a program of the user computed from the rows of each subject.
// Nothing here computes or checks it.
type Foreign struct {
	Metric  metric.Metric                      // for its title, doc and scale
	Version string                             // hash of the program's files
	Values  map[string]map[string]metric.Value // by suite and subject; a missing value is undefined
}

// Everything returns the rows of one subject in the suite: first those of the original texts, in order of variant,
// then those of the transformed ones.
func (s *Suite) Everything(subject string) []bench.Trial {
	places := s.bySubject[subject]
	return append(rowsAt(s.source, places[0]), rowsAt(s.source, places[1])...)
}
