package detect

import (
	"encoding/json"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Notes is what a tool said beside the findings that count. It stands in the
// text of its response, in the field "tool", where nobody takes it for a claim.
type Notes struct {
	Unmapped map[string]int `json:"unmapped,omitempty"` // findings of checks that have no class of the taxonomy, by check
	Below    map[string]int `json:"below,omitempty"`    // findings below the confidence that was asked for, by check
	Outside  map[string]int `json:"outside,omitempty"`  // findings in other files than the code under review, by check
	Mapped   map[string]int `json:"mapped,omitempty"`   // findings that count, by check
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

// ReplyTool is [Reply] for a tool, with its notes.
func ReplyTool(task bench.Task, a bench.Answer, n Notes) bench.Response {
	if task.Language == "solidity" {
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

// FailureKind is how a tool came to give no answer.
type FailureKind string

const (
	Missing  FailureKind = "missing"         // it is not installed, or a recording does not speak of the text
	Crashed  FailureKind = "crashed"         // it ended otherwise than at the end of an analysis, or says that it failed
	TimedOut FailureKind = "timed out"       // it was killed
	Garbage  FailureKind = "garbage"         // what it wrote is not in its format
	TooMuch  FailureKind = "too much output" // more than is read
)

// FailureKinds lists all kinds in the order of reports.
func FailureKinds() []FailureKind { return []FailureKind{Missing, Crashed, TimedOut, Garbage, TooMuch} }

// ToolError is the error of a tool without an answer. Its text begins with the
// kind, so that the stored reason tells it.
type ToolError struct {
	Kind FailureKind
	Why  string
}

// Error implements [error].
func (e *ToolError) Error() string { return string(e.Kind) + ": " + e.Why }

// KindOfReason returns the kind that a stored reason begins with; ok is false
// when it is no tool's.
func KindOfReason(reason string) (k FailureKind, ok bool) {
	head, _, _ := strings.Cut(reason, ": ")
	return FailureKind(head), slices.Contains(FailureKinds(), FailureKind(head))
}
