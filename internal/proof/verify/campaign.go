package verify

import (
	"context"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/search"
)

// Campaign searches the twin for a long time: a neighbourhood of the attack ten times as large as that of
// [Case.Run], and n sequences guided by coverage. A search that cannot be completed is reported in Failure; the
// error is that of ctx.
func (cs *Case) Campaign(ctx context.Context, seed uint64, n int) (*evidence.Campaign, error) {
	c := &evidence.Campaign{Version: evidence.CampaignVersion, Sample: cs.X.ID, Engine: Engine(), Rules: cs.X.Rules,
		Files: evidence.Digest(cs.X.Files()),
		Seed:  seed, Asked: n, Neighbours: map[string]evidence.Edits{}, SetAside: map[string]int{}}
	p, err := cs.world(ctx, cs.fixed)
	if err == nil {
		err = p.Play(ctx, n+10*nearby, func(a *evm.Arena) error {
			around, err := search.Near(a, seed, 10*nearby)
			if err != nil {
				return err
			}
			for kind, e := range around.Edits {
				c.Neighbours[kind] = evidence.Edits(e)
			}
			add(c, around)
			if around.Found != nil {
				return nil
			}
			hunt, err := search.Hunt(a, search.Options{Seed: seed, Sequences: n})
			if err != nil {
				return err
			}
			add(c, hunt)
			return nil
		})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		c.Failure = oneLine(err.Error())
	}
	return c, nil
}

func add(c *evidence.Campaign, r search.Report) {
	c.Sequences, c.Transactions, c.Landed = c.Sequences+r.Sequences, c.Transactions+r.Transactions, c.Landed+r.Landed
	c.Sides, c.AllSides = r.Sides, r.AllSides
	for v, n := range r.SetAside {
		c.SetAside[string(v)] += n
	}
	if f := r.Found; f != nil {
		c.Found, c.As = f.Steps, f.Guise.String()
	}
}
