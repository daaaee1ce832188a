// Package proving executes the proofs of suites: every Solidity sample and SQL test, the
// campaigns against twins, and whether a proof would notice the loss of a check.
package proving

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/environ"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// Options is where machines are and results are kept, and how hard proofs try.
type Options struct {
	Compilers string // directory with the Solidity compilers' node_modules, "" for the usual one
	Cache     string // directory for compiled results, "" for the usual one
	Postgres  string // URL of a server; "" starts a private one
	Path      string // directory of the suites, for the stored data
	Fuzz      int    // random transactions sent at each fixed twin
	Campaign  int    // sequences of a campaign
	Seed      uint64 // of random transactions
	Trace     bool   // keep call trees
	Write     bool   // store the adequacy of each sample as soon as it is known
}

// Wanted says whether a sample is to be executed, by its id.
type Wanted func(id string) bool

// Target is one sample to verify.
type Target struct {
	Sample *suite.Sample
	x      suite.Executable
}

// Outcome is what became of one target.
type Outcome struct {
	Target
	verify.Result
}

// Solidity executes the wanted Solidity samples, in their order; none is no error.
func (c *Options) Solidity(ctx context.Context, env *environ.Env, list []*suite.Suite, want Wanted) ([]Outcome, error) {
	targets := targetsOf(list, want)
	if len(targets) == 0 {
		return nil, nil
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, err
	}
	defer compiler.Close()
	return c.verifyAll(ctx, env, compiler, targets)
}

// targetsOf lists the wanted samples that can be executed.
func targetsOf(list []*suite.Suite, want Wanted) []Target {
	var out []Target
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok && want(s.ID) {
				out = append(out, Target{s, x})
			}
		}
	}
	return out
}

// verifyAll compiles every target, then runs them side by side. A sample that
// does not compile is an outcome; a compiler that is not there ends the command
// with the one line that gets all of them.
func (c *Options) verifyAll(ctx context.Context, env *environ.Env, compiler *solc.Compiler,
	targets []Target) ([]Outcome, error) {
	compiled := progress.Late(env, "compilation")
	compiled.Start(len(targets), 0, nil)
	defer compiled.Finish()
	out := make([]Outcome, len(targets))
	cases := make([]*verify.Case, len(targets))
	var missing []string
	for i, t := range targets {
		out[i].Target = t
		cs, err := verify.Prepare(ctx, compiler, t.x)
		var me *solc.MissingError
		switch {
		case errors.As(err, &me):
			missing = append(missing, me.Needs...)
		case err != nil:
			out[i].Evidence = unprepared(t.x, err)
		default:
			cases[i] = cs
		}
		compiled.Ended(bench.Answered)
	}
	compiled.Finish()
	if len(missing) > 0 {
		return nil, compiler.Missing(missing...)
	}
	ready := slices.DeleteFunc(slices.Clone(cases), func(cs *verify.Case) bool { return cs == nil })

	executed := progress.New(env, "sample")
	executed.Start(len(ready), 0, nil)
	defer executed.Finish()
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				out[i].Result = cases[i].Run(ctx, compiler, ready, verify.Options{Fuzz: c.Fuzz, Seed: c.Seed, Trace: c.Trace})
				executed.Ended(bench.Answered)
			}
		})
	}
	for i, cs := range cases {
		if cs != nil {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	return out, nil
}

// unprepared is the evidence on a sample that does not compile.
func unprepared(x suite.Executable, err error) *proof.Evidence {
	return &proof.Evidence{Version: proof.Version, Sample: x.ID, Rules: x.Rules, Files: proof.Digest(x.Files()),
		Cells: []proof.Cell{{Kind: proof.Regular, Source: proof.Vulnerable,
			Failure: strings.Join(strings.Fields(err.Error()), " ")}}}
}

// StoreSolidity writes evidence.json into every sample's folder; evidence of a failure
// is evidence too, and keeps the sample out of the headline.
func (c *Options) StoreSolidity(env *environ.Env, outcomes []Outcome) error {
	for _, o := range outcomes {
		b, err := o.Evidence.Encode()
		if err != nil {
			return err
		}
		file := filepath.Join(c.Path, filepath.FromSlash(o.Sample.Dir), "evidence.json")
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return fmt.Errorf("storing evidence: %w", err)
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence of %d samples below %s\n", len(outcomes), c.Path)
	return nil
}
