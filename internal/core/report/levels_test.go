package report

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// hintWorld is one model that finds a flaw of two when it is told the function, and none
// without; the hint makes it claim one on a safe text, too.
func hintWorld() *Data {
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model", Model: "m"},
		{Name: "m@direct,hint=function", Kind: "model", Model: "m", Strategy: "direct,hint=function"}}}
	vs := variants("blockbench", "blockbench", 2)
	for i, v := range vs {
		d.Trials = append(d.Trials, say("m", v, bench.Safe, false),
			say("m@direct,hint=function", v, bench.Vulnerable, i == 0))
	}
	return d
}

func TestHints(t *testing.T) {
	d := hintWorld()
	s, ok := hints.Build(d)
	if !ok || len(s.Tables) != 3 || len(s.Tables[0].Rows) != 1 {
		t.Fatalf("%+v", s.Tables)
	}
	for i, want := range []string{"m | 0/2 |  | 1/2 |  | ", "m | 0/2 |  | 2/2 |  | "} {
		row := s.Tables[i].Rows[0]
		line := []string{row.Cells[0].Text}
		for _, c := range row.Cells[1:] {
			line = append(line, c.Count())
		}
		if got := strings.Join(line, " | "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	// Nothing of a trial with a hint is in the headline, or in any other section.
	parts := d.Suites()
	if len(parts) != 1 || parts[0].Name != "blockbench" || len(d.SubjectsOf(&parts[0])) != 1 {
		t.Errorf("%d parts", len(parts))
	}
	if names := HeadlineOf(d, &parts[0]).Names(); !slices.Equal(names, []string{"m"}) {
		t.Errorf("the headline has %q", names)
	}
	if _, ok := hints.Build(world()); ok {
		t.Error("hints where nobody was given one")
	}
	d.Trials = slices.DeleteFunc(d.Trials, func(t bench.Trial) bool { return t.Subject == "m" })
	if s, ok := hints.Build(d); !ok || s.Tables[0].Group != "blockbench" || len(d.Suites()) != 0 {
		t.Errorf("hinted trials alone: %v", s.Tables)
	}
}

// The section of context pairs texts: a text that one level does not have is in none of
// its numbers. What is shown of the code in part is in no other section.
func TestContext(t *testing.T) {
	name := "m@direct,extent=function"
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model", Model: "m"},
		{Name: name, Kind: "model", Model: "m", Strategy: "direct,extent=function"}}}
	vs := variants("blockbench", "blockbench", 4)
	for i, v := range vs {
		d.Trials = append(d.Trials, say("m", v, v.Truth, v.Truth == bench.Vulnerable))
		if i > 1 {
			d.Trials = append(d.Trials, say(name, v, v.Truth, v.Truth == bench.Vulnerable && i < 4))
		}
	}
	s, ok := extents.Build(d)
	if !ok || len(s.Tables) != 3 {
		t.Fatalf("%+v", s.Tables)
	}
	var got []string
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			line := table.ID
			for i, c := range row.Cells {
				if c.Text != "" {
					line += "; " + table.Columns[i].Title + " " + c.Text
				}
				if n := c.Count(); n != "" {
					line += " = " + n
				}
			}
			got = append(got, line)
		}
	}
	want := []string{
		"context; Subject m; function 33.3 % = 1/3; contract –; source –; file 100.0 % = 3/3; project –",
		"context-alarm; Subject m; function 0.0 % = 0/3; contract –; source –; file 0.0 % = 0/3; project –",
		"context-effects; Subject m; from file; to function; TDR lost (n) +66.7 (3); p 0.500; adjusted 0.500",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if foot := strings.Join(s.Tables[0].Foot, " "); !strings.Contains(foot, "m: 6 texts; 2 others lack a level") {
		t.Error(foot)
	}
	if p := s.Tables[0].Drawings; len(p) != 1 || !strings.Contains(p[0].Desc, "function 1/3  33.3 %") ||
		!strings.Contains(p[0].Desc, "file 3/3  100.0 %") {
		t.Errorf("%+v", p)
	}
	if _, ok := hints.Build(d); ok {
		t.Error("hints where nobody was given one")
	}
	parts := d.Suites()
	if len(parts) != 1 || parts[0].Name != "blockbench" || !slices.Equal(HeadlineOf(d, &parts[0]).Names(),
		[]string{"m"}) {
		t.Errorf("the headline has %q", HeadlineOf(d, &parts[0]).Names())
	}
}
