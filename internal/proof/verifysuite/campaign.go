package verifysuite

import (
	"context"
	"fmt"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Search is the campaign on one sample.
type Search struct {
	Target
	Found  *evidence.Campaign
	Stored bool // it was run before
	err    error
}

// Campaigns searches the twins of the wanted Solidity samples. A stored campaign on these texts, with this seed
// and at least as many sequences, is not run again.
func (c *Options) Campaigns(ctx context.Context, env *environ.Env, list []*suite.Suite, want Wanted) ([]Search, error) {
	var all []Search
	var pending []Target
	for _, t := range targetsOf(list, want) {
		stored := t.Sample.Campaign != nil && t.Sample.Campaign.Stale(t.x.Rules, t.x.Files(), c.Seed, c.Campaign) == ""
		all = append(all, Search{Target: t, Found: t.Sample.Campaign, Stored: stored})
		if !stored {
			pending = append(pending, t)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, err
	}
	defer compiler.Close()
	if err := ready(ctx, compiler, pending); err != nil {
		return nil, err
	}
	parallel(env, "campaign", len(all), func(i int) {
		if s := &all[i]; !s.Stored {
			s.Found, s.err = c.campaign(ctx, compiler, s.Target)
		}
	})
	if ctx.Err() != nil {
		return nil, exit.With(exit.Interrupt, "interrupted; no campaign of this run is stored")
	}
	for i := range all {
		if all[i].err != nil {
			return nil, all[i].err
		}
	}
	return all, nil
}

// campaign compiles a sample, reusing the compilation of its proof, and searches its twin.
func (c *Options) campaign(ctx context.Context, compiler *solc.Compiler, t Target) (*evidence.Campaign, error) {
	cs, err := verify.Prepare(ctx, compiler, t.x)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.x.ID, err)
	}
	return cs.Campaign(ctx, c.Seed, c.Campaign)
}

// StoreCampaigns writes campaign.json next to the evidence of each campaign that was run.
func (c *Options) StoreCampaigns(env *environ.Env, all []Search) error {
	n := 0
	for i := range all {
		if all[i].Stored {
			continue
		}
		if err := c.write(all[i].Found, all[i].Sample.Dir, "campaign.json"); err != nil {
			return err
		}
		n++
	}
	fmt.Fprintf(env.Stderr, "stored %d campaigns below %s\n", n, c.Path)
	return nil
}
