package model

import (
	"errors"
	"fmt"

	"assay/internal/bench"
)

// Tool is [bench.Tool].
type Tool = bench.Tool

// Message is one entry of a conversation after the first question: a turn of the model,
// the results of the calls of the previous turn, or a message of the user. Exactly one
// of the three is set.
//
// Every call of a turn has exactly one result, in the message that follows the turn, in
// the order of the calls: providers refuse a conversation with a missing result.
type Message struct {
	Turn    *bench.Turn  `json:",omitempty"`
	Results []ToolResult `json:",omitempty"`
	User    string       `json:",omitempty"`
}

// ToolResult answers one call.
type ToolResult struct {
	ID    string // of the call
	Name  string // of the tool; one provider matches results by it
	Text  string
	Error bool // the call failed, and Text gives the reason
}

// Converses reports whether r is more than one question: it has tools or a history.
func (r Request) Converses() bool { return len(r.Tools)+len(r.History) > 0 }

// ErrTools is the error of a provider that answers single questions, for a request that
// [Request.Converses]: it would otherwise ignore tools and history silently.
var ErrTools = errors.New("this provider answers one question, and takes neither tools nor a history")

// Complete sets the text of a response's turn, and gives each of its calls an id that
// is unique in the conversation. Where a server sends no id, or the same one twice, the
// id is derived from the positions of turn and call, so that equal conversations have
// equal ids. Providers call it.
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
	for i := range t.Calls { // first keep the ids that are unique
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
