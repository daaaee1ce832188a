package report

import (
	"fmt"

	"assay/internal/bench"
)

// A judge is indifferent when it decides alike on nearly all of at least minClaims answers that claim something, and
// the rule judge, which reads place and class, decides the other way on half of them.
const (
	minClaims  = 10
	nearlyAll  = 0.95
	contradict = 0.5
)

// indifferent returns a sentence on each judge whose acceptance does not depend on the answer, as far as the answers of
// the rows, one slice for each subject, show it.
func indifferent(rows [][]bench.Trial) []string {
	type count struct{ n, hits, ruleHits, ruleMisses int } // the latter two against the judge's decision
	by := map[string]*count{}
	var names []string
	for _, of := range rows {
		for _, t := range of {
			if t.Variant.Truth != bench.Vulnerable || t.Answer == nil || !t.Answer.Claims() || t.Answer.Kind != "" {
				continue
			}
			var rule bench.Decision
			for _, o := range t.Opinions {
				if rules(o.Verdict.Judge) {
					rule = o.Verdict.Lenient
				}
			}
			for _, o := range t.Opinions {
				hit := o.Verdict.Strict == bench.Hit
				if rules(o.Verdict.Judge) || executes(o.Verdict.Judge) || !hit && o.Verdict.Strict != bench.Miss {
					continue
				}
				c := by[o.Verdict.Judge]
				if c == nil {
					c = &count{}
					by[o.Verdict.Judge], names = c, append(names, o.Verdict.Judge)
				}
				c.n++
				switch {
				case hit:
					c.hits++
					c.ruleMisses += int(oneIf(rule == bench.Miss))
				case rule == bench.Hit:
					c.ruleHits++
				}
			}
		}
	}
	var out []string
	for _, name := range names {
		c := by[name]
		n := float64(c.n)
		says := func(verb string, k, other int, decides string) {
			out = append(out, fmt.Sprintf("%s %s whatever is claimed: %d of %s with findings; the rule judge %s %d of these. "+
				"Its numbers do not measure the subjects.", name, verb, k, Plural(c.n, "answer"), decides, other))
		}
		switch {
		case c.n < minClaims:
		case float64(c.hits) >= nearlyAll*n && float64(c.ruleMisses) >= contradict*n:
			says("accepts", c.hits, c.ruleMisses, "rejects")
		case float64(c.n-c.hits) >= nearlyAll*n && float64(c.ruleHits) >= contradict*n:
			says("rejects", c.n-c.hits, c.ruleHits, "accepts")
		}
	}
	return out
}
