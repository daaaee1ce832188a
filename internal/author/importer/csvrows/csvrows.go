// Package csvrows reads tables of samples: CSV files with a header and one sample on each row, whose columns
// are those of importer.Row.
package csvrows

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"assay/internal/author/importer"
)

// Format is the layout.
var Format = importer.Format{
	Name: "csv",
	From: "a table of the user's",
	Doc:  "Read *.csv tables of samples, with the sources in files or columns.",
	Read: read,
	Rows: true,
}

func read(in *importer.Input) {
	tables := in.Files(".", ".csv")
	if len(tables) == 0 {
		in.Problem(".", 0, "contains no .csv file")
	}
	for _, t := range tables {
		table(in, t)
	}
}

func table(in *importer.Input, file string) {
	text, ok := in.Data(file)
	if !ok {
		return
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	var header []string
	for {
		rec, err := r.Read()
		if err == io.EOF {
			return
		}
		if pe, ok := errors.AsType[*csv.ParseError](err); ok { // there is no other error
			in.Problem(file, pe.StartLine, "%v; the rest was not read", pe.Err)
			return
		}
		line, _ := r.FieldPos(0)
		if header == nil {
			for _, h := range rec {
				ours, ok := in.Column(h, file, line)
				if ok && ours != "" && slices.Contains(header, ours) {
					in.Problem(file, line, "column %.40q is duplicate", h)
					ok = false
				}
				if !ok {
					return
				}
				header = append(header, ours)
			}
			continue
		}
		if len(rec) != len(header) {
			in.Problem(file, line, "has %d fields; the header has %d", len(rec), len(header))
			continue
		}
		m := map[string]string{}
		for i, h := range header {
			if h != "" {
				m[h] = rec[i]
			}
		}
		in.AddCells(m, file, line)
	}
}
