package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"assay/internal/archive"
)

// importsCmd reads what was made elsewhere, one subcommand a kind.
type importsCmd struct {
	Archive   importArchiveCmd   `cmd:"" default:"withargs" help:"Import a run that assay export wrote; the default."`
	Responses importResponsesCmd `cmd:"" help:"Score answers that an agent, a tool or another program gave."`
	Suites    kong.Plugins       `embed:""` // one command a format of other people's data: suiteImports
	Answers   kong.Plugins       `embed:""` // one command a program that recorded answers: answerImports
}

type importArchiveCmd struct {
	File     string `arg:"" help:"Archive to read."`
	DB       string `name:"db" help:"Results database." default:"${dbdefault}" placeholder:"FILE"`
	MaxBytes int64  `help:"Most bytes that the archive may expand to." default:"8589934592" placeholder:"N"`
}

func (*importArchiveCmd) Help() string {
	return `Reads a run from its archive, whole or not at all. It keeps its id, and its reports are those of the database that it came from, byte for
byte. Nothing of an archive is believed: hashes are checked, and unknown members or fields end the import.

Examples:

  assay import run.assay.zip
  assay import archive run.assay.zip --db other.db`
}

func (c *importArchiveCmd) Run(ctx context.Context, env *Env) error {
	if c.MaxBytes < 1 {
		return usage("--max-bytes is at least 1")
	}
	f, err := os.Open(c.File)
	if err != nil {
		return usage("%v", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return usage("%v", err)
	}
	if !info.Mode().IsRegular() {
		return usage("%s is no file", c.File)
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	got, err := archive.Read(ctx, f, info.Size(), c.MaxBytes, s)
	if err != nil {
		return usage("%s: %v; nothing was imported", c.File, err)
	}
	fmt.Fprintf(env.Stderr,
		"run %s is imported: %d planned trials, %d that ended, %d judgements, %d reviews; `assay report %s` shows it\n",
		got.Run.ID, got.Run.Manifest.Trials, got.Trials, got.Judgements, got.Reviews, got.Run.ID)
	return nil
}
