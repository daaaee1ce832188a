package anthropic

import (
	"encoding/json"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/model/exchange"
)

// answer is the part of a message that is read.
type answer struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Model   string `json:"model"`
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	StopReason string `json:"stop_reason"`
	Usage      usage  `json:"usage"`
}

type usage struct {
	Input      int64 `json:"input_tokens"`
	CacheRead  int64 `json:"cache_read_input_tokens"`
	CacheWrite int64 `json:"cache_creation_input_tokens"`
	Output     int64 `json:"output_tokens"`
	Details    struct {
		Thinking int64 `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// read maps a message to a response.
func read(resp *bench.Response, body []byte) error {
	var m answer
	if err := json.Unmarshal(body, &m); err != nil || m.Type != "message" {
		return exchange.Unreadable("a message", body)
	}
	resp.Model, resp.RequestID = m.Model, m.ID
	resp.Usage = m.Usage.counts()
	var text strings.Builder
	for _, b := range m.Content {
		if b.Type == "text" { // not thoughts
			text.WriteString(b.Text)
		}
	}
	resp.Text = text.String()
	if resp.Turn != nil {
		readTurn(resp.Turn, body)
	}
	var outcome bench.Outcome
	switch m.StopReason {
	case "end_turn", "stop_sequence", "tool_use":
		outcome = bench.Answered
	case "refusal":
		outcome = bench.Refused
	case "max_tokens", "model_context_window_exceeded":
		outcome = bench.Truncated
	}
	return exchange.Finish(resp, outcome, m.StopReason)
}

// counts adds the tokens read from and written to the cache to the input, since the API
// reports them separately.
func (u usage) counts() bench.Usage {
	if u.Input < 0 || u.CacheRead < 0 || u.CacheWrite < 0 {
		return bench.Usage{} // before the sum hides a negative count
	}
	return bench.Usage{
		InputTokens:      u.Input + u.CacheRead + u.CacheWrite,
		OutputTokens:     u.Output,
		ReasoningTokens:  u.Details.Thinking,
		CachedTokens:     u.CacheRead,
		CacheWriteTokens: u.CacheWrite,
	}
}
