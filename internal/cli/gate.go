package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"assay/internal/report"
	"assay/internal/report/export"
	"assay/internal/report/gate"
)

// integration holds the flags for output that continuous integration reads.
type integration struct {
	JUnit   string `name:"junit" help:"Write trials and gates as JUnit XML to FILE, even when a gate fails." placeholder:"FILE" found:"output"`
	Summary string `help:"Write gates and headline as Markdown to FILE. By default they are appended to $GITHUB_STEP_SUMMARY, if it is set." placeholder:"FILE" found:"output"`
}

// stepSummary is the variable with the path of the file that GitHub shows next to a step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// integrate writes the output for continuous integration. A failure to write a summary that
// the user did not ask for is not an error.
func (o *output) integrate(env *Env, d *report.Data) error {
	step := env.Get(stepSummary)
	if o.JUnit == "" && o.Summary == "" && step == "" {
		return nil
	}
	gates, err := gate.Parse(o.FailUnder)
	if err != nil {
		return err
	}
	checks := gate.Held(d, gates)
	if o.JUnit != "" {
		if err := writeOutput(env, o.JUnit, func(w io.Writer) error { return export.JUnit(w, d, checks) }); err != nil {
			return err
		}
	}
	if o.Summary != "" {
		return writeOutput(env, o.Summary, func(w io.Writer) error { return export.Summary(w, d, checks) })
	}
	if step == "" {
		return nil
	}
	f, err := os.OpenFile(step, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = export.Summary(f, d, checks)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		fmt.Fprintf(env.Stderr, "$%s could not be written: %v\n", stepSummary, err)
	}
	return nil
}
