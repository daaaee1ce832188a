package report

import (
	"strings"
	"testing"
)

// A model's tasks are crossed on the texts that both were asked about.
func TestLadder(t *testing.T) {
	s, ok := buildLadder(taskWorld())
	if !ok || len(s.Tables) != 1 {
		t.Fatalf("%d tables", len(s.Tables))
	}
	var got []string
	for _, row := range s.Tables[0].Rows {
		var line []string
		for _, c := range row.Cells {
			line = append(line, c.Text)
		}
		got = append(got, strings.Join(line, " "))
	}
	want := []string{ // no repair of this world is a hit, and the second attack works on the twin too
		"m names uses 1 1 0 0 0 1.000",
		"m names repairs 1 0 1 0 0 0.500",
		"m@exploit uses repairs 3 0 1 0 2 0.500",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("rows:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	d := taskWorld()
	d.Subjects[1].Model = "another"
	if s, _ := buildLadder(d); len(s.Tables) != 1 || len(s.Tables[0].Rows) != 1 {
		t.Errorf("another model: %+v", s.Tables)
	}
	if _, ok := buildLadder(explainedWorld()); ok {
		t.Error("a ladder of one task")
	}
}
