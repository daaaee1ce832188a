package cli

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"assay/internal/metric"
	"assay/internal/report"
)

// gate is one condition that every subject has to meet.
type gate struct {
	text   string
	suite  string // "" is every suite
	metric metric.Metric
	atMost bool
	limit  float64
}

var gateRE = regexp.MustCompile(`^(?:([^:]+):)?([a-z0-9-]+)\s*(>=|<=)\s*([0-9.]+)\s*(%?)$`)

func parseGates(texts []string) ([]gate, error) {
	var out []gate
	for _, t := range texts {
		m := gateRE.FindStringSubmatch(strings.TrimSpace(t))
		if m == nil {
			return nil, usage("gate %q is not [SUITE:]METRIC>=NUMBER or <=NUMBER", t)
		}
		mt, ok := metric.ByID(m[2])
		if !ok {
			var ids []string
			for _, k := range metric.All() {
				ids = append(ids, k.ID)
			}
			return nil, usage("gate %q: there is no metric %q; there are %s", t, m[2], strings.Join(ids, ", "))
		}
		limit, err := strconv.ParseFloat(m[4], 64)
		if err != nil {
			return nil, usage("gate %q: %q is not a number", t, m[4])
		}
		if m[5] == "%" {
			limit /= 100
		}
		out = append(out, gate{t, m[1], mt, m[3] == "<=", limit})
	}
	return out, nil
}

// checkGates returns an ExitGate error that names every subject and gate that
// is not met. A metric without data does not meet a gate, nor does a gate on a
// suite that was not run; a subject that is not meant for a suite has nothing to
// meet there.
func checkGates(d *report.Data, gates []gate) error {
	var failed []string
	for _, g := range gates {
		checked := false
		for _, s := range d.Suites() {
			if g.suite != "" && g.suite != s.Name {
				continue
			}
			for _, sub := range d.SubjectsOf(&s) {
				checked = true
				v := g.metric.Compute(s.Headline(sub.Name))
				switch {
				case !v.Defined:
					failed = append(failed, fmt.Sprintf("%s on %s: %s has no value", sub.Name, s.Name, g.metric.ID))
				case g.atMost && v.Point > g.limit, !g.atMost && v.Point < g.limit:
					failed = append(failed, fmt.Sprintf("%s on %s: %s is %.3f", sub.Name, s.Name, g.metric.ID, v.Point))
				}
			}
		}
		if !checked {
			failed = append(failed, fmt.Sprintf("no suite %q was run", g.suite))
		}
	}
	if len(failed) == 0 {
		return nil
	}
	var texts []string
	for _, g := range gates {
		texts = append(texts, g.text)
	}
	return &exitError{ExitGate, fmt.Errorf("gate not met (%s):\n  %s", strings.Join(texts, ", "), strings.Join(failed, "\n  "))}
}
