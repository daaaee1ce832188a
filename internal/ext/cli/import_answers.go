package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"assay/internal/core/report/gate"
	"assay/internal/ext/interchange"
	"assay/internal/ext/interchange/inspect"
	"assay/internal/ext/interchange/lmeval"
	"assay/internal/ext/interchange/promptfoo"
)

// answerFormats lists the programs whose recorded answers can be imported.
func answerFormats() []interchange.Answers {
	return []interchange.Answers{
		inspect.Answers(),
		lmeval.Answers(),
		promptfoo.Answers(),
	}
}

// answerImports makes a subcommand of import for each format.
func answerImports() kong.Plugins {
	return cli.Commands[importAnswersCmd](answerFormats(), func(f interchange.Answers) (name, help string) {
		return f.Name, strings.ToUpper(f.Doc[:1]) + f.Doc[1:] + "."
	})
}

type importAnswersCmd struct {
	cli.Scoring
	Files []string `arg:"" name:"file" help:"Files of recorded answers, or directories of them."`
	Name  string   `name:"subject" help:"Subject that gave the answers; by default the model named in the files." placeholder:"NAME"`
}

func (*importAnswersCmd) Help() string {
	return `Parses and scores answers that another program recorded; its own scores are ignored. No model is asked. Answers that match no selected sample
are counted (docs/exchange.md).

Examples:

  assay import inspect logs/ --suite blockbench
  assay import lm-eval results/my__model/ --suite blockbench
  assay import promptfoo out.json --suite tenantsql --subject my-prompt`
}

func (c *importAnswersCmd) Run(ctx context.Context, env *cli.Env, k *kong.Context) error {
	i := slices.IndexFunc(answerFormats(), func(f interchange.Answers) bool { return f.Name == k.Selected().Name })
	if i < 0 {
		return fmt.Errorf("unknown answer format %s", k.Selected().Name)
	}
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
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
	lines, left, err := interchange.ReadFiles(answerFormats()[i], c.Files, c.Name)
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(env.Stderr, "skipped: %d %s\n", left[kind], kind)
	}
	if err != nil {
		return exit.Usage("%v", err)
	}
	return c.Score(ctx, env, gates, suites, variants, drawn, lines, strings.Join(c.Files, ", "))
}
