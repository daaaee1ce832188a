package export

import (
	"fmt"
	"strings"

	"assay/internal/report"
)

// registered is the table of what was preregistered, with what the run shows of it.
func registered(d *report.Data, _ *report.Suite) (tabular, bool) {
	all := report.Hypotheses(d)
	t := tabular{Columns: "llr@{ }lrrrl", Head: []string{"Hypothesis", "Subject", `\multicolumn{2}{c}{Difference}`, "$n$", "$p$", "adjusted", "Verdict"}, Beside: map[int][]string{}}
	if len(all) == 0 {
		return t, false
	}
	t.Notes = append(t.Notes, report.Registration(d), fmt.Sprintf("α = %g.", d.Registered.Alpha), report.HypothesesText)
	for _, h := range all {
		if h.Note != "" {
			t.Rows = append(t.Rows, []string{texName(h.ID), "--", "--", "", "--", "--", "--", tex(h.Note)})
			continue
		}
		say := func(format string, args ...any) {
			at := len(t.Rows)
			t.Beside[at] = append(t.Beside[at], fmt.Sprintf(format, args...))
		}
		say("%s: %s; %s.", h.ID, h.Claim, h.Company())
		for i, l := range h.Lines {
			id := texName(h.ID)
			if i > 0 {
				id = "" // once for all its subjects
			}
			if l.Verdict == report.NotTestable {
				say("%s, %s: %s.", h.ID, l.Subject, l.Why)
				t.Rows = append(t.Rows, []string{id, texName(l.Subject), "--", "", "--", "--", "--", tex(string(l.Verdict))})
				continue
			}
			c := l.Cells()
			verdict := string(l.Verdict)
			if c.Detectable != "" {
				verdict += ", shown at ≥ " + c.Detectable
			}
			interval := ""
			if c.Interval != "" {
				interval = `{\footnotesize ` + tex(c.Interval) + "}"
			}
			if len(l.Warnings) > 0 {
				say("%s, %s: %s.", h.ID, l.Subject, strings.Join(l.Warnings, "; "))
			}
			t.Rows = append(t.Rows, []string{id, texName(l.Subject), tex(c.Difference), interval, fmt.Sprint(l.Bases), tex(c.P), tex(c.Adjusted), tex(verdict)})
		}
	}
	left := report.Exclusions(d)
	for _, e := range left.Exclusions {
		t.Notes = append(t.Notes, "Exclusion, "+e.Name()+": "+e.Says()+".")
	}
	if u := left.LeftUnnamed(); u != "" {
		t.Notes = append(t.Notes, u)
	}
	return t, true
}
