package anthropic

import (
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"assay/internal/bench"
	"assay/internal/model/exchange"
)

// read maps a message to the port's words.
func read(resp *bench.Response, body []byte) error {
	var m anthropic.Message
	if err := m.UnmarshalJSON(body); err != nil || m.Type != "message" {
		return exchange.Unreadable("a message", body)
	}
	resp.Model, resp.RequestID = m.Model, m.ID
	resp.Usage = usage(m.Usage)
	var text strings.Builder
	for _, b := range m.Content {
		if b.Type == "text" { // not what was thought
			text.WriteString(b.Text)
		}
	}
	resp.Text = text.String()
	var outcome bench.Outcome
	switch m.StopReason {
	case anthropic.StopReasonEndTurn, anthropic.StopReasonStopSequence:
		outcome = bench.Answered
	case anthropic.StopReasonRefusal:
		outcome = bench.Refused
	case anthropic.StopReasonMaxTokens, anthropic.StopReasonModelContextWindowExceeded:
		outcome = bench.Truncated
	}
	return exchange.Finish(resp, outcome, string(m.StopReason))
}

// usage counts what was read from and written to the cache as input, which the
// API reports beside it.
func usage(u anthropic.Usage) bench.Usage {
	if u.InputTokens < 0 || u.CacheReadInputTokens < 0 || u.CacheCreationInputTokens < 0 {
		return bench.Usage{} // before a sum hides it
	}
	return bench.Usage{
		InputTokens:      u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens,
		OutputTokens:     u.OutputTokens,
		ReasoningTokens:  u.OutputTokensDetails.ThinkingTokens,
		CachedTokens:     u.CacheReadInputTokens,
		CacheWriteTokens: u.CacheCreationInputTokens,
	}
}
