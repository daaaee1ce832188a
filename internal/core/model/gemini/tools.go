package gemini

import (
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// tools are functions that the model may call.
type tools struct {
	Functions []function `json:"functionDeclarations"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parametersJsonSchema"`
}

// callPart is a call in a turn without a raw form.
type callPart struct {
	Call struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
}

// resultPart is the result of a call. It refers to the call by id if the call had one,
// else by name and order.
type resultPart struct {
	Result struct {
		ID       string            `json:"id,omitempty"`
		Name     string            `json:"name"`
		Response map[string]string `json:"response"`
	} `json:"functionResponse"`
}

func declared(list []model.Tool) []tools {
	var out tools
	for _, t := range list {
		out.Functions = append(out.Functions, function{t.Name, t.Doc, t.Params})
	}
	if out.Functions == nil {
		return nil
	}
	return []tools{out}
}

func words(text string) content { return content{"user", []any{part{text}}} }

// history returns the contents after the first question: a turn, or the results of
// all its calls in their order.
func history(list []model.Message) ([]any, error) {
	var out []any
	var calls []bench.ToolCall // of the previous turn
	var ids []string           // the ids sent with these calls, "" for none
	for _, m := range list {
		switch {
		case m.Turn != nil:
			message, with, err := turn(m.Turn)
			if err != nil {
				return nil, err
			}
			calls, ids = m.Turn.Calls, with
			if message != nil { // the API refuses a content without parts
				out = append(out, message)
			}
		case m.User != "":
			out = append(out, words(m.User))
		default:
			results := content{Role: "user"}
			for i, r := range m.Results {
				p := resultPart{}
				p.Result.ID, p.Result.Name = ids[i], exchange.Callable(calls[i].Name)
				p.Result.Response = map[string]string{"output": r.Text}
				if r.Error {
					p.Result.Response = map[string]string{"error": r.Text}
				}
				results.Parts = append(results.Parts, p)
			}
			out = append(out, results)
		}
	}
	return out, nil
}

// turn returns the content of a turn, nil for an empty one, and the ids of the calls in
// it. It returns the API's raw content, since thoughts are signed. Without a usable one
// it builds the content.
func turn(t *bench.Turn) (message any, ids []string, err error) {
	raw := gjson.ParseBytes(t.Raw)
	parts := raw.Get("parts").Array()
	if len(parts) == 0 {
		return built(t)
	}
	out := []byte(t.Raw)
	if raw.Get("role").Str != "model" { // the API may omit it
		if out, err = sjson.SetBytes(out, "role", "model"); err != nil {
			return nil, nil, err
		}
	}
	for i, p := range parts {
		f := p.Get("functionCall")
		if !f.Exists() {
			continue
		}
		if len(ids) == len(t.Calls) {
			return built(t)
		}
		c := t.Calls[len(ids)]
		at := fmt.Sprintf("parts.%d.functionCall.", i)
		id := f.Get("id").Str
		if id != "" && id != c.ID { // the id was not unique
			if out, err = sjson.SetBytes(out, at+"id", c.ID); err != nil {
				return nil, nil, err
			}
			id = c.ID
		}
		if name := exchange.Callable(c.Name); f.Get("name").Str != name {
			if out, err = sjson.SetBytes(out, at+"name", name); err != nil {
				return nil, nil, err
			}
		}
		if args := f.Get("args"); args.Exists() && !args.IsObject() {
			if out, err = sjson.SetRawBytes(out, at+"args", exchange.Arguments(c)); err != nil {
				return nil, nil, err
			}
		}
		ids = append(ids, id)
	}
	if len(ids) != len(t.Calls) {
		return built(t)
	}
	return json.RawMessage(out), ids, nil
}

func built(t *bench.Turn) (message any, ids []string, err error) {
	out := content{Role: "model"}
	if t.Text != "" {
		out.Parts = append(out.Parts, part{t.Text})
	}
	for _, c := range t.Calls {
		var p callPart
		p.Call.ID, p.Call.Name, p.Call.Args = c.ID, exchange.Callable(c.Name), exchange.Arguments(c)
		out.Parts = append(out.Parts, p)
		ids = append(ids, c.ID)
	}
	if len(out.Parts) == 0 {
		return nil, nil, nil
	}
	return out, ids, nil
}

// readTurn sets the calls and the raw content of a turn.
func readTurn(t *bench.Turn, body []byte) {
	message := gjson.GetBytes(body, "candidates.0.content")
	if !message.IsObject() {
		return
	}
	t.Raw = json.RawMessage(message.Raw)
	for _, p := range message.Get("parts").Array() {
		f := p.Get("functionCall")
		if !f.Exists() {
			continue
		}
		c := bench.ToolCall{ID: f.Get("id").Str, Name: f.Get("name").Str, Args: f.Get("args").Raw}
		if c.Args == "" || c.Args == "null" {
			c.Args = "{}" // a call without arguments
		}
		t.Calls = append(t.Calls, c)
	}
}
