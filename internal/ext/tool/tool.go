// Package tool measures static analysers: it runs one on a temporary copy of a task's files, or reads its
// recorded output, and converts its findings to an answer. The mapping from checks to classes of the taxonomy
// is data.
//
// An adapter is a folder below this one: a config.yaml, and a function that reads the tool's output. A failure
// or absence of a tool is a [detect.ToolError]. It fails the trial and is counted by its kind; it never counts
// as an answer.
package tool

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Adapter is one tool that can be measured.
type Adapter struct {
	Config Config
	// Version is raised when the same output may be read differently.
	Version string
	// Parse reads the tool's output. It is a pure function, bounded in the length of its input. Its error is a
	// *detect.ToolError; any other error counts as garbage.
	Parse func(output []byte) ([]Issue, error)
}

// Issue is one finding of a tool, in the tool's own words where possible.
type Issue struct {
	Check      string // the tool's name of the rule
	Message    string
	Severity   string        // critical, high, medium, low or info; "" when not reported
	Confidence Confidence    // Unreported when not reported
	File       string        // as the tool writes it; "" means the code under review
	Lines      []bench.Range // of File
	Function   string        // "" when not reported; then Lines give the place
	Refs       []string      // SWC and CWE identifiers, for checks without an entry in the map
	Tool       string        // the name of the tool in lower case, where a format carries many; "" is the adapter's
	Offsets    []Offset      // places in File that are not given by lines
	Unplaced   bool          // a place is given and cannot be read
	Ignored    bool          // no finding: passed, suppressed, or absent since
	Steps      *Sequence     // transactions that demonstrate it, or nil
}

// Offset is a place in a text by its distance from the start.
type Offset struct {
	Start, Length int
	Unit          Unit
}

// Unit is what an [Offset] counts.
type Unit int

const (
	Bytes  Unit = iota
	UTF16       // code units of UTF-16
	Points      // code points of Unicode
)

// lines returns the lines of text that o covers; ok is false when it leaves the text.
func (o Offset) lines(text string) (r bench.Range, ok bool) {
	switch o.Unit {
	case UTF16:
		return covered(utf16.Encode([]rune(text)), o)
	case Points:
		return covered([]rune(text), o)
	}
	return covered([]byte(text), o)
}

func covered[T byte | uint16 | rune](units []T, o Offset) (r bench.Range, ok bool) {
	if o.Start < 0 || o.Start >= len(units) || o.Length > len(units)-o.Start {
		return r, false
	}
	line := func(at int) int {
		n := 1
		for _, u := range units[:at] {
			if u == '\n' {
				n++
			}
		}
		return n
	}
	return bench.Range{From: line(o.Start), To: line(o.Start + max(o.Length, 1) - 1)}, true
}

// Sequence is a list of transactions that reach a flaw, according to a tool.
type Sequence struct {
	Contract string // the contract with the flaw, "" when not reported
	Steps    []Step
}

// Step is one transaction after deployment.
type Step struct {
	Input  []byte
	Value  string // wei, decimal or 0x hexadecimal; "" is none
	Origin string // address of the sender, in hexadecimal
}

// Confidence is a tool's certainty of a finding.
type Confidence int

const (
	Unreported Confidence = iota
	Low
	Medium
	High
)

var confidences = map[Confidence]string{Low: "low", Medium: "medium", High: "high"}

// String returns the word, "" for Unreported.
func (c Confidence) String() string { return confidences[c] }

// ParseConfidence reads low, medium or high.
func ParseConfidence(s string) (Confidence, error) {
	for c, word := range confidences {
		if word == s {
			return c, nil
		}
	}
	return Unreported, fmt.Errorf("%q is no confidence; there are low, medium and high", s)
}

// Garbagef returns the error for output that is not in the tool's format.
func Garbagef(format string, args ...any) error {
	return &detect.ToolError{Kind: detect.Garbage, Why: fmt.Sprintf(format, args...)}
}

// Crashedf returns the error for a tool that reports its own failure.
func Crashedf(format string, args ...any) error {
	return &detect.ToolError{Kind: detect.Crashed, Why: fmt.Sprintf(format, args...)}
}

// toolError converts any parser error to a *detect.ToolError.
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

// severities maps the tools' severity words to ours.
var severities = map[string]string{
	"critical": "critical", "high": "high", "error": "high", "medium": "medium", "warning": "medium", "low": "low",
	"informational": "info", "info": "info", "note": "info", "optimization": "info", "none": "info",
}

// Severity maps a tool's word to one of ours, "" for an unknown one.
func Severity(word string) string { return severities[strings.ToLower(strings.TrimSpace(word))] }
