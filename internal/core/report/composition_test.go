package report

import (
	"testing"

	"assay/internal/bench"
)

// A report that two samples of a subset name is one source of it, and both halves of a pair
// name the same ones.
func TestCompositionCountsSources(t *testing.T) {
	one := bench.Source{Title: "a report", By: "a firm", Date: "2020"}
	other := bench.Source{Title: "another", By: "a firm", Date: "2020", Address: "https://example.org/"}
	s := &Suite{Name: "demo", Variants: variants("demo", "blockbench", 4)}
	for i, v := range s.Variants {
		v.Sources = []bench.Source{one}
		if i/2 == 2 { // the third pair, in ds
			v.Sources = append(v.Sources, other)
		}
	}
	got := map[string]string{}
	table := composition(nil, s)
	for _, r := range table.Rows {
		got[r.Cells[0].Text] = r.Cells[len(r.Cells)-1].Text
	}
	if table.Columns[len(table.Columns)-1].Title != "Sources" || got["ds"] != "2" || got["tc"] != "1" ||
		got["Total"] != "3" {
		t.Errorf("sources by subset: %v", got)
	}
}
