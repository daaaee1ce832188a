package certify

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/verify"
)

// Seed is the seed of the variants that are embedded, and the default of all commands.
const Seed = 1

// Chains parses the names of chains; nil stands for those that are stored: the paper's, the placebos, and the
// transformations that the paper names and does not evaluate.
func Chains(names []string) ([]transform.Chain, error) {
	if names == nil {
		names = append(all.PaperChains(), "shapeshifter-l1", "shapeshifter-l4")
	}
	var out []transform.Chain
	for _, name := range names {
		c, err := transform.ParseChain(name, all.Transformations())
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// Write applies every chain to the given programs of a suite and writes a variants.zip. With another one, old, it keeps
// what is in that of the same texts. Equal arguments give equal bytes.
func Write(w io.Writer, st *suite.Suite, programs []suite.Program, chains []transform.Chain, seed uint64,
	old *suite.StoredVariants) error {
	stored, groups, err := Stored(st, programs, chains, seed)
	if err != nil {
		return err
	}
	if old != nil && old.Index.Suite == st.Name {
		made := func(chain string, with uint64) bool {
			return with == seed && slices.ContainsFunc(chains, func(c transform.Chain) bool { return c.String() == chain })
		}
		both := slices.Clone(old.Index.Chains)
		for _, c := range stored {
			same := func(o suite.StoredChain) bool { return o.Chain == c.Chain && o.Seed == c.Seed }
			if i := slices.IndexFunc(both, same); i >= 0 {
				both[i] = c
			} else {
				both = append(both, c)
			}
		}
		stored = both
		for _, base := range old.Bases() {
			kept, err := old.Group(base)
			if err != nil {
				return err
			}
			now, again := groups[base]
			if st.Changed(kept) != "" {
				continue
			}
			for _, v := range kept.Variants {
				if !again || !made(v.Chain, v.Seed) {
					now.Variants = append(now.Variants, v)
				}
			}
			now.Texts = kept.Texts
			slices.SortStableFunc(now.Variants, func(a, b suite.StoredVariant) int {
				return cmp.Or(cmp.Compare(a.Chain, b.Chain), cmp.Compare(a.Seed, b.Seed))
			})
			groups[base] = now
		}
	}
	index := suite.VariantsIndex{Version: suite.VariantsVersion, Suite: st.Name, Chains: stored}
	return suite.WriteVariants(w, index, groups)
}

// Stored applies every chain to programs of a suite and returns what a variants.zip holds: the chains, with the
// languages of the suite that they speak, and the variants by base. Both halves of a pair are rewritten together. A
// variant has the certificate of the evidence on it, or the reason why it has none. Equal arguments give equal results.
func Stored(st *suite.Suite, programs []suite.Program, chains []transform.Chain, seed uint64) ([]suite.StoredChain,
	map[string]suite.VariantsOf, error) {
	groups := map[string]suite.VariantsOf{}
	for _, p := range programs {
		base := st.Local(p.First.Base)
		if groups[base].Texts == nil {
			groups[base] = suite.VariantsOf{Texts: map[string]string{}}
		}
		for _, v := range []*bench.Variant{p.First, p.Twin} {
			if v != nil {
				groups[base].Texts[st.Local(v.Key)] = v.Task.Hash()
			}
		}
	}
	known := map[string]bench.Truth{} // by task: a text has only one truth
	for i := range st.Variants {
		known[st.Variants[i].Task.Hash()] = st.Variants[i].Truth
	}
	results := applyAll(st, programs, chains, seed)
	var out []suite.StoredChain
	for i, c := range chains {
		stored := suite.StoredChain{Chain: c.String(), Seed: seed, Kind: string(c.Kind()), Letters: c.Letters(),
			Promises: c.Promises().String(), Of: c.Of(), Paper: slices.Contains(all.PaperChains(), c.String())}
		made := map[string]*bench.Variant{}
		for j, p := range programs {
			language := p.First.Task.Language
			if !c.Speaks(language) {
				continue
			}
			if !slices.Contains(stored.Languages, language) {
				stored.Languages = append(stored.Languages, language)
			}
			base := st.Local(p.First.Base)
			group := groups[base]
			r := results[i*len(programs)+j]
			if r.err == nil {
				r.err = consistent(r.halves(), made, known)
			}
			if r.err != nil {
				group.Variants = append(group.Variants, suite.StoredVariant{Of: st.Local(p.First.Key), Chain: c.String(),
					Seed: seed, Why: r.err.Error()})
				groups[base] = group
				continue
			}
			for _, v := range r.halves() {
				if made[v.Key] == nil {
					x, err := st.Stored(v, st.Vouch(v))
					if err != nil {
						return nil, nil, err
					}
					group.Variants = append(group.Variants, x)
				}
				made[v.Key], known[v.Task.Hash()] = v, v.Truth
			}
			groups[base] = group
		}
		slices.Sort(stored.Languages)
		out = append(out, stored)
	}
	return out, groups, nil
}

type applied struct {
	*transform.Result
	err error
}

// halves returns the variants of a result, without missing halves.
func (a applied) halves() []*bench.Variant {
	if a.Twin == nil {
		return []*bench.Variant{a.Variant}
	}
	return []*bench.Variant{a.Variant, a.Twin}
}

// applyAll applies every chain to every program, on all processors. The result of chain i
// on program j is at index i*len(programs)+j.
func applyAll(st *suite.Suite, programs []suite.Program, chains []transform.Chain, seed uint64) []applied {
	out := make([]applied, len(programs)*len(chains))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(programs)) {
		wg.Go(func() {
			for j := int(next.Add(1)) - 1; j < len(programs); j = int(next.Add(1)) - 1 {
				first := programs[j].First
				prepared := transform.Prepare(verify.Program(st, first))
				for i, c := range chains {
					if c.Speaks(first.Task.Language) {
						r, err := prepared.Apply(c, seed)
						out[i*len(programs)+j] = applied{r, err}
					}
				}
			}
		})
	}
	wg.Wait()
	return out
}

// consistent returns an error for variants that contradict others: a twin that several
// programs share and that is not the same text for all, or a text that is both safe and
// vulnerable.
func consistent(vs []*bench.Variant, made map[string]*bench.Variant, known map[string]bench.Truth) error {
	for i, v := range vs {
		if m := made[v.Key]; m != nil && m.Task.Hash() != v.Task.Hash() {
			return fmt.Errorf("its twin %s is not the same text as with another sample", v.Origin())
		}
		if t, ok := known[v.Task.Hash()]; ok && t != v.Truth || i > 0 && vs[0].Task.Hash() == v.Task.Hash() &&
			vs[0].Truth != v.Truth {
			return errors.New("vulnerable and safe text cannot be told apart any more")
		}
	}
	return nil
}
