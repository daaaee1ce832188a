package chat

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3"

	"assay/internal/bench"
	"assay/internal/model"
)

// read maps a completion to the port's words.
func read(resp *bench.Response, c *openai.ChatCompletion) error {
	resp.Model = c.Model
	resp.Usage = usage(c.Usage)
	if len(c.Choices) == 0 {
		return &failure{kind: model.ErrProtocol, message: "the completion has no choices"}
	}
	choice := c.Choices[0]
	refusal := choice.Message.Refusal
	resp.Text = content(choice.Message)

	// OpenRouter translates its providers' words and passes on the originals.
	word := choice.FinishReason
	native := text(choice.JSON.ExtraFields["native_finish_reason"].Raw())
	resp.FinishRaw = word
	if native != "" && native != word {
		resp.FinishRaw = strings.TrimSpace(word + " (" + native + ")")
	}
	switch {
	case refusal != "" || word == "refusal" || native == "refusal":
		resp.Finish = bench.Refused
		if resp.Text == "" {
			resp.Text = refusal
		}
	case word == "content_filter":
		resp.Finish = bench.Filtered
	case word == "length", word == "model_length", word == "max_tokens":
		resp.Finish = bench.Truncated
	case word == "error":
		return &failure{kind: model.ErrUnavailable, message: "the completion ended with an error"}
	case word == "" && resp.Text == "":
		// Servers that are still loading a model answer like this.
		return &failure{kind: model.ErrProtocol, message: "the completion has neither text nor a reason for its end"}
	default:
		// Unknown words with it: there is a text, and what it is worth is for the
		// parser to say.
		resp.Finish = bench.Answered
	}
	return nil
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
		InputTokens:     u.PromptTokens,
		OutputTokens:    u.CompletionTokens,
		ReasoningTokens: u.CompletionTokensDetails.ReasoningTokens,
		CachedTokens:    u.PromptTokensDetails.CachedTokens,
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
