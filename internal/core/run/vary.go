package run

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/suites"
)

// Varying selects the transformed variants that a command adds to the selected ones.
type Varying struct {
	Variants []string `help:"Transformed variants to ask about in addition to the originals: none, paper, all, or chains such as sanitize or chameleon, separated by commas; FILE.zip has further variants, made by assay variants build. Repeatable; none by default." placeholder:"CHAIN|FILE" sep:"none" found:"data"`
	Seed     uint64   `help:"Seed of the transformed variants and of --limit; stored with the run." default:"1" placeholder:"N"`
	Verbose  bool     `short:"v" help:"Print why chains do not apply, why variants are unproved, and, while asking, the events of --set log."`
}

// chains returns the chains that --variants names, each once and in the given order, after adding the variants of
// the files that it names to the suites.
func (c *Varying) chains(env *environ.Env, suites []*suite.Suite) ([]string, error) {
	var out []string
	none, set := false, func(paper bool) {
		for _, st := range suites {
			for _, s := range st.StoredChains(c.Seed) {
				if s.Paper || !paper {
					out = append(out, s.Chain)
				}
			}
		}
	}
	var texts []string
	for _, given := range c.Variants {
		if filepath.Ext(given) == ".zip" {
			if err := addVariants(env, given, suites); err != nil {
				return nil, err
			}
			continue
		}
		texts = append(texts, suite.SplitChains(given)...)
	}
	if len(c.Variants) > 0 && len(texts) == 0 {
		texts = []string{"all"}
	}
	for _, text := range texts {
		before := len(out)
		switch text = strings.TrimSpace(text); text {
		case "none":
			none = true
			continue
		case "paper", "all":
			set(text == "paper")
		default:
			out = append(out, text)
		}
		if len(out) == before {
			return nil, exit.Usage("--variants %s: no variants with seed %d are stored; %s", text, c.Seed,
				suites[0].MakeVariants("", c.Seed))
		}
	}
	if none && len(out) > 0 {
		return nil, exit.Usage("--variants: none excludes every chain")
	}
	var unique []string
	for _, chain := range out {
		if !slices.Contains(unique, chain) {
			unique = append(unique, chain)
		}
	}
	return unique, nil
}

// addVariants reads a file of variants and adds them to the suite that they were made from.
func addVariants(env *environ.Env, file string, suites []*suite.Suite) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return exit.Usage("--variants: %v", err)
	}
	stored, err := suite.ReadVariants(b, file)
	if err != nil {
		return exit.Usage("--variants: %v; `assay variants build` makes such a file", err)
	}
	i := slices.IndexFunc(suites, func(st *suite.Suite) bool { return st.Name == stored.Index.Suite })
	if i < 0 {
		fmt.Fprintf(env.Stderr, "note: %s has variants of suite %s, which is not selected\n", file, stored.Index.Suite)
		return nil
	}
	suites[i].AddVariants(stored)
	return nil
}

// Vary returns the variants that --variants asks for. It is a usage error if no chain
// applies to any selected sample.
func (c *Varying) Vary(env *environ.Env, suites []*suite.Suite, selected []*bench.Variant) (*suite.Varied, error) {
	chains, err := c.chains(env, suites)
	if err != nil {
		return nil, err
	}
	out, err := suite.Vary(suites, selected, chains, c.Seed)
	if err != nil {
		return nil, exit.Usage("--variants: %v", err)
	}
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
// imported ones may be. A chain with the name of an embedded one gets its kind and letters.
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
			for _, c := range embeddedChains() {
				if c.Chain == v.Chain {
					u.Kind, u.Letters = c.Kind, c.Letters
				}
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

// embeddedChains returns the chains of the embedded suites.
var embeddedChains = sync.OnceValue(func() (out []suite.StoredChain) {
	for _, name := range Embedded {
		b, err := fs.ReadFile(suites.FS, name+"/"+suite.VariantsFile)
		if err != nil {
			continue
		}
		if s, err := suite.ReadVariants(b, name); err == nil {
			out = append(out, s.Index.Chains...)
		}
	}
	return out
})

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
