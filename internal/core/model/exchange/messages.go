package exchange

import (
	"encoding/json"
	"strings"
)

// Message is one message of a request as it was sent.
type Message struct{ Role, Text string }

// Messages returns the messages in the body of a request, in the order in which they
// were sent, system prompt first. It reads the bodies of the providers and of commands,
// and returns nil for any other.
func Messages(request []byte) []Message {
	var body struct {
		System       json.RawMessage `json:"system"`
		Instructions json.RawMessage `json:"instructions"`
		Instruction  struct {
			Parts json.RawMessage `json:"parts"`
		} `json:"systemInstruction"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		Contents []struct {
			Role  string          `json:"role"`
			Parts json.RawMessage `json:"parts"`
		} `json:"contents"`
		Input  json.RawMessage `json:"input"`
		User   json.RawMessage `json:"user"`
		Prompt json.RawMessage `json:"prompt"`
	}
	if json.Unmarshal(request, &body) != nil {
		if len(request) > 0 && !json.Valid(request) {
			return []Message{{"standard input", string(request)}}
		}
		return nil
	}
	var out []Message
	add := func(role string, content json.RawMessage) {
		if text := textOf(content); text != "" {
			out = append(out, Message{role, text})
		}
	}
	add("system", body.System)
	add("system", body.Instructions)
	add("system", body.Instruction.Parts)
	for _, m := range body.Messages {
		add(m.Role, m.Content)
	}
	for _, c := range body.Contents {
		add(c.Role, c.Parts)
	}
	if len(body.Messages)+len(body.Contents) == 0 {
		add("user", body.Input)
		add("user", body.User)
		add("user", body.Prompt)
	}
	return out
}

// textOf returns the text of a content: a string, or the texts of its parts.
func textOf(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}
