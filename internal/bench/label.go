package bench

import "slices"

// SecurityFunction is the role a piece of code plays in a flaw (paper §4.2).
type SecurityFunction string

const (
	RootCause     SecurityFunction = "ROOT_CAUSE"     // the code whose interaction is the flaw: the detection target
	Prereq        SecurityFunction = "PREREQ"         // necessary for the flaw, not faulty itself
	Decoy         SecurityFunction = "DECOY"          // looks dangerous and is safe
	Benign        SecurityFunction = "BENIGN"         // correct
	SecondaryVuln SecurityFunction = "SECONDARY_VULN" // a true flaw other than the documented one
	InsuffGuard   SecurityFunction = "INSUFF_GUARD"   // a protection that does not protect
	Unrelated     SecurityFunction = "UNRELATED"      // irrelevant to the analysis
)

// SecurityFunctions lists the seven functions in the paper's order.
func SecurityFunctions() []SecurityFunction {
	return []SecurityFunction{RootCause, Prereq, Decoy, Benign, SecondaryVuln, InsuffGuard, Unrelated}
}

// CodeAct is what a piece of code does (paper Table 4).
type CodeAct string

// CodeActs lists the 17 security-relevant acts in the paper's order.
func CodeActs() []CodeAct {
	return []CodeAct{
		"EXT_CALL", "STATE_MOD", "ACCESS_CTRL", "ARITHMETIC", "INPUT_VAL", "CTRL_FLOW", "FUND_XFER", "DELEGATE",
		"TIMESTAMP", "RANDOM", "ORACLE", "REENTRY_GUARD", "STORAGE_READ", "SIGNATURE", "INIT", "COMPUTATION", "EVENT_EMIT",
	}
}

// Valid reports whether f is one of the seven functions.
func (f SecurityFunction) Valid() bool { return slices.Contains(SecurityFunctions(), f) }

// Valid reports whether a is one of the 17 acts.
func (a CodeAct) Valid() bool { return slices.Contains(CodeActs(), a) }

// Span is a piece of one file. Start and End are byte offsets, half-open;
// Line and EndLine are 1-based and inclusive. All four refer to the text a
// subject is shown, never to the marked-up source.
type Span struct {
	File    string `json:"file"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
}

// Overlaps reports whether lines [from, to] of file touch the span.
func (s Span) Overlaps(file string, from, to int) bool {
	return s.File == file && from <= s.EndLine && to >= s.Line
}

// Label is one true statement about a piece of a variant.
//
// A SQL label has no span: it covers the whole statement, and Requirements
// names the numbered rules of the specification that the statement violates.
type Label struct {
	Class        Class            `json:"class,omitempty"` // set for ROOT_CAUSE and SECONDARY_VULN
	Function     SecurityFunction `json:"function"`
	Act          CodeAct          `json:"act,omitempty"`
	Span         Span             `json:"span"`
	Scope        string           `json:"scope,omitempty"` // innermost named function around the span, "" outside any
	Note         string           `json:"note,omitempty"`
	Requirements []int            `json:"requirements,omitempty"`

	// Set is the number of the label set that the label belongs to, where a text has
	// several; 0 is the first.
	Set int `json:"set,omitempty"`
}
