package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
)

// Two subjects on two flaws and their twins: a finds both at 100 and 400 tokens a question,
// b one of them at 1,000. c's use is not known.
func TestEffort(t *testing.T) {
	vs := variants("blockbench", "blockbench", 2)
	d := &Data{Subjects: []bench.Subject{{Name: "a", Kind: "model"}, {Name: "b", Kind: "model"},
		{Name: "c", Kind: "model"}}}
	for _, name := range []string{"a", "b", "c"} {
		n := 0
		for _, v := range vs {
			x := say(name, v, v.Truth, v.Truth == bench.Vulnerable && (name == "a" || n == 0))
			switch {
			case name == "b":
				x.Spent = &bench.Spent{InputTokens: 600, OutputTokens: 400, Elapsed: time.Second}
			case name == "a" && n < 2:
				x.Spent = &bench.Spent{InputTokens: 60, OutputTokens: 40, Elapsed: 2 * time.Second}
			case name == "a":
				x.Spent = &bench.Spent{OutputTokens: 400, Elapsed: 2 * time.Second}
			}
			n++
			d.Trials = append(d.Trials, x)
		}
	}
	s, ok := buildEffort(d)
	if !ok {
		t.Fatal("no table")
	}
	got := map[string][]string{}
	for _, table := range s.Tables {
		var heads []string
		for _, c := range table.Columns[5:] {
			heads = append(heads, c.Title)
		}
		got[table.ID] = append(got[table.ID], strings.Join(heads, ", "))
		for _, r := range table.Rows {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, c.Text)
			}
			got[table.ID] = append(got[table.ID], strings.Join(cells, " | "))
		}
	}
	if len(got) != 2 || got["effort-dollars"] != nil {
		t.Errorf("tables of %v; want tokens and seconds, since no price is known", got)
	}
	for id, want := range map[string][]string{
		"effort-tokens": {"≤ 100 tokens, ≤ 200 tokens, ≤ 500 tokens, ≤ 1000 tokens",
			"a | 100.0 % | 250 | 500 | yes | 50.0 % | 50.0 % | 100.0 % | 100.0 %",
			"b | 50.0 % | 1,000 | 4,000 | no | 0.0 % | 0.0 % | 0.0 % | 50.0 %"},
		"effort-seconds": {"≤ 1 seconds, ≤ 2 seconds", "a | 100.0 % | 2 | 4 | yes | 0.0 % | 100.0 %",
			"b | 50.0 % | 1 | 4 | yes | 50.0 % | 50.0 %"},
	} {
		if strings.Join(got[id], "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", id, strings.Join(got[id], "\n"), strings.Join(want, "\n"))
		}
	}
}

// An answer from the cache costs nothing: it is within every budget, and none is made for it.
func TestEffortOfNothing(t *testing.T) {
	vs := variants("blockbench", "blockbench", 2)
	d := &Data{Subjects: []bench.Subject{{Name: "a", Kind: "model"}}}
	for i, v := range vs {
		x := say("a", v, v.Truth, v.Truth == bench.Vulnerable)
		x.Spent = &bench.Spent{Priced: true}
		if i == len(vs)-2 {
			x.Spent.CostUSD = 0.02
		}
		d.Trials = append(d.Trials, x)
	}
	s, ok := buildEffort(d)
	if !ok || len(s.Tables) != 1 {
		t.Fatalf("%+v", s)
	}
	var got []string
	for i, c := range s.Tables[0].Rows[0].Cells[5:] {
		got = append(got, s.Tables[0].Columns[5+i].Title+" "+c.Text)
	}
	if want := "≤ 0.02 dollars 100.0 %"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	for i := range d.Trials {
		d.Trials[i].Spent = &bench.Spent{Priced: true}
	}
	if s, ok := buildEffort(d); ok {
		t.Errorf("a table of nothing: %+v", s)
	}
}

// A run with an agent has a table of turns, also without a model: what a built-in agent
// does is the same everywhere. One answer is one turn.
func TestEffortInTurns(t *testing.T) {
	vs := variants("blockbench", "blockbench", 2)
	d := &Data{Subjects: []bench.Subject{{Name: "agent", Kind: "builtin", Scaffold: "react"},
		{Name: "once", Kind: "builtin"}}}
	for i, v := range vs {
		x := say("agent", v, v.Truth, v.Truth == bench.Vulnerable)
		x.Spent = &bench.Spent{Turns: int32(4 + 8*(i/2)), Elapsed: time.Second, Began: 1}
		d.Trials = append(d.Trials, x)
	}
	for i, v := range vs {
		x := say("once", v, v.Truth, v.Truth == bench.Vulnerable && i < 2)
		x.Spent = &bench.Spent{Elapsed: time.Second, Began: 1}
		d.Trials = append(d.Trials, x)
	}
	s, ok := buildEffort(d)
	if !ok || len(s.Tables) != 1 || s.Tables[0].ID != "effort-turns" {
		t.Fatalf("%+v", s)
	}
	var got []string
	for _, r := range s.Tables[0].Rows {
		row := ""
		for i, c := range r.Cells {
			row += s.Tables[0].Columns[i].Title + " " + c.Text + "; "
		}
		got = append(got, row)
	}
	want := []string{
		"Subject agent; TDR 100.0 %; turns per question 8; turns per hit 16; Frontier yes; ≤ 1 turns 0.0 %; ≤ 2 turns 0.0 %; ≤ " +
			"5 turns 50.0 %; ≤ 10 turns 50.0 %; ≤ 20 turns 100.0 %; ",
		"Subject once; TDR 50.0 %; turns per question 1; turns per hit 4; Frontier yes; ≤ 1 turns 50.0 %; ≤ 2 turns 50.0 %; ≤ " +
			"5 turns 50.0 %; ≤ 10 turns 50.0 %; ≤ 20 turns 50.0 %; ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	d.Subjects[0].Scaffold = ""
	if s, ok := buildEffort(d); ok {
		t.Errorf("without an agent: %+v", s)
	}
}

func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   []float64
	}{
		{100, 1000, []float64{100, 200, 500, 1000}},
		{130, 130, []float64{200}},
		{0.0004, 0.03, []float64{0.0005, 0.002, 0.01, 0.05}},
		{1, 1e6, []float64{5, 100, 2000, 50_000, 1e6}},
	} {
		if got := budgets(c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}
