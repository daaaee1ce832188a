// Package smartbugs reads a checkout of smartbugs-curated: vulnerabilities.json and the sources that it names.
// A source's header, and the line before each flaw, reveal the answer; importer.Clean blanks both.
package smartbugs

import (
	"path"
	"regexp"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
)

// Format is the layout.
var Format = importer.Format{
	Name: "smartbugs",
	From: "smartbugs-curated",
	Doc:  "Read smartbugs-curated: vulnerabilities.json and the marked sources.",
	Read: read,
}

// entry is one source in vulnerabilities.json.
type entry struct {
	Path            string
	Vulnerabilities []struct {
		Lines    []int
		Category string
	}
}

// classes are the categories whose names are not in the alias table.
var classes = map[string]bench.Class{
	"unchecked_low_level_calls": "unchecked_return", "bad_randomness": "weak_randomness",
	"time_manipulation": "timestamp_dependence", "time": "timestamp_dependence",
	"short_addresses": "input_validation", "unchecked_ll_calls": "unchecked_return",
}

const list = "vulnerabilities.json"

func read(in *importer.Input) {
	if !in.Has(list) {
		in.Problem(list, 0, "is missing; give the top directory of the checkout")
		return
	}
	importer.Elements(in, list, func(line int, e entry) {
		file, ok := in.Named(e.Path, list, line)
		if !ok {
			return
		}
		text, ok := in.Text(file)
		if !ok {
			return
		}
		if len(e.Vulnerabilities) == 0 {
			in.Problem(list, line, "%s has no entry in vulnerabilities", file)
			return
		}
		category := strings.ToLower(e.Vulnerabilities[0].Category)
		var marks []importer.Mark
		for _, v := range e.Vulnerabilities {
			if c := strings.ToLower(v.Category); c != category {
				in.Problem(list, line,
					"%s has two categories, %q and %q; the first is its class, and lines of others were skipped", file, category, c)
				continue
			}
			marks = append(marks, importer.Roots(v.Lines...)...)
		}
		if len(marks) == 0 {
			marks = importer.Roots(marked(text)...)
		}
		in.Add(importer.Sample{
			ID: category + "-" + strings.TrimSuffix(path.Base(file), ".sol"), Path: file, Category: category,
			Class: classes[category], Text: text, Marks: marks,
		})
	})
}

var markRE = regexp.MustCompile(`//\s*<yes>\s*<report>`)

// marked returns the lines below the marks in the source, for an entry without lines.
func marked(text string) []int {
	var out []int
	for i, line := range strings.Split(text, "\n") {
		if markRE.MatchString(line) {
			out = append(out, i+2)
		}
	}
	if n := strings.Count(text, "\n") + 1; len(out) > 0 && out[len(out)-1] > n {
		out = out[:len(out)-1]
	}
	return out
}
