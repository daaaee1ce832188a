// Package jsonlrows reads lists of samples: JSONL files with one sample on each line, whose members are those
// of importer.Row, all of them strings.
package jsonlrows

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"assay/internal/importer"
	"assay/internal/jsonl"
)

// Format is the layout.
var Format = importer.Format{
	Name: "jsonl",
	From: "a list of the user's",
	Doc:  "Read *.jsonl lists of samples, with the sources in files or members.",
	Read: read,
}

func read(in *importer.Input) {
	lists := in.Files(".", ".jsonl")
	if len(lists) == 0 {
		in.Problem(".", 0, "contains no .jsonl file")
	}
	for _, file := range lists {
		text, ok := in.Data(file)
		if !ok {
			continue
		}
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			n++
			if strings.TrimSpace(line) == "" {
				continue
			}
			var row importer.Row
			d := json.NewDecoder(bytes.NewReader(jsonl.Finite([]byte(line))))
			d.DisallowUnknownFields()
			if err := d.Decode(&row); err != nil {
				msg, _ := importer.JSONError(err)
				in.Problem(file, n, "%s", msg)
				continue
			}
			if _, err := d.Token(); err != io.EOF {
				in.Problem(file, n, "has more than one value")
				continue
			}
			in.AddRow(row, file, n)
		}
	}
}
