package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"

	"assay/internal/bench"
	"assay/internal/preregister"
	"assay/internal/run"
	"assay/internal/run/judges"
	"assay/internal/run/session"
	"assay/internal/run/subject"
	"assay/internal/store"
)

type preregisterCmd struct {
	Select   run.Selection   `embed:""`
	Vary     run.Varying     `embed:""`
	Ask      subject.Options `embed:""`
	Settings configured      `embed:""`
	Judges   judges.Options  `embed:""`
	Fresh    run.Freshness   `embed:""`

	Epochs     int    `help:"Ask every question N times." default:"1" placeholder:"N" aliases:"repetitions"`
	Hypotheses string `help:"Draft: hypotheses, families of tests, alpha, exclusions (docs/preregister.md)." placeholder:"FILE" required:"" config:"-"`
	Output     string `short:"o" help:"File to write; - is standard output." default:"preregistration.yaml" placeholder:"FILE" config:"-"`
}

func (*preregisterCmd) Help() string {
	return `Fixes the design of a run before the first question: hypotheses, families of tests, alpha and exclusions from a draft, and the plan that the flags
define, with a hash of all of it. Execute it with the same flags and assay run --preregistration FILE. Reports list the deviations of the run, and for
every hypothesis with a specified test whether it is supported.

Example:

  assay preregister --hypotheses draft.yaml --variants paper --epochs 3 --model openrouter/<vendor>/<model>
  assay run --preregistration preregistration.yaml --variants paper --epochs 3 --model openrouter/<vendor>/<model>`
}

func (c *preregisterCmd) Run(ctx context.Context, env *Env) error {
	c.Settings.announce(env)
	if err := c.Settings.judgeFound(env); err != nil {
		return err
	}
	if c.Epochs < 1 {
		return usage("--epochs must be at least 1")
	}
	text, err := os.ReadFile(c.Hypotheses)
	if err != nil {
		return usage("%v", err)
	}
	draft, err := preregister.ReadDraft(c.Hypotheses, text)
	if err != nil {
		return usage("%v", err)
	}
	if _, err := os.Lstat(c.Output); c.Output != "-" && !errors.Is(err, fs.ErrNotExist) {
		return usage("%s already exists and is never overwritten; name another file with --output", c.Output)
	}
	acc, err := session.NewAccounts(session.Spending{}, func(string) {}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	wanted := run.Request{Select: c.Select, Vary: c.Vary, Ask: c.Ask, Judge: c.Judges, Fresh: c.Fresh, Epochs: c.Epochs}
	p, err := wanted.Prepare(ctx, env.Env, acc)
	if err != nil {
		return err
	}
	defer p.Close()
	planned := p.Planned()
	m := p.Manifest(env.Env, buildInfo().manifest())
	if draft, err = preregister.Bind(c.Hypotheses, draft, m); err != nil {
		return usage("%v", err)
	}
	fixed := preregister.Freeze(draft, m, store.PlanHash(planned), m.StartedAt)
	if err := writeOutput(env, c.Output, func(w io.Writer) error { return preregister.Write(w, fixed) }); err != nil {
		return err
	}
	tested := 0
	for _, h := range fixed.Hypotheses {
		if h.Test != nil {
			tested++
		}
	}
	for i, e := range fixed.Exclusions {
		if e.Checked() {
			fmt.Fprintf(env.Stderr, "exclusion %d (%s): %s\n", i+1, e.Filter(), fitting(e, planned))
		}
	}
	fmt.Fprintf(env.Stderr, "registered: hypotheses %d, tested by reports %d, trials %d; publish the hash:\n%s\n",
		len(fixed.Hypotheses), tested, fixed.Plan.Trials, fixed.Hash)
	return nil
}

// fitting describes how many trials of a plan an exclusion omits, as far as this is known
// before the run.
func fitting(e bench.Exclusion, planned []bench.Trial) string {
	n := 0
	for _, p := range planned {
		if fits, _ := e.Fits(p.Variant, p.Subject, e.Outcome); fits {
			n++
		}
	}
	out := fmt.Sprintf("%d of %d planned trials", n, len(planned))
	if e.Outcome != "" {
		out += ", if they end as " + string(e.Outcome)
	}
	return out
}

func readPreregistration(path string) (*bench.Preregistration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("%v", err)
	}
	p, err := preregister.Read(path, text)
	if err != nil {
		return nil, usage("%v", err)
	}
	return &p, nil
}
