package report

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

// foreignWorld is a run with a number from outside for one of its subjects.
func foreignWorld() *Data {
	d := world()
	s := d.Suites()[0]
	d.Foreign = []Foreign{{Metric: metric.Metric{ID: "mine", Title: "My <share>", Doc: "of what I count",
		Scale: metric.Percent}, Version: "0a1b2c3d",
		Values: map[string]map[string]metric.Value{s.Name: {
			d.Subjects[0].Name: {Defined: true, Point: 0.5, N: 7, Interval: &stats.Interval{Lo: 0.25, Hi: 0.75}},
			d.Subjects[1].Name: {N: 3, Warnings: []string{"nothing to count"}},
		}}}}
	return d
}

// A number from outside has its interval and its rows, is never k of n, and is marked.
func TestForeign(t *testing.T) {
	d := foreignWorld()
	built, ok := buildForeign(d)
	if !ok || len(built.Tables) == 0 || len(built.Tables[0].Rows) < 2 {
		t.Fatalf("%+v", built)
	}
	table := built.Tables[0]
	first, second := table.Rows[0].Cells, table.Rows[1].Cells
	if first[1].Number == nil || *first[1].Number != 0.5 || first[1].Interval.Hi != 0.75 || first[1].N != 0 ||
		first[2].Text != "7" {
		t.Errorf("%+v", first)
	}
	if second[1].Number != nil || second[1].Warnings[0] != "nothing to count" || second[2].Text != "3" {
		t.Errorf("%+v", second)
	}
	var b bytes.Buffer
	if err := Terminal(&b, d, 100); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"External metrics", "My <share> (foreign)",
		"computed by programs that the user named", "[25.0, 75.0]", "nothing to count"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if _, ok := buildForeign(world()); ok {
		t.Error("a section without a metric")
	}
}
