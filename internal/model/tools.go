package model

import (
	"encoding/json"
	"errors"
	"fmt"

	"assay/internal/bench"
)

// Tool is a function that a model may call.
type Tool struct {
	Name   string          // at most 64 letters, digits and underscores, no digit first, which every provider takes
	Doc    string          // what it does, for the model
	Params json.RawMessage // JSON schema of its arguments: an object
}

// Message is one entry of a conversation after the first question: a turn of the
// model, the results of the calls of the turn before it, or words of the user.
// Exactly one of the three is set.
//
// Every call of a turn has exactly one result, in the message that follows the
// turn, in the order of the calls: providers refuse a conversation in which one is
// missing.
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

// Converses reports whether r is more than one question: it has tools or a history.
func (r Request) Converses() bool { return len(r.Tools)+len(r.History) > 0 }

// ErrTools is what a provider says to a request that [Request.Converses], where it
// answers one question: it would have to ignore the rest silently.
var ErrTools = errors.New("this provider answers one question, and takes neither tools nor a history")

// Complete gives the turn of a response its text, and each of its calls an id that no
// other call of the conversation has. Ids are made up where a server sends none, or
// one twice, from the places of turn and call, so that equal conversations have equal
// ids. It is for providers.
func Complete(resp *bench.Response, history []Message) {
	used := map[string]bool{}
	turns := 1
	for _, m := range history {
		if m.Turn == nil {
			continue
		}
		turns++
		for _, c := range m.Turn.Calls {
			used[c.ID] = true
		}
	}
	t := resp.Turn
	t.Text = resp.Text
	for i := range t.Calls { // first those that may stay
		if id := t.Calls[i].ID; used[id] {
			t.Calls[i].ID = ""
		} else if id != "" {
			used[id] = true
		}
	}
	for i := range t.Calls {
		if t.Calls[i].ID != "" {
			continue
		}
		id := fmt.Sprintf("call_%d_%d", turns, i+1)
		for used[id] {
			id += "x"
		}
		t.Calls[i].ID, used[id] = id, true
	}
}
