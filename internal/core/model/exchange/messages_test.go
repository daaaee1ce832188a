package exchange

import (
	"slices"
	"testing"
)

func TestMessages(t *testing.T) {
	two := []Message{{"system", "be short"}, {"user", "is it safe?"}}
	for name, c := range map[string]struct {
		body string
		want []Message
	}{
		"chat": {`{"messages":[{"role":"system","content":"be short"},{"role":"user","content":"is it safe?"}]}`,
			two},
		"parts": {`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}`,
			[]Message{{"user", "a\n\nb"}}},
		"system apart": {`{"system":[{"type":"text","text":"be short"}],"messages":[{"role":"user","content":[{"text":"is it safe?"}]}]}`, two},
		"contents":     {`{"systemInstruction":{"parts":[{"text":"be short"}]},"contents":[{"role":"user","parts":[{"text":"is it safe?"}]}]}`, two},
		"command":      {`{"system":"be short","user":"is it safe?"}`, two},
		"another body": {`{"ask":1}`, nil},
		"no JSON":      {"is it\nsafe?", []Message{{"standard input", "is it\nsafe?"}}},
		"another kind": {`{"messages":"none"}`, nil},
		"nothing":      {``, nil},
	} {
		if got := Messages([]byte(c.body)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
