package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"assay/internal/bench"
	"assay/internal/generate"
	"assay/internal/generate/solidity"
	"assay/internal/generate/tenantsql"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/suite"
	"assay/suites"
)

type generateCmd struct {
	Suite     string   `help:"Suite whose correct texts are the hosts of the flaws." default:"blockbench" placeholder:"NAME"`
	Seed      uint64   `help:"Seed of every choice: the same seed gives the same bytes." default:"1" placeholder:"N"`
	Count     int      `help:"Samples to make." default:"20" placeholder:"N"`
	To        string   `help:"Directory for the samples: empty, or not there yet." placeholder:"DIR" type:"path"`
	Harmless  string   `help:"Make no flaws, but controls of the pairs of a directory: each with a harmless edit of the flaw's shape in one half, so that an audit shows whether the edit betrays a flaw." placeholder:"DIR" type:"existingdir"`
	Operator  []string `help:"Use only these operators; docs/fresh.md and docs/mutate.md list them." placeholder:"NAME"`
	JSON      bool     `name:"json" help:"Print the batch and its yield as JSON."`
	Verbose   bool     `short:"v" help:"Say what became of each mutant."`
	Compilers string   `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string   `help:"Directory for compiled results." placeholder:"DIR" type:"path"`
	Postgres  string   `help:"PostgreSQL to execute SQL on; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
	Commit    bool     `help:"Print a commitment to the seed for assay run --fresh-commitment, and make nothing. Give it out before the samples are made, and the seed after."`
}

func (*generateCmd) Help() string {
	return `Makes fresh samples from the correct texts of a suite: puts a flaw into one, searches for an attack on it, and keeps what every check of
assay verify proves, under other names. docs/fresh.md says what comes of it.

Examples:

  assay generate --seed 7 --count 20 --to fresh
  assay verify --path fresh
  assay run --suite fresh`
}

// generators makes the generator of each suite that has one.
var generators = map[string]func(c *generateCmd, env *Env) (generate.Generator, func() error, error){
	"blockbench": solidityGenerator,
	"tenantsql":  sqlGenerator,
}

func (c *generateCmd) Run(ctx context.Context, env *Env) error {
	if c.Count < 1 {
		return usage("--count wants at least one sample, not %d", c.Count)
	}
	if c.Commit {
		_, err := fmt.Fprintln(env.Stdout, generate.Commitment(c.Seed))
		return err
	}
	if c.To == "" {
		return usage("--to names the directory for the samples")
	}
	open, ok := generators[c.Suite]
	switch {
	case c.Harmless != "" && (len(c.Operator) > 0 || c.Suite != suite.Blockbench):
		return usage("--harmless edits pairs of the format of blockbench, by rules of its own: leave out --suite and --operator")
	case c.Harmless != "":
		open = harmlessGenerator
	case !ok:
		return usage("there is no generator for %q; --suite takes %s", c.Suite, strings.Join(slices.Sorted(maps.Keys(generators)), ", "))
	}
	ctx, cancel := env.interruptible(ctx)
	defer cancel()
	g, end, err := open(c, env)
	if err != nil {
		return err
	}
	defer end()
	progress := newProgress(env, "sample")
	progress.start(c.Count, 0, nil)
	o := generate.Options{Seed: c.Seed, Count: c.Count, Progress: func() { progress.ended(bench.Answered) }}
	if c.Verbose {
		o.Log = func(line string) { fmt.Fprintln(env.Stderr, line) }
	}
	b, err := generate.Into(ctx, g, c.To, o)
	progress.finish()
	var de *generate.DirError
	switch {
	case ctx.Err() != nil:
		if file, ok := generate.Unfinished(c.To); ok {
			return &exitError{ExitInterrupt, fmt.Errorf("interrupted; the same command goes on from here, by what %s holds", file)}
		}
		return &exitError{ExitInterrupt, errors.New("interrupted; nothing was written")}
	case errors.As(err, &de):
		return usage("%v", err)
	case err != nil:
		return err
	}
	if c.JSON {
		err = writeJSON(env, b)
	} else {
		err = printBatch(env, b)
	}
	switch {
	case err != nil:
		return err
	case len(b.Samples) == 0:
		return fmt.Errorf("no mutant became a sample; nothing was written")
	case len(b.Samples) < c.Count:
		return fmt.Errorf("%d of %d samples were made: there are no more mutants to try; they are in %s", len(b.Samples), c.Count, c.To)
	}
	return nil
}

// printBatch shows the composition and the yield.
func printBatch(env *Env, b *generate.Batch) error {
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	classes := map[bench.Class]int{}
	for _, s := range b.Samples {
		classes[s.Class]++
	}
	fmt.Fprintln(w, "CLASS\tSAMPLES")
	for _, c := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(w, "%s\t%d\n", c, classes[c])
	}
	for _, by := range []struct {
		title string
		key   func(generate.Yield) string
	}{{"OPERATOR", func(y generate.Yield) string { return y.Operator }}, {"HOST", func(y generate.Yield) string { return y.Host }}} {
		fmt.Fprintf(w, "\n%s\tMUTANTS\tPROVED\tTHROWN AWAY\n", by.title)
		for _, y := range b.By(by.key) {
			var lost []string
			for _, why := range slices.Sorted(maps.Keys(y.Outcomes)) {
				if why != generate.Proved {
					lost = append(lost, fmt.Sprintf("%d %s", y.Outcomes[why], why))
				}
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", y.Operator, y.Tried(), y.Outcomes[generate.Proved], strings.Join(lost, ", "))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.Stdout, "\n%d samples of %d classes, seed %d\n", len(b.Samples), len(classes), b.Seed)
	return err
}

// solidityGenerator opens the generator of blockbench. The function that comes with it
// ends its compiler.
func solidityGenerator(c *generateCmd, env *Env) (generate.Generator, func() error, error) {
	for _, name := range c.Operator {
		if all := solidity.Operators(); !slices.ContainsFunc(all, func(o [2]string) bool { return o[0] == name }) {
			var names []string
			for _, o := range all {
				names = append(names, o[0])
			}
			return nil, nil, usage("there is no operator %q; choose from %s", name, strings.Join(names, ", "))
		}
	}
	list, err := loadOne(env, suite.Blockbench)
	if err != nil {
		return nil, nil, err
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, nil, err
	}
	return &solidity.Generator{Suites: list, Compiler: compiler, Only: c.Operator}, compiler.Close, nil
}

// harmlessGenerator opens the generator of controls. The function that comes with it ends
// its compiler.
func harmlessGenerator(c *generateCmd, env *Env) (generate.Generator, func() error, error) {
	list, err := loadOne(env, c.Harmless)
	if err != nil {
		return nil, nil, err
	}
	if len(list) != 1 || list[0].Format != suite.Blockbench {
		return nil, nil, usage("%s holds no suite in the format of blockbench", c.Harmless)
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, nil, err
	}
	return &solidity.Harmless{Suite: list[0], Files: os.DirFS(c.Harmless), Compiler: compiler}, compiler.Close, nil
}

// sqlGenerator opens the generator of tenantsql. The function that comes with it ends its
// server.
func sqlGenerator(c *generateCmd, env *Env) (generate.Generator, func() error, error) {
	list, err := loadOne(env, suite.TenantSQL)
	if err != nil {
		return nil, nil, err
	}
	// A statement that runs long is thrown away, so the limit must not depend on how busy the machine is.
	server, err := postgres.Start(context.Background(), postgres.Options{URL: c.Postgres, Timeout: 5 * time.Second})
	if err != nil {
		return nil, nil, err
	}
	return &tenantsql.Generator{Suite: list[0], Files: suites.FS, Engine: server, Only: c.Operator}, server.Close, nil
}
