package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
)

// variantJob is one chain to apply to one sample.
type variantJob struct {
	original int
	chain    transform.Chain
	seed     uint64
}

func (j variantJob) equal(k variantJob) bool {
	return j.original == k.original && j.seed == k.seed && j.chain.String() == k.chain.String()
}

// Options states where compilers and servers are and where results are cached.
type Options struct {
	Compilers string `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string `help:"Cache directory of compiled contracts." placeholder:"DIR" type:"path"`
	Postgres  string `help:"PostgreSQL to run SQL tests on, as a role that may create databases and roles; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
}

// Build applies every chain to every original in a language that the chain rewrites,
// and certifies the results, with random transactions where code is not equal. With
// keep, stored evidence of other chains is kept. It returns the originals with new
// evidence, in their order; those that could not be executed, for example because a
// compiler crashed, are missing, and the error names them.
func (c *Options) Build(ctx context.Context, env *environ.Env, originals []*Original, chains []transform.Chain,
	seed uint64, random int, keep bool) (built []*Original, err error) {
	var jobs []variantJob
	for i, o := range originals {
		o.Evidence = o.fresh(random)
		if old := o.s.Vouched(); old != nil && old.Random == o.Evidence.Random &&
			(o.app != nil || old.Engine == o.Evidence.Engine) {
			o.Evidence.Variants = slices.Clone(old.Variants)
		}
		for _, chain := range chains {
			if o.app == nil || speaksSQL(chain) {
				jobs = append(jobs, variantJob{i, chain, seed})
			}
		}
	}
	made, failed, err := c.execute(ctx, env, originals, jobs)
	if err != nil {
		return nil, err
	}
	for i, o := range originals {
		if failed[i] != nil {
			continue
		}
		o.Evidence.Merge(made[i])
		if !keep {
			o.Evidence.Variants = made[i]
		}
		built = append(built, o)
	}
	return built, errors.Join(failed...)
}

// Verify executes stored variants again. It returns the differences from the stored
// data, one per line, and the number of current variants, which become the evidence.
func (c *Options) Verify(ctx context.Context, env *environ.Env,
	originals []*Original) (differ []string, n int, err error) {
	var jobs []variantJob
	for i, o := range originals {
		for _, v := range o.Evidence.Variants {
			chain, err := transform.ParseChain(v.Chain, all.Transformations())
			if err != nil {
				return nil, 0, exit.Usage("%s: %v; renew its evidence with `assay variants build --write`", o.ID, err)
			}
			if j := (variantJob{i, chain, v.Seed}); !slices.ContainsFunc(jobs, j.equal) {
				jobs = append(jobs, j)
			}
		}
	}
	made, failed, err := c.execute(ctx, env, originals, jobs)
	if err = cmp.Or(err, errors.Join(failed...)); err != nil {
		return nil, 0, err
	}
	for i, o := range originals {
		now := &evidence.Variants{Random: o.Evidence.Random}
		now.Merge(made[i])
		n += len(now.Variants)
		for _, d := range differences(o.Evidence.Variants, now.Variants) {
			differ = append(differ, o.ID+" "+d)
		}
		fresh := *o.Evidence
		fresh.Variants = now.Variants
		o.Evidence = &fresh
	}
	return differ, n, nil
}

// execute certifies every job. It returns, for each original, the results, and the error
// that ended one of its jobs or nil; err means that no original has a result.
func (c *Options) execute(ctx context.Context, env *environ.Env, originals []*Original,
	jobs []variantJob) (out [][]evidence.Variant, failed []error, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-env.Interrupt:
			cancel(exit.With(exit.Interrupt, "interrupted; nothing was stored"))
		case <-ctx.Done():
		}
	}()
	progress := progress.New(env, "chain")
	progress.Start(len(jobs), 0, nil)
	defer progress.Finish()
	out, failed = make([][]evidence.Variant, len(originals)), make([]error, len(originals))
	sql := func(j variantJob) bool { return originals[j.original].app != nil }
	err = c.solidity(ctx, cancel, progress, originals, slices.DeleteFunc(slices.Clone(jobs), sql), out, failed)
	if err == nil {
		err = c.sql(ctx, progress, originals, slices.DeleteFunc(slices.Clone(jobs),
			func(j variantJob) bool { return !sql(j) }), out)
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	return out, failed, err
}

// sql certifies the variants of SQL tests. Those of one application and chain run
// together, so that the application is set up once for all of them.
func (c *Options) sql(ctx context.Context, progress *progress.Bar, originals []*Original, jobs []variantJob,
	out [][]evidence.Variant) error {
	if len(jobs) == 0 {
		return nil
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return err
	}
	defer server.Close()
	for len(jobs) > 0 {
		first := jobs[0]
		app := *originals[first.original].app
		app.Queries = nil
		var mine []int
		jobs = slices.DeleteFunc(jobs, func(j variantJob) bool {
			o := originals[j.original]
			if o.app != originals[first.original].app || j.seed != first.seed || j.chain.String() != first.chain.String() {
				return false
			}
			app.Queries = append(app.Queries, *o.query)
			mine = append(mine, j.original)
			return true
		})
		made, err := SQL(ctx, originals[first.original].st, &app, first.chain, first.seed, server.Verify)
		if err != nil {
			return fmt.Errorf("%s~%s@%d: %w", app.Name, first.chain, first.seed, err)
		}
		for _, i := range mine {
			o := originals[i]
			o.Evidence.Engine = server.Engine()
			out[i] = append(out[i], made[o.query.Name]...)
			progress.Ended(bench.Answered)
		}
	}
	return nil
}

// solidity certifies the variants of Solidity samples in parallel; each worker has its
// own compilers. An error of one job, such as a crash of its compiler, is the failure of
// its original; a missing compiler ends all jobs through cancel.
func (c *Options) solidity(ctx context.Context, cancel context.CancelCauseFunc, progress *progress.Bar,
	originals []*Original, jobs []variantJob, out [][]evidence.Variant, failed []error) error {
	results, errs := make([][]evidence.Variant, len(jobs)), make([]error, len(jobs))
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
		if err != nil {
			return err
		}
		wg.Go(func() {
			defer compiler.Close()
			for i := range next {
				j := jobs[i]
				o := originals[j.original]
				vs, err := Sample(ctx, compiler, o.st, o.s, j.chain, j.seed, o.Evidence.Random)
				var me *solc.MissingError
				switch {
				case errors.As(err, &me):
					cancel(missing(ctx, compiler, originals, me.Needs))
				case err != nil:
					errs[i] = fmt.Errorf("%s~%s@%d: %w", o.ID, j.chain, j.seed, err)
				}
				results[i] = vs
				progress.Ended(bench.Answered)
			}
		})
	}
feed:
	for i := range jobs {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	for i, j := range jobs {
		out[j.original] = append(out[j.original], results[i]...)
		failed[j.original] = cmp.Or(failed[j.original], errs[i])
	}
	return nil
}

// missing names the missing compilers of originals, and other missing needs.
func missing(ctx context.Context, compiler *solc.Compiler, originals []*Original, needs []string) error {
	for _, o := range originals {
		var me *solc.MissingError
		if o.app == nil && errors.As(compiler.Available(ctx, o.Evidence.Rules.Compiler), &me) {
			needs = append(needs, me.Needs...)
		}
	}
	return compiler.Missing(needs...)
}

// differences compares stored evidence with the current results, one line per difference.
func differences(stored, now []evidence.Variant) []string {
	var out []string
	name := func(v evidence.Variant) string { return fmt.Sprintf("%s@%d %s%s", v.Chain, v.Seed, v.Half, v.Test) }
	for i := range max(len(stored), len(now)) {
		switch {
		case i >= len(now):
			out = append(out, name(stored[i])+": stored, but the variant no longer exists")
		case i >= len(stored):
			out = append(out, name(now[i])+": not stored")
		case stored[i] != now[i]:
			out = append(out, fmt.Sprintf("%s: stored %q, now %q", name(stored[i]), stored[i].Summary(), now[i].Summary()))
		}
	}
	return out
}
