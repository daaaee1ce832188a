package modeltest

import (
	"encoding/json"
	"net/http"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Wire describes the requests and responses of a family of APIs, as far as a test
// server needs it.
type Wire struct {
	// Body returns the complete body of an answer. usage is JSON, "" for a body without
	// usage.
	Body func(text, finish, usage string) string

	Stop, Length string // the words for a complete answer, and for one cut by the output limit
	Counts       string // usage of 11 input tokens, 5 of them cached, and 7 output tokens, 3 of them for thoughts
	Negative     string // usage with negative counts

	Filtered  string // a complete body; "" when there is none
	Refused   string // a complete body with "I cannot help with that."; "" when there is none
	Empty     string // well-formed, without an answer
	NoCredit  string // the body of a 429 that waiting does not fix; "" when there is none
	Inside200 string // an error inside a 200, rate limit; "" when there is none
	Invalid   string // the body of a 400
	Failure   func(message string) string

	// Forms are the ways to request a form of answer from the API, the strictest first;
	// empty when it has none. Form returns the one that a request uses, "" for none,
	// and NoForm the body of a 400 that refuses it.
	Forms  []string
	Form   func(body []byte) string
	NoForm func(form string) string

	Key    func(*http.Request) string                 // the key that was sent
	Model  func(path string, body []byte) string      // the model that was asked
	Prompt func(body []byte) (system, user string)    // the question
	Limits func(body []byte) (temp *float64, n int64) // the settings

	Tools *ToolWire // nil for an API without tools
}

// ToolWire describes the conversations with tools of a family of APIs.
type ToolWire struct {
	// Body returns the complete body of a turn with calls; a call without an ID is sent
	// without one. Its assistant's part contains an unknown member "kept".
	Body func(text, finish string, calls []bench.ToolCall) string

	Called string // the word for a turn that ends with calls

	// Object means that arguments are an object on the wire, not a string: broken
	// arguments arrive as JSON of another type.
	Object bool

	// ByOrder means that calls may have no id, and results then refer to them by name
	// and order.
	ByOrder bool

	Offered func(body []byte) []model.Tool // the tools in the request
	Said    func(body []byte) []Said       // its entries after the first question, in order
}

// Said is one entry of a conversation as read by a server.
type Said struct {
	Calls   []bench.ToolCall   // of the model
	Text    string             // of the model, or of the user
	User    bool               // it is the user's
	Kept    bool               // the member "kept" was sent back
	Results []model.ToolResult // Error is read from the text, if the API has no flag
}

// The values of [Wire.Forms], as in a response's Params.
const (
	Strict = "strict" // a schema
	JSON   = "json"   // JSON without a schema
)

// Answer returns the body of a complete answer.
func (w Wire) Answer(text string) string { return w.Body(text, w.Stop, w.Counts) }

// Chat returns the wire of OpenAI's chat completions.
func Chat() Wire {
	body := func(message map[string]any, finish, usage string) string {
		v := map[string]any{
			"id": "c1", "object": "chat.completion", "created": 1, "model": "served-model",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		}
		if usage != "" {
			v["usage"] = json.RawMessage(usage)
		}
		return Encode(v)
	}
	failure := func(code any, message string) string {
		return Encode(map[string]any{"error": map[string]any{"message": message, "code": code}})
	}
	counts := `{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18,"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":3}}`
	return Wire{
		Body: func(text, finish, usage string) string {
			return body(map[string]any{"role": "assistant", "content": text}, finish, usage)
		},
		Stop: "stop", Length: "length", Counts: counts,
		Negative: `{"prompt_tokens":-11,"completion_tokens":7,"total_tokens":18}`,
		Filtered: body(map[string]any{"role": "assistant", "content": ""}, "content_filter", counts),
		Refused: body(map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot help with that."}, "stop",
			counts),
		Empty:     `{"id":"c1","object":"chat.completion","choices":[]}`,
		NoCredit:  failure("insufficient_quota", "You exceeded your current quota"),
		Inside200: failure(429, "slow down"),
		Invalid:   failure(nil, "what"),
		Failure:   func(message string) string { return failure(nil, message) },
		Forms:     []string{Strict, JSON},
		Form: func(body []byte) string {
			var b struct {
				Format struct{ Type string } `json:"response_format"`
			}
			_ = json.Unmarshal(body, &b)
			return map[string]string{"json_schema": Strict, "json_object": JSON}[b.Format.Type]
		},
		NoForm: func(form string) string {
			if form == JSON {
				return failure(nil, "'response_format.type' must be 'text'")
			}
			return failure(nil, "'response_format' of type 'json_schema' is not supported with this model")
		},
		Model: func(_ string, body []byte) string {
			var b struct{ Model string }
			_ = json.Unmarshal(body, &b)
			return b.Model
		},
		Key: func(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") },
		Prompt: func(body []byte) (system, user string) {
			var b struct {
				Messages []struct{ Role, Content string }
			}
			_ = json.Unmarshal(body, &b)
			for _, m := range b.Messages {
				switch m.Role {
				case "system":
					system += m.Content
				case "user":
					user += m.Content
				}
			}
			return system, user
		},
		Limits: func(body []byte) (*float64, int64) {
			var b struct {
				Temperature *float64
				A           int64 `json:"max_tokens"`
				B           int64 `json:"max_completion_tokens"`
			}
			_ = json.Unmarshal(body, &b)
			return b.Temperature, b.A + b.B
		},
		Tools: chatTools(body),
	}
}

// chatTools returns the tool wire of chat completions: arguments are strings, and each
// result is a message of its own role.
func chatTools(body func(message map[string]any, finish, usage string) string) *ToolWire {
	return &ToolWire{
		Called: "tool_calls",
		Body: func(text, finish string, calls []bench.ToolCall) string {
			m := map[string]any{"role": "assistant", "content": nil, "kept": ""}
			if text != "" {
				m["content"] = text
			}
			var list []any
			for _, c := range calls {
				f := map[string]any{"type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Args}}
				if c.ID != "" {
					f["id"] = c.ID
				}
				list = append(list, f)
			}
			m["tool_calls"] = list
			return body(m, finish, "")
		},
		Offered: func(body []byte) (out []model.Tool) {
			var b struct {
				Tools []struct {
					Type     string
					Function struct {
						Name, Description string
						Parameters        json.RawMessage
					}
				}
			}
			_ = json.Unmarshal(body, &b)
			for _, t := range b.Tools {
				if t.Type == "function" {
					out = append(out, model.Tool{Name: t.Function.Name, Doc: t.Function.Description, Params: t.Function.Parameters})
				}
			}
			return out
		},
		Said: func(body []byte) (out []Said) {
			var b struct {
				Messages []struct {
					Role, Content string
					Kept          *string
					ID            string `json:"tool_call_id"`
					Calls         []struct {
						ID       string
						Function struct{ Name, Arguments string }
					} `json:"tool_calls"`
				}
			}
			_ = json.Unmarshal(body, &b)
			for i, m := range b.Messages {
				switch {
				case i < 2: // the system's and the user's
				case m.Role == "tool":
					r := model.ToolResult{ID: m.ID}
					r.Text, r.Error = strings.CutPrefix(m.Content, "Error: ")
					if n := len(out) - 1; n >= 0 && len(out[n].Results) > 0 {
						out[n].Results = append(out[n].Results, r) // one message each
					} else {
						out = append(out, Said{Results: []model.ToolResult{r}})
					}
				default:
					s := Said{Text: m.Content, User: m.Role == "user", Kept: m.Kept != nil}
					for _, c := range m.Calls {
						s.Calls = append(s.Calls, bench.ToolCall{ID: c.ID, Name: c.Function.Name, Args: c.Function.Arguments})
					}
					out = append(out, s)
				}
			}
			return out
		},
	}
}

// Encode returns v as JSON, for the bodies of a [Wire].
func Encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("modeltest: maps of strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(b)
}
