package judge

import (
	"context"
	"fmt"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/proof/verify"
)

// program is a sample that can be executed.
type program struct {
	st *suite.Suite
	s  *suite.Sample
	x  suite.Executable
}

// executable returns the program that a variant is executed with: the sample, or the result of the variant's
// chain. why is the reason why there is none, or why it is not the text that the subject saw.
func (j *Judge) executable(v *bench.Variant) (x suite.Executable, why string) {
	p, ok := j.programs[v.Origin()]
	if !ok {
		return x, "there is no proof to execute it with: only Solidity samples of a suite that is at hand have one"
	}
	if v.Chain == "" {
		if p.x.Vulnerable[p.x.Main] != v.Task.Files[0].Text && p.x.Fixed[p.x.Main] != v.Task.Files[0].Text {
			return x, "the sample has changed since the question was asked"
		}
		return p.x, ""
	}
	if v.Proof != bench.Proved {
		return x, fmt.Sprintf("no stored evidence vouches for this variant; `assay variants build --chain %s "+
			"--seed %d --write` executes it", v.Chain, v.Seed)
	}
	chain, err := transform.ParseChain(v.Chain, j.list)
	if err != nil {
		return x, "the chain cannot be applied again: " + err.Error()
	}
	first, _ := p.st.Variant(p.s.Keys[0]) // a sample's own key always exists
	r, err := transform.Apply(chain, v.Seed, verify.Program(p.st, first))
	if err != nil {
		return x, "the chain cannot be applied again: " + err.Error()
	}
	for _, half := range []*bench.Variant{r.Variant, r.Twin} {
		if half != nil && half.Key == v.Key && half.Task.Hash() == v.Task.Hash() {
			return verify.Rewritten(p.x, r), ""
		}
	}
	return x, "the sample or the chain has changed since the question was asked"
}

// maxCases bounds the memory: a compiled sample takes up to some megabytes. A dropped one is read again from
// the compiler's cache.
const maxCases = 64

// compiled caches the compiled samples and variants.
type compiled struct {
	mu    sync.Mutex
	cases map[string]*once // by sample and chain
	order []string         // in order of first use
}

type once struct {
	sync.Mutex
	c *verify.Case
}

func (k *compiled) of(name string) *once {
	k.mu.Lock()
	defer k.mu.Unlock()
	if o := k.cases[name]; o != nil {
		return o
	}
	if k.cases == nil {
		k.cases = map[string]*once{}
	}
	if len(k.order) == maxCases {
		delete(k.cases, k.order[0]) // goroutines that use it keep their pointer
		k.order = k.order[1:]
	}
	o := &once{}
	k.cases[name], k.order = o, append(k.order, name)
	return o
}

// get compiles the case if there is none yet; after a failure the next call tries again.
func (o *once) get(compile func() (*verify.Case, error)) (*verify.Case, error) {
	o.Lock()
	defer o.Unlock()
	if o.c != nil {
		return o.c, nil
	}
	var err error
	o.c, err = compile()
	return o.c, err
}

// prepared compiles the program that a variant is executed with, once.
func (j *Judge) prepared(ctx context.Context, v *bench.Variant, x suite.Executable) (*verify.Case, error) {
	if j.compiler == nil {
		return nil, errReads
	}
	name := v.Suite + "/" + x.ID
	original, err := j.compiled.of(name).get(func() (*verify.Case, error) {
		return verify.Prepare(ctx, j.compiler, j.programs[v.Origin()].x)
	})
	if err != nil || v.Chain == "" {
		return original, err
	}
	return j.compiled.of(name + v.Suffix()).get(func() (*verify.Case,
		error) {
		return original.Variant(ctx, j.compiler, x)
	})
}
