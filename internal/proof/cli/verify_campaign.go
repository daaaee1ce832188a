package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/verifysuite"
)

// campaigns searches the twins of the wanted Solidity samples. It does not repeat a stored
// campaign that matches these texts and this seed with at least as many sequences.
func (c *verifyCmd) campaigns(ctx context.Context, env *cli.Env, list []*suite.Suite, want verifysuite.Wanted) error {
	all, err := c.proving().Campaigns(ctx, env.Env, list, want)
	if err != nil || len(all) == 0 {
		return err
	}
	fallen := 0
	var found []*evidence.Campaign
	for i := range all {
		if found = append(found, all[i].Found); !all[i].Found.Resists() {
			fallen++
		}
	}
	if c.JSON {
		err = cli.WriteJSON(env, found)
	} else {
		printCampaigns(env, all)
	}
	if err == nil && c.Write {
		err = c.proving().StoreCampaigns(env.Env, all)
	}
	if err == nil && fallen > 0 {
		err = fmt.Errorf("%d of %d twins fail their campaign", fallen, len(all))
	}
	return err
}

// printCampaigns prints one line for each twin, the attacks found, and the sums.
func printCampaigns(env *cli.Env, all []verifysuite.Search) {
	share := func(n, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%d %%", (100*n+of/2)/of)
	}
	w := env.Grid()
	fmt.Fprintln(w, "\nCAMPAIGN\tSEQUENCES\tNEIGHBOURS\tTRANSACTIONS\tREVERTED\tBRANCHES\tSET ASIDE\t")
	var sum evidence.Campaign
	kept := 0
	for i := range all {
		k := all[i].Found
		near, aside := 0, 0
		for _, e := range k.Neighbours {
			near += e.Tried
		}
		for _, n := range k.SetAside {
			aside += n
		}
		verdict := "resists"
		if !k.Resists() {
			verdict = "ATTACK FOUND"
			if k.Failure != "" {
				verdict = "FAILED"
			}
		}
		if all[i].Stored {
			kept++
			verdict += ", stored"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%d of %d\t%d\t%s\n", k.Sample, k.Sequences, near, k.Transactions,
			share(k.Transactions-k.Landed, k.Transactions), k.Sides, k.AllSides, aside, verdict)
		sum.Sequences, sum.Transactions, sum.Landed = sum.Sequences+k.Sequences, sum.Transactions+k.Transactions, sum.Landed+
			k.Landed
		sum.Sides, sum.AllSides = sum.Sides+k.Sides, sum.AllSides+k.AllSides
	}
	w.Flush()
	edits := map[string]evidence.Edits{}
	for i := range all {
		k := all[i].Found
		for kind, e := range k.Neighbours {
			edits[kind] = evidence.Edits{Tried: edits[kind].Tried + e.Tried, Landed: edits[kind].Landed + e.Landed}
		}
		switch {
		case k.Failure != "":
			fmt.Fprintf(env.Stdout, "\n%s: %s\n", k.Sample, k.Failure)
		case len(k.Found) > 0:
			fmt.Fprintf(env.Stdout, "\n%s: attack found on its twin, by %s:\n  %s\n", k.Sample, k.As,
				strings.Join(k.Found, "\n  "))
		}
	}
	fmt.Fprintf(env.Stdout,
		"\n%d campaigns, %d of them stored earlier: %d sequences, %d transactions, %s reverted; %s of the branches covered\n",
		len(all), kept, sum.Sequences, sum.Transactions,
		share(sum.Transactions-sum.Landed, sum.Transactions), share(sum.Sides, sum.AllSides))
	for _, kind := range slices.Sorted(maps.Keys(edits)) {
		fmt.Fprintf(env.Stdout, "neighbours by %s: %d, %d of them with a transaction that did not revert\n", kind,
			edits[kind].Tried, edits[kind].Landed)
	}
}
