// Package gate checks the numbers of a report against required limits.
package gate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/export"
)

// Gate is one condition that every subject has to meet.
type Gate struct {
	text   string
	suite  string // "" for every suite
	metric metric.Metric
	atMost bool
	limit  float64
}

var gateRE = regexp.MustCompile(`^(?:([^:]+):)?([a-z0-9-]+)\s*(>=|<=)\s*([0-9.]+)\s*(%?)$`)

// Parse reads gates in the syntax of --fail-under: [SUITE:]METRIC>=NUMBER or <=NUMBER, a percentage with %. An
// error is a usage error.
func Parse(texts []string) ([]Gate, error) {
	var out []Gate
	for _, t := range texts {
		m := gateRE.FindStringSubmatch(strings.TrimSpace(t))
		if m == nil {
			return nil, exit.Usage("gate %q is not [SUITE:]METRIC>=NUMBER or <=NUMBER", t)
		}
		mt, ok := metric.ByID(m[2])
		if !ok {
			var ids []string
			for _, k := range append(metric.All(), metric.PerTarget()...) {
				ids = append(ids, k.ID)
			}
			return nil, exit.Usage("gate %q: unknown metric %q; choose %s", t, m[2], strings.Join(ids, ", "))
		}
		limit, err := strconv.ParseFloat(m[4], 64)
		if err != nil {
			return nil, exit.Usage("gate %q: %q is not a number", t, m[4])
		}
		if m[5] == "%" {
			limit /= 100
		}
		if lo, hi := mt.Scale.Limits(); limit < lo || limit > hi {
			return nil, exit.Usage("gate %q: %s must be between %g and %g", t, mt.ID, lo, hi)
		}
		out = append(out, Gate{t, m[1], mt, m[3] == "<=", limit})
	}
	return out, nil
}

// Results checks every gate for every subject. A gate is met when it would be met with any values of the missing
// answers and decisions. A metric without data does not meet a gate, and a gate on a suite that was not run is not
// met; a subject that is not meant for a suite has no gate there.
func Results(d *report.Data, gates []Gate) []export.Check {
	var out []export.Check
	for _, g := range gates {
		if err := d.Manifest.FixedSize(); err != nil {
			out = append(out, export.Check{Name: g.text, Failure: fmt.Sprintf("run %s: %v", d.RunID, err)})
			continue
		}
		checked := false
		for _, s := range d.Suites() {
			if g.suite != "" && g.suite != s.Name {
				continue
			}
			for _, sub := range d.SubjectsOf(&s) {
				checked = true
				c := export.Check{Suite: s.Name, Subject: sub.Name, Name: g.text}
				rows := s.Headline(sub.Name)
				v := g.metric.Compute(rows)
				lo, hi, ok := g.metric.Bounds(s.Planned(sub.Name))
				if ok {
					c.Found = fmt.Sprintf("%s is %.3f", g.metric.ID, v.Point)
				}
				switch {
				case ok && v.NotMeasured != "" && g.met(lo) && g.met(hi):
					c.Found = fmt.Sprintf("%s is between %.3f and %.3f", g.metric.ID, lo, hi)
				case v.NotMeasured != "":
					c.Found, c.Failure = "", fmt.Sprintf("%s on %s: %s is %s", sub.Name, s.Name, g.metric.ID, v.NotMeasured)
				case !ok:
					c.Failure = fmt.Sprintf("%s on %s: %s has no value", sub.Name, s.Name, g.metric.ID)
				case !g.met(v.Point):
					c.Failure = fmt.Sprintf("%s on %s: %s", sub.Name, s.Name, c.Found)
				case !g.met(lo) || !g.met(hi):
					c.Failure = fmt.Sprintf("%s on %s: %s, and could be from %.3f to %.3f: answers or judgements are missing",
						sub.Name, s.Name, c.Found, lo, hi)
				}
				out = append(out, c)
			}
		}
		if !checked {
			out = append(out, export.Check{Name: g.text, Failure: fmt.Sprintf("suite %q is not in the run", g.suite)})
		}
	}
	return out
}

// met reports whether a value meets the gate.
func (g Gate) met(x float64) bool {
	if g.atMost {
		return x <= g.limit
	}
	return x >= g.limit
}

// Check returns an exit.Gate error that names every subject and gate that is not met.
func Check(d *report.Data, gates []Gate) error {
	var failed []string
	for _, c := range Results(d, gates) {
		if c.Failure != "" {
			failed = append(failed, c.Failure)
		}
	}
	if len(failed) == 0 {
		return nil
	}
	var texts []string
	for _, g := range gates {
		texts = append(texts, g.text)
	}
	return exit.With(exit.Gate, "gate not met (%s):\n  %s", strings.Join(texts, ", "), strings.Join(failed, "\n  "))
}
