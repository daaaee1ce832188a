package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/internal/core/base/termtext"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/ext/board"
)

type boardCmd struct {
	Build boardBuild `cmd:"" help:"Check archives and write the site."`
}

// checking holds the flags for checking other people's archives.
type checking struct {
	Suite    []string `help:"Directory of a suite to compare the texts of archives with, in addition to the embedded suites. Repeatable." placeholder:"DIR" sep:"none"`
	MaxBytes int64    `help:"Maximum uncompressed size of one archive, in bytes." default:"8589934592" placeholder:"N"`
}

// options returns the options of a board, with the suites loaded.
func (c *checking) options(env *cli.Env) (board.Options, error) {
	out := board.Options{Limit: c.MaxBytes}
	if c.MaxBytes < 1 {
		return out, exit.Usage("--max-bytes must be at least 1")
	}
	for _, name := range append(slices.Clone(run.Embedded), c.Suite...) {
		list, err := run.LoadSuite(env.Env, name)
		if err != nil {
			return out, err
		}
		out.Suites = append(out.Suites, list...)
	}
	return out, nil
}

type boardBuild struct {
	Archives []string `arg:"" help:"Archives written by assay export, or submissions." placeholder:"ARCHIVE"`
	Out      string   `name:"output" required:"" help:"Directory of the site: new, empty, or an earlier board, which is replaced." placeholder:"DIR"`
	Title    string   `help:"Title of the site." default:"Leaderboard" placeholder:"TEXT"`
	Strict   bool     `help:"Exit with 1 when an archive is rejected; the site is still written."`
	checking
}

func (*boardBuild) Help() string {
	return `Builds a site of static files that needs no server (docs/compete.md). Archives are not trusted: hashes are checked, texts are compared with those of the
suite, and every raw answer is parsed and judged again. Duplicate, partial and altered runs are marked and get no rank.

Examples:

  assay board build runs/*.assay.zip --output site
  assay board build ours.assay.zip theirs.submission.zip --suite my-suite --output site --strict`
}

func (c *boardBuild) Run(ctx context.Context, env *cli.Env) error {
	opt, err := c.options(env)
	if err != nil {
		return err
	}
	opt.Title = c.Title
	if err := board.Replaceable(c.Out); err != nil {
		return err
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	b, err := board.BuildFiles(ctx, c.Archives, opt)
	if err != nil {
		return err
	}
	if err := b.WriteDir(c.Out); err != nil {
		return fmt.Errorf("writing %s: %w", c.Out, err)
	}
	rejected := 0
	for _, a := range b.Archives {
		if a.Rejected != "" {
			rejected++
			fmt.Fprintf(env.Stderr, "%s: rejected: %s\n", termtext.Plain(a.Name), termtext.Plain(a.Rejected))
		}
	}
	for _, t := range b.Tables {
		ranked := 0
		for _, e := range t.Entries {
			if e.Ranked() {
				ranked++
			}
		}
		fmt.Fprintf(env.Stdout, "%s\t%s, %d with a rank\n", termtext.Plain(t.Suite), report.Plural(len(t.Entries), "row"),
			ranked)
	}
	fmt.Fprintf(env.Stderr, "written: %s\n", filepath.Join(c.Out, "index.html"))
	switch {
	case b.Kept() == 0:
		return fmt.Errorf("no archive was accepted")
	case rejected > 0 && c.Strict:
		return fmt.Errorf("%s rejected", report.Plural(rejected, "archive"))
	}
	return nil
}

type submitCmd struct {
	Archive string `arg:"" help:"Archive written by assay export."`
	File    string `arg:"" help:"Submission to write; - is standard output."`
	By      string `required:"" help:"Name of the submitter; the board shows it." placeholder:"NAME"`
	Contact string `help:"Contact address; the board shows it." placeholder:"TEXT"`
	Note    string `help:"One line about the run." placeholder:"TEXT"`
	Date    string `help:"Date of the submission; today by default." placeholder:"YYYY-MM-DD"`
	checking
}

func (*submitCmd) Help() string {
	return `Packs an archive with a manifest: hash, run, suites, and the numbers of each subject. The archive is first checked as a board checks it, so that
you see its marks before others do.

Example:

  assay submit run.assay.zip ours.submission.zip --by 'Example Lab' --note 'default settings'`
}

func (c *submitCmd) Run(ctx context.Context, env *cli.Env) error {
	words := board.Words{By: c.By, Contact: c.Contact, Note: c.Note,
		Date: cmp.Or(c.Date, time.Now().UTC().Format(time.DateOnly))}
	if err := words.Check(); err != nil {
		return exit.Usage("%v", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	opt, err := c.options(env)
	if err != nil {
		return err
	}
	b, err := board.BuildFiles(ctx, []string{c.Archive}, opt)
	if err != nil {
		return err
	}
	a := b.Archives[0]
	switch {
	case a.Rejected != "":
		return exit.Usage("%s: %s; nothing was written", c.Archive, a.Rejected)
	case a.Submission != nil:
		return exit.Usage("%s is a submission already; nothing was written", c.Archive)
	}
	for _, t := range b.Tables {
		for _, e := range t.Entries {
			for _, m := range e.Marks {
				env.Once(fmt.Sprintf("%s on %s: %s: %s", termtext.Plain(e.Subject.Name), termtext.Plain(t.Suite), m.Kind, m.Text))
			}
		}
	}
	f, err := os.Open(c.Archive)
	if err != nil {
		return exit.Usage("%v", err)
	}
	defer f.Close()
	return cli.WriteOutput(env, c.File, func(w io.Writer) error { return board.Pack(w, b, words, f, a.Bytes) })
}
