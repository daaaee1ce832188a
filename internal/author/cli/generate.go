package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"cmp"
	"context"
	"fmt"

	"assay/internal/author/generate/batch"
	"assay/internal/bench"
	"assay/internal/core/base/progress"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

type generateCmd struct {
	Suite     string   `help:"Suite with the correct texts that flaws are inserted into." default:"blockbench" placeholder:"NAME"`
	Seed      uint64   `help:"Seed of all random choices: the same seed gives the same bytes." default:"1" placeholder:"N"`
	Count     int      `help:"Number of samples to generate." default:"20" placeholder:"N"`
	To        string   `name:"output" help:"Directory for the samples: new or empty." placeholder:"DIR" type:"path"`
	Harmless  string   `help:"Generate controls for the pairs in this directory instead of flaws: one half of each pair gets a harmless edit of the flaw's shape. An audit of the controls shows whether the edit itself reveals the label." placeholder:"DIR" type:"existingdir"`
	Operator  []string `help:"Use only these operators; docs/fresh.md and docs/sql-proofs.md list them." placeholder:"NAME"`
	JSON      bool     `name:"json" help:"Print the batch and its yield as JSON."`
	Verbose   bool     `short:"v" help:"Print the outcome of each mutant."`
	Compilers string   `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string   `help:"Cache directory of compiled contracts." placeholder:"DIR" type:"path"`
	Postgres  string   `help:"PostgreSQL to execute SQL on; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
	Commit    bool     `help:"Print a commitment to the seed for assay run --set fresh-commitment, and generate nothing. Publish the commitment before you generate the samples, and the seed afterwards."`
}

func (*generateCmd) Help() string {
	return `Generates fresh samples from the correct texts of a suite: inserts a flaw, searches for an attack on it, keeps the pairs that pass every check of
assay verify, and renames their identifiers. docs/fresh.md describes the method and its yield.

Examples:

  assay generate --seed 7 --count 20 --output fresh
  assay verify --suite fresh
  assay run --suite fresh`
}

func (c *generateCmd) Run(ctx context.Context, env *cli.Env) error {
	if c.Count < 1 {
		return exit.Usage("--count must be at least 1, not %d", c.Count)
	}
	if c.Commit {
		_, err := fmt.Fprintln(env.Stdout, fresh.SeedCommitment(c.Seed))
		return err
	}
	if c.To == "" {
		return exit.Usage("--output DIR is required: the directory for the samples")
	}
	if c.Harmless != "" && (len(c.Operator) > 0 || c.Suite != suite.Blockbench) {
		return exit.Usage("--harmless edits pairs in the format of blockbench and has its own operators: " +
			"omit --suite and --operator")
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
		err = cli.WriteJSON(env, b)
	} else {
		err = batch.Print(env.Stdout, b)
	}
	return cmp.Or(err, short)
}
