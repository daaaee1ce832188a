package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/environ"
	"assay/internal/exit"
	"assay/internal/suite"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

// Varying selects the transformed variants that a command adds to the selected ones.
type Varying struct {
	Variants []string `help:"Transformed variants to ask about in addition to the originals: none, paper, all, or chains such as sanitize+no-comments or chameleon:theme=library, separated by commas. Repeatable; none by default." placeholder:"CHAIN" sep:"none" found:"data"`
	Seed     uint64   `help:"Seed of the transformations and of --limit; stored with the run." default:"1" placeholder:"N"`
	Verbose  bool     `short:"v" help:"Print why chains do not apply, why variants are unproved, and, while asking, the events of --log."`
}

// chains parses --variants. It returns each chain once, in the given order.
func (c *Varying) chains() ([]transform.Chain, error) {
	list := all.Transformations()
	var texts []string
	none := false
	for _, given := range c.Variants {
		for _, text := range transform.SplitChains(given) {
			switch strings.TrimSpace(text) {
			case "none":
				none = true
			case "paper":
				texts = append(texts, all.PaperChains()...)
			case "all":
				texts = append(texts, all.EveryChain()...)
			default:
				texts = append(texts, text)
			}
		}
	}
	if none && len(texts) > 0 {
		return nil, exit.Usage("--variants: none excludes every chain")
	}
	var out []transform.Chain
	for _, text := range texts {
		chain, err := transform.ParseChain(text, list)
		if err != nil {
			return nil, exit.Usage("--variants: %v", err)
		}
		if !slices.ContainsFunc(out, func(c transform.Chain) bool { return c.String() == chain.String() }) {
			out = append(out, chain)
		}
	}
	return out, nil
}

// Vary makes the variants that --variants asks for. It is a usage error if no chain
// applies to any selected sample.
func (c *Varying) Vary(env *environ.Env, suites []*suite.Suite, selected []*bench.Variant) (*engine.Varied, error) {
	chains, err := c.chains()
	if err != nil {
		return nil, err
	}
	out := engine.Vary(suites, selected, chains, c.Seed)
	out.Chains = append(BroughtChains(selected), out.Chains...)
	if c.Verbose {
		for _, l := range out.Left {
			fmt.Fprintf(env.Stderr, "%s: %v\n", l.Chain, l.Why)
		}
		for _, v := range out.Variants {
			if why := out.Unproved[v.Key]; why != nil {
				fmt.Fprintf(env.Stderr, "%s is unproved: %v\n", v.Key, why)
			}
		}
	}
	if len(chains) > 0 && len(out.Variants) == 0 {
		if len(out.Left) == 0 {
			return nil, exit.Usage("--variants: no chain supports the language of a selected sample")
		}
		return nil, exit.Usage("--variants: no chain applies to a selected sample; the first reason: %v", out.Left[0].Why)
	}
	return out, nil
}

// BroughtChains returns the chains of selected variants that are already transformed, as
// imported ones may be. A chain with the name of one of ours gets its kind and letters.
func BroughtChains(selected []*bench.Variant) []bench.ChainUse {
	var out []bench.ChainUse
	for _, v := range selected {
		if v.Chain == "" {
			continue
		}
		i := slices.IndexFunc(out, func(u bench.ChainUse) bool { return u.Suite == v.Suite && u.Chain == v.Chain })
		if i < 0 {
			i = len(out)
			u := bench.ChainUse{Suite: v.Suite, Chain: v.Chain}
			if c, err := transform.ParseChain(v.Chain, all.Transformations()); err == nil {
				u.Kind, u.Letters = string(c.Kind()), c.Letters()
			}
			out = append(out, u)
		}
		out[i].Programs++
		out[i].Applied++
	}
	slices.SortStableFunc(out, func(a, b bench.ChainUse) int {
		return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(a.Chain, b.Chain))
	})
	return out
}

// notesOnChains returns one line for each suite about chains that do not apply everywhere.
func notesOnChains(uses []bench.ChainUse) []string {
	var out []string
	for i := 0; i < len(uses); {
		name := uses[i].Suite
		var some, silent []string
		for ; i < len(uses) && uses[i].Suite == name; i++ {
			switch u := uses[i]; {
			case u.Programs == 0:
				silent = append(silent, u.Chain)
			case u.Applied < u.Programs+u.Silent:
				some = append(some, fmt.Sprintf("%s %d of %d", u.Chain, u.Applied, u.Programs+u.Silent))
			}
		}
		if len(some) > 0 {
			out = append(out, name+": pairs and single texts that a chain applies to: "+strings.Join(some, ", ")+
				"; run -v says why not to more")
		}
		if len(silent) > 0 {
			out = append(out, name+": chains that do not speak its language: "+strings.Join(silent, ", "))
		}
	}
	return out
}
