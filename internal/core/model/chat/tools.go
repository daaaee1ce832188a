package chat

import (
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// tool is a function that the model may call. It is not strict: strict schemas must
// require every property, and not all servers support them.
type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// call is a call in a turn without a raw form.
type call struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function called `json:"function"`
}

type called struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // a string, normally of JSON
}

// turn is a message of the model; its content is null when it only has calls.
type turn struct {
	Role    string  `json:"role"`
	Content *string `json:"content"`
	Calls   []call  `json:"tool_calls,omitempty"`
}

// toolMessage is the result of a call. It has no error flag, so the text begins with
// "Error:".
type toolMessage struct {
	Role    string `json:"role"`
	ID      string `json:"tool_call_id"`
	Content string `json:"content"`
}

func tools(list []model.Tool) []tool {
	var out []tool
	for _, t := range list {
		out = append(out, tool{"function", function{t.Name, t.Doc, t.Params}})
	}
	return out
}

// history returns the messages after the first question.
func history(list []model.Message) ([]any, error) {
	var out []any
	for _, m := range list {
		switch {
		case m.Turn != nil:
			msg, err := assistant(m.Turn)
			if err != nil {
				return nil, err
			}
			out = append(out, msg)
		case m.User != "":
			out = append(out, message{"user", m.User})
		}
		for _, r := range m.Results {
			text := r.Text
			if r.Error {
				text = "Error: " + text
			}
			out = append(out, toolMessage{"tool", r.ID, text})
		}
	}
	return out, nil
}

// assistant returns the message of a turn. It returns the server's raw message, with
// ids and names that a server accepts, since members unknown here, such as
// reasoning_content, may have to be sent back. Without a usable raw message it builds
// one.
func assistant(t *bench.Turn) (any, error) {
	raw := gjson.ParseBytes(t.Raw)
	if len(t.Raw) == 0 || text(raw.Get("role")) != "assistant" || len(functions(raw)) != len(t.Calls) {
		return built(t), nil
	}
	out := []byte(t.Raw)
	for i, f := range functions(raw) {
		var err error
		at := fmt.Sprintf("tool_calls.%d.", i)
		if text(f.Get("id")) != t.Calls[i].ID {
			if out, err = sjson.SetBytes(out, at+"id", t.Calls[i].ID); err != nil {
				return nil, err
			}
		}
		if name := exchange.Callable(t.Calls[i].Name); text(f.Get("function.name")) != name {
			if out, err = sjson.SetBytes(out, at+"function.name", name); err != nil {
				return nil, err
			}
		}
	}
	return json.RawMessage(out), nil
}

func built(t *bench.Turn) turn {
	out := turn{Role: "assistant", Content: &t.Text}
	if t.Text == "" && len(t.Calls) > 0 {
		out.Content = nil
	}
	for _, c := range t.Calls {
		out.Calls = append(out.Calls, call{c.ID, "function", called{exchange.Callable(c.Name), c.Args}})
	}
	return out
}

// functions returns the calls in a message of the model. Only their presence shows that
// the model calls tools: some servers send another finish reason.
func functions(message gjson.Result) []gjson.Result {
	calls := message.Get("tool_calls")
	if !calls.IsArray() {
		return nil
	}
	return calls.Array()
}

// readTurn sets the calls and the raw form of a turn.
func readTurn(t *bench.Turn, message gjson.Result) {
	if !message.IsObject() {
		return
	}
	t.Raw = json.RawMessage(message.Raw)
	for _, f := range functions(message) {
		args := f.Get("function.arguments")
		c := bench.ToolCall{ID: text(f.Get("id")), Name: text(f.Get("function.name")), Args: args.String()}
		if args.Type != gjson.String {
			c.Args = args.Raw // some servers send an object
		}
		if c.Args == "" || c.Args == "null" {
			c.Args = "{}" // a call without arguments
		}
		t.Calls = append(t.Calls, c)
	}
}
