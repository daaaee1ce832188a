package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/core/archive"
	"assay/internal/core/base/progress"
	"assay/internal/core/run"
	"assay/internal/core/run/exchange"
	"assay/internal/core/run/results"
	"assay/internal/core/store"
	"assay/internal/ext/interchange"
	"assay/internal/ext/interchange/huggingface"
	"assay/internal/ext/interchange/inspect"
	"assay/internal/ext/interchange/promptfoo"
)

// questionFormats lists the programs that can ask our questions.
func questionFormats() []interchange.Questions {
	return []interchange.Questions{inspect.Questions(), promptfoo.Questions()}
}

// exportCmd exports runs and suites for other programs.
type exportCmd struct {
	Run   exportRunCmd   `cmd:"" default:"withargs" help:"Export a run as an archive, or as logs for another program; the default."`
	Suite exportSuiteCmd `cmd:"" help:"Export the questions about a suite for another program, or the suite itself as a data set."`
}

type exportRunCmd struct {
	RunID  string `arg:"" name:"run" help:"Run to export, by its id or the end of its id."`
	File   string `arg:"" help:"Archive to write; - is standard output. The other formats write a directory."`
	Format string `help:"archive, inspect or inspect-json." default:"archive" placeholder:"NAME"`
	DB     string `name:"db" help:"Results database." default:"${dbdefault}" placeholder:"FILE"`
}

func (*exportRunCmd) Help() string {
	return `Writes all stored data of a run into one file: manifest, texts, plan, raw requests and responses, verdicts, judgements and
expert reviews (docs/exchange.md). The same run gives the same bytes. With --format inspect it writes a directory of logs for
inspect view (docs/exchange.md). For report formats use assay report --format.

Examples:

  assay export be37a2 run.assay.zip
  assay export --format inspect be37a2 logs`
}

func (c *exportRunCmd) Run(ctx context.Context, env *Env) error {
	formats := inspect.Logs()
	i := slices.IndexFunc(formats, func(f interchange.Runs) bool { return f.Name == c.Format })
	if i < 0 && c.Format != "archive" {
		return usage("unknown format %q; choose archive, %s", c.Format,
			namesOf(formats, func(f interchange.Runs) string { return f.Name }))
	}
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	id, err := results.Find(runs, c.RunID)
	if err != nil {
		return usage("run %q: %v; `assay report --list` shows the runs", c.RunID, err)
	}
	run, err := s.Run(ctx, id)
	if err != nil {
		return err
	}
	if i < 0 {
		return c.archive(ctx, env, s, run)
	}
	to, err := exchange.NewFolder(c.File)
	if err != nil {
		return err
	}
	defer to.Drop()
	out, err := exchange.Outgoing(ctx, env.Keys(), s, run)
	if err != nil {
		return err
	}
	if err := formats[i].Write(to, out, env.say); err != nil {
		return err
	}
	if err := to.Keep(); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "written: %s\n", c.File)
	return nil
}

func (c *exportRunCmd) archive(ctx context.Context, env *Env, s *store.Store, run store.Run) error {
	redacted := 0
	err := WriteOutput(env, c.File, func(w io.Writer) (err error) {
		redacted, err = archive.Write(ctx, w, s, run, env.Keys())
		return err
	})
	if err == nil && redacted > 0 {
		fmt.Fprintf(env.Stderr, "%d records contained a key; replaced by [key]\n", redacted)
	}
	return err
}

type exportSuiteCmd struct {
	run.Selection
	Dir      string `arg:"" help:"Directory to write; it must not exist yet."`
	Format   string `required:"" help:"inspect or promptfoo: questions for that program; files: the texts, for static analysers; huggingface: the suite as a data set, with labels." placeholder:"NAME"`
	Strategy string `help:"Strategy of the questions; by default one that fits each suite." placeholder:"NAME"`
}

func (*exportSuiteCmd) Help() string {
	return `Writes the questions about a suite for another program, without ground truth and without sample keys; assay import reads the
answers. With --format huggingface it writes the suite itself as Parquet, with its data card and croissant.json (docs/exchange.md).

Examples:

  assay export suite questions --format inspect --suite blockbench
  assay export suite task --format promptfoo --suite tenantsql
  assay export suite dataset --format huggingface`
}

func (c *exportSuiteCmd) Run(env *Env) error {
	formats := questionFormats()
	i := slices.IndexFunc(formats, func(f interchange.Questions) bool { return f.Name == c.Format })
	if i < 0 && c.Format != huggingface.Name && c.Format != asFiles {
		return usage("unknown format %q; choose %s, %s, %s", c.Format,
			namesOf(formats, func(f interchange.Questions) string { return f.Name }), asFiles, huggingface.Name)
	}
	if i < 0 && c.Strategy != "" {
		return usage("--strategy applies to questions; omit it with %s", c.Format)
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
		sets := exchange.DataSets(suites, variants, run.Embedded)
		err = huggingface.Write(to, sets)
		contents = progress.Counted(len(variants), "text") + " of " + progress.Counted(len(sets), "suite")
	default:
		var list []interchange.Question
		if list, err = exchange.Questions(variants, c.Strategy); err != nil {
			return err
		}
		var of []string
		for _, s := range suites {
			of = append(of, s.Name)
		}
		err = formats[i].Write(to, "assay-"+strings.Join(of, "-"), list)
		contents = progress.Counted(len(list), "question")
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

func (c *suitesCard) Run(env *Env) error {
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := c.Variants(suites)
	if err != nil {
		return err
	}
	card, err := huggingface.Croissant(exchange.DataSets(suites, variants, run.Embedded))
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
