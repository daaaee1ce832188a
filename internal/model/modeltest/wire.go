package modeltest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Wire is how a family of APIs writes requests and responses, as far as a server
// in a test must know it.
type Wire struct {
	// Body is the complete body of an answer. usage is JSON, "" for a body
	// without any.
	Body func(text, finish, usage string) string

	Stop, Length string // the words for an answer that is complete, and cut by the output limit
	Counts       string // usage of 11 input tokens, 5 of them cached, and 7 output tokens, 3 of them thought
	Negative     string // usage with negative counts

	Filtered  string // a complete body; "" when there is none
	Refused   string // a complete body with "I cannot help with that."; "" when there is none
	Empty     string // well-formed, without an answer
	NoCredit  string // the body of a 429 that no waiting cures; "" when there is none
	Inside200 string // an error inside a 200, rate limit; "" when there is none
	Invalid   string // the body of a 400
	Failure   func(message string) string

	// Forms are the ways in which the API can be asked for the form of an answer,
	// the strictest first; none when it has no such thing. Form is the one that a
	// request uses, "" for none, and NoForm the body of a 400 that refuses it.
	Forms  []string
	Form   func(body []byte) string
	NoForm func(form string) string

	Key    func(*http.Request) string                 // the key that was sent
	Model  func(path string, body []byte) string      // the model that was asked
	Prompt func(body []byte) (system, user string)    // what was asked
	Limits func(body []byte) (temp *float64, n int64) // what was set
}

// The ways of [Wire.Forms], in the words of a response's Params.
const (
	Strict = "strict" // a schema
	JSON   = "json"   // JSON, whichever
)

// Answer is the body of a complete answer.
func (w Wire) Answer(text string) string { return w.Body(text, w.Stop, w.Counts) }

// Chat is the wire of OpenAI's chat completions.
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
		Stop: "stop", Length: "length", Counts: counts, Negative: `{"prompt_tokens":-11,"completion_tokens":7,"total_tokens":18}`,
		Filtered:  body(map[string]any{"role": "assistant", "content": ""}, "content_filter", counts),
		Refused:   body(map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot help with that."}, "stop", counts),
		Empty:     `{"id":"c1","object":"chat.completion","choices":[]}`,
		NoCredit:  failure("insufficient_quota", "You exceeded your current quota"),
		Inside200: failure(429, "slow down"),
		Invalid:   failure(nil, "too many tokens"),
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
	}
}

// Encode is v as JSON, for the bodies of a [Wire].
func Encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("modeltest: maps of strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(b)
}
