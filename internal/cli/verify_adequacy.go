package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
	"assay/internal/suite"
)

// adequacy asks of the wanted samples whether their proofs would notice the loss
// of a check. A format that takes part adds its report to the one that is printed.
func (c *verifyCmd) adequacy(ctx context.Context, env *Env, list []*suite.Suite, want wanted) error {
	report := &adequacy.Report{}
	type format func(context.Context, *Env, []*suite.Suite, wanted, *adequacy.Report) error
	for _, try := range []format{c.adequacySolidity, c.adequacySQL} {
		if err := try(ctx, env, list, want, report); err != nil {
			return err
		}
	}
	if c.JSON {
		if err := writeJSON(env, report); err != nil {
			return err
		}
	} else {
		printAdequacy(env, report, c.Verbose)
	}
	if n := report.Count(adequacy.Survived) + len(report.Problems); n > 0 {
		return fmt.Errorf("%d checks can be taken away, or are said to be and cannot", n)
	}
	return nil
}

// adequacySolidity asks about the samples whose stored result does not speak of
// their present texts; of the others it reports what is stored.
func (c *verifyCmd) adequacySolidity(ctx context.Context, env *Env, list []*suite.Suite, want wanted, report *adequacy.Report) error {
	type task struct {
		st   *suite.Suite
		s    *suite.Sample
		x    suite.Executable
		made *proof.Adequacy
		err  error
	}
	var tasks []*task
	fresh := 0
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok && want(s.ID) {
				tasks = append(tasks, &task{st: st, s: s, x: x, made: s.Adequacy})
				if s.Adequacy == nil {
					fresh++
				}
			}
		}
	}
	if fresh > 0 {
		compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
		if err != nil {
			return err
		}
		defer compiler.Close()
		progress := progress.New(env.Env, "sample")
		progress.Start(fresh, 0, nil)
		defer progress.Finish()
		var wg sync.WaitGroup
		next := make(chan *task)
		for range runtime.GOMAXPROCS(0) {
			wg.Go(func() {
				for t := range next {
					if t.made, t.err = adequacy.Solidity(ctx, compiler, t.x); t.err == nil && c.Write {
						t.err = c.storeAdequacy(t.s, t.made)
					}
					progress.Ended(bench.Answered)
				}
			})
		}
		for _, t := range tasks {
			if t.made == nil {
				next <- t
			}
		}
		close(next)
		wg.Wait()
	}
	for _, t := range tasks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if t.err != nil {
			report.Problems = append(report.Problems, fmt.Sprintf("%s: %s", t.s.ID, strings.Join(strings.Fields(t.err.Error()), " ")))
			continue
		}
		report.Add(adequacy.Judge(t.st, t.s, t.made))
	}
	return nil
}

// storeAdequacy writes adequacy.json into the sample's folder.
func (c *verifyCmd) storeAdequacy(s *suite.Sample, a *proof.Adequacy) error {
	b, err := a.Encode()
	if err == nil {
		err = os.WriteFile(filepath.Join(c.Path, filepath.FromSlash(s.Dir), "adequacy.json"), b, 0o644)
	}
	if err != nil {
		return fmt.Errorf("storing the adequacy: %w", err)
	}
	return nil
}

func (c *verifyCmd) adequacySQL(ctx context.Context, env *Env, list []*suite.Suite, want wanted, report *adequacy.Report) error {
	apps, _ := c.apps(list, want)
	if len(apps) == 0 {
		return nil
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return err
	}
	defer server.Close()
	for i := range apps {
		fmt.Fprintf(env.Stderr, "taking away the checks of %s, one at a time\n", apps[i].Name)
		app := apps[i].App
		app.Queries = slices.DeleteFunc(slices.Clone(app.Queries), func(q sqlproof.Query) bool { return q.Proof == nil })
		r, err := adequacy.SQL(ctx, server, &app)
		if err != nil {
			return err
		}
		report.Add(r)
	}
	return nil
}

// printAdequacy writes the survivors, a line each, and the sums.
func printAdequacy(env *Env, r *adequacy.Report, verbose bool) {
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "OF\tTEXT\tLINE\tWITHOUT\tTHE PROOF\tWHY")
	for i := range r.Deletions {
		if d := &r.Deletions[i]; d.Verdict == adequacy.Survived || verbose {
			said := map[adequacy.Verdict]string{adequacy.Survived: "DOES NOT NOTICE", adequacy.Noticed: "notices", adequacy.Equivalent: "need not", adequacy.Invalid: "not tried"}[d.Verdict]
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", d.Unit, d.Text, d.Line, d.Taken(), said, dash(d.Why))
		}
	}
	w.Flush()
	for _, p := range r.Problems {
		fmt.Fprintln(env.Stdout, p)
	}
	fmt.Fprintf(env.Stdout, "\n%d checks taken away, one at a time: the proof notices %d, does not notice %d, need not notice %d; %d leave nothing that runs\n", len(r.Deletions),
		r.Count(adequacy.Noticed), r.Count(adequacy.Survived), r.Count(adequacy.Equivalent), r.Count(adequacy.Invalid))
}
