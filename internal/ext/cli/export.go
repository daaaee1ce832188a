package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/base/progress"
	"assay/internal/core/cli"
	"assay/internal/core/run"
	"assay/internal/core/run/exchange"
	"assay/internal/core/run/subject"
	"assay/internal/core/store"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange"
	"assay/internal/ext/interchange/grade"
	"assay/internal/ext/interchange/harbor"
	"assay/internal/ext/interchange/huggingface"
	"assay/internal/ext/interchange/inspect"
	"assay/internal/ext/interchange/promptfoo"
	"assay/internal/ext/interchange/verifiers"
	"assay/internal/ext/subjects"
)

// runFormats lists the programs that read our runs.
func runFormats() []cli.RunFormat {
	var out []cli.RunFormat
	for _, f := range inspect.Logs() {
		out = append(out, cli.RunFormat{Name: f.Name, Write: func(ctx context.Context, env *cli.Env, s *store.Store,
			run store.Run, dir string) error {
			to, err := exchange.NewFolder(dir)
			if err != nil {
				return err
			}
			defer to.Drop()
			out, err := interchange.Outgoing(ctx, env.Keys(), s, run)
			if err != nil {
				return err
			}
			if err := f.Write(to, out, env.Say); err != nil {
				return err
			}
			return to.Keep()
		}})
	}
	return out
}

// questionFormats lists the programs that can ask our questions.
func questionFormats() []interchange.Questions {
	return []interchange.Questions{inspect.Questions(), promptfoo.Questions(), verifiers.Questions(),
		harbor.Questions()}
}

type exportSuiteCmd struct {
	run.Selection
	Dir       string `arg:"" help:"Directory to write; it must not exist yet."`
	Format    string `required:"" help:"inspect, promptfoo, verifiers or harbor: questions for that program; files: the texts, for static analysers; huggingface: the suite as a data set, with labels." placeholder:"NAME"`
	Strategy  string `help:"Strategy of the questions; by default one that fits each suite." placeholder:"NAME"`
	Solutions bool   `help:"With inspect, verifiers and harbor: also write the answers that the proofs make; attacks on contracts are compiled and executed for it. They tell the truth: keep them from whoever is asked."`
	Box       bool   `help:"Ask for repairs of handlers, too (strategy handler-repair); they are graded in a box, where bubblewrap makes one."`
	Compilers string `help:"With --solutions: directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path" found:"program"`
}

func (*exportSuiteCmd) Help() string {
	return `Writes the questions about a suite for another program, without ground truth and without sample keys; assay import reads the
answers, and the packages for inspect, verifiers and harbor grade them with assay reward. With --format huggingface it writes the suite itself as Parquet, with its data card and croissant.json (docs/exchange.md).

Examples:

  assay export suite questions --format inspect --suite blockbench
  assay export suite task --format promptfoo --suite tenantsql
  assay export suite environment --format verifiers --suite tenantsql --strategy sql-repair
  assay export suite dataset --format huggingface`
}

func (c *exportSuiteCmd) Run(ctx context.Context, env *cli.Env) error {
	formats := questionFormats()
	i := slices.IndexFunc(formats, func(f interchange.Questions) bool { return f.Name == c.Format })
	if i < 0 && c.Format != huggingface.Name && c.Format != asFiles {
		return exit.Usage("unknown format %q; choose %s, %s, %s", c.Format,
			namesOf(formats, func(f interchange.Questions) string { return f.Name }), asFiles, huggingface.Name)
	}
	if i < 0 && c.Strategy != "" {
		return exit.Usage("--strategy applies to questions; omit it with %s", c.Format)
	}
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := c.Variants(suites)
	if err != nil {
		return err
	}
	to, err := exchange.NewFolder(c.Dir)
	if err != nil {
		return err
	}
	defer to.Drop()
	contents := ""
	switch {
	case c.Format == asFiles:
		err = exchange.PutFiles(to, variants)
		contents = progress.Counted(len(variants), "text")
	case i < 0:
		sets := huggingface.DataSets(suites, variants, run.All)
		err = huggingface.Write(to, sets)
		contents = progress.Counted(len(variants), "text") + " of " + progress.Counted(len(sets), "suite")
	default:
		contents, err = c.questions(ctx, env, to, formats[i], suites, variants)
	}
	if err == nil {
		err = to.Keep()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "written: %s, %s\n", c.Dir, contents)
	return nil
}

// questions writes the questions in the format of another program, and returns their number in words.
func (c *exportSuiteCmd) questions(ctx context.Context, env *cli.Env, to outfile.Folder, f interchange.Questions,
	suites []*suite.Suite, variants []*bench.Variant) (string, error) {
	asked, err := ask(suites, variants, c.Strategy, c.Box)
	if err != nil {
		return "", err
	}
	e := interchange.Export{Name: "assay", Questions: exchange.Questions(asked)}
	for _, s := range suites {
		e.Name += "-" + s.Name
	}
	if e.Flags, err = rewardFlags(c.Selection, c.Strategy, c.Box, suites); err != nil {
		return "", err
	}
	if c.Solutions {
		m := &subject.Maker{Suites: suites, Compilers: c.Compilers}
		defer m.Close()
		var left map[string]int
		if e.Solutions, left, err = grade.Solve(ctx, suites, asked, subjects.Gold(m)); err != nil {
			return "", err
		}
		for _, why := range slices.Sorted(maps.Keys(left)) {
			fmt.Fprintf(env.Stderr, "without a solution: %s: %s\n", progress.Counted(left[why], "question"), why)
		}
	}
	return progress.Counted(len(e.Questions), "question"), f.Write(to, e)
}

// asFiles is the format of texts as files. A recorded report is read by the same paths.
const asFiles = "files"

// suitesCard prints the card for a data set of the suites.
type suitesCard struct{ run.Selection }

func (*suitesCard) Help() string {
	return `Prints the data card (Croissant 1.1, JSON-LD) of the data set that assay export suite --format huggingface writes, with the hashes of its
files.

Examples:

  assay suites card
  assay suites card --suite blockbench > croissant.json`
}

func (c *suitesCard) Run(env *cli.Env) error {
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := c.Variants(suites)
	if err != nil {
		return err
	}
	card, err := huggingface.Croissant(huggingface.DataSets(suites, variants, run.All))
	if err != nil {
		return err
	}
	_, err = env.Data().Write(card)
	return err
}

// namesOf joins the names of a list.
func namesOf[T any](list []T, name func(T) string) string {
	var out []string
	for _, x := range list {
		out = append(out, name(x))
	}
	return strings.Join(out, ", ")
}
