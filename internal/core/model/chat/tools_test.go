package chat

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/tidwall/gjson"

	"assay/internal/bench"
)

// Not all servers with this API keep to its types: the readable parts of a call are
// read, and the call that is sent back has an id and a name of the right type.
func TestOddCalls(t *testing.T) {
	for _, tt := range []struct {
		message string
		calls   []bench.ToolCall
		back    string // with the ids c1, c2, …
	}{
		{`{"role":"assistant","tool_calls":[{"id":"x","function":{"name":"read","arguments":{"path": "A"}}}]}`,
			[]bench.ToolCall{{ID: "x", Name: "read", Args: `{"path": "A"}`}},
			`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"read","arguments":{"path": "A"}}}]}`},
		{`{"role":"assistant","content":"","tool_calls":[{"id":7,"function":{"name":"read","arguments":null}},{"function":{"name":7}}],"reasoning_content":""}`,
			[]bench.ToolCall{{Name: "read", Args: "{}"}, {Args: "{}"}},
			`{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"read","arguments":null}},{"function":{"name":"_"},"id":"c2"}],"reasoning_content":""}`},
		{`{"role":"assistant","tool_calls":[null,7,{}]}`, []bench.ToolCall{{Args: "{}"}, {Args: "{}"}, {Args: "{}"}},
			`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"_"}},{"id":"c2","function":{"name":"_"}},{"id":"c3","function":{"name":"_"}}]}`},
		{`{"role":"assistant","content":"x","tool_calls":null}`, nil, `{"role":"assistant","content":"x","tool_calls":null}`},
		{`{"role":"assistant","content":"x","tool_calls":{"id":"x"}}`, nil,
			`{"role":"assistant","content":"x","tool_calls":{"id":"x"}}`},
		{`{"content":"x"}`, nil, `{"role":"assistant","content":""}`}, // a message without a role
		{`null`, nil, `{"role":"assistant","content":""}`},
	} {
		var turn bench.Turn
		readTurn(&turn, gjson.Parse(tt.message))
		if len(turn.Calls) != len(tt.calls) {
			t.Errorf("%s: calls %+v", tt.message, turn.Calls)
			continue
		}
		for i := range tt.calls {
			if turn.Calls[i] != tt.calls[i] {
				t.Errorf("%s: call %+v, want %+v", tt.message, turn.Calls[i], tt.calls[i])
			}
			turn.Calls[i].ID = "c" + string(rune('1'+i))
		}
		back, err := assistant(&turn)
		if err != nil {
			t.Errorf("%s: %v", tt.message, err)
			continue
		}
		text, err := json.Marshal(back)
		if err != nil {
			t.Errorf("%s: %v", tt.message, err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(tt.back)); err != nil || string(text) != want.String() {
			t.Errorf("%s\ngoes back as %s\nwant         %s", tt.message, text, tt.back)
		}
	}
}
