package section

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/report"
)

// hintWorld is one model that finds a flaw of two when it is told the function, and none
// without; the hint makes it claim one on a safe text, too.
func hintWorld() *report.Data {
	d := &report.Data{Subjects: []bench.Subject{{Name: "m", Kind: "model", Model: "m"},
		{Name: "m@direct,hint=function", Kind: "model", Model: "m", Strategy: "direct,hint=function"}}}
	vs := variants("blockbench", "blockbench", 2)
	for i, v := range vs {
		d.Trials = append(d.Trials, say("m", v, bench.Safe, false), say("m@direct,hint=function", v, bench.Vulnerable, i == 0))
	}
	return d
}

func TestHints(t *testing.T) {
	d := hintWorld()
	s, ok := buildHints(d)
	if !ok || len(s.Tables) != 2 || len(s.Tables[0].Rows) != 1 {
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
	if names := report.HeadlineOf(d, &parts[0]).Names(); !slices.Equal(names, []string{"m"}) {
		t.Errorf("the headline has %q", names)
	}
	if _, ok := buildHints(world()); ok {
		t.Error("hints where nobody was given one")
	}
	d.Trials = slices.DeleteFunc(d.Trials, func(t bench.Trial) bool { return t.Subject == "m" })
	if s, ok := buildHints(d); !ok || s.Tables[0].Group != "blockbench" || len(d.Suites()) != 0 {
		t.Errorf("hinted trials alone: %v", s.Tables)
	}
}
