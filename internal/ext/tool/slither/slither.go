// Package slither reads Slither's reports (--json).
package slither

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
	"assay/internal/ext/tool"
)

//go:embed config.yaml
var config []byte

// Adapter returns the tool.
func Adapter() tool.Adapter {
	return tool.Adapter{Config: tool.ReadConfig(config), Version: "1", Parse: Parse}
}

type document struct {
	Success *bool  `json:"success"`
	Error   string `json:"error"` // null without one
	Results struct {
		Detectors []result `json:"detectors"`
	} `json:"results"`
}

type result struct {
	Check       string    `json:"check"`
	Impact      string    `json:"impact"`
	Confidence  string    `json:"confidence"`
	Description string    `json:"description"`
	Elements    []element `json:"elements"`
}

type element struct {
	Type          string  `json:"type"`
	Name          string  `json:"name"`
	SourceMapping mapping `json:"source_mapping"`
	Specific      struct {
		Parent *element `json:"parent"`
	} `json:"type_specific_fields"`
}

type mapping struct {
	Relative string `json:"filename_relative"`
	Absolute string `json:"filename_absolute"`
	Short    string `json:"filename_short"`
	Old      string `json:"filename"`
	Lines    []int  `json:"lines"`
}

func (m mapping) file() string { return cmp.Or(m.Relative, m.Absolute, m.Short, m.Old) }

// Parse implements the Parse of [tool.Adapter].
func Parse(output []byte) ([]tool.Issue, error) {
	var d document
	if err := json.Unmarshal(jsonl.Finite(output), &d); err != nil {
		return nil, err
	}
	switch {
	case d.Success == nil:
		return nil, tool.Garbagef("there is no success in it")
	case !*d.Success:
		return nil, tool.Crashedf("%s", cmp.Or(d.Error, "it does not say why"))
	}
	var out []tool.Issue
	for _, r := range d.Results.Detectors {
		if r.Check == "" {
			return nil, tool.Garbagef("a result names no check")
		}
		i := tool.Issue{Check: r.Check, Message: r.Description, Severity: tool.Severity(r.Impact)}
		i.Confidence, _ = tool.ParseConfidence(strings.ToLower(r.Confidence)) // Unreported for any other word
		if len(r.Elements) > 0 {
			first := r.Elements[0]
			i.File, i.Function = first.SourceMapping.file(), function(first)
			i.Lines = lines(r.Elements, i.File)
		}
		out = append(out, i)
	}
	return out, nil
}

// function returns the function that an element is or belongs to, "" outside any.
func function(e element) string {
	for at, depth := &e, 0; at != nil && depth < 8; at, depth = at.Specific.Parent, depth+1 {
		if at.Type == "function" {
			return at.Name
		}
	}
	return ""
}

// lines returns the lines of the statements that a result names in the file, or else those of its first
// element.
func lines(elements []element, file string) []bench.Range {
	var all []int
	for _, e := range elements {
		if e.Type == "node" && e.SourceMapping.file() == file {
			all = append(all, e.SourceMapping.Lines...)
		}
	}
	if len(all) == 0 {
		all = elements[0].SourceMapping.Lines
	}
	return tool.Ranges(all)
}
