package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"

	"assay/internal/core/suite"
	"assay/internal/proof/verifysuite"
)

// bare prints the broken tests of applications without fixtures, and returns the number of
// tests and of broken tests.
func (c *verifyCmd) bare(ctx context.Context, env *cli.Env, want verifysuite.Wanted) (n, failed int, err error) {
	apps, problems, err := c.proving().Bare(ctx, want)
	for _, p := range problems {
		fmt.Fprintln(env.Stdout, p)
	}
	for _, a := range apps {
		for _, r := range a.Refused {
			fmt.Fprintf(env.Stdout, "%s: PostgreSQL rejects %s\n", a.Spec, r)
		}
		printed := map[string]bool{} // the tests of a query share its parameter sets
		for _, t := range a.Tests {
			for _, line := range t.Sets {
				if !printed[line] {
					printed[line] = true
					fmt.Fprintf(env.Stdout, "%s (%s)\n", line, t.Name)
				}
			}
			if t.Why != "" {
				fmt.Fprintf(env.Stdout, "%s: %s\n", t.File, t.Why)
			}
		}
		fmt.Fprintf(env.Stdout, "%s: %d of %d tests are broken; %d parameter sets executed on empty tables; nothing is "+
			"proved without a fixtures.sql\n", a.Name, a.Broken(), len(a.Tests), a.Sets)
		n, failed = n+len(a.Tests), failed+a.Broken()
	}
	return n, failed, err
}

// imported compiles imported Solidity texts, prints those that do not compile, and returns
// the number of texts and of broken texts.
func (c *verifyCmd) imported(ctx context.Context, env *cli.Env, list []*suite.Suite,
	want verifysuite.Wanted) (n, failed int, err error) {
	made, install, err := c.proving().Imported(ctx, env.Env, list, want)
	if err != nil || len(made) == 0 {
		return 0, 0, err
	}
	needs := 0
	for _, m := range made {
		switch {
		case m.Needs != "":
			needs++
			fmt.Fprintf(env.Stdout, "%s: needs %s\n", m.File, m.Needs)
		case m.Why != "":
			failed++
			fmt.Fprintf(env.Stdout, "%s: solc %s: %s\n", m.File, m.Solc, m.Why)
		}
	}
	fmt.Fprintf(env.Stdout,
		"%d imported texts: %d compile, %d do not, %d need missing software; none has a proof\n", len(made),
		len(made)-failed-needs, failed, needs)
	if install != "" {
		fmt.Fprintf(env.Stderr, "install the exact versions with:\n\n  %s\n", install)
	}
	return len(made), failed, nil
}
