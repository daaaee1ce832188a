package verify

import (
	"fmt"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// parts shows, for a text with several label sets, that each is a separate flaw: its attack works when it is the
// only one left, and fails when it is the only one repaired. Honest use passes on all of these texts.
func (r *runner) parts(c *solc.Compiler) {
	x := r.cs.X
	rules := x.Rules.Flaws()
	if len(rules) < 2 {
		return
	}
	if c == nil || len(x.Parts) != len(rules) {
		r.add(evidence.Cell{Kind: evidence.Regular, Source: evidence.Only(1),
			Failure: fmt.Sprintf("%d label sets need as many repairs, and there are %d", len(rules), len(x.Parts))})
		return
	}
	passed := map[string]bool{} // by text
	for i, part := range x.Parts {
		for _, half := range []struct {
			source evidence.Source
			text   string
			want   bool
		}{{evidence.Only(part.Number), part.Only, false}, {evidence.Left(part.Number), part.Left, true}} {
			out, err := compile(r.ctx, c, x.Rules.Compiler, x.With(x.Vulnerable, half.text))
			var p *evm.Proof
			if err == nil {
				p, err = Load(r.ctx, rules[i], out, false)
			}
			if err != nil {
				r.add(evidence.Cell{Kind: evidence.Exploit, Source: half.source, Failure: oneLine(err.Error()),
					Flaw: rules[i].Flaw})
				continue
			}
			if !passed[half.text] {
				passed[half.text] = true
				regular, _ := one(r.ctx, p, evidence.Regular, half.source, true, 0)
				r.add(regular)
			}
			attack, _ := one(r.ctx, p, evidence.Exploit, half.source, half.want, rules[i].Flaw)
			r.add(attack)
		}
	}
}

// among shows for a claim about a project that its attack works among all flaws, and fails where one that it needs is
// missing and the others are there. Honest use passes on all of these.
func (r *runner) among(c *solc.Compiler) {
	rules := r.cs.X.Rules
	for _, a := range r.cs.X.Among {
		if c == nil {
			r.add(evidence.Cell{Kind: evidence.Regular, Source: a.Source, Failure: "there is no compiler"})
			continue
		}
		out, err := compile(r.ctx, c, rules.Compiler, a.Files)
		var p *evm.Proof
		if err == nil {
			p, err = Load(r.ctx, rules, out, false)
		}
		if err != nil {
			r.add(evidence.Cell{Kind: evidence.Regular, Source: a.Source, Failure: oneLine(err.Error())})
			continue
		}
		regular, _ := one(r.ctx, p, evidence.Regular, a.Source, true, 0)
		r.add(regular)
		attack, _ := one(r.ctx, p, evidence.Exploit, a.Source, a.Works, 0)
		r.add(attack)
	}
}
