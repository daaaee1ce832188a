package cli

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/base/progress"
	"assay/internal/core/detect/imported"
	"assay/internal/core/judge"
	"assay/internal/core/report/gate"
	"assay/internal/core/run"
	"assay/internal/core/run/exchange"
	"assay/internal/core/run/results"
	"assay/internal/core/suite"
)

type importResponsesCmd struct {
	Scoring
	File      string `arg:"" optional:"" help:"File of answers, one JSON object per line, or the results.db of security-bench; docs/import.md describes the format."`
	Questions bool   `help:"Print the questions instead, one JSON object per line, for another program to answer."`
	Strategy  string `help:"With --questions: the strategy; by default one that fits each suite." placeholder:"NAME"`
}

// Scoring holds the flags for scoring answers that another program produced.
type Scoring struct {
	run.Selection
	output
	Judgements string   `help:"File of verdicts by external judges, one JSON object per line; these verdicts count." placeholder:"FILE"`
	Judge      []string `help:"With --judgements: use only this judge. Repeatable; an odd number of judges is a panel." placeholder:"NAME" sep:"none"`
}

func (*importResponsesCmd) Help() string {
	return `Scores answers of an agent, a tool or an API that assay does not support. No model is asked.

Examples:

  assay import responses --questions --suite blockbench > questions.jsonl
  assay import responses answers.jsonl --suite blockbench
  assay import responses responses.jsonl --suite mine --judgements judgements.jsonl`
}

func (c *importResponsesCmd) Run(ctx context.Context, env *Env) error {
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
		return err
	}
	if err := c.OpenMetrics(); err != nil {
		return err
	}
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, drawn, err := c.Draw(suites, 1)
	if err != nil {
		return err
	}
	if c.Questions {
		return c.print(env, variants)
	}
	if c.File == "" {
		return usage("give a file of answers, or --questions")
	}
	lines, skipped, err := exchange.Read(c.File, variants)
	if skipped > 0 {
		fmt.Fprintf(env.Stderr, "skipped %d rows without a result\n", skipped)
	}
	if err != nil {
		return usage("%v", err)
	}
	return c.Score(ctx, env, gates, suites, variants, drawn, lines, c.File)
}

// Score stores answers as a run and reports it. from is the place they were read from.
func (c *Scoring) Score(ctx context.Context, env *Env, gates []gate.Gate, suites []*suite.Suite,
	variants []*bench.Variant, drawn []string, lines []imported.Line, from string) error {
	match, err := exchange.Match(lines, from, append(variants, run.Incidents(suites, variants, 0)...))
	if err != nil {
		return usage("%v", err)
	}
	if match.Unknown > 0 {
		fmt.Fprintf(env.Stderr, "%d of %d answers match no selected sample; the first is %s\n", match.Unknown,
			len(lines), match.FirstUnknown)
	}
	if match.Unknown == len(lines) {
		return usage("%s: no answer matches a selected sample; `assay samples list` prints the keys", from)
	}

	others, err := exchange.ReadOthers(c.Judgements, c.Judge)
	if err != nil {
		return err
	}

	jd := judge.Rule{}
	m := buildInfo().manifest()
	m.Command, m.Notes, m.Suites = env.Command(), append(drawn, run.NotesOn(suites)...), map[string]string{}
	m.Subjects, m.Judging, m.Parser, m.Epochs = match.Subjects, others.Record.Judging(), answer.Version, match.Epochs
	m.Variants, m.Chains, m.Trials, m.StartedAt = len(variants), run.BroughtChains(variants), len(match.Plan),
		time.Now().UTC()
	for _, s := range suites {
		m.Suites[s.Name] = s.Hash
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	run, err := match.Put(ctx, s, m, jd)
	if err != nil {
		return err
	}
	missing := match.Missing()
	fmt.Fprintf(env.Stderr, "%s scored, %s without one\n", progress.Counted(len(match.Answers), "answer"),
		progress.Counted(missing, "trial"))
	if err := others.Put(ctx, env.Stderr, s, run, m); err != nil {
		return err
	}
	d, err := results.LoadScored(ctx, s, run.ID)
	if err != nil {
		return err
	}
	c.whole = true
	if err := c.show(ctx, env, d); err != nil {
		return err
	}
	return gate.Check(d, gates)
}

// print writes the questions, one per line.
func (c *importResponsesCmd) print(env *Env, variants []*bench.Variant) error {
	asked, err := exchange.Ask(variants, c.Strategy)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(env.Data())
	if err := exchange.JSONL(w, exchange.Questions(asked)); err != nil {
		return err
	}
	return w.Flush()
}
