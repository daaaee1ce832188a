package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/alecthomas/kong"

	"assay/internal/core/archive"
	"assay/internal/core/run/results"
	"assay/internal/core/store"
)

// exportCmd exports runs and suites for other programs.
type exportCmd struct {
	Run     exportRunCmd `cmd:"" default:"withargs" help:"Export a run as an archive, or as logs for another program; the default."`
	Further kong.Plugins `embed:""` // of other layers
}

// RunFormat is a format of export besides the archive.
type RunFormat struct {
	Name string
	// Write writes a run without keys into a directory, which it creates.
	Write func(ctx context.Context, env *Env, s *store.Store, run store.Run, dir string) error
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

func (c *exportRunCmd) Run(ctx context.Context, env *Env, formats []RunFormat) error {
	i := slices.IndexFunc(formats, func(f RunFormat) bool { return f.Name == c.Format })
	if i < 0 && c.Format != "archive" {
		names := "archive"
		for _, f := range formats {
			names += ", " + f.Name
		}
		return usage("unknown format %q; choose %s", c.Format, names)
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
	if err := run.Manifest.FixedSize(); err != nil { // the other program would compute numbers as of such a run
		return usage("run %s: %v", id, err)
	}
	if err := formats[i].Write(ctx, env, s, run, c.File); err != nil {
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
