package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/verifysuite"
)

// solidity executes the wanted Solidity samples, and returns their number and the number of
// unproved samples.
func (c *verifyCmd) solidity(ctx context.Context, env *cli.Env, list []*suite.Suite,
	want verifysuite.Wanted) (n, failed int, lack verifysuite.Lack, err error) {
	outcomes, lack, err := c.proving().Solidity(ctx, env.Env, list, want)
	if err != nil || ctx.Err() != nil || len(outcomes) == 0 {
		return len(outcomes), 0, lack, err
	}
	if c.JSON {
		var list []*evidence.Evidence
		for _, o := range outcomes {
			list = append(list, o.Evidence)
		}
		err = cli.WriteJSON(env, list)
	} else {
		c.print(env, outcomes)
	}
	if err == nil && c.Write {
		err = c.proving().StoreSolidity(env.Env, outcomes)
	}
	for _, o := range outcomes {
		if !o.Evidence.Proved {
			failed++
		}
	}
	return len(outcomes), failed, lack, err
}

// print prints one line for each sample, the failures, and the sums.
func (c *verifyCmd) print(env *cli.Env, outcomes []verifysuite.Outcome) {
	w := env.Grid()
	fmt.Fprintln(w, "SAMPLE\tSOLC\tHONEST USE\tATTACK\tATTACK ON TWIN\tTIME ALONE\tTWIN RESISTS\tGAS\tTIME\t")
	for _, o := range outcomes {
		e := o.Evidence
		verdict := "proved"
		if !e.Proved {
			verdict = "FAILED"
		}
		cells := func(k evidence.Kind, good string, sources ...evidence.Source) string {
			for _, s := range sources {
				if _, ok := e.Cell(k, s); !ok {
					return "-"
				}
			}
			for _, cell := range e.Cells { // one for each label set
				if cell.Kind == k && slices.Contains(sources, cell.Source) && cell.Failure != "" {
					return "FAILED"
				}
			}
			return good
		}
		attack, _ := e.Cell(evidence.Exploit, evidence.Vulnerable)
		took := o.Elapsed.Round(time.Millisecond).String()
		if o.Kept {
			took = "cached"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", e.Sample, e.Rules.Compiler,
			cells(evidence.Regular, "passes", evidence.Vulnerable, evidence.Fixed),
			cells(evidence.Exploit, "works", evidence.Vulnerable),
			cells(evidence.Exploit, "fails", evidence.Fixed),
			cells(evidence.Null, "harmless", evidence.Vulnerable, evidence.Fixed),
			resisted(e), attack.Gas, took, verdict)
	}
	w.Flush()
	for _, o := range outcomes {
		for _, f := range o.Evidence.Failures() {
			fmt.Fprintf(env.Stdout, "\n%s: %s\n", o.Evidence.Sample, f)
		}
		if c.Verbose {
			for _, k := range slices.Sorted(maps.Keys(o.Traces)) {
				fmt.Fprintf(env.Stdout, "\n%s: %s\n%s", o.Evidence.Sample, k, o.Traces[k])
			}
		}
	}
	sums(env, outcomes)
	kept := 0
	for _, o := range outcomes {
		if o.Kept {
			kept++
		}
	}
	if kept > 0 {
		fmt.Fprintf(env.Stdout, "\n%d of %s not executed again: unchanged since this program proved them; "+
			"execute all with --no-cache\n", kept, report.Plural(len(outcomes), "sample"))
	}
}

// resisted describes how many attempts the twin withstood.
func resisted(e *evidence.Evidence) string {
	n := 0
	for _, k := range []evidence.Kind{evidence.Exploit, evidence.Cross, evidence.Fuzz} {
		cell, ok := e.Cell(k, evidence.Fixed)
		switch {
		case !ok:
		case cell.Failure != "":
			return "FAILED"
		case k == evidence.Exploit:
			n++
		default:
			n += cell.Attempts
		}
	}
	return report.Plural(n, "attempt")
}

// sums counts the proved samples by subset and by class.
func sums(env *cli.Env, outcomes []verifysuite.Outcome) {
	proved, all := map[string]int{}, map[string]int{}
	for _, o := range outcomes {
		for _, k := range []string{"all", "subset " + suite.SubsetTitle(o.Sample.Meta.Subset), "class " +
			string(o.Sample.Meta.Class)} {
			all[k]++
			if o.Evidence.Proved {
				proved[k]++
			}
		}
	}
	fmt.Fprintln(env.Stdout)
	w := env.Grid()
	for _, k := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "%s\t%d of %d proved\n", k, proved[k], all[k])
	}
	w.Flush()
}
