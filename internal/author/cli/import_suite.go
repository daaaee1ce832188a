package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"assay/internal/author/importer"
	"assay/internal/author/importer/blockbench"
	"assay/internal/author/importer/blockbenchbase"
	"assay/internal/author/importer/csvrows"
	"assay/internal/author/importer/defivulnlabs"
	"assay/internal/author/importer/jsonlrows"
	"assay/internal/author/importer/notsosmart"
	"assay/internal/author/importer/securitybench"
	"assay/internal/author/importer/smartbugs"
	"assay/internal/author/importer/solidifi"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/cli"
	"assay/internal/core/report"
	"assay/internal/core/run/exchange"
	"assay/internal/core/suite"
)

// importers lists the formats of external data.
func importers() []importer.Format {
	return []importer.Format{
		smartbugs.Format,
		solidifi.Format,
		notsosmart.Format,
		defivulnlabs.Format,
		blockbench.Format,
		blockbenchbase.Format,
		securitybench.Format,
		csvrows.Format,
		jsonlrows.Format,
	}
}

// suiteImports makes a command for each format.
func suiteImports() kong.Plugins {
	return cli.Commands[importSuiteCmd](importers(), func(f importer.Format) (name, help string) { return f.Name, f.Doc })
}

type importSuiteCmd struct {
	Dir    string `arg:"" help:"Local copy of the data."`
	To     string `name:"output" required:"" help:"Directory of the new suite; it must not exist yet." placeholder:"OUTDIR"`
	Strict bool   `help:"Import nothing unless everything can be imported."`

	NoComments bool `help:"Blank all comments in Solidity texts, not only those that seem to give the answer away."`

	Language string   `help:"Language of the texts of csv and jsonl, such as python; Solidity by default. Texts in another language are asked about as such, without proofs and transformations." placeholder:"NAME"`
	Map      []string `help:"Columns of csv and jsonl, as name=COLUMN: id, file, code, truth, class, lines, function, fixed, fixed_code and others." placeholder:"NAME=COLUMN,..." sep:","`

	Lenient bool `help:"Import even when some records have no known place in the suite; PROVENANCE.md lists them."`
}

func (*importSuiteCmd) Help() string {
	return `Writes a suite in the format of docs/add-a-sample.md. Comments that give the answer away are blanked, and lines keep their numbers. Every
sample names its source and licence, and counts as unproved. Nothing is downloaded (docs/import.md).

Examples:

  assay import smartbugs ~/smartbugs-curated --output mine
  assay import csv table --output mine --strict
  assay import jsonl list --output mine --language python --map code=func_src_before,fixed_code=func_src_after
  assay run --suite mine --variants minimal-sanitized`
}

func (c *importSuiteCmd) Run(env *cli.Env, k *kong.Context) error {
	name := k.Selected().Name
	i := slices.IndexFunc(importers(), func(f importer.Format) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("unknown importer %s", name)
	}
	columns, err := c.table(importers()[i])
	if err != nil {
		return err
	}
	to, err := exchange.NewFolder(c.To)
	if err != nil {
		return err
	}
	defer to.Drop()
	dir, err := os.OpenRoot(c.Dir) // nothing outside it is read, wherever links point
	if err != nil {
		return exit.Usage("%v", err)
	}
	defer dir.Close()
	abs, err := filepath.Abs(c.To)
	if err != nil {
		return err
	}
	r, err := importer.Import(importers()[i], dir.FS(), importer.Options{Display: filepath.ToSlash(c.Dir),
		Suite: filepath.Base(abs), Mute: c.NoComments, Language: c.Language, Columns: columns})
	if r != nil {
		printProblems(env, r.Problems)
	}
	switch {
	case errors.Is(err, importer.ErrNothing):
		return exit.Usage("%s: %v", c.Dir, err)
	case err != nil:
		return exit.Usage("%v", err)
	case c.Strict && len(r.Problems) > 0:
		return exit.Usage("%d problems and --strict: nothing was imported", len(r.Problems))
	}
	for _, l := range r.Left {
		fmt.Fprintf(env.Stderr, "skipped: %d %s\n", len(l.Files), l.Kind)
	}
	if r.Unplaced > 0 && !c.Lenient {
		return exit.Usage("%d records have no place in the suite: nothing was imported; --lenient imports the rest",
			r.Unplaced)
	}
	for _, p := range r.Paths() {
		if err := outfile.Put(to, p, []byte(r.Files[p])); err != nil {
			return err
		}
	}
	if err := to.Keep(); err != nil {
		return err
	}
	for _, n := range r.Notes {
		fmt.Fprintln(env.Stderr, "note: "+n)
	}
	fmt.Fprintf(env.Stdout, "%s written to %s, all unproved; %s\n", report.Plural(r.Samples, "sample"), c.To,
		report.Plural(len(r.Problems), "problem"))
	fmt.Fprintf(env.Stdout, "can be scored: %d by the place of the flaw, %d by its class alone (by a model as judge, "+
		"not by the rule judge), %d by the verdict alone\n", r.ByPlace, r.ByClass, r.ByVerdict)
	return nil
}

// table checks the flags that are for tables only, and returns their columns.
func (c *importSuiteCmd) table(f importer.Format) (columns map[string]string, err error) {
	if !f.Rows && (c.Language != "" || len(c.Map) > 0) {
		return nil, exit.Usage("--language and --map are for csv and jsonl; %s has its own layout", f.Name)
	}
	if c.Language != "" {
		if err := suite.CheckLanguage(c.Language); err != nil {
			return nil, exit.Usage("--language: %v", err)
		}
	}
	if len(c.Map) == 0 {
		return nil, nil
	}
	if columns, err = importer.ParseMap(c.Map); err != nil {
		return nil, exit.Usage("--map: %v", err)
	}
	return columns, nil
}

// printProblems prints the first problems; PROVENANCE.md lists all.
func printProblems(env *cli.Env, list []suite.Problem) {
	const most = 50
	list = importer.Grouped(list)
	for i, p := range list {
		if i == most {
			fmt.Fprintf(env.Stderr, "and %d more problems\n", len(list)-most)
			return
		}
		fmt.Fprintln(env.Stderr, p)
	}
}
