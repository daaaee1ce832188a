// Package batch makes a directory of fresh samples: it opens the generator of a suite,
// with the compiler or the database server that its proofs run on, and closes it again.
package batch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"assay/internal/author/audit"
	"assay/internal/author/generate"
	"assay/internal/author/generate/solidity"
	"assay/internal/author/generate/tenantsql"
	"assay/internal/author/mutate"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/suites"
)

// Config configures one batch.
type Config struct {
	Suite     string   // its correct texts are the hosts of the flaws; see [Suites]
	Seed      uint64   // of every choice: the same seed gives the same bytes
	Count     int      // samples to make, at least 1
	To        string   // directory: empty or missing
	Operators []string // the operators to use; nil uses all
	// directory of pairs in blockbench's format: controls are made from them, and no flaws; "" makes flaws
	Harmless string

	Compilers string // directory with the Solidity compilers' node_modules, "" for the default
	Cache     string // directory for compiled results, "" for the default
	Postgres  string // URL of a server; "" starts a private one

	Load     func(name string) ([]*suite.Suite, error) // reads a suite by name
	Begin    func()                                    // called when the generator is open
	Progress func()                                    // called for every sample made
	Log      func(line string)                         // called with the outcome of each mutant; may be nil
}

// open returns the generator of each suite that has one, and the function that closes it.
var open = map[string]func(Config) (generate.Generator, func() error, error){
	suite.Blockbench: openSolidity,
	suite.TenantSQL:  openSQL,
}

// Suites returns the suites that have a generator, sorted.
func Suites() []string { return slices.Sorted(maps.Keys(open)) }

// Make makes a batch and writes it. A batch with fewer samples than requested is written and returned with an
// error; a batch without samples is not written.
func Make(ctx context.Context, c Config) (*generate.Batch, error) {
	start, ok := open[c.Suite]
	switch {
	case c.Harmless != "":
		start = openHarmless
	case !ok:
		return nil, exit.Usage("no generator for suite %q; use --suite %s", c.Suite, strings.Join(Suites(), ", "))
	}
	g, end, err := start(c)
	if err != nil {
		return nil, err
	}
	defer end()
	c.Begin()
	o := generate.Options{Seed: c.Seed, Count: c.Count, Progress: c.Progress, Log: c.Log}
	b, err := generate.Into(ctx, audited{g, c.Load}, c.To, o)
	var de *generate.DirError
	switch {
	case ctx.Err() != nil:
		if file, ok := generate.Unfinished(c.To); ok {
			return nil, exit.With(exit.Interrupt, "interrupted; repeat the command to continue with the results in %s", file)
		}
		return nil, exit.With(exit.Interrupt, "interrupted; nothing was written")
	case errors.As(err, &de):
		return nil, exit.Usage("%v", err)
	case err != nil:
		return nil, err
	case len(b.Samples) == 0:
		return b, errors.New("no mutant was proved; nothing was written")
	case len(b.Samples) < c.Count:
		return b, fmt.Errorf("only %d of %d samples generated: no mutants are left; the samples are in %s",
			len(b.Samples), c.Count, c.To)
	}
	return b, nil
}

// audited wraps a generator and has its batch audited before it is written.
type audited struct {
	generate.Generator
	load func(name string) ([]*suite.Suite, error)
}

// Generate implements [generate.Generator].
func (a audited) Generate(ctx context.Context, o generate.Options) (*generate.Batch, error) {
	b, err := a.Generator.Generate(ctx, o)
	if err != nil || len(b.Samples) == 0 || ctx.Err() != nil {
		return b, err
	}
	list, err := a.load(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("auditing the batch: %w", err)
	}
	for _, s := range list {
		b.Audit = append(b.Audit, findings(audit.Run(s, audit.Options{Seed: o.Seed}))...)
	}
	return b, nil
}

// findings returns the shortcuts that have an interval: the others give all texts one answer.
func findings(r *audit.Result) (out []generate.Finding) {
	for _, c := range r.Classifiers {
		if i := c.Interval; i != nil {
			out = append(out, generate.Finding{ID: c.ID, Title: c.Title, Share: c.Balanced, Low: i.Lo, High: i.Hi,
				Convicted: c.Convicted})
		}
	}
	for _, x := range r.Orders {
		if i := x.Interval; i != nil {
			out = append(out, generate.Finding{ID: x.ID, Title: x.Title, Share: x.Share, Low: i.Lo, High: i.Hi,
				Convicted: x.Convicted})
		}
	}
	return out
}

// checkOperators returns an error for an operator that is not in all.
func (c Config) checkOperators(all []string) error {
	for _, name := range c.Operators {
		if !slices.Contains(all, name) {
			return exit.Usage("there is no operator %q; choose from %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

func (c Config) compiler() (*solc.Compiler, error) {
	return solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache, Workers: runtime.GOMAXPROCS(0)})
}

// openSolidity opens the generator for blockbench.
func openSolidity(c Config) (generate.Generator, func() error, error) {
	if err := c.checkOperators(solidity.Operators()); err != nil {
		return nil, nil, err
	}
	list, err := c.Load(suite.Blockbench)
	if err != nil {
		return nil, nil, err
	}
	compiler, err := c.compiler()
	if err != nil {
		return nil, nil, err
	}
	return &solidity.Generator{Suites: list, Compiler: compiler, Only: c.Operators}, compiler.Close, nil
}

// openHarmless opens the generator of controls.
func openHarmless(c Config) (generate.Generator, func() error, error) {
	list, err := c.Load(c.Harmless)
	if err != nil {
		return nil, nil, err
	}
	if len(list) != 1 || list[0].Format != suite.Blockbench {
		return nil, nil, exit.Usage("%s holds no suite in the format of blockbench", c.Harmless)
	}
	files, err := suite.Dir(c.Harmless)
	if err != nil {
		return nil, nil, exit.Usage("%v", err)
	}
	compiler, err := c.compiler()
	if err != nil {
		return nil, nil, err
	}
	return &solidity.Harmless{Suite: list[0], Files: files, Compiler: compiler}, compiler.Close, nil
}

// openSQL opens the generator for tenantsql.
func openSQL(c Config) (generate.Generator, func() error, error) {
	var names []string
	for _, op := range mutate.Operators() {
		names = append(names, op.Name)
	}
	if err := c.checkOperators(names); err != nil {
		return nil, nil, err
	}
	list, err := c.Load(suite.TenantSQL)
	if err != nil {
		return nil, nil, err
	}
	// A statement that exceeds the limit is rejected, so the limit must not depend on the load of the machine.
	server, err := postgres.Start(context.Background(), postgres.Options{URL: c.Postgres, Timeout: 5 * time.Second})
	if err != nil {
		return nil, nil, err
	}
	return &tenantsql.Generator{Suite: list[0], Files: suites.FS, Engine: server, Only: c.Operators}, server.Close, nil
}
