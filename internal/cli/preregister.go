package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"

	"assay/internal/bench"
	"assay/internal/environ"
	"assay/internal/exit"
	"assay/internal/preregister"
	"assay/internal/report"
	"assay/internal/store"
)

type preregisterCmd struct {
	Select   selection  `embed:""`
	Vary     varying    `embed:""`
	Ask      asking     `embed:""`
	Settings configured `embed:""`
	Judges   judging    `embed:""`
	Fresh    freshness  `embed:""`

	Epochs     int    `help:"Ask everything N times." default:"1" placeholder:"N" aliases:"repetitions"`
	Hypotheses string `help:"Draft: hypotheses, families of tests, alpha, exclusions (docs/preregister.md)." placeholder:"FILE" required:"" config:"-"`
	Output     string `short:"o" help:"File to write; - is standard output." default:"preregistration.yaml" placeholder:"FILE" config:"-"`
}

func (*preregisterCmd) Help() string {
	return `Fixes what a run shall show before anybody is asked: hypotheses, families of tests, alpha and exclusions from a draft, and the plan that the flags
make, with a hash over all of it. The same flags with assay run --preregistration FILE carry it out, and reports say whether the run kept it, and of
every hypothesis that says how it is tested, whether it is supported.

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
		return exit.Usage("--epochs is at least 1")
	}
	text, err := os.ReadFile(c.Hypotheses)
	if err != nil {
		return exit.Usage("%v", err)
	}
	draft, err := preregister.ReadDraft(c.Hypotheses, text)
	if err != nil {
		return exit.Usage("%v", err)
	}
	if _, err := os.Lstat(c.Output); c.Output != "-" && !errors.Is(err, fs.ErrNotExist) {
		return exit.Usage("%s is there already, and what is fixed stays; name another with --output", c.Output)
	}
	acc, err := newAccounts(spending{}, func(string) {}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	wanted := request{Select: c.Select, Vary: c.Vary, Ask: c.Ask, Judge: c.Judges, Fresh: c.Fresh, Epochs: c.Epochs}
	p, err := wanted.prepare(ctx, env.Env, acc)
	if err != nil {
		return err
	}
	defer p.close()
	planned := p.planned()
	m := p.manifest(env.Env, buildInfo().manifest())
	if draft, err = preregister.Bind(c.Hypotheses, draft, m); err != nil {
		return exit.Usage("%v", err)
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
	fmt.Fprintf(env.Stderr, "hypotheses fixed: %d, of which reports will test %d, with %d trials; publish the hash:\n%s\n", len(fixed.Hypotheses), tested, fixed.Plan.Trials, fixed.Hash)
	return nil
}

// fitting says how much of a plan an exclusion leaves out, as far as that can be
// known before anybody is asked.
func fitting(e bench.Exclusion, planned []store.Planned) string {
	n := 0
	for _, p := range planned {
		if fits, _ := e.Fits(p.Variant, p.Subject, e.Outcome); fits {
			n++
		}
	}
	out := fmt.Sprintf("%d of %d planned trials", n, len(planned))
	if e.Outcome != "" {
		out += ", as far as they end as " + string(e.Outcome)
	}
	return out
}

func readPreregistration(path string) (*bench.Preregistration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	p, err := preregister.Read(path, text)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return &p, nil
}

// keepRegistration stores with a run what was fixed before it, now or when it
// began, with every way in which the start at hand does not keep it. What was
// noted by an earlier start stays.
func keepRegistration(ctx context.Context, env *environ.Env, s *store.Store, run store.Run, m bench.Manifest, a again) error {
	stored, err := s.Run(ctx, run.ID)
	if err != nil {
		return err
	}
	before, now := stored.Manifest.Preregistration, m.Preregistration
	if before == nil && now == nil {
		return nil
	}
	kept := bench.Registered{Deviations: []string{}}
	say := func(format string, args ...any) {
		if d := fmt.Sprintf(format, args...); !slices.Contains(kept.Deviations, d) {
			kept.Deviations = append(kept.Deviations, d)
		}
	}
	switch {
	case now == nil:
		kept.Preregistration = before.Preregistration
	default:
		kept.Preregistration = now.Preregistration
	}
	if before != nil {
		for _, d := range before.Deviations {
			say("%s", d)
		}
		if before.Hash != kept.Hash {
			say("the run was begun under another preregistration, %.12s", before.Hash)
		}
	}
	for _, d := range preregister.Deviations(kept.Preregistration, m, run.Plan) {
		say("%s", d)
	}
	if stored.Started.Before(kept.RegisteredAt) {
		say("the run began before the preregistration")
	}
	for _, o := range a.Retry {
		if o != string(bench.Failed) {
			say("trials that ended as %s were asked again", o)
		}
	}
	if run.Round > 0 {
		say("everything was asked again in %d further rounds, whose answers are shown", run.Round)
	}
	stored.Manifest.Preregistration = &kept
	if err := s.SetManifest(ctx, run.ID, stored.Manifest); err != nil {
		return err
	}
	for _, d := range kept.Deviations {
		fmt.Fprintln(env.Stderr, "not as preregistered: "+d)
	}
	return nil
}

// registeredOf completes what is stored of a preregistration by what became of
// the trials; nil where nothing was fixed before.
func registeredOf(d *report.Data, early int) *bench.Registered {
	stored := d.Manifest.Preregistration
	if stored == nil {
		return nil
	}
	out := *stored
	out.Deviations = slices.Clone(stored.Deviations)
	if early > 0 {
		out.Deviations = append(out.Deviations, fmt.Sprintf("%d answers of models are older than the preregistration", early))
	}
	if open, n := d.Waiting(); open > 0 {
		out.Deviations = append(out.Deviations, fmt.Sprintf("%d of %d trials were not asked", open, n))
	}
	return &out
}

// early reports whether an answer is older than what was fixed before the run.
func early(m bench.Manifest, t store.Stored) bool {
	p := m.Preregistration
	return p != nil && t.Outcome != "" && t.Response.Started.Before(p.RegisteredAt) && asks(m, t.Subject)
}

// asks reports whether a subject of a run asks somebody: what the built-in ones say
// is known anyway.
func asks(m bench.Manifest, subject string) bool {
	return slices.ContainsFunc(m.Subjects, func(s bench.Subject) bool { return s.Name == subject && s.Kind != "builtin" })
}
