package solidity

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// Lines in which the halves differ are not labelled harmless.
func TestKept(t *testing.T) {
	source, twin := "a;\nb;\nc;", "a;\nb();\nx;\nc;"
	var labels []bench.Label
	for line := 1; line <= 3; line++ {
		labels = append(labels, bench.Label{Function: bench.Benign, Span: bench.Span{Line: line}})
	}
	labels = append(labels, bench.Label{Function: bench.RootCause, Span: bench.Span{Line: 2}})
	hunks := suite.Hunks(source, twin)
	if got := kept(labels, hunks, true); len(got) != 3 || got[0].Span.Line != 1 || got[1].Span.Line != 3 ||
		got[2].Function != bench.RootCause {
		t.Errorf("source: %+v", got)
	}
	if got := kept(labels[:3], hunks, false); len(got) != 1 || got[0].Span.Line != 1 {
		t.Errorf("twin: %+v", got)
	}
}
