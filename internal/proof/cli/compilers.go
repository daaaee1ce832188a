package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"
	"strings"

	"assay/internal/core/run"
	"assay/internal/proof/verifysuite"
)

type compilersCmd struct {
	Suite     []string `help:"Suite by name or directory; all embedded suites by default." placeholder:"NAME|DIR" sep:"none"`
	Compilers string   `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	DryRun    bool     `name:"dry-run" help:"Print what is missing and the command that gets it, and stop."`
}

func (*compilersCmd) Help() string {
	return `Gets every Solidity compiler and npm package that the suites need to be executed: by assay verify, --task exploit and repair,
--judge exec and agents. It needs Node.js 18 or newer with npm, and is the one command for this that needs the network: what was got is used offline.
SQL also needs a PostgreSQL on this machine (docs/sql-proofs.md).

Examples:

  assay compilers
  assay compilers --suite tenantsql --dry-run`
}

func (c *compilersCmd) Run(ctx context.Context, env *cli.Env) error {
	list, err := (&run.Selection{Suite: c.Suite}).Load(env.Env)
	if err != nil {
		return err
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	o := verifysuite.Options{Compilers: c.Compilers}
	got, err := o.Install(ctx, list, c.DryRun, env.Stderr)
	switch {
	case err != nil:
		return err
	case len(got) == 0:
		fmt.Fprintln(env.Stdout, "nothing is missing")
	case c.DryRun:
		fmt.Fprintf(env.Stdout, "missing: %s\n", strings.Join(got, ", "))
	default:
		fmt.Fprintf(env.Stdout, "ready: %s\n", strings.Join(got, ", "))
	}
	return nil
}
