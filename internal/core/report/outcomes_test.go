package report

import (
	"strings"
	"testing"
)

// Repaired answers and members that were not read are counted, and shown only where there are any.
func TestParsing(t *testing.T) {
	d := changedWorld()
	row := func() string {
		out, _ := buildOutcomes(d)
		for _, table := range out.Tables {
			if table.ID == "parsing" {
				var said []string
				for _, c := range table.Rows[0].Cells {
					said = append(said, c.Text)
				}
				return strings.Join(said, " | ")
			}
		}
		return ""
	}
	if got := row(); got != "" {
		t.Errorf("shown without any: %s", got)
	}
	n := 0
	for i := range d.Trials {
		x := &d.Trials[i]
		if x.Answer == nil || x.Subject != d.Trials[0].Subject {
			continue
		}
		own := *x.Answer
		switch n++; n {
		case 1:
			own.Repaired, own.Unread = true, map[string]int{"code": 2, "swc\x1b": 1}
		case 2:
			own.Unread = map[string]int{"code": 1}
		}
		x.Answer = &own
	}
	if got := row(); !strings.Contains(got, " | 1 | 2 | 4 | code ×3, swc") || strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}
