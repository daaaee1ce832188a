package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// framed is one model asked about eight flaws in three framings, and in a way that
// differs in more than the framing: of the eight it finds as many as strategies says.
func framed(strategies map[string]int) *Data {
	d := &Data{}
	vs := variants("blockbench", "blockbench", 8)
	for _, strategy := range []string{"direct", "direct,framing=naturalistic", "direct,framing=adversarial",
		"direct,framing=adversarial,cot=yes"} {
		sub := bench.Subject{Name: "m@" + strategy, Kind: "model", Model: "lab/m", Strategy: strategy}
		d.Subjects = append(d.Subjects, sub)
		for i := range 8 {
			d.Trials = append(d.Trials, say(sub.Name, vs[2*i], bench.Vulnerable, i < strategies[strategy]))
		}
	}
	return d
}

// The framings are one family of two tests; the adversarial one with and without steps
// to think through differs in another factor.
func TestFraming(t *testing.T) {
	d := framed(map[string]int{"direct": 8, "direct,framing=naturalistic": 6, "direct,framing=adversarial": 0,
		"direct,framing=adversarial,cot=yes": 0})
	s, ok := buildFactors(d)
	if !ok {
		t.Fatal("no section")
	}
	var got []string
	for _, tab := range s.Tables {
		if tab.ID != "factors" {
			continue
		}
		for _, r := range tab.Rows {
			got = append(got, fmt.Sprintf("%s: %s to %s, %s to %s, lost %s, %s, %s", tab.Of, r.Cells[1].Text, r.Cells[2].Text,
				r.Cells[3].Count(), r.Cells[4].Count(), r.Cells[5].Text, r.Cells[6].Text, r.Cells[7].Text))
		}
	}
	want := []string{
		// Exact McNemar: 2 of 2 and 8 of 8 discordant pairs go one way; Holm doubles the smaller p.
		"cot: no to yes, 0/8 to 0/8, lost +0.0 (8), 1.000, 1.000",
		"framing: expert to naturalistic, 8/8 to 6/8, lost +25.0 (8), 0.500, 0.500",
		"framing: expert to adversarial, 8/8 to 0/8, lost +100.0 (8), 0.008, 0.016",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Mid-p is the exact p less half of what the table itself has: of five to none
// 0.0625 − 0.03125.
func TestEffectCells(t *testing.T) {
	d := framed(map[string]int{"direct": 5})
	s := d.Suites()[0]
	e, ok := metric.EffectsOf(metric.TDR, s.Headline("m@direct"), s.Headline("m@direct,framing=adversarial"))
	if !ok {
		t.Fatal("no effects")
	}
	cells, columns := EffectCells(e), EffectColumns("A", "B")
	if len(cells) != len(columns) {
		t.Fatalf("%d cells in %d columns", len(cells), len(columns))
	}
	var got []string
	for i, c := range cells {
		got = append(got, columns[i].Title+" "+c.Text)
	}
	if want := "both 0, A only 5, B only 0, neither 3, mid-p 0.031, Newcombe +62.5, Tango +62.5, " +
		"odds ratio ∞, p of equivalence"; !strings.HasPrefix(strings.Join(got, ", "), want) {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if i := cells[6].Interval; i == nil || math.Abs(i.Lo-0.2) > 0.15 || i.Hi < 0.8 {
		t.Errorf("Tango %v", i)
	}
}
