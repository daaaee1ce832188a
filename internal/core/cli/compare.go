package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/metric"
	"assay/internal/core/report/compare"
	"assay/internal/core/report/versus"
	"assay/internal/core/report/write"
	"assay/internal/core/run/logs"
	"assay/internal/core/run/results"
	"assay/internal/core/stats/scored"
)

type compareCmd struct {
	Logs   []string `arg:"" name:"log" help:"Logs of any program, or two runs or subjects of the database: a run, a subject, or SUBJECT@RUN."`
	Metric []string `help:"Compare only this metric of runs. Repeatable: metrics compared together form one family of tests." placeholder:"ID" sep:"none"`

	written
	scores
	Margin  float64 `help:"Test whether subjects are equivalent, or not worse, within this many points; of other scales, units of the score." placeholder:"POINTS"`
	Worse   string  `name:"fail-if-worse" help:"Gate: exit with 6 when a subject is shown to be worse than in this log, by more than --margin." placeholder:"BASELINE"`
	InOrder bool    `name:"trend" help:"Compare each log with the one before it, in the order given."`
}

// written holds the flags for the format and the destination of a comparison.
type written struct {
	JSON   bool   `name:"json" help:"Print only the comparison, as JSON, on standard output."`
	Format string `help:"Write only this format: text, html, md, latex, csv or json." placeholder:"NAME"`
	Output string `short:"o" help:"With --format: file to write; - is standard output." default:"-" placeholder:"FILE"`
}

// scores holds the flags for reading the scores of logs.
type scores struct {
	Map     []string `help:"Names that a log has for item, subject, score, cluster, epoch, text or filter, as item=ID,score=acc." placeholder:"NAME=NAME,..." sep:","`
	RunID   string   `name:"run" help:"Run that contains the subjects; the newest by default." placeholder:"ID"`
	DB      string   `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	Cluster string   `help:"Regular expression for the part of an item's id that names its cluster: items of one cluster vary together." placeholder:"PATTERN"`
}

func (*compareCmd) Help() string {
	return `Compares the subjects of logs on the items that all have: logs of Inspect, samples of lm-evaluation-harness, results of promptfoo, CSV or JSON lines,
archives, and runs, mixed as you like (docs/compare.md). It needs no suite and no key. Items pair by id and text; p values are adjusted for all pairs.

Two runs or two subjects of the database are compared by metric: B minus A, with the paired interval of the difference and a test adjusted for all
tests of the comparison. A non-significant difference is printed with the minimum detectable effect. Name a run by its id or the end of its id.

Examples:

  assay compare a.eval b.eval
  assay compare results.csv --map item=question,subject=model,score=acc --cluster '^[^-]+'
  assay compare new.eval --fail-if-worse baseline.eval --margin 2
  assay compare builtin/keyword builtin/slither
  assay compare openai/gpt-x@be37a2 openai/gpt-x@0c19d5 --json`
}

func (c *compareCmd) Run(ctx context.Context, env *Env) error {
	put, err := c.writer(env)
	if err != nil {
		return err
	}
	if c.ofRuns() {
		return c.runs(ctx, env, put)
	}
	if len(c.Metric) > 0 {
		return usage("--metric is for two runs or subjects of the database; a log has its own score: --map score=NAME")
	}
	if c.Margin < 0 {
		return usage("--margin must be positive")
	}
	names := c.Logs
	if c.Worse != "" {
		if c.InOrder {
			return usage("--trend and --fail-if-worse: use one of them")
		}
		names = append([]string{c.Worse}, names...)
	}
	set, err := c.read(ctx, env, names)
	if err != nil {
		return err
	}
	if err := set.Check(2); err != nil {
		return usage("%s: %v", strings.Join(names, ", "), err)
	}
	margin := c.Margin
	if set.Unit() {
		margin /= 100
	}
	if margin >= 1 && set.Unit() {
		return usage("--margin %g is larger than any difference", c.Margin)
	}
	out, err := versus.Compare(set, names, margin, c.InOrder)
	if err != nil {
		return usage("%v", err)
	}
	if err := put(out); err != nil || c.Worse == "" {
		return err
	}
	said, failed, err := versus.Gate(set, margin)
	if err != nil {
		return usage("%v", err)
	}
	for _, line := range said {
		fmt.Fprintln(env.Stderr, line)
	}
	if failed != "" {
		return exit.With(exit.Worse, "%s", failed)
	}
	return nil
}

// ofRuns reports whether the arguments are two runs or subjects of the database, which are compared by metric.
func (c *compareCmd) ofRuns() bool {
	return len(c.Logs) == 2 && !slices.ContainsFunc(c.Logs, exists) && c.Margin == 0 && c.Worse == "" && !c.InOrder &&
		len(c.Map) == 0 && c.Cluster == ""
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// compared is a comparison that can be written.
type compared interface {
	Document() write.Document
	JSON(io.Writer) error
}

// writer returns what writes a comparison in the chosen format.
func (c *written) writer(env *Env) (func(compared) error, error) {
	formats := map[string]func(io.Writer, write.Document) error{"html": write.HTML, "md": write.Markdown,
		"latex": write.LaTeX, "csv": write.CSV,
		"text": func(w io.Writer, d write.Document) error { return write.Terminal(w, d, 0) }}
	as, known := formats[c.Format]
	switch {
	case c.JSON && c.Format != "":
		return nil, usage("--json is the same as --format json; use only one of them")
	case c.Format == "" && c.Output != "-":
		return nil, usage("--output requires --format")
	case c.Format == "" && !c.JSON:
		return func(x compared) error { return env.document(x.Document()) }, nil
	case !known && c.Format != "json" && !c.JSON:
		return nil, usage("unknown format %q; choose text, html, md, latex, csv or json", c.Format)
	}
	return func(x compared) error {
		return WriteOutput(env, c.Output, func(w io.Writer) error {
			if known {
				return as(w, x.Document())
			}
			return x.JSON(w)
		})
	}, nil
}

// runs compares two runs or subjects of the database by metric.
func (c *compareCmd) runs(ctx context.Context, env *Env, put func(compared) error) error {
	metrics := compare.Metrics()
	if len(c.Metric) > 0 {
		metrics = nil
	}
	for _, id := range c.Metric {
		m, ok := metric.ByID(id)
		if !ok {
			return usage("unknown metric %q", id)
		}
		if !slices.ContainsFunc(metrics, func(o metric.Metric) bool { return o.ID == id }) {
			metrics = append(metrics, m)
		}
	}
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	loader := results.Sides{Store: s, Say: env.Say, Names: c.Logs, SubjectsOf: c.RunID}
	a, err := loader.Side(ctx, c.Logs[0])
	if err != nil {
		return err
	}
	b, err := loader.Side(ctx, c.Logs[1])
	if err != nil {
		return err
	}
	out, err := compare.Compare(a, b, metrics)
	if err != nil {
		return usage("%v", err)
	}
	return put(out)
}

// read reads the scores of logs, and of runs and subjects of the database.
func (c *scores) read(ctx context.Context, env *Env, names []string) (*scored.Set, error) {
	o, err := logs.NewOptions(c.Map, c.Cluster, env.Say)
	if err != nil {
		return nil, err
	}
	set, loader := &scored.Set{}, results.Sides{Say: env.Say, Names: names, SubjectsOf: c.RunID}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usage("%s is given twice", name)
		}
		if exists(name) {
			if err := logs.Into(ctx, set, i, name, o); err != nil {
				return nil, err
			}
			continue
		}
		if loader.Store == nil {
			if !exists(c.DB) && !strings.Contains(c.DB, "://") {
				return nil, usage("%s: there is no such file, and no database %s that could have such a run", name, c.DB)
			}
			if loader.Store, err = env.reading(ctx, c.DB); err != nil {
				return nil, err
			}
			defer loader.Store.Close()
		}
		side, err := loader.Side(ctx, name)
		if err != nil {
			return nil, err
		}
		if err := logs.Run(set, i, side.Data, side.Subject, o); err != nil {
			return nil, usage("%s: %v", name, err)
		}
	}
	set.Join()
	versus.Labels(set, labels(names))
	return set, nil
}

// labels returns short names of logs: that of the file alone where it is unique.
func labels(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	out := slices.Clone(short)
	for i := range short {
		if slices.Contains(short[:i], short[i]) || slices.Contains(short[i+1:], short[i]) {
			out[i] = names[i]
		}
	}
	return out
}
