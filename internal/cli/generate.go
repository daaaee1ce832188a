package cli

import (
	"cmp"
	"context"
	"fmt"

	"assay/internal/bench"
	"assay/internal/generate"
	"assay/internal/generate/batch"
	"assay/internal/progress"
	"assay/internal/run"
	"assay/internal/suite"
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
	if c.Harmless != "" && (len(c.Operator) > 0 || c.Suite != suite.Blockbench) {
		return usage("--harmless edits pairs of the format of blockbench, by rules of its own: " +
			"leave out --suite and --operator")
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	progress := progress.New(env.Env, "sample")
	o := batch.Config{
		Suite: c.Suite, Seed: c.Seed, Count: c.Count, To: c.To, Operators: c.Operator, Harmless: c.Harmless,
		Compilers: c.Compilers, Cache: c.Cache, Postgres: c.Postgres,
		Load:     func(name string) ([]*suite.Suite, error) { return run.LoadSuite(env.Env, name) },
		Begin:    func() { progress.Start(c.Count, 0, nil) },
		Progress: func() { progress.Ended(bench.Answered) },
	}
	if c.Verbose {
		o.Log = func(line string) { fmt.Fprintln(env.Stderr, line) }
	}
	b, short := batch.Make(ctx, o)
	progress.Finish()
	if b == nil {
		return short
	}
	var err error
	if c.JSON {
		err = writeJSON(env, b)
	} else {
		err = batch.Print(env.Stdout, b)
	}
	return cmp.Or(err, short)
}
