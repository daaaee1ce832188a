package anthropic

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// tool is a function that the model may call.
type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// toolUse is a call in a turn without a raw form.
type toolUse struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// toolResult is the result of a call.
type toolResult struct {
	Type         string `json:"type"`
	ID           string `json:"tool_use_id"`
	Content      string `json:"content"`
	IsError      bool   `json:"is_error,omitempty"`
	CacheControl *kind  `json:"cache_control,omitempty"`
}

func tools(list []model.Tool) []tool {
	var out []tool
	for _, t := range list {
		out = append(out, tool{t.Name, t.Doc, t.Params})
	}
	return out
}

// history returns the messages after the first question: a turn, or the results of all
// its calls in one message. mark, if not nil, is set on the last block, since the next
// request repeats everything up to it.
func history(list []model.Message, mark *kind) ([]message, error) {
	var out []message
	for i, m := range list {
		last := mark
		if i < len(list)-1 {
			last = nil
		}
		switch {
		case m.Turn != nil:
			blocks, err := turn(m.Turn)
			if err != nil {
				return nil, err
			}
			if len(blocks) > 0 { // the API refuses an empty message, and joins two user messages
				out = append(out, message{"assistant", blocks})
			}
		case m.User != "":
			out = append(out, message{"user", []any{block{"text", m.User, last}}})
		default:
			results := message{Role: "user"}
			for j, r := range m.Results {
				b := toolResult{Type: "tool_result", ID: r.ID, Content: r.Text, IsError: r.Error}
				if r.Error {
					b.Content = cmp.Or(r.Text, "The call did not work.") // the API refuses an error without a text
				}
				if j == len(m.Results)-1 {
					b.CacheControl = last
				}
				results.Content = append(results.Content, b)
			}
			out = append(out, results)
		}
	}
	return out, nil
}

// turn returns the blocks of a turn. It returns the API's raw blocks, since thoughts
// are signed, without those that the API does not accept back. Without usable raw
// blocks it builds them.
func turn(t *bench.Turn) ([]any, error) {
	raw := gjson.ParseBytes(t.Raw)
	if len(t.Raw) == 0 || !raw.IsArray() {
		return built(t), nil
	}
	var out []any
	calls, kept := 0, 0 // kept is the number of blocks without trailing thoughts
	for _, b := range raw.Array() {
		text := []byte(b.Raw)
		switch b.Get("type").Str {
		case "text":
			if b.Get("text").Str == "" {
				continue
			}
		case "tool_use":
			if calls == len(t.Calls) {
				return built(t), nil
			}
			c := t.Calls[calls]
			calls++
			var err error
			if text, err = callable(text, b, c); err != nil {
				return nil, fmt.Errorf("a call in the history: %w", err)
			}
		case "thinking", "redacted_thinking":
			out = append(out, json.RawMessage(text))
			continue
		}
		out = append(out, json.RawMessage(text))
		kept = len(out)
	}
	if calls != len(t.Calls) {
		return built(t), nil
	}
	return out[:kept], nil
}

// callable returns the block of a call with an id, a name and an input that the API
// accepts back.
func callable(text []byte, b gjson.Result, c bench.ToolCall) (out []byte, err error) {
	out = text
	if b.Get("id").Str != c.ID {
		out, err = sjson.SetBytes(out, "id", c.ID)
	}
	if name := exchange.Callable(c.Name); err == nil && b.Get("name").Str != name {
		out, err = sjson.SetBytes(out, "name", name)
	}
	if err == nil && !b.Get("input").IsObject() {
		out, err = sjson.SetRawBytes(out, "input", exchange.Arguments(c))
	}
	return out, err
}

func built(t *bench.Turn) []any {
	var out []any
	if t.Text != "" {
		out = append(out, block{Type: "text", Text: t.Text})
	}
	for _, c := range t.Calls {
		out = append(out, toolUse{"tool_use", c.ID, exchange.Callable(c.Name), exchange.Arguments(c)})
	}
	return out
}

// readTurn sets the calls and the raw content of a turn.
func readTurn(t *bench.Turn, body []byte) {
	content := gjson.GetBytes(body, "content")
	if !content.IsArray() {
		return
	}
	t.Raw = json.RawMessage(content.Raw)
	for _, b := range content.Array() {
		if b.Get("type").Str != "tool_use" {
			continue
		}
		c := bench.ToolCall{ID: b.Get("id").Str, Name: b.Get("name").Str, Args: b.Get("input").Raw}
		if c.Args == "" || c.Args == "null" {
			c.Args = "{}" // a call without arguments
		}
		t.Calls = append(t.Calls, c)
	}
}
