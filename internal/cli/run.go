package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/report"
	"assay/internal/store"
	"assay/internal/suite"
)

type runCmd struct {
	selection
	asking
	output
	Epochs         int    `help:"Ask everything N times." default:"1" placeholder:"N"`
	MaxConnections int    `help:"Requests at once to one model." default:"10" placeholder:"N"`
	Judge          string `help:"Who decides what a finding is worth." enum:"rule" default:"rule"`
	Seed           uint64 `help:"Seed, stored with the run; nothing that this command does is drawn yet." default:"1" placeholder:"N"`
	Fresh          bool   `help:"Start over: ask everything again. Earlier answers are kept, and no longer shown."`
	DryRun         bool   `name:"dry-run" help:"Print the plan and stop."`
}

func (*runCmd) Help() string {
	return `Without arguments, runs the built-in subjects on both embedded suites: no key, no network.

Examples:

  assay run
  assay run --model openrouter/<vendor>/<model> --suite blockbench --subset tc
  assay run --model openai/llama3 --base-url http://localhost:11434/v1
  assay evaluate --model openai/<model> --filter approve-order
  assay run --suite path/to/tests --model builtin/static`
}

func (c *runCmd) Run(ctx context.Context, env *Env) error {
	if c.Epochs < 1 || c.MaxConnections < 1 {
		return usage("--epochs and --max-connections are at least 1")
	}
	gates, err := parseGates(c.FailUnder)
	if err != nil {
		return err
	}
	suites, err := c.load(env)
	if err != nil {
		return err
	}
	variants, err := c.variants(suites)
	if err != nil {
		return err
	}
	progress := newProgress(env, "trial")
	detectors, err := c.detectors(env, suites, progress.wait)
	if err != nil {
		return err
	}
	jobs, err := engine.Plan(detectors, variants, c.Epochs)
	if err != nil {
		return usage("%v", err)
	}
	if c.DryRun {
		c.printPlan(env, suites, variants, detectors, len(jobs))
		return nil
	}
	if err := c.recording.open(c.Record); err != nil {
		return err
	}
	err = c.execute(ctx, env, progress, suites, variants, detectors, jobs, gates)
	if cerr := c.recording.close(); err == nil {
		err = cerr
	}
	return err
}

// execute runs the plan, then reports, whatever became of it.
func (c *runCmd) execute(ctx context.Context, env *Env, progress *progress, suites []*suite.Suite, variants []*bench.Variant,
	detectors []detect.Detector, jobs []engine.Job, gates []gate) error {
	s, err := store.Open(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	jd := judge.Rule{}
	planned := make([]store.Planned, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Planned
	}
	run, done, err := s.Begin(ctx, planned, c.manifest(env, suites, variants, detectors, jd, len(jobs)), c.Fresh)
	if err != nil {
		return err
	}

	stop, abandon, release := interrupts(ctx, env)
	defer release()
	w := s.Writer(context.WithoutCancel(ctx), run)
	progress.start(len(jobs), len(done))
	sum, runErr := engine.Run(abandon, stop, jobs, done, engine.Config{Judge: jd, PerModel: c.MaxConnections, Sink: sink(w), Ended: progress.ended})
	if err := w.Close(); err != nil && runErr == nil {
		runErr = err
	}
	progress.finish()
	complete := sum.Pending == 0 && runErr == nil
	if err := s.End(context.WithoutCancel(ctx), run.ID, complete, time.Now()); err != nil && runErr == nil {
		runErr = err
	}
	if runErr != nil {
		return fmt.Errorf("%w; what was stored before is kept, and the same command continues", runErr)
	}
	progress.summary(sum)

	d, err := loadData(context.WithoutCancel(ctx), s, run.ID, jd)
	if err != nil {
		return err
	}
	if err := c.write(env, d); err != nil {
		return err
	}
	return verdictOn(env, d, sum, gates)
}

// sink stores results: a model's answer before its worker asks the next
// question, what a built-in computed in its own time.
func sink(w *store.Writer) func(store.Result) error {
	return func(r store.Result) error {
		if strings.HasPrefix(r.Subject, "builtin/") {
			return w.Write(r)
		}
		return w.Commit(r)
	}
}

// verdictOn turns what happened into the exit code.
func verdictOn(env *Env, d *report.Data, sum engine.Summary, gates []gate) error {
	if err := sum.ErrStopped(); err != nil {
		return fmt.Errorf("stopped asking %w; %d trials are still to be asked", err, sum.Pending)
	}
	if sum.Pending > 0 {
		return &exitError{ExitInterrupt, fmt.Errorf("interrupted with %d of %d trials to go; the same command continues", sum.Pending, sum.Planned)}
	}
	if err := checkGates(d, gates); err != nil {
		return err
	}
	if n := sum.Ended[bench.Failed]; n > 0 {
		return fmt.Errorf("%d trials failed; the same command asks them again", n)
	}
	return nil
}

// interrupts turns the first interrupt into "start nothing more" and the second
// into "abandon what is running".
func interrupts(ctx context.Context, env *Env) (stop <-chan struct{}, abandon context.Context, release func()) {
	soft := make(chan struct{})
	hard, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-env.Interrupt:
		case <-ended:
			return
		}
		fmt.Fprintln(env.Stderr, "\nassay: finishing the requests that are running; press Ctrl-C again to abandon them")
		close(soft)
		select {
		case <-env.Interrupt:
		case <-ended:
		}
		cancel()
	}()
	return soft, hard, func() { close(ended); cancel() }
}

func (c *runCmd) manifest(env *Env, suites []*suite.Suite, variants []*bench.Variant, detectors []detect.Detector, jd judge.Judge, trials int) bench.Manifest {
	b := buildInfo()
	m := bench.Manifest{
		Program: b.version, Commit: b.commit, Dirty: b.dirty, Go: runtime.Version(), Command: env.args, Notes: notesOn(suites),
		Suites: map[string]string{}, Judge: jd.Name(), Parser: answer.Version, Epochs: c.Epochs, Seed: c.Seed,
		Variants: len(variants), Trials: trials, StartedAt: time.Now().UTC(),
	}
	for _, s := range suites {
		m.Suites[s.Name] = s.Hash
	}
	for _, d := range detectors {
		m.Subjects = append(m.Subjects, d.Subject())
	}
	return m
}

// notesOn collects what a reader has to know about the data.
func notesOn(suites []*suite.Suite) []string {
	var out []string
	for _, s := range suites {
		if n := len(s.Hints); n > 0 {
			out = append(out, fmt.Sprintf("%s: %d texts hint at their answer, the first in %s", s.Name, n, s.Hints[0]))
		}
		for i, n := range s.Notes {
			if i == 3 {
				out = append(out, fmt.Sprintf("%s: %d further notes; `assay suites lint` prints them", s.Name, len(s.Notes)-i))
				break
			}
			out = append(out, s.Name+": "+n)
		}
	}
	return out
}

func (c *runCmd) printPlan(env *Env, suites []*suite.Suite, variants []*bench.Variant, detectors []detect.Detector, trials int) {
	per := map[string]int{}
	for _, v := range variants {
		per[v.Suite]++
	}
	for _, s := range suites {
		fmt.Fprintf(env.Stdout, "%-12s %4d variants\n", s.Name, per[s.Name])
	}
	for _, d := range detectors {
		sub := d.Subject()
		fmt.Fprintf(env.Stdout, "%-40s version %s\n", sub.Name, sub.Version)
	}
	fmt.Fprintf(env.Stdout, "%d variants x %d subjects x %d epochs = %d trials\n", len(variants), len(detectors), c.Epochs, trials)
}

// output is where results go.
type output struct {
	DB        string   `name:"db" help:"Results database." default:"${dbdefault}" placeholder:"FILE"`
	Reports   string   `name:"reports" help:"Directory of the HTML reports." default:"reports" placeholder:"DIR"`
	JSON      bool     `name:"json" help:"Print the numbers as JSON on standard output, and nothing else there."`
	FailUnder []string `name:"fail-under" help:"Exit with 3 unless every subject meets it, as in 'tdr>=0.5' or 'tenantsql:false-alarm<=0.1'. Repeatable." placeholder:"GATE" sep:"none"`
}

// write shows a run on the terminal, or as JSON, and writes the HTML report.
func (o *output) write(env *Env, d *report.Data) error {
	if o.JSON {
		if err := report.JSON(env.Stdout, d); err != nil {
			return err
		}
	} else if err := report.Terminal(env.Stdout, d, terminalWidth(env)); err != nil {
		return err
	}
	dir := filepath.Join(o.Reports, d.Started.UTC().Format("20060102T150405Z")+"-"+d.RunID[len(d.RunID)-6:])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	path := filepath.Join(dir, "index.html")
	f, err := os.CreateTemp(dir, ".index-*.html")
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	defer os.Remove(f.Name())
	if err := report.HTML(f, d); err != nil {
		f.Close()
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	fmt.Fprintf(env.Stderr, "report: %s\n", path)
	return nil
}
