package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"

	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/verifysuite"
)

// adequacy tests whether the proofs of the wanted samples would detect the loss of a check.
// Each format that supports this adds its report to the one that is printed.
func (c *verifyCmd) adequacy(ctx context.Context, env *cli.Env, list []*suite.Suite, want verifysuite.Wanted) error {
	report, err := c.proving().Adequacy(ctx, env.Env, list, want)
	if err != nil {
		return err
	}
	if c.JSON {
		if err := cli.WriteJSON(env, report); err != nil {
			return err
		}
	} else {
		printAdequacy(env, report, c.Verbose)
	}
	if n := report.Count(adequacy.Survived) + len(report.Problems); n > 0 {
		return fmt.Errorf("%d checks are undetected or wrongly excused", n)
	}
	return nil
}

// printAdequacy prints the survivors, one per line, and the sums.
func printAdequacy(env *cli.Env, r *adequacy.Report, verbose bool) {
	w := env.Grid()
	fmt.Fprintln(w, "UNIT\tTEXT\tLINE\tDELETED\tRESULT\tREASON")
	for i := range r.Deletions {
		if d := &r.Deletions[i]; d.Verdict == adequacy.Survived || verbose {
			result := map[adequacy.Verdict]string{adequacy.Survived: "UNDETECTED", adequacy.Noticed: "detected",
				adequacy.Equivalent: "excused", adequacy.Invalid: "does not run"}[d.Verdict]
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", d.Unit, d.Text, d.Line, d.Taken(), result, cli.Dash(d.Why))
		}
	}
	w.Flush()
	for _, p := range r.Problems {
		fmt.Fprintln(env.Stdout, p)
	}
	fmt.Fprintf(env.Stdout, "\n%s deleted, one at a time: %d detected by the proof, %d undetected, %d excused; "+
		"%d deletions do not run\n", report.Plural(len(r.Deletions), "check"),
		r.Count(adequacy.Noticed), r.Count(adequacy.Survived), r.Count(adequacy.Equivalent), r.Count(adequacy.Invalid))
}
