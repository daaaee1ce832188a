package chat

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/exchange"
)

// read maps a completion to the port's words.
func read(resp *bench.Response, c *openai.ChatCompletion) error {
	resp.Model = c.Model
	resp.RequestID = c.ID
	resp.Usage = usage(c.Usage)
	if len(c.Choices) == 0 {
		return &exchange.Failure{Kind: model.ErrProtocol, Message: "the completion has no choices"}
	}
	choice := c.Choices[0]
	refusal := choice.Message.Refusal
	resp.Text = content(choice.Message)

	// OpenRouter translates its providers' words and passes on the originals.
	word := choice.FinishReason
	native := text(choice.JSON.ExtraFields["native_finish_reason"].Raw())
	said := word
	if native != "" && native != word {
		said = strings.TrimSpace(word + " (" + native + ")")
	}
	var outcome bench.Outcome
	switch {
	case refusal != "" || word == "refusal" || native == "refusal":
		outcome = bench.Refused
		if resp.Text == "" {
			resp.Text = refusal
		}
	case word == "content_filter":
		outcome = bench.Filtered
	case word == "length", word == "model_length", word == "max_tokens":
		outcome = bench.Truncated
	case word == "error":
		return &exchange.Failure{Kind: model.ErrUnavailable, Message: "the completion ended with an error"}
	case word == "stop":
		outcome = bench.Answered
	}
	return exchange.Finish(resp, outcome, said)
}

// content returns the text of a message, also when it is a list of parts.
func content(m openai.ChatCompletionMessage) string {
	raw := m.JSON.Content.Raw()
	if !strings.HasPrefix(raw, "[") {
		return text(raw)
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal([]byte(raw), &parts) // parts of another shape, such as thoughts, have no text
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// text decodes a JSON string; anything else is "".
func text(raw string) string {
	var s string
	_ = json.Unmarshal([]byte(raw), &s)
	return s
}

func usage(u openai.CompletionUsage) bench.Usage {
	out := bench.Usage{
		InputTokens:      u.PromptTokens,
		OutputTokens:     u.CompletionTokens,
		ReasoningTokens:  u.CompletionTokensDetails.ReasoningTokens,
		CachedTokens:     u.PromptTokensDetails.CachedTokens,
		CacheWriteTokens: u.PromptTokensDetails.CacheWriteTokens,
	}
	// Some servers count reasoning beside the completion; their total tells.
	if out.ReasoningTokens > 0 && u.TotalTokens == out.InputTokens+out.OutputTokens+out.ReasoningTokens {
		out.OutputTokens += out.ReasoningTokens
	}
	// OpenRouter's. With a key of one's own at the provider, cost is the fee and
	// the rest is billed upstream.
	var bill struct {
		Cost  *float64 `json:"cost"`
		BYOK  bool     `json:"is_byok"`
		Parts struct {
			Upstream *float64 `json:"upstream_inference_cost"`
		} `json:"cost_details"`
	}
	if json.Unmarshal([]byte(u.RawJSON()), &bill) != nil || bill.Cost == nil || *bill.Cost < 0 {
		return out
	}
	cost := *bill.Cost
	if bill.BYOK && bill.Parts.Upstream != nil {
		cost += *bill.Parts.Upstream
	}
	out.CostUSD = &cost
	return out
}
