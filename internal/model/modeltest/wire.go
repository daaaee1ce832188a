package modeltest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Wire is how a family of APIs writes requests and responses, as far as a server
// in a test must know it.
type Wire struct {
	Answer    func(text string) string // complete bodies
	Cut       func(text string) string // by the output limit
	Filtered  func() string
	Refused   func(text string) string
	Empty     string // a well-formed body without an answer
	NoCredit  string // the body of a 429 that no waiting cures; "" when there is none
	Inside200 string // an error inside a 200, rate limit; "" when there is none
	Failure   func(message string) string

	Key    func(*http.Request) string                 // the key that was sent
	Prompt func(body []byte) (system, user string)    // what was asked
	Limits func(body []byte) (temp *float64, n int64) // what was set
}

// Chat is the wire of OpenAI's chat completions.
func Chat() Wire {
	completion := func(finish, content, refusal string) string {
		message := map[string]any{"role": "assistant", "content": content}
		if refusal != "" {
			message = map[string]any{"role": "assistant", "content": nil, "refusal": refusal}
		}
		return encode(map[string]any{
			"id": "c1", "object": "chat.completion", "created": 1, "model": "served-model",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
			"usage": map[string]any{
				"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18,
				"prompt_tokens_details":     map[string]any{"cached_tokens": 5},
				"completion_tokens_details": map[string]any{"reasoning_tokens": 3},
			},
		})
	}
	failure := func(code any, message string) string {
		return encode(map[string]any{"error": map[string]any{"message": message, "code": code}})
	}
	return Wire{
		Answer:    func(text string) string { return completion("stop", text, "") },
		Cut:       func(text string) string { return completion("length", text, "") },
		Filtered:  func() string { return completion("content_filter", "", "") },
		Refused:   func(text string) string { return completion("stop", "", text) },
		Empty:     `{"id":"c1","object":"chat.completion","choices":[]}`,
		NoCredit:  failure("insufficient_quota", "You exceeded your current quota"),
		Inside200: failure(429, "slow down"),
		Failure:   func(message string) string { return failure(nil, message) },
		Key:       func(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") },
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

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("modeltest: maps of strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(b)
}
