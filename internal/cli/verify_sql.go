package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
	"assay/internal/suite"
)

// sql executes the wanted SQL tests and returns how many there were and how many
// are not proved. A query is executed whole: its good tests are what its bad
// ones are compared with.
func (c *verifyCmd) sql(ctx context.Context, env *Env, list []*suite.Suite, want wanted) (n, failed int, err error) {
	apps, n := c.apps(list, want)
	if n == 0 {
		return 0, 0, nil
	}
	evidence, err := c.executeSQL(ctx, env, apps, n)
	if err != nil {
		return n, 0, err
	}
	for _, es := range evidence {
		for _, e := range es {
			for _, t := range e.Tests {
				if !e.Proved || !t.Proved {
					failed++
				}
			}
		}
	}
	if c.JSON {
		err = writeJSON(env, slices.Concat(evidence...))
	} else {
		c.printSQL(env, apps, evidence)
	}
	if err == nil && c.Write {
		err = c.storeSQL(env, apps, evidence)
	}
	return n, failed, err
}

// apps returns the applications with a wanted test, each with the queries that
// have one, and counts their tests.
func (c *verifyCmd) apps(list []*suite.Suite, want wanted) (apps []suite.App, n int) {
	for _, st := range list {
		for _, a := range st.Apps {
			a.Queries = slices.DeleteFunc(slices.Clone(a.Queries), func(q sqlproof.Query) bool {
				return !slices.ContainsFunc(q.Tests, func(t sqlproof.Test) bool { return want(a.Name + "/" + t.Name) })
			})
			if len(a.Queries) > 0 {
				apps = append(apps, a)
			}
			for _, q := range a.Queries {
				n += len(q.Tests)
			}
		}
	}
	return apps, n
}

// executeSQL executes the queries of applications.
func (c *verifyCmd) executeSQL(ctx context.Context, env *Env, apps []suite.App, tests int) ([][]proof.SQLEvidence, error) {
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return nil, err
	}
	defer server.Close()
	progress := progress.New(env.Env, "SQL test")
	progress.Start(tests, 0, nil)
	defer progress.Finish()
	evidence := make([][]proof.SQLEvidence, len(apps))
	for i := range apps {
		if evidence[i], err = server.Verify(ctx, &apps[i].App); err != nil {
			return nil, err
		}
		for _, e := range evidence[i] {
			for range e.Tests {
				progress.Ended(bench.Answered)
			}
		}
	}
	return evidence, nil
}

// engines returns what the queries were executed on.
func engines(evidence [][]proof.SQLEvidence) []string {
	var out []string
	for _, es := range evidence {
		for _, e := range es {
			if !slices.Contains(out, e.Engine) {
				out = append(out, e.Engine)
			}
		}
	}
	return out
}

// printSQL writes a line a query, what failed, and the sums.
func (c *verifyCmd) printSQL(env *Env, apps []suite.App, evidence [][]proof.SQLEvidence) {
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "QUERY on %s\tTESTS\tSETS OF HONEST USE\tATTACKS\tGOOD RESIST\tBAD FALL\t\n", strings.Join(engines(evidence), " and "))
	sums := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for i, es := range evidence {
		proved, all := 0, 0
		for _, e := range es {
			regular, attacks, resist, good, fall, bad := sqlCounts(&e)
			verdict := "proved"
			if !e.Proved {
				verdict = "FAILED"
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d of %d\t%d of %d\t%s\n", e.Query, len(e.Tests), regular, attacks, resist, good, fall, bad, verdict)
			proved, all = proved+resist+fall, all+len(e.Tests)
		}
		fmt.Fprintf(sums, "application %s\t%d of %d proved\n", apps[i].Name, proved, all)
	}
	w.Flush()
	for _, es := range evidence {
		for _, e := range es {
			for _, f := range e.Failures() {
				fmt.Fprintf(env.Stdout, "\n%s: %s\n", e.Query, f)
			}
			for _, t := range e.Tests {
				if c.Verbose {
					fmt.Fprintf(env.Stdout, "%s: %s\n", t.Name, t.Summary())
				}
			}
		}
	}
	fmt.Fprintln(env.Stdout)
	sums.Flush()
}

// sqlCounts sums up the evidence of a query: the sets that were run, and of the
// good and the bad tests how many are proved.
func sqlCounts(e *proof.SQLEvidence) (regular, attacks, resist, good, fall, bad int) {
	for _, t := range e.Tests {
		n := &resist
		if t.Bad {
			n = &fall
			bad++
		} else {
			good++
		}
		if t.Proved && e.Proved {
			*n++
		}
		a := 0
		for _, cell := range t.Cells {
			switch cell.Kind {
			case proof.Regular:
				regular = max(regular, cell.Attempts)
			case proof.Cross:
				a += cell.Attempts
			default:
				a++
			}
		}
		attacks = max(attacks, a)
	}
	return
}

// storeSQL writes <query>.evidence.json beside every proof.
func (c *verifyCmd) storeSQL(env *Env, apps []suite.App, evidence [][]proof.SQLEvidence) error {
	n := 0
	for i, es := range evidence {
		for q, e := range es {
			b, err := e.Encode()
			if err != nil {
				return err
			}
			file := filepath.Join(c.Path, filepath.FromSlash(apps[i].Dir), apps[i].Queries[q].Name+".evidence.json")
			if err := os.WriteFile(file, b, 0o644); err != nil {
				return fmt.Errorf("storing evidence: %w", err)
			}
			n++
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence of %d queries below %s\n", n, c.Path)
	return nil
}
