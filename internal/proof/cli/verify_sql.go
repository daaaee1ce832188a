package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/proof/verifysuite"
)

// sql executes the wanted SQL tests, and returns their number and the number of unproved
// tests. It executes whole queries, since bad tests are compared with the good tests.
func (c *verifyCmd) sql(ctx context.Context, env *cli.Env, list []*suite.Suite,
	want verifysuite.Wanted) (n, failed int, lack verifysuite.Lack, err error) {
	apps, evidence, n, lack, err := c.proving().SQL(ctx, env.Env, list, want)
	if err != nil || n == 0 {
		return n, 0, lack, err
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
		err = cli.WriteJSON(env, slices.Concat(evidence...))
	} else {
		c.printSQL(env, apps, evidence)
	}
	if err == nil && c.Write {
		err = c.proving().StoreSQL(env.Env, apps, evidence)
	}
	return n, failed, lack, err
}

// engines returns the database engines that executed the queries.
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

// printSQL prints one line for each query, the failures, and the sums.
func (c *verifyCmd) printSQL(env *cli.Env, apps []suite.App, evidence [][]proof.SQLEvidence) {
	w := env.Grid()
	fmt.Fprintf(w, "QUERY on %s\tTESTS\tHONEST SETS\tATTACKS\tGOOD RESIST\tBAD LEAK\t\n",
		strings.Join(engines(evidence), " and "))
	sums := env.Grid()
	for i, es := range evidence {
		proved, all := 0, 0
		for _, e := range es {
			regular, attacks, resist, good, fall, bad := sqlCounts(&e)
			verdict := "proved"
			if !e.Proved {
				verdict = "FAILED"
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d of %d\t%d of %d\t%s\n", e.Query, len(e.Tests), regular, attacks, resist, good,
				fall, bad, verdict)
			proved, all = proved+resist+fall, all+len(e.Tests)
		}
		fmt.Fprintf(sums, "application %s\t%d of %d proved\n", apps[i].Name, proved, all)
	}
	w.Flush()
	for _, es := range evidence {
		for _, e := range es {
			for _, f := range once(&e).Failures() {
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

// once returns the failures of evidence, with one for all the sets on which a test fails alike, and their number.
func once(e *proof.SQLEvidence) *proof.SQLEvidence {
	out := &proof.SQLEvidence{Problems: e.Problems}
	for _, t := range e.Tests {
		x, more := proof.SQLTest{Name: t.Name}, map[string]int{}
		for _, c := range t.Cells {
			n, said := more[c.Failure]
			switch {
			case c.Failure == "":
				continue
			case c.Set != "" && said:
				more[c.Failure] = n + 1
				continue
			case c.Set != "":
				more[c.Failure] = 0
			}
			x.Cells = append(x.Cells, c)
		}
		for i, c := range x.Cells {
			if n := more[c.Failure]; c.Set != "" && n > 0 {
				x.Cells[i].Failure += fmt.Sprintf(" (on %d sets)", n+1)
			}
		}
		out.Tests = append(out.Tests, x)
	}
	return out
}

// sqlCounts sums up the evidence of a query: the executed sets, and the numbers of proved
// good and bad tests.
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
