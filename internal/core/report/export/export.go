// Package export writes a run in the formats that other programs read, from the data of a report. One format is
// one file and one line in [Formats].
//
// Equal data give equal bytes. All text of subjects, providers or suites is escaped as its format requires; the
// only other errors are those of the writer.
package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// Format is one output format of a run.
type Format struct {
	Name   string
	Doc    string   // one line, no capital, no period
	Tables []string // parts that can be written alone; nil for a format without parts
	// Write writes one of Tables or, with "", the whole that Doc describes.
	Write func(w io.Writer, d *report.Data, table string) error
}

// screenWidth is the width in columns of text that goes to a file.
const screenWidth = 120

// Formats returns the formats in the order in which they are offered.
func Formats() []Format {
	tables := report.Tables()
	return []Format{
		{"html", "the whole report in one file, with search over samples and trials", nil, whole(report.HTML)},
		{"text", "the whole report as plain text", tables,
			parts(func(w io.Writer, d write.Document) error { return write.Terminal(w, d, screenWidth) })},
		{"md", "the whole report for GitHub", tables, parts(write.Markdown)},
		{"json", "the numbers and the tables, versioned", nil, whole(report.JSON)},
		{"csv", "one row per trial; with --table metrics one row per number; with the name of a report table its rows",
			append([]string{"trials", "metrics"}, tables...), writeCSV},
		{"latex", "the tables of the report, including those of the paper, for booktabs", tables, parts(write.LaTeX)},
		{"sarif", "findings with their locations, SARIF 2.1.0", nil, whole(sarif)},
		{"parquet", "one row per trial, typed, for data frames", nil, whole(writeParquet)},
	}
}

// whole makes the Write of a format without parts.
func whole(write func(io.Writer, *report.Data) error) func(io.Writer, *report.Data, string) error {
	return func(w io.Writer, d *report.Data, _ string) error { return write(w, d) }
}

// parts makes the Write of a format from a writer of tables.
func parts(to func(io.Writer, write.Document) error) func(io.Writer, *report.Data, string) error {
	return func(w io.Writer, d *report.Data, table string) error {
		if table != "" {
			return to(w, report.Only(d, table))
		}
		return to(w, report.Document(d))
	}
}

// Find returns the format of that name, and checks that it has the table. The error lists the choices.
func Find(name, table string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		switch {
		case f.Name != name:
			continue
		case table == "" || slices.Contains(f.Tables, table) || f.Tables != nil && report.Selects(table):
			return f, nil
		case f.Tables == nil:
			return Format{}, fmt.Errorf("format %s has no tables; omit --table", name)
		}
		return Format{}, fmt.Errorf("format %s has no table %q; it has %s", name, table, strings.Join(f.Tables, ", "))
	}
	return Format{}, fmt.Errorf("unknown format %q; choose %s", name, strings.Join(names, ", "))
}
