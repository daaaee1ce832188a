package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/exit"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/certificate"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/transform"
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

// execution is where machines are and results are kept.
type execution struct {
	Compilers string `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string `help:"Directory for compiled results." placeholder:"DIR" type:"path"`
	Postgres  string `help:"PostgreSQL to run SQL tests on, as a role that may create databases and roles; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
}

// execute certifies every job and returns what was seen of each original.
func (c *execution) execute(ctx context.Context, env *Env, originals []*original, jobs []variantJob) ([][]proof.Variant, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-env.Interrupt:
			cancel(exit.With(exit.Interrupt, "interrupted; nothing was stored"))
		case <-ctx.Done():
		}
	}()
	progress := progress.New(env.Env, "chain")
	progress.Start(len(jobs), 0, nil)
	defer progress.Finish()
	out := make([][]proof.Variant, len(originals))
	sql := func(j variantJob) bool { return originals[j.original].app != nil }
	err := c.solidity(ctx, cancel, progress, originals, slices.DeleteFunc(slices.Clone(jobs), sql), out)
	if err == nil {
		err = c.sql(ctx, progress, originals, slices.DeleteFunc(slices.Clone(jobs), func(j variantJob) bool { return !sql(j) }), out)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, err
}

// sql certifies the variants of SQL tests, those of one application and chain
// together: the application is set up once for all of them.
func (c *execution) sql(ctx context.Context, progress *progress.Bar, originals []*original, jobs []variantJob, out [][]proof.Variant) error {
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
		made, err := certificate.SQL(ctx, originals[first.original].st, &app, first.chain, first.seed, server.Verify)
		if err != nil {
			return fmt.Errorf("%s~%s@%d: %w", app.Name, first.chain, first.seed, err)
		}
		for _, i := range mine {
			o := originals[i]
			o.e.Engine = server.Engine()
			out[i] = append(out[i], made[o.query.Name]...)
			progress.Ended(bench.Answered)
		}
	}
	return nil
}

// solidity certifies the variants of Solidity samples side by side, each worker
// with compilers of its own. Trouble ends all of them through cancel.
func (c *execution) solidity(ctx context.Context, cancel context.CancelCauseFunc, progress *progress.Bar, originals []*original, jobs []variantJob, out [][]proof.Variant) error {
	results := make([][]proof.Variant, len(jobs))
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
				vs, err := certificate.Sample(ctx, compiler, o.st, o.s, j.chain, j.seed, o.e.Random)
				var missing *solc.MissingError
				switch {
				case errors.As(err, &missing):
					cancel(missingCompilers(compiler, originals))
				case err != nil:
					cancel(fmt.Errorf("%s~%s@%d: %w", o.id, j.chain, j.seed, err))
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
	}
	return nil
}

// missingCompilers says which compilers the originals need, with the one line
// that gets them.
func missingCompilers(compiler *solc.Compiler, originals []*original) error {
	var versions []string
	for _, o := range originals {
		if o.app == nil {
			versions = append(versions, o.e.Rules.Compiler)
		}
	}
	slices.Sort(versions)
	versions = slices.Compact(versions)
	return fmt.Errorf("of the compilers %s some are missing; this gets them:\n\n  %s", strings.Join(versions, ", "), compiler.Install(versions...))
}

// certificates are the columns of the summary, the strongest first.
var certificates = []string{"C1", "C2", "C3", "C4", "C5", proof.ExploitDies, proof.DecoyResists}

// printVariants writes how many variants of each chain have which certificate,
// what failed, and with verbose a line for every variant first.
func printVariants(env *Env, originals []*original, verbose bool) error {
	if verbose {
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "SAMPLE\tCHAIN\tSEED\tHALF OR TEST\tHAS\tPROMISED\tSHOWN")
		for _, o := range originals {
			for _, v := range o.e.Variants {
				shown := v.Shown
				if !v.Usable() {
					shown = v.Summary()
				} else if v.Settings != "" {
					shown += "; " + v.Settings
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", o.id, v.Chain, v.Seed, dash(string(v.Half)+v.Test), dash(v.Certificate), dash(v.Promised), shown)
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout)
	}
	counts, order := map[string]map[string]int{}, []string{}
	for _, o := range originals {
		for _, v := range o.e.Variants {
			if counts[v.Chain] == nil {
				counts[v.Chain] = map[string]int{}
				order = append(order, v.Chain)
			}
			switch {
			case v.Inapplicable != "":
				counts[v.Chain]["none"]++
			case v.Failure != "":
				counts[v.Chain]["failed"]++
			default:
				counts[v.Chain][v.Certificate]++
			}
		}
	}
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "+"), strings.Count(b, "+")), cmp.Compare(a, b))
	})
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "VARIANTS OF\tC1\tC2\tC3\tC4\tC5\tEXPLOIT DIES\tDECOY RESISTS\tREFUSED\tDOES NOT APPLY\t")
	total := map[string]int{}
	row := func(name string, n map[string]int) {
		fmt.Fprint(w, name, "\t")
		for _, k := range append(slices.Clone(certificates), "failed", "none") {
			if n[k] == 0 {
				fmt.Fprint(w, "·\t")
			} else {
				fmt.Fprint(w, n[k], "\t")
			}
			total[k] += n[k]
		}
		fmt.Fprintln(w)
	}
	for _, chain := range order {
		row(chain, counts[chain])
	}
	if len(order) > 1 {
		sum := total
		total = map[string]int{}
		row("all", sum)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, o := range originals {
		for _, v := range o.e.Variants {
			if v.Failure != "" {
				fmt.Fprintf(env.Stdout, "\n%s~%s@%d %s%s: %s\n", o.id, v.Chain, v.Seed, v.Half, v.Test, v.Summary())
			}
		}
	}
	return nil
}
