package model

import (
	"encoding/json"

	"assay/internal/bench"
)

// Tool is a function that a model may call.
type Tool struct {
	Name   string          // of letters, digits and underscores, which every provider takes
	Doc    string          // what it does, for the model
	Params json.RawMessage // JSON schema of its arguments: an object
}

// Message is one entry of a conversation after the first question: a turn of the
// model, the results of the calls of the turn before it, or words of the user.
// Exactly one of the three is set.
//
// Every call of a turn has exactly one result, in the message that follows the
// turn: providers refuse a conversation in which one is missing.
type Message struct {
	Turn    *bench.Turn  `json:",omitempty"`
	Results []ToolResult `json:",omitempty"`
	User    string       `json:",omitempty"`
}

// ToolResult answers one call.
type ToolResult struct {
	ID    string // of the call
	Name  string // of the tool, which one provider goes by
	Text  string
	Error bool // the call did not work, and Text says why
}
