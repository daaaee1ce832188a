package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/exit"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// search is the campaign on one sample.
type search struct {
	target
	c      *proof.Campaign
	stored bool
	err    error
}

// campaigns searches the twins of the wanted Solidity samples. One that is stored and
// speaks of these texts, this seed and at least as many sequences is not run again.
func (c *verifyCmd) campaigns(ctx context.Context, env *Env, list []*suite.Suite, want wanted) error {
	var all []search
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok && want(s.ID) {
				kept := s.Campaign != nil && s.Campaign.Stale(x.Rules, x.Files(), c.Seed, c.Campaign) == ""
				all = append(all, search{target: target{s, x}, c: s.Campaign, stored: kept})
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return err
	}
	defer compiler.Close()
	progress := progress.New(env.Env, "campaign")
	progress.Start(len(all), 0, nil)
	var wg sync.WaitGroup
	next := make(chan *search)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for s := range next {
				if !s.stored {
					s.c, s.err = c.campaign(ctx, compiler, s.target)
				}
				progress.Ended(bench.Answered)
			}
		})
	}
	for i := range all {
		next <- &all[i]
	}
	close(next)
	wg.Wait()
	progress.Finish()
	if ctx.Err() != nil {
		return exit.With(exit.Interrupt, "interrupted; no campaign of this run is stored")
	}
	fallen := 0
	var found []*proof.Campaign
	for i := range all {
		if all[i].err != nil {
			return all[i].err
		}
		if found = append(found, all[i].c); !all[i].c.Resists() {
			fallen++
		}
	}
	if c.JSON {
		err = writeJSON(env, found)
	} else {
		printCampaigns(env, all)
	}
	if err == nil && c.Write {
		err = c.storeCampaigns(env, all)
	}
	if err == nil && fallen > 0 {
		err = fmt.Errorf("%d of %d twins do not resist their campaign", fallen, len(all))
	}
	return err
}

// campaign compiles a sample, out of what its proof was compiled to, and searches its twin.
func (c *verifyCmd) campaign(ctx context.Context, compiler *solc.Compiler, t target) (*proof.Campaign, error) {
	cs, err := verify.Prepare(ctx, compiler, t.x)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.x.ID, err)
	}
	return cs.Campaign(ctx, c.Seed, c.Campaign)
}

// printCampaigns writes a line a twin, what was found, and the sums.
func printCampaigns(env *Env, all []search) {
	share := func(n, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%d %%", (100*n+of/2)/of)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nCAMPAIGN\tSEQUENCES\tNEIGHBOURS\tTRANSACTIONS\tREVERTED\tBRANCHES\tSET ASIDE\t")
	var sum proof.Campaign
	kept := 0
	for i := range all {
		k := all[i].c
		near, aside := 0, 0
		for _, e := range k.Neighbours {
			near += e.Tried
		}
		for _, n := range k.SetAside {
			aside += n
		}
		verdict := "resists"
		if !k.Resists() {
			verdict = "FALLS"
			if k.Failure != "" {
				verdict = "FAILED"
			}
		}
		if all[i].stored {
			kept++
			verdict += ", stored"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%d of %d\t%d\t%s\n", k.Sample, k.Sequences, near, k.Transactions, share(k.Transactions-k.Landed, k.Transactions), k.Sides, k.AllSides, aside, verdict)
		sum.Sequences, sum.Transactions, sum.Landed = sum.Sequences+k.Sequences, sum.Transactions+k.Transactions, sum.Landed+k.Landed
		sum.Sides, sum.AllSides = sum.Sides+k.Sides, sum.AllSides+k.AllSides
	}
	w.Flush()
	edits := map[string]proof.Edits{}
	for i := range all {
		k := all[i].c
		for kind, e := range k.Neighbours {
			edits[kind] = proof.Edits{Tried: edits[kind].Tried + e.Tried, Landed: edits[kind].Landed + e.Landed}
		}
		switch {
		case k.Failure != "":
			fmt.Fprintf(env.Stdout, "\n%s: %s\n", k.Sample, k.Failure)
		case len(k.Found) > 0:
			fmt.Fprintf(env.Stdout, "\n%s: its twin falls for %s:\n  %s\n", k.Sample, k.As, strings.Join(k.Found, "\n  "))
		}
	}
	fmt.Fprintf(env.Stdout, "\n%d campaigns, %d of them stored before: %d sequences, %d transactions, %s reverted; %s of the branches taken\n", len(all), kept, sum.Sequences, sum.Transactions,
		share(sum.Transactions-sum.Landed, sum.Transactions), share(sum.Sides, sum.AllSides))
	for _, kind := range slices.Sorted(maps.Keys(edits)) {
		fmt.Fprintf(env.Stdout, "neighbours by %s: %d, of which %d with a transaction that did not revert\n", kind, edits[kind].Tried, edits[kind].Landed)
	}
}

// storeCampaigns writes campaign.json beside the evidence of what was run.
func (c *verifyCmd) storeCampaigns(env *Env, all []search) error {
	n := 0
	for i := range all {
		if all[i].stored {
			continue
		}
		b, err := all[i].c.Encode()
		if err != nil {
			return err
		}
		file := filepath.Join(c.Path, filepath.FromSlash(all[i].sample.Dir), "campaign.json")
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return fmt.Errorf("storing a campaign: %w", err)
		}
		n++
	}
	fmt.Fprintf(env.Stderr, "stored %d campaigns below %s\n", n, c.Path)
	return nil
}
