// Package verifysuite executes the proofs of suites: every Solidity sample and SQL test, the campaigns against twins,
// and the test whether a proof would notice the removal of a check.
package verifysuite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/progress"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Options are the addresses of machines, the directories of results, and the amount of search in proofs.
type Options struct {
	Compilers string // directory with the Solidity compilers' node_modules, "" for the default
	Cache     string // directory for compiled results, "" for the default
	Postgres  string // URL of a server; "" starts a private one
	Path      string // directory of the suites, for the stored data
	Fuzz      int    // number of random transactions sent to each fixed twin
	Campaign  int    // number of sequences of a campaign
	Seed      uint64 // of random transactions
	Trace     bool   // keep call trees
	NoCache   bool   // also execute what this program has already proved
	Write     bool   // store the adequacy of each sample as soon as it is known

	Removals adequacy.Remover // finds the checks of SQL statements; nil without Adequacy
}

// Wanted reports whether a sample is to be executed, by its id.
type Wanted func(id string) bool

// Target is one sample to verify.
type Target struct {
	Sample *suite.Sample
	x      suite.Executable
}

// Outcome is the result of one target.
type Outcome struct {
	Target
	verify.Result
	Kept    bool // this program proved it before, and was not asked to do so again
	Crashed bool // the compiler did not answer, which says nothing about the sample
}

// Solidity executes the wanted Solidity samples, in their order; it is not an error if there are none. Samples for
// which a compiler or a library is missing are in lack and have no outcome.
func (c *Options) Solidity(ctx context.Context, env *environ.Env, list []*suite.Suite, want Wanted) (out []Outcome,
	lack Lack, err error) {
	targets := targetsOf(list, want)
	if len(targets) == 0 {
		return nil, lack, nil
	}
	// Both sources of a sample compile side by side; two small processes hold less than one of the default size.
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache, Workers: 2, MaxRSS: 350 << 20})
	if err != nil {
		return nil, lack, err
	}
	defer compiler.Close()
	return c.verifyAll(ctx, env, compiler, targets)
}

// targetsOf returns the wanted samples that can be executed.
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

// groups returns the outcomes of targets by compiler and name of the contract, in order of the first: attacks of
// other samples are tried on a twin within a group.
func groups(out []Outcome) [][]*Outcome {
	var all [][]*Outcome
	at := map[string]int{}
	for i := range out {
		of := out[i].x.Rules.Compiler + " " + out[i].x.Rules.Contract
		n, ok := at[of]
		if !ok {
			n = len(all)
			at[of], all = n, append(all, nil)
		}
		all[n] = append(all[n], &out[i])
	}
	return all
}

// verifyAll compiles and executes every target that is not already proved. Groups are executed concurrently with
// the compilation of the next ones, so that few of them are in memory together; those of one compiler follow each
// other, so that a Node process holds one compiler. A sample that does not compile is an outcome. A group is left out
// as a whole, before anything is executed, if a compiler or a library of it is missing.
func (c *Options) verifyAll(ctx context.Context, env *environ.Env, compiler *solc.Compiler,
	targets []Target) (out []Outcome, lack Lack, err error) {
	out = make([]Outcome, len(targets))
	for i, t := range targets {
		out[i].Target = t
	}
	before := c.kept(compiler)
	todo := slices.DeleteFunc(groups(out), before.load)
	slices.SortStableFunc(todo, func(a, b []*Outcome) int {
		return cmp.Compare(a[0].x.Rules.Compiler, b[0].x.Rules.Compiler)
	})

	absent := map[*suite.Sample]bool{}
	todo = slices.DeleteFunc(todo, func(group []*Outcome) bool {
		var needs []string
		for _, o := range group {
			needs = append(needs, missing(ctx, compiler, o.Target)...)
		}
		if len(needs) > 0 {
			for _, o := range group {
				absent[o.Sample] = true
				lack.add([]string{o.Sample.ID}, solc.Words(needs)...)
			}
		}
		return len(needs) > 0
	})

	executed := progress.New(env, "sample")
	executed.Start(len(slices.Concat(todo...)), 0, nil)
	defer executed.Finish()
	var wg sync.WaitGroup
	next := make(chan func())
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for run := range next {
				run()
				executed.Ended(bench.Answered)
			}
		})
	}
	for _, group := range todo {
		var others []*verify.Case
		cases := map[*Outcome]*verify.Case{}
		for _, o := range group {
			cs, err := verify.Prepare(ctx, compiler, o.x)
			if err != nil {
				var crash *solc.CrashError
				var removed *solc.MissingError // since the check above
				o.Evidence, o.Crashed = unprepared(o.x, err), errors.As(err, &crash) || errors.As(err, &removed)
				executed.Ended(bench.Answered)
				continue
			}
			cases[o], others = cs, append(others, cs)
		}
		for _, o := range group {
			if cs := cases[o]; cs != nil {
				next <- func() {
					o.Result = cs.Run(ctx, compiler, others, verify.Options{Fuzz: c.Fuzz, Seed: c.Seed, Trace: c.Trace})
				}
			}
		}
	}
	close(next)
	wg.Wait()
	if ctx.Err() == nil {
		for _, group := range todo {
			before.store(group)
		}
	}
	return slices.DeleteFunc(out, func(o Outcome) bool { return absent[o.Sample] }), lack, nil
}

// missing returns the compilers and libraries that a target needs and that are not installed.
func missing(ctx context.Context, compiler *solc.Compiler, t Target) []string {
	var missing *solc.MissingError
	if errors.As(verify.Ready(ctx, compiler, t.x), &missing) {
		return missing.Needs
	}
	return nil
}

// ready returns the error that names all compilers and libraries that targets need and that are not installed.
func ready(ctx context.Context, compiler *solc.Compiler, targets []Target) error {
	var needs []string
	for _, t := range targets {
		needs = append(needs, missing(ctx, compiler, t)...)
	}
	if len(needs) == 0 {
		return nil
	}
	return compiler.Missing(needs...)
}

// unprepared returns the evidence on a sample that does not compile.
func unprepared(x suite.Executable, err error) *evidence.Evidence {
	return &evidence.Evidence{Version: evidence.Version, Sample: x.ID, Rules: x.Rules, Files: evidence.Digest(x.Files()),
		Cells: []evidence.Cell{{Kind: evidence.Regular, Source: evidence.Vulnerable,
			Failure: strings.Join(strings.Fields(err.Error()), " ")}}}
}

// StoreSolidity writes evidence.json into every sample's folder. Evidence of a failure is also written, and keeps
// the sample out of the headline. After a crash of the compiler there is none.
func (c *Options) StoreSolidity(env *environ.Env, outcomes []Outcome) error {
	stored := 0
	for _, o := range outcomes {
		if o.Crashed {
			fmt.Fprintf(env.Stderr, "%s: its evidence stays as it was, since the compiler crashed; verify it again\n",
				o.Evidence.Sample)
			continue
		}
		stored++
		if err := c.write(o.Evidence, o.Sample.Dir, "evidence.json"); err != nil {
			return err
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence of %d samples below %s\n", stored, c.Path)
	return nil
}
