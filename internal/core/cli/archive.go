package cli

import (
	"context"
	"fmt"
	"os"
	"reflect"

	"github.com/alecthomas/kong"

	"assay/internal/core/archive"
	"assay/internal/core/report"
)

// importsCmd imports data of other origin, with one subcommand for each kind.
type importsCmd struct {
	Archive   importArchiveCmd   `cmd:"" default:"withargs" help:"Import a run written by assay export; the default."`
	Responses importResponsesCmd `cmd:"" help:"Score answers of an agent, a tool or another program."`
	Further   kong.Plugins       `embed:""` // of other layers, one for each format
}

type importArchiveCmd struct {
	File     string `arg:"" help:"Archive to read."`
	DB       string `name:"db" help:"Results database." default:"${dbdefault}" placeholder:"FILE"`
	MaxBytes int64  `help:"Maximum uncompressed size of the archive, in bytes." default:"8589934592" placeholder:"N"`
}

func (*importArchiveCmd) Help() string {
	return `Imports a complete run from its archive, or nothing. The run keeps its id, and its reports are byte-identical to those of the original database.
An archive is not trusted: all hashes are checked, and an unknown member or field stops the import.

Examples:

  assay import run.assay.zip
  assay import archive run.assay.zip --db other.db`
}

func (c *importArchiveCmd) Run(ctx context.Context, env *Env) error {
	if c.MaxBytes < 1 {
		return usage("--max-bytes must be at least 1")
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
		return usage("%s is not a file", c.File)
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
	run := got.Run()
	fmt.Fprintf(env.Stderr, "run %s imported: %s planned, %d ended, %s, %s; `assay report %s` shows it\n", run.ID,
		report.Plural(run.Manifest.Trials, "trial"), got.Records(archive.Trials),
		report.Plural(got.Records(archive.Judgements), "judgement"), report.Plural(got.Records(archive.Reviews), "review"),
		run.ID)
	return nil
}

// Commands makes a command of type C for each format.
func Commands[C, F any](formats []F, describe func(F) (name, help string)) kong.Plugins {
	var fields []reflect.StructField
	for i, f := range formats {
		name, help := describe(f)
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("Format", i), Type: reflect.TypeFor[C](),
			Tag: reflect.StructTag(fmt.Sprintf("cmd:\"\" name:%q help:%q", name, help))})
	}
	return kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}
