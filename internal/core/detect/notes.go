package detect

import (
	"encoding/json"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Notes holds what a tool reported in addition to the findings that count. It is stored in the field "tool" of
// the response text, which is not read as a claim.
type Notes struct {
	Unmapped map[string]int `json:"unmapped,omitempty"` // findings of checks without a class of the taxonomy, by check
	Below    map[string]int `json:"below,omitempty"`    // findings below the requested confidence, by check
	Outside  map[string]int `json:"outside,omitempty"`  // findings in files other than the code under review, by check
	Mapped   map[string]int `json:"mapped,omitempty"`   // findings that count, by check
	Repeated map[string]int `json:"repeated,omitempty"` // further reports of the same finding, by check
	Ignored  map[string]int `json:"ignored,omitempty"`  // results that are no findings: passed, suppressed or absent
	Unplaced map[string]int `json:"unplaced,omitempty"` // those of Mapped whose place could not be read
}

// NotesOf reads the notes in a response text; ok is false when there are none.
func NotesOf(text string) (n Notes, ok bool) {
	var doc struct {
		Tool *Notes `json:"tool"`
	}
	if json.Unmarshal([]byte(text), &doc) != nil || doc.Tool == nil {
		return n, false
	}
	return *doc.Tool, true
}

// ReplyTool is [Reply] for a tool, including its notes.
func ReplyTool(task bench.Task, a bench.Answer, n Notes) bench.Response {
	if task.Spec == "" {
		return encode(struct {
			paperReport
			Tool Notes `json:"tool"`
		}{report(a), n})
	}
	return encode(struct {
		seedAssessment
		Tool Notes `json:"tool"`
	}{assessment(a), n})
}

// FailureKind is the reason why a tool gave no answer.
type FailureKind string

const (
	Missing  FailureKind = "missing"         // it is not installed, or a recording does not cover the text
	Crashed  FailureKind = "crashed"         // it did not complete the analysis, or reports that it failed
	TimedOut FailureKind = "timed out"       // it was killed
	Garbage  FailureKind = "garbage"         // its output is not in its format
	TooMuch  FailureKind = "too much output" // its output exceeds the limit
	Unknown  FailureKind = "unknown checks"  // none of its results has a known meaning
)

// FailureKinds lists all kinds in the order of reports.
func FailureKinds() []FailureKind {
	return []FailureKind{Missing, Crashed, TimedOut, Garbage, TooMuch, Unknown}
}

// ToolError is the error of a tool without an answer. Its text begins with the kind, so that the stored reason
// includes it.
type ToolError struct {
	Kind FailureKind
	Why  string
}

// Error implements [error].
func (e *ToolError) Error() string { return string(e.Kind) + ": " + e.Why }

// KindOfReason returns the kind that a stored reason begins with; ok is false when the reason is not a tool's.
func KindOfReason(reason string) (k FailureKind, ok bool) {
	head, _, _ := strings.Cut(reason, ": ")
	return FailureKind(head), slices.Contains(FailureKinds(), FailureKind(head))
}
