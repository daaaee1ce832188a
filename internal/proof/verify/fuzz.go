package verify

import (
	"fmt"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
)

// fuzz sends the attacker's random call sequences to the twin, with the same impact oracle as for the attack. The
// same sequences are sent to the vulnerable source: whether they reach the impact there shows how strong the
// evidence is that the twin resists them, but is not a condition of a proof.
func (r *runner) fuzz() {
	if r.o.Fuzz <= 0 {
		return
	}
	for _, rules := range r.cs.X.Rules.Flaws() {
		r.add(r.fuzzOn(rules, evidence.Vulnerable, r.cs.vulnerable))
		r.add(r.fuzzOn(rules, evidence.Fixed, r.cs.fixed))
	}
}

// fuzzOn sends random transactions to one compiled source.
func (r *runner) fuzzOn(rules evidence.Rules, s evidence.Source, out *solc.Output) evidence.Cell {
	c := evidence.Cell{Kind: evidence.Fuzz, Source: s, Attempts: r.o.Fuzz, Seed: r.o.Seed, Flaw: rules.Flaw}
	p, err := Load(r.ctx, rules, out, false)
	if err != nil {
		c.Shown, c.Failure = "not run", oneLine(err.Error())
		return c
	}
	res, err := p.Fuzz(r.ctx, r.o.Seed, r.o.Fuzz)
	switch {
	case err != nil:
		c.Shown, c.Failure = "not completed", oneLine(err.Error())
	case res.Succeeded && s == evidence.Vulnerable:
		c.Attempts = res.Attempts
		c.Shown = fmt.Sprintf("random transaction %d reaches the impact", res.Attempts)
	case res.Succeeded:
		c.Shown = "impact reached"
		c.Failure = "a random sequence reaches the impact: " + strings.Join(res.Sequence, "; ")
	case s == evidence.Vulnerable:
		c.Shown = fmt.Sprintf("not reached by %d random transactions", res.Attempts)
	default:
		c.Shown = fmt.Sprintf("resists %d random transactions, %d of them not reverted", res.Attempts, res.Landed)
	}
	return c
}
