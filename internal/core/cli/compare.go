package cli

import (
	"context"
	"slices"

	"assay/internal/core/metric"
	"assay/internal/core/report/compare"
	"assay/internal/core/run/results"
)

type compareCmd struct {
	A      string   `arg:"" help:"A run, a subject, or SUBJECT@RUN."`
	B      string   `arg:"" help:"Run or subject to compare with it, in the same notation."`
	RunID  string   `name:"run" help:"Run that contains the subjects; the newest by default." placeholder:"ID"`
	Metric []string `help:"Compare only this metric. Repeatable: metrics compared together form one family of tests." placeholder:"ID" sep:"none"`
	DB     string   `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON   bool     `name:"json" help:"Print only the comparison, as JSON, on standard output."`
}

func (*compareCmd) Help() string {
	return `Compares two runs or two subjects on the texts that both were asked about: B minus A, with the paired interval of the difference and a
test adjusted for all tests of the comparison. A non-significant difference is printed with the minimum detectable effect.

Name a run by its id or the end of its id. Two runs are compared subject by subject.

Examples:

  assay compare builtin/keyword builtin/slither
  assay compare 20261121-134537-be37a2 20261121-140210-0c19d5 --metric tdr
  assay compare openai/gpt-x@be37a2 openai/gpt-x@0c19d5 --json`
}

func (c *compareCmd) Run(ctx context.Context, env *Env) error {
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
	loader := results.Sides{Store: s, Say: env.Say, SubjectsOf: c.RunID}
	a, err := loader.Side(ctx, c.A)
	if err != nil {
		return err
	}
	b, err := loader.Side(ctx, c.B)
	if err != nil {
		return err
	}
	out, err := compare.Compare(a, b, metrics)
	if err != nil {
		return usage("%v", err)
	}
	if c.JSON {
		return out.JSON(env.Data())
	}
	return env.document(out.Document())
}
