// Package tool measures static analysers: it runs one on a temporary copy of a
// task's files, or reads what one has written before, and turns its findings
// into an answer. Which check means which class of the taxonomy is data.
//
// An adapter is a folder below this one: a config.yaml, and a function that
// reads the tool's output. What a tool does wrong, or its absence, is a
// [detect.ToolError], which fails the trial and is counted by its kind: it is
// never taken for an answer.
package tool

import (
	"errors"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
)

// Adapter is one tool that can be measured.
type Adapter struct {
	Config Config
	// Version is raised when the same output may be read differently.
	Version string
	// Parse reads what the tool wrote. It is pure, and bounded in the length of
	// its input. Its error is a *detect.ToolError; anything else counts as
	// garbage.
	Parse func(output []byte) ([]Issue, error)
}

// Issue is one finding of a tool, in its own words as far as they go.
type Issue struct {
	Check      string // the tool's name of the rule
	Message    string
	Severity   string        // critical, high, medium, low or info; "" when it does not say
	Confidence Confidence    // Unsaid when it does not say
	File       string        // as the tool writes it; "" means the code under review
	Lines      []bench.Range // of File
	Function   string        // "" when the tool does not say; then the lines tell
	Refs       []string      // SWC and CWE identifiers, for checks that are not in the map
	Steps      *Sequence     // transactions that show it, nil without
}

// Sequence is transactions that a tool says reach a flaw.
type Sequence struct {
	Contract string // whose flaw it is, "" when it is not said
	Steps    []Step
}

// Step is one transaction after deployment.
type Step struct {
	Input  []byte
	Value  string // wei, decimal or 0x hexadecimal; "" is none
	Origin string // address of the sender, in hexadecimal
}

// Confidence is how sure a tool is of a finding.
type Confidence int

const (
	Unsaid Confidence = iota
	Low
	Medium
	High
)

var confidences = map[Confidence]string{Low: "low", Medium: "medium", High: "high"}

// String returns the word, "" for Unsaid.
func (c Confidence) String() string { return confidences[c] }

// ParseConfidence reads low, medium or high.
func ParseConfidence(s string) (Confidence, error) {
	for c, word := range confidences {
		if word == s {
			return c, nil
		}
	}
	return Unsaid, fmt.Errorf("%q is no confidence; there are low, medium and high", s)
}

// Garbagef is the error of output that is not in the tool's format.
func Garbagef(format string, args ...any) error {
	return &detect.ToolError{Kind: detect.Garbage, Why: fmt.Sprintf(format, args...)}
}

// Crashedf is the error of a tool that says itself that it failed.
func Crashedf(format string, args ...any) error {
	return &detect.ToolError{Kind: detect.Crashed, Why: fmt.Sprintf(format, args...)}
}

// toolError makes any error of a parser one of ours.
func toolError(err error) error {
	if err == nil {
		return nil
	}
	var te *detect.ToolError
	if errors.As(err, &te) {
		te.Why = OneLine(te.Why)
		return te
	}
	return &detect.ToolError{Kind: detect.Garbage, Why: OneLine(err.Error())}
}

// severities are the words that tools have for the weight of a finding.
var severities = map[string]string{
	"critical": "critical", "high": "high", "error": "high", "medium": "medium", "warning": "medium", "low": "low",
	"informational": "info", "info": "info", "note": "info", "optimization": "info", "none": "info",
}

// Severity maps a tool's word to one of ours, "" for one that is not known.
func Severity(word string) string { return severities[strings.ToLower(strings.TrimSpace(word))] }
