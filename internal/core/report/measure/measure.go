// Package measure computes external metrics: numbers that programs of the user compute from the rows of a run.
package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/internal/core/base/command"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/metric"
	"assay/internal/core/metric/foreign"
	"assay/internal/core/report"
)

// Options lists external metrics.
type Options struct {
	Metric []string `help:"Folder of your own metric, for example ./mine, or a directory of such folders. The metric's command reads rows and writes a number; the report shows it in a separate section (docs/add-a-judge.md). Repeatable." placeholder:"PATH" sep:"none" found:"program"`

	own []ownMetric
}

// metricFile is the content of metric.yaml.
type metricFile struct {
	Name    string   `yaml:"name"`
	Title   string   `yaml:"title"`
	Doc     string   `yaml:"doc"`
	Scale   string   `yaml:"scale"`  // one of scales
	Better  string   `yaml:"better"` // higher or lower
	Command []string `yaml:"command"`
}

var scales = map[string]metric.Scale{"percent": metric.Percent, "points": metric.Points, "index": metric.Index,
	"amount": metric.Amount}

type ownMetric struct {
	metric.Metric
	command []string
	version string
}

func openMetric(f extension.Folder) (ownMetric, error) {
	m := metricFile{Scale: "percent", Better: "higher"}
	if err := f.Decode("metric.yaml", &m, &m.Name); err != nil {
		return ownMetric{}, err
	}
	scale, ok := scales[m.Scale]
	switch {
	case !ok:
		return ownMetric{}, fmt.Errorf("metric.yaml: scale %q must be percent, points, index or amount", m.Scale)
	case m.Better != "higher" && m.Better != "lower":
		return ownMetric{}, fmt.Errorf("metric.yaml: better is %q, but must be higher or lower", m.Better)
	case m.Title == "" || m.Doc == "":
		return ownMetric{}, errors.New("metric.yaml: title and doc are required")
	case slices.ContainsFunc(metric.All(), func(o metric.Metric) bool { return o.ID == m.Name || o.Title == m.Title }):
		return ownMetric{}, fmt.Errorf("assay has a metric %q, %q; rename it", m.Name, m.Title)
	}
	out := ownMetric{Metric: metric.Metric{ID: m.Name, Title: m.Title, Doc: m.Doc, Scale: scale,
		Lower: m.Better == "lower"}}
	var err error
	if out.command, err = f.Command(m.Command); err != nil {
		return out, fmt.Errorf("metric.yaml: %w", err)
	}
	out.version, err = f.Hash()
	return out, err
}

// OpenMetrics reads the folders, before any subject is asked.
func (m *Options) OpenMetrics() error {
	for _, dir := range m.Metric {
		list, err := extension.Open(dir, "metric.yaml", "docs/add-a-judge.md", openMetric)
		if err != nil {
			return exit.Usage("--metric %s: %v", dir, err)
		}
		for _, o := range list {
			if slices.ContainsFunc(m.own, func(x ownMetric) bool { return x.ID == o.ID || x.Title == o.Title }) {
				return exit.Usage("--metric %s: two metrics have the name %q, %q; rename one", dir, o.ID, o.Title)
			}
			m.own = append(m.own, o)
		}
	}
	return nil
}

// Limits of one run of a metric's command.
const (
	metricTimeout = time.Minute
	metricOutput  = 64 << 10
)

// Compute starts each command for each subject of each suite, and adds the results to d. A command that fails, or
// whose answer is invalid, gives one line on standard error, and no number; failed reports it after the report is
// written. err is the error of ctx.
func (m *Options) Compute(ctx context.Context, env *environ.Env, d *report.Data) (failed, err error) {
	bad := 0
	for _, o := range m.own {
		f := report.Foreign{Metric: o.Metric, Version: o.version, Values: map[string]map[string]metric.Value{}}
		for s := range d.EachSuite() {
			f.Values[s.Name] = map[string]metric.Value{}
			for _, subject := range d.Subjects {
				rows := s.Everything(subject.Name)
				if len(rows) == 0 {
					continue
				}
				v, err := o.of(ctx, env, foreign.Lines(s.Name, rows, s.Counts()))
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					bad++
					fmt.Fprintf(env.Stderr, "metric %s has no number for %s on %s: %s\n", o.ID, subject.Name, s.Name,
						env.Clean(err.Error()))
					v = metric.Value{Warnings: []string{env.Clean(err.Error())}}
				}
				f.Values[s.Name][subject.Name] = v
			}
		}
		d.Foreign = append(d.Foreign, f)
	}
	if bad > 0 {
		failed = fmt.Errorf("%d numbers of --metric are missing; the report shows the others", bad)
	}
	return failed, nil
}

// of runs the command twice over the same rows, which must give the same bytes.
func (o ownMetric) of(ctx context.Context, env *environ.Env, rows []byte) (metric.Value, error) {
	var outputs [2][]byte
	for i := range outputs {
		r, err := command.Run(ctx, command.Spec{Args: o.command, Env: env.Children(), Stdin: rows, Timeout: metricTimeout,
			Limit: metricOutput})
		switch {
		case err != nil:
			return metric.Value{}, err
		case r.TimedOut:
			return metric.Value{}, fmt.Errorf("no answer within %v", metricTimeout)
		case r.Over:
			return metric.Value{}, fmt.Errorf("more than %d bytes of output", metricOutput)
		case r.Status != 0:
			return metric.Value{}, fmt.Errorf("%s%s", r.State, r.Stderr)
		}
		outputs[i] = r.Stdout
	}
	if !bytes.Equal(outputs[0], outputs[1]) {
		return metric.Value{}, errors.New(
			"two runs on the same rows gave different results; fix the seed of random draws")
	}
	return foreign.Parse(outputs[0], o.Scale)
}
