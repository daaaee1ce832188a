package versus

import (
	"fmt"
	"strings"

	"assay/internal/core/report"
	"assay/internal/core/stats"
	"assay/internal/core/stats/scored"
)

// Gate compares the subjects of all logs with those of log 0, the baseline: with its only one, else with the one of
// the same name. It returns a line about each, and in failed those that are shown to be worse by more than the margin.
// Missing answers count against a subject.
func Gate(s *scored.Set, margin float64) (said []string, failed string, err error) {
	c := Comparison{Unit: s.Unit()}
	var base, others []int
	for i, sub := range s.Subjects {
		if sub.Log == 0 {
			base = append(base, i)
		} else {
			others = append(others, i)
		}
	}
	var gates []scored.Gate
	var ps []float64
	for _, i := range others {
		a := base[0]
		if len(base) > 1 {
			if a = s.Named(base, i); a < 0 {
				return nil, "", fmt.Errorf("the baseline has %d subjects and none is %s", len(base), s.Subjects[i].Name)
			}
		}
		g := s.Gate(a, i, margin)
		if g.Items == 0 {
			return nil, "", fmt.Errorf("%s and %s have no item in common%s", g.A, g.B, changed(g.Pair))
		}
		gates, ps = append(gates, g), append(ps, g.Worse)
	}
	var worse []string
	for i, p := range stats.Holm(ps) {
		g := gates[i]
		missing := ""
		if g.Missing > 0 {
			missing = fmt.Sprintf(", with %s counted against it", report.Plural(g.Missing, "missing answer"))
		}
		numbers := fmt.Sprintf("%s minus %s is %s on %s%s", g.B, g.A, c.signed(g.Delta), report.Plural(g.Items, "item"),
			missing)
		if p < scored.Alpha {
			worse = append(worse, fmt.Sprintf("%s is worse than %s by more than %s: %s, %s", g.B, g.A, c.amount(margin), numbers,
				report.PValue(p)))
			continue
		}
		said = append(said, fmt.Sprintf("%s is not shown to be worse than %s by more than %s: %s, and a drop of up to %s is "+
			"possible", g.B, g.A, c.amount(margin), numbers, c.amount(min(0, g.Drop))))
	}
	return said, strings.Join(worse, "\n  "), nil
}
