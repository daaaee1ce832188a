package engine

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"assay/internal/bench"
	"assay/internal/suite"
	"assay/internal/transform"
)

// Varied is the result of applying chains of transformations to a selection.
type Varied struct {
	Variants []*bench.Variant // by suite and chain, then in the order of the selection
	Chains   []bench.ChainUse // by suite and chain
	Left     []NotApplied     // programs that a chain could not rewrite, in the same order
	Unproved map[string]error // by key: why a variant has no proof
}

// NotApplied is one program that a chain could not rewrite. It has no variant of that chain: the
// original never replaces it.
type NotApplied struct {
	Suite, Chain string
	Variant      string // key of the program's first variant
	Why          error
}

// Vary applies every chain to every selected variant of the suites. Both halves of a pair
// are rewritten together, whether or not both are selected, so a variant does not depend
// on the selection. A variant is proved when stored evidence vouches for it. Equal
// arguments give equal results.
func Vary(suites []*suite.Suite, selected []*bench.Variant, chains []transform.Chain, seed uint64) *Varied {
	out := &Varied{Unproved: map[string]error{}}
	if len(chains) == 0 {
		return out
	}
	for _, st := range suites {
		programs := programsOf(st, selected)
		if len(programs) == 0 {
			continue
		}
		results := applyAll(programs, chains, seed)
		known := map[string]bench.Truth{} // by task: a text has only one truth
		for i := range st.Variants {
			known[st.Variants[i].Task.Hash()] = st.Variants[i].Truth
		}
		for i, c := range chains {
			use := bench.ChainUse{Suite: st.Name, Chain: c.String(), Kind: string(c.Kind()), Letters: c.Letters(),
				Promises: c.Promises().String()}
			made := map[string]*bench.Variant{}
			for j, p := range programs {
				if !c.Speaks(p.Variant.Task.Language) {
					use.Silent++
					continue
				}
				use.Programs++
				r := results[i*len(programs)+j]
				if r.err == nil {
					r.err = consistent(r.halves(), made, known)
				}
				if r.err != nil {
					out.Left = append(out.Left, NotApplied{st.Name, use.Chain, p.Variant.Key, r.err})
					continue
				}
				use.Applied++
				for _, v := range r.halves() {
					if made[v.Key] == nil && p.selected[v.Origin()] {
						if why := st.Vouch(v); why != "" {
							out.Unproved[v.Key] = errors.New(why)
						}
						out.Variants = append(out.Variants, v)
					}
					made[v.Key], known[v.Task.Hash()] = v, v.Truth
				}
			}
			out.Chains = append(out.Chains, use)
		}
	}
	return out
}

// program is a set of texts that are rewritten together, with the selected ones.
type program struct {
	transform.Program
	prepared *transform.Prepared
	selected map[string]bool // by key
}

// programsOf splits the selected variants of a suite into programs: vulnerable variants
// with their twins, then safe variants that are not yet in a program.
func programsOf(st *suite.Suite, selected []*bench.Variant) []program {
	wanted := map[string]bool{}
	var originals []*bench.Variant // transformed texts of a suite are not transformed again
	for _, v := range selected {
		if v.Suite == st.Name && v.Chain == "" {
			wanted[v.Key] = true
			originals = append(originals, v)
		}
	}
	partner := map[string]*bench.Variant{} // by key of a safe variant: the first variant that it is the twin of
	for i := range st.Variants {
		if v := &st.Variants[i]; v.Truth == bench.Vulnerable && v.Twin != "" && partner[v.Twin] == nil {
			partner[v.Twin] = v
		}
	}
	var out []program
	covered := map[string]bool{}
	add := func(v *bench.Variant) {
		p := st.Program(v)
		out = append(out, program{p, transform.Prepare(p), wanted})
		covered[v.Key], covered[v.Twin] = true, true
	}
	for _, v := range originals {
		if v.Truth == bench.Vulnerable {
			add(v)
		}
	}
	for _, v := range originals {
		switch {
		case covered[v.Key]:
		case partner[v.Key] != nil:
			add(partner[v.Key])
		default:
			add(v)
		}
	}
	return out
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
func applyAll(programs []program, chains []transform.Chain, seed uint64) []applied {
	out := make([]applied, len(programs)*len(chains))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(out)) {
		wg.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(out) {
					return
				}
				c, p := chains[k/len(programs)], programs[k%len(programs)]
				if !c.Speaks(p.Variant.Task.Language) {
					continue
				}
				r, err := p.prepared.Apply(c, seed)
				out[k] = applied{r, err}
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
