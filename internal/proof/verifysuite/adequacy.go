package verifysuite

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/outfile"
	"assay/internal/core/base/progress"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
)

// Adequacy tests, for the wanted samples, whether their proofs would notice the removal of a check. A format that
// takes part adds its report.
func (c *Options) Adequacy(ctx context.Context, env *environ.Env, list []*suite.Suite,
	want Wanted) (*adequacy.Report, error) {
	report := &adequacy.Report{}
	if err := c.adequacySolidity(ctx, env, list, want, report); err != nil {
		return nil, err
	}
	if err := c.adequacySQL(ctx, env, list, want, report); err != nil {
		return nil, err
	}
	return report, nil
}

// adequacySolidity tests the samples whose stored result does not match their present texts; for the others it
// reports the stored data.
func (c *Options) adequacySolidity(ctx context.Context, env *environ.Env, list []*suite.Suite, want Wanted,
	report *adequacy.Report) error {
	type task struct {
		st   *suite.Suite
		s    *suite.Sample
		x    suite.Executable
		made *evidence.Adequacy
		err  error
	}
	var tasks, missing []*task
	projects := map[string][]adequacy.Claim{} // by suite and group
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok && want(s.ID) {
				if len(x.Among) > 0 {
					project := st.Name + "/" + s.Group
					projects[project] = append(projects[project], adequacy.Claim{Sample: s, Program: x})
					continue
				}
				t := &task{st: st, s: s, x: x, made: s.Adequacy}
				tasks = append(tasks, t)
				if t.made == nil {
					missing = append(missing, t)
				}
			}
		}
	}
	if len(missing)+len(projects) > 0 {
		compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
		if err != nil {
			return err
		}
		defer compiler.Close()
		parallel(env, "sample", len(missing), func(i int) {
			t := missing[i]
			if t.made, t.err = adequacy.Solidity(ctx, compiler, t.x); t.err == nil && c.Write {
				t.err = c.write(t.made, t.s.Dir, "adequacy.json")
			}
		})
		for _, name := range slices.Sorted(maps.Keys(projects)) {
			r, err := adequacy.Project(ctx, compiler, projects[name])
			if err != nil {
				return err
			}
			report.Add(r)
		}
	}
	for _, t := range tasks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if t.err != nil {
			report.Problems = append(report.Problems, fmt.Sprintf("%s: %s", t.s.ID,
				strings.Join(strings.Fields(t.err.Error()), " ")))
			continue
		}
		report.Add(adequacy.Judge(t.st, t.s, t.made))
	}
	return nil
}

// parallel calls do for each index below n, several at a time, and shows the progress.
func parallel(env *environ.Env, unit string, n int, do func(i int)) {
	progress := progress.New(env, unit)
	progress.Start(n, 0, nil)
	defer progress.Finish()
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := range next {
				do(i)
				progress.Ended(bench.Answered)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// write stores a result in a file of a folder below Path.
func (c *Options) write(result interface{ Encode() ([]byte, error) }, dir, name string) error {
	b, err := result.Encode()
	if err == nil {
		err = outfile.Within(c.Path, dir+"/"+name, b)
	}
	if err != nil {
		return fmt.Errorf("storing a result: %w", err)
	}
	return nil
}

func (c *Options) adequacySQL(ctx context.Context, env *environ.Env, list []*suite.Suite, want Wanted,
	report *adequacy.Report) error {
	apps, _ := appsOf(list, want)
	if len(apps) == 0 {
		return nil
	}
	maker, err := c.maker(apps)
	if err != nil {
		return err
	}
	defer maker.Close()
	handlers, err := c.runners(apps)
	if err != nil {
		return err
	}
	runners := map[string]sqlproof.Runner{}
	for name, r := range handlers {
		defer r.Close()
		runners[name] = r
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres, Maker: maker, Runners: runners})
	if err != nil {
		return err
	}
	defer server.Close()
	for i := range apps {
		fmt.Fprintf(env.Stderr, "deleting the checks of %s, one at a time\n", apps[i].Name)
		app := apps[i].App
		app.Queries = slices.DeleteFunc(slices.Clone(app.Queries), func(q sqlproof.Query) bool { return q.Proof == nil })
		r, err := adequacy.SQL(ctx, server, c.Removals, &app)
		if err != nil {
			return err
		}
		report.Add(r)
	}
	return nil
}
