package section

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/report"
)

// Three subjects on four flaws and a safe text:
//
//	     0 1 2 3  safe
//	a    x x          alarm
//	b      x x
//	c      x   ?      alarm
//
// any: 0, 1 and 2, 3 is open; more than half: 1. The oracle is no member.
func togetherWorld() *report.Data {
	d := &report.Data{Subjects: []bench.Subject{{Name: "a", Kind: "model"}, {Name: "b", Kind: "model"},
		{Name: "c", Kind: "tool"}, {Name: "builtin/oracle", Kind: "builtin"}}}
	vs := variants("blockbench", "blockbench", 4)
	for name, finds := range map[string]string{"a": "xx..", "b": ".xx.", "c": ".x.?", "builtin/oracle": "xxxx"} {
		for i := range 4 {
			tr := say(name, vs[2*i], bench.Vulnerable, finds[i] == 'x')
			if finds[i] == '?' {
				tr.Verdict.Strict, tr.Verdict.Lenient = bench.Unscored, bench.Unscored
			}
			d.Trials = append(d.Trials, tr)
		}
		says := bench.Safe
		if name == "a" || name == "c" {
			says = bench.Vulnerable
		}
		d.Trials = append(d.Trials, say(name, vs[1], says, false))
	}
	return d
}

func TestTogether(t *testing.T) {
	d := togetherWorld()
	// nobody else was asked
	d.Trials = append(d.Trials, say("a", variants("blockbench", "blockbench", 5)[8], bench.Vulnerable, true))
	s, ok := buildTogether(d)
	if !ok {
		t.Fatal("no section")
	}
	lines := func(table int) []string {
		var out []string
		for _, r := range s.Tables[table].Rows {
			line := []string{r.Cells[0].Text}
			for _, c := range r.Cells[1:] {
				if text := c.Count(); text != "" {
					line = append(line, text)
				} else {
					line = append(line, c.Text)
				}
			}
			out = append(out, strings.Join(line, " "))
		}
		return out
	}
	want := [][]string{
		{"a 2/4 1/4 1/1", "b 2/4 1/4 0/1", "c 1/3 0/3 1/1", "any of them 3/3 – 1/1", "more than half of them 1/4 – 1/1"},
		{"a  1/3 1/2", "b 1/3  1/2", "c 1/2 1/2 "},
		// Access control has 1 and 3, reentrancy 0 and 2: a and b are best alike there, and a comes first.
		{"Access control 2 1/1 1/2 1/2 a 1 0", "Reentrancy 2 2/2 0/2 1/2 a 0 2"},
	}
	for i, w := range want {
		if got := strings.Join(lines(i), "\n"); got != strings.Join(w, "\n") {
			t.Errorf("got\n%s\nwant\n%s", got, strings.Join(w, "\n"))
		}
	}
	if w := s.Tables[0].Warnings; len(w) != 1 || w[0] != "1 text that not all subjects were asked about is left out." {
		t.Errorf("warnings %v", w)
	}
	if f := s.Tables[0].Foot; f[len(f)-1] != "Left out as controls: builtin/oracle." {
		t.Errorf("foot %v", f)
	}
	d.Subjects[1].Kind, d.Subjects[2].Kind = "builtin", "builtin"
	if s, _ := buildTogether(d); len(s.Tables[0].Rows) != 5 {
		t.Error("controls are left out although there are no two others")
	}
}
