package cli

import (
	"assay/internal/core/cli"
	"fmt"
	"strings"

	"assay/internal/author/audit"
	"assay/internal/core/base/exit"
	"assay/internal/core/run"
)

type auditCmd struct {
	Suite []string `arg:"" optional:"" help:"Suites by name, or directories; both embedded suites by default."`
	Seed  uint64   `help:"Seed of the bootstrap." default:"1" placeholder:"N"`
	JSON  bool     `name:"json" help:"Print JSON, one object per suite."`
}

func (*auditCmd) Help() string {
	return `Tests whether the vulnerable and the safe texts of a suite can be told apart without understanding them: by constant answers, single words and
comments, length, n-grams. A suite that such a shortcut solves is convicted, and the exit code is 3. docs/audit.md explains each check.

Example:

  assay audit tenantsql`
}

func (c *auditCmd) Run(env *cli.Env) error {
	suites, err := (&run.Selection{Suite: c.Suite}).Load(env.Env)
	if err != nil {
		return err
	}
	var convicted []string
	faults := 0
	for i, s := range suites {
		r := audit.Run(s, audit.Options{Seed: c.Seed})
		if c.JSON {
			err = audit.JSON(env.Data(), r)
		} else {
			if i > 0 {
				fmt.Fprintln(env.Stdout)
			}
			err = audit.Terminal(env.Stdout, r, cli.TerminalWidth(env))
		}
		if err != nil {
			return err
		}
		if r.Convicted() {
			convicted = append(convicted, s.Name)
		}
		faults += r.Faults()
	}
	switch {
	case len(convicted) > 0:
		return exit.With(exit.Gate, "solvable without understanding the code: %s", strings.Join(convicted, ", "))
	case faults > 0:
		return exit.With(exit.Gate, "duplicates or leaks were found; see above")
	}
	return nil
}
