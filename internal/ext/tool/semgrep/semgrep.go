// Package semgrep reads Semgrep's reports (--json).
package semgrep

import (
	_ "embed"
	"encoding/json"
	"regexp"
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
	Results *[]result `json:"results"`
	Errors  []failure `json:"errors"`
	Paths   *struct {
		Scanned []string `json:"scanned"`
	} `json:"paths"`
}

type failure struct {
	Level   string `json:"level"`
	Message string `json:"message"`
	Long    string `json:"long_msg"`
}

type result struct {
	Check string `json:"check_id"`
	Path  string `json:"path"`
	Start place  `json:"start"`
	End   place  `json:"end"`
	Extra struct {
		Message  string `json:"message"`
		Severity string `json:"severity"`
		Metadata struct {
			Confidence string          `json:"confidence"`
			Impact     string          `json:"impact"`
			CWE        json.RawMessage `json:"cwe"` // a string or a list of them
			SWC        json.RawMessage `json:"swc"`
		} `json:"metadata"`
	} `json:"extra"`
}

type place struct {
	Line int `json:"line"`
}

// Parse implements the Parse of [tool.Adapter]. A partially parsed text counts as analysed; an internal error
// of Semgrep does not.
func Parse(output []byte) ([]tool.Issue, error) {
	var d document
	if err := json.Unmarshal(jsonl.Finite(output), &d); err != nil {
		return nil, err
	}
	if d.Results == nil {
		return nil, tool.Garbagef("there are no results in it")
	}
	for _, e := range d.Errors {
		if e.Level == "error" {
			return nil, tool.Crashedf("%s", strings.TrimSpace(e.Message+" "+e.Long))
		}
	}
	if d.Paths != nil && len(d.Paths.Scanned) == 0 {
		return nil, tool.Crashedf("it scanned no file")
	}
	var out []tool.Issue
	for _, r := range *d.Results {
		if r.Check == "" {
			return nil, tool.Garbagef("a result names no check")
		}
		i := tool.Issue{Check: r.Check, Message: r.Extra.Message, File: r.Path, Severity: tool.Severity(r.Extra.Severity)}
		if s := tool.Severity(r.Extra.Metadata.Impact); s != "" {
			i.Severity = s
		}
		i.Confidence, _ = tool.ParseConfidence(strings.ToLower(r.Extra.Metadata.Confidence))
		if r.Start.Line > 0 {
			i.Lines = []bench.Range{{From: r.Start.Line, To: max(r.Start.Line, r.End.Line)}}
		}
		i.Refs = append(references(r.Extra.Metadata.SWC), references(r.Extra.Metadata.CWE)...)
		out = append(out, i)
	}
	return out, nil
}

var referenceRE = regexp.MustCompile(`\b(?:SWC|CWE)-\d+\b`)

func references(raw json.RawMessage) []string { return referenceRE.FindAllString(string(raw), 16) }
