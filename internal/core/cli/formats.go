package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/core/base/outfile"
	"assay/internal/core/report/export"
)

// exported holds the flags for the format and the destination of a report.
type exported struct {
	Format string `help:"Write only this format: html, text, md, json, csv, latex, sarif or parquet." placeholder:"NAME"`
	Output string `short:"o" help:"File to write; - is standard output." default:"-" placeholder:"FILE"`
	Table  string `help:"With --format text, md, csv or latex: write only this table." placeholder:"NAME"`
}

// format returns the chosen format; nil for the standard report.
func (e *exported) format(json bool) (*export.Format, error) {
	switch {
	case e.Format == "" && (e.Table != "" || e.Output != "-"):
		return nil, usage("--table and --output require --format")
	case e.Format == "":
		return nil, nil
	case json:
		return nil, usage("--json is the same as --format json; use only one of them")
	}
	f, err := export.Find(e.Format, e.Table)
	if err != nil {
		return nil, usage("%v", err)
	}
	return &f, nil
}

// WriteOutput calls write with standard output if path is "-", else as [outfile.Write] does with a file that only its
// owner may read.
func WriteOutput(env *Env, path string, write func(io.Writer) error) error {
	if path == "-" {
		b := bufio.NewWriter(env.Data())
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	}
	if err := outfile.Write(path, 0o600, write); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	fmt.Fprintf(env.Stderr, "written: %s\n", path)
	return nil
}

// reportHelp lists the formats after the examples.
func reportHelp() string {
	var b strings.Builder
	b.WriteString("Shows a stored run on the terminal and writes the HTML report. With --format it writes only that " +
		"format.\n\nFormats:\n\n")
	var common []string // tables of every format that has tables
	for _, f := range export.Formats() {
		if f.Tables != nil && (common == nil || len(f.Tables) < len(common)) {
			common = f.Tables
		}
	}
	for _, f := range export.Formats() {
		fmt.Fprintf(&b, "  %-7s %s\n", f.Name, f.Doc)
		if own := without(f.Tables, common); len(own) > 0 {
			fmt.Fprintf(&b, "          further tables: %s\n", strings.Join(own, ", "))
		}
	}
	fmt.Fprintf(&b, "\nTables, for --table: %s.\n", strings.Join(common, ", "))
	b.WriteString("\nExamples:\n\n  assay report\n  assay report --format csv --table metrics --output metrics.csv\n  " +
		"assay report --format latex --table performance")
	return b.String()
}

// without returns the elements of list that others does not have.
func without(list, others []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(others, x) })
}
