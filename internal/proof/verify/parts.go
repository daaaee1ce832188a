package verify

import (
	"fmt"
	"maps"
	"slices"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/solidity"
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
// missing and the others are there. Honest use passes on all of these. After a change that claims to repair the flaw
// it works, after harmless ones it fails.
func (r *runner) among(c *solc.Compiler) {
	for _, a := range r.cs.X.Among {
		if c == nil {
			r.add(evidence.Cell{Kind: evidence.Regular, Source: a.Source, Failure: "there is no compiler"})
			continue
		}
		p, err := r.load(c, a)
		if err != nil {
			r.add(evidence.Cell{Kind: evidence.Regular, Source: a.Source, Failure: oneLine(err.Error())})
			continue
		}
		regular, _ := one(r.ctx, p, evidence.Regular, a.Source, true, 0)
		r.add(regular)
		attack, _ := one(r.ctx, p, evidence.Exploit, a.Source, a.Works, 0)
		r.add(attack)
		if a.Equal {
			r.add(r.equal(p, a.Source))
		}
	}
}

// load compiles and loads one of the texts of among. After harmless changes it is compiled without the proof, once for
// all claims about the project, unless they touch a library, whose code the proof may contain.
func (r *runner) load(c *solc.Compiler, a suite.Among) (*evm.Proof, error) {
	var base *solc.Output
	tree := a.Files
	if a.Equal && !touchesLibrary(r.cs.X.Fixed, tree) {
		base, tree = r.cs.fixed, maps.Clone(tree)
		delete(tree, proofFile)
	}
	out, err := compile(r.ctx, c, r.cs.X.Rules.Compiler, tree)
	if err != nil {
		return nil, err
	}
	return LoadOn(r.ctx, r.cs.X.Rules, out, base, false)
}

// touchesLibrary reports whether a file with a library differs between two trees.
func touchesLibrary(before, after map[string]string) bool {
	for file, text := range after {
		if text != before[file] && slices.ContainsFunc(solidity.Survey(text).Contracts,
			func(k solidity.Contract) bool { return k.Kind == "library" }) {
			return true
		}
	}
	return false
}

// equal compares the effects of honest use after a harmless change with those on the project without a flaw.
func (r *runner) equal(after *evm.Proof, s evidence.Source) evidence.Cell {
	c := evidence.Cell{Kind: evidence.Honest, Source: s, Shown: "has equal effects"}
	var use *evm.Use
	var err error
	if r.before == nil {
		var p *evm.Proof
		if p, err = Load(r.ctx, r.cs.X.Rules, r.cs.fixed, false); err == nil {
			r.before, err = p.Honest(r.ctx, r.cs.X.Main)
		}
	}
	if err == nil {
		use, err = after.Honest(r.ctx, r.cs.X.Main)
	}
	if err != nil {
		c.Shown, c.Failure = "not run", oneLine(err.Error())
	} else if found := r.before.Differences(use); len(found) > 0 {
		c.Shown = "has other effects"
		c.Failure = fmt.Sprintf("a harmless change alters honest use: %s: %s", found[0].What, oneLine(found[0].How))
	}
	return c
}
