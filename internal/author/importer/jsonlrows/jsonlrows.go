// Package jsonlrows reads lists of samples: JSONL files with one sample on each line, and JSON files with a list
// of samples. Their members are those of importer.Row: texts, numbers, or lists of these.
package jsonlrows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/core/base/jsonl"
)

// Format is the layout.
var Format = importer.Format{
	Name: "jsonl",
	From: "a list of the user's",
	Doc:  "Read *.jsonl and *.json lists of samples, with the sources in files or members.",
	Read: read,
	Rows: true,
}

func read(in *importer.Input) {
	lists := append(in.Files(".", ".jsonl"), in.Files(".", ".json")...)
	if len(lists) == 0 {
		in.Problem(".", 0, "contains no .jsonl and no .json file")
	}
	for _, file := range lists {
		text, ok := in.Data(file)
		switch isList := strings.HasPrefix(strings.TrimSpace(text), "["); {
		case !ok:
		case isList:
			importer.Elements(in, file, func(line int, v map[string]any) { add(in, v, file, line) })
		case strings.HasSuffix(file, ".json"):
			in.Left("JSON files that hold no list", file)
		default:
			lines(in, text, file)
		}
	}
}

func lines(in *importer.Input, text, file string) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var members map[string]any
		d := json.NewDecoder(bytes.NewReader(jsonl.Finite([]byte(line))))
		d.UseNumber()
		if err := d.Decode(&members); err != nil {
			msg, _ := importer.JSONError(err)
			in.Problem(file, n, "%s", msg)
			continue
		}
		if _, err := d.Token(); err != io.EOF {
			in.Problem(file, n, "has more than one value")
			continue
		}
		add(in, members, file, n)
	}
}

func add(in *importer.Input, members map[string]any, file string, line int) {
	cells := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		ours, ok := in.Column(name, file, line)
		if !ok {
			return
		}
		if ours != "" {
			cells[ours] = word(members[name])
		}
	}
	in.AddCells(cells, file, line)
}

// word returns a value as the text that a table would have.
func word(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		var list []string
		for _, e := range v {
			list = append(list, word(e))
		}
		return strings.Join(list, ", ")
	case map[string]any:
		b, _ := json.Marshal(v) // it was JSON
		return string(b)
	}
	return fmt.Sprint(v)
}
