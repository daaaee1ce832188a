package verify

import (
	"context"
	"fmt"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/search"
	"assay/internal/proof/solc"
)

// nearby limits the number of transactions in one neighbourhood.
const nearby = 400

// near tries the neighbourhood of the sample's attack on the twin: on a twin that stops only this attack, a
// slightly different one succeeds.
func (r *runner) near() {
	if r.o.Fuzz > 0 {
		r.add(r.nearOn(evidence.Fixed, r.cs.fixed))
	}
}

// nearOn takes the attack from the vulnerable source, where it works, and tries its neighbourhood on out.
func (r *runner) nearOn(s evidence.Source, out *solc.Output) evidence.Cell {
	c := evidence.Cell{Kind: evidence.Near, Source: s, Seed: r.o.Seed}
	p, err := r.cs.world(r.ctx, out)
	var rep search.Report
	if err == nil {
		err = p.Play(r.ctx, nearby, func(a *evm.Arena) (err error) {
			rep, err = search.Near(a, r.o.Seed, nearby)
			return err
		})
	}
	c.Attempts = rep.Sequences
	switch {
	case err != nil:
		c.Shown, c.Failure = "not completed", oneLine(err.Error())
	case rep.Found != nil:
		c.Shown = "impact reached"
		c.Failure = fmt.Sprintf("the attack reaches its impact %s: %s", oneLine(rep.Found.Edit),
			oneLine(strings.Join(rep.Found.Steps, "; ")))
	default:
		c.Shown = fmt.Sprintf("resists %d neighbours of the attack, %d of %d transactions not reverted", rep.Sequences,
			rep.Landed, rep.Transactions)
	}
	return c
}

// World returns the state after setUp() on one of the sources, for a search. The
// attack that it replays is the one that works on the vulnerable source.
func (cs *Case) World(ctx context.Context, s evidence.Source) (*evm.Proof, error) {
	out := cs.vulnerable
	if s == evidence.Fixed {
		out = cs.fixed
	}
	return cs.world(ctx, out)
}

func (cs *Case) world(ctx context.Context, out *solc.Output) (*evm.Proof, error) {
	p, err := Load(ctx, cs.X.Rules, out, false)
	if err != nil || out == cs.vulnerable || cs.vulnerable == nil {
		return p, err
	}
	from, err := Load(ctx, cs.X.Rules, cs.vulnerable, false)
	if err != nil {
		return nil, err
	}
	return p, p.Adopt(ctx, from)
}
