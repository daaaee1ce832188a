package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/internal/core/base/outfile"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/export"
	"assay/internal/core/report/gate"
	"assay/internal/core/report/measure"
	"assay/internal/core/report/write"
)

// output holds the flags for the destinations of results, and for gates.
type output struct {
	DB         string   `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL" found:"output"`
	Reports    string   `name:"reports" help:"Directory of the HTML reports." default:"reports" placeholder:"DIR" found:"output"`
	JSON       bool     `name:"json" help:"Print only the numbers, as JSON, on standard output."`
	FailUnder  []string `name:"fail-under" help:"Gate: exit with 3 unless every subject meets it, for example 'tdr>=0.5' or 'tenantsql:false-alarm<=0.1'. Repeatable." placeholder:"GATE" sep:"none" aliases:"gate" found:"data"`
	SUIWeights string   `name:"sui-weights" help:"Your own SUI weights for detection, reasoning and precision, for example 0.5,0.25,0.25. They are shown next to the paper's five." placeholder:"T,R,P" found:"data"`
	integration
	measure.Options

	whole bool // the terminal shows all tables that fit a screen, not only the first
}

// weights parses --set sui-weights; nil without it.
func (o *output) weights() (*metric.Weights, error) {
	if o.SUIWeights == "" {
		return nil, nil
	}
	var three [3]float64
	parts := strings.Split(o.SUIWeights, ",")
	if len(parts) != 3 {
		return nil, usage("--set sui-weights %q must be three numbers, for example 0.5,0.25,0.25", o.SUIWeights)
	}
	for i, p := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil {
			return nil, usage("--sui-weights: %q is not a number", p)
		}
		three[i] = x
	}
	w, err := metric.NewWeights("custom", three[0], three[1], three[2])
	if err != nil {
		return nil, usage("--sui-weights: %v", err)
	}
	return &w, nil
}

// write prints a run on the terminal or as JSON, and writes the HTML report.
func (o *output) write(env *Env, d *report.Data) error {
	d = d.Shared()
	var err error
	if d.Weights, err = o.weights(); err != nil {
		return err
	}
	if o.JSON {
		if err := report.JSON(env.Data(), d); err != nil {
			return err
		}
	} else if err := env.document(o.screen(d)); err != nil {
		return err
	}
	dir := filepath.Join(o.Reports, filepath.Base(d.RunID)) // a copied database may hold any id
	err = os.MkdirAll(dir, 0o700)
	path := filepath.Join(dir, "index.html")
	if err == nil {
		err = outfile.Write(path, 0o600, func(w io.Writer) error { return report.HTML(w, d) })
	}
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	fmt.Fprintf(env.Stderr, "report: %s\n", path)
	return o.integrate(env, d)
}

// screen returns what the terminal shows.
func (o *output) screen(d *report.Data) write.Document {
	if o.whole {
		return report.Main(d)
	}
	return report.Brief(d)
}

// show writes a run as [output.write] does, including the metrics of external programs.
func (o *output) show(ctx context.Context, env *Env, d *report.Data) error {
	failed, err := o.Compute(ctx, env.Env, d)
	if err == nil {
		err = o.write(env, d)
	}
	if err != nil {
		return err
	}
	return failed
}

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
	checks := gate.Results(d, gates)
	if o.JUnit != "" {
		if err := WriteOutput(env, o.JUnit, func(w io.Writer) error { return export.JUnit(w, d, checks) }); err != nil {
			return err
		}
	}
	if o.Summary != "" {
		return WriteOutput(env, o.Summary, func(w io.Writer) error { return export.Summary(w, d, checks) })
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
