package cli

import (
	"context"
	"fmt"
	"os"

	"assay/internal/proof/postgres"
	"assay/internal/proof/proving"
	"assay/internal/suite"
)

// bare prepares and runs what the applications without fixtures hold, says what is
// broken, and returns how many tests there are and how many are broken.
func (c *verifyCmd) bare(ctx context.Context, env *Env, want func(id string) bool) (n, failed int, err error) {
	if c.Path == "" {
		return 0, 0, nil
	}
	apps, problems, err := suite.LoadBare(os.DirFS(c.Path), ".", c.Path)
	if err != nil || len(apps) == 0 {
		return 0, 0, nil // what cannot be read is said where suites are loaded
	}
	for _, p := range problems {
		fmt.Fprintln(env.Stdout, p)
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return 0, 0, err
	}
	defer server.Close()
	for _, a := range apps {
		var trials []postgres.Trial
		var tests []suite.BareTest
		sets := 0
		for _, t := range a.Tests {
			if !want(a.Name + "/" + t.Name) {
				continue
			}
			x := postgres.Trial{Name: t.Name, Code: t.Code}
			if q := a.Queries[t.Query]; q != nil {
				x.Sets, x.Verify = q.Sets, q.Verify
				sets += len(q.Sets)
			}
			trials, tests = append(trials, x), append(tests, t)
		}
		if len(trials) == 0 {
			continue
		}
		refused, tried, err := server.Try(ctx, a.Schema, trials)
		if err != nil {
			return n, failed, err
		}
		for _, r := range refused {
			fmt.Fprintf(env.Stdout, "%s/SPEC.md: PostgreSQL refuses %s\n", a.Dir, r)
		}
		bad := 0
		said := map[string]bool{} // of sets, by the file that holds them
		for i, t := range tests {
			why := t.Problem
			if why == "" && i < len(tried) {
				why = tried[i].Refused
				for _, line := range tried[i].Sets {
					if line = a.Queries[t.Query].File + ": " + line; !said[line] {
						said[line] = true
						fmt.Fprintf(env.Stdout, "%s (%s)\n", line, t.Name)
					}
				}
			}
			if why != "" {
				bad++
				fmt.Fprintf(env.Stdout, "%s: %s\n", t.File, why)
			}
		}
		fmt.Fprintf(env.Stdout, "%s: %d of %d tests are broken; %d runs of parameter sets on tables without rows; without a fixtures.sql nothing is proved\n", a.Name, bad, len(tests), sets)
		n, failed = n+len(tests), failed+bad
	}
	return n, failed, nil
}

// imported compiles imported Solidity texts, says what does not compile, and returns
// how many there are and how many are broken.
func (c *verifyCmd) imported(ctx context.Context, env *Env, list []*suite.Suite, want proving.Wanted) (n, failed int, err error) {
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
	fmt.Fprintf(env.Stdout, "%d imported texts: %d compile, %d do not, %d need what is not here; without a proof nothing is proved\n", len(made), len(made)-failed-needs, failed, needs)
	if install != "" {
		fmt.Fprintf(env.Stderr, "this gets what is named exactly:\n\n  %s\n", install)
	}
	return len(made), failed, nil
}
