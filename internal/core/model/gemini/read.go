package gemini

import (
	"encoding/json"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// answer holds only the fields that are read: one field of an unexpected type makes the
// whole response unreadable.
type answer struct {
	Candidates []struct {
		Content struct {
			Parts []struct {
				Text    string `json:"text"`
				Thought bool   `json:"thought"`
			} `json:"parts"`
		} `json:"content"`
		FinishReason  string `json:"finishReason"`
		FinishMessage string `json:"finishMessage"`
	} `json:"candidates"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage struct {
		Prompt     int64 `json:"promptTokenCount"`
		Cached     int64 `json:"cachedContentTokenCount"`
		Candidates int64 `json:"candidatesTokenCount"`
		Thoughts   int64 `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
	Model string `json:"modelVersion"`
	ID    string `json:"responseId"`
}

// read maps a response of the API to a [bench.Response].
func read(resp *bench.Response, body []byte) error {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return exchange.Unreadable("a response", body)
	}
	resp.Model, resp.RequestID = a.Model, a.ID
	// Thoughts are output, and the candidates' tokens do not include them.
	if u := a.Usage; u.Prompt >= 0 && u.Candidates >= 0 && u.Thoughts >= 0 {
		resp.Usage = bench.Usage{InputTokens: u.Prompt, CachedTokens: u.Cached, OutputTokens: u.Candidates + u.Thoughts,
			ReasoningTokens: u.Thoughts}
	}
	if len(a.Candidates) == 0 {
		if why := a.PromptFeedback.BlockReason; why != "" {
			return exchange.Finish(resp, bench.Filtered, why)
		}
		return &exchange.Failure{Kind: model.ErrProtocol, Message: "the response has no candidates"}
	}
	c := a.Candidates[0]
	var text strings.Builder
	for _, p := range c.Content.Parts {
		if !p.Thought {
			text.WriteString(p.Text)
		}
	}
	resp.Text = text.String()
	if resp.Turn != nil {
		readTurn(resp.Turn, body)
		if resp.Text == "" && len(resp.Turn.Calls) == 0 && ending(c.FinishReason) == "" {
			resp.Text = c.FinishMessage // the model's text, in which the API could not parse a call
		}
	}
	return exchange.Finish(resp, ending(c.FinishReason), c.FinishReason)
}

// ending returns the outcome for a finish reason, "" for those without one: a malformed
// or unexpected tool call, or a reason of a later version of the API.
func ending(reason string) bench.Outcome {
	switch reason {
	case "STOP":
		return bench.Answered
	case "MAX_TOKENS":
		return bench.Truncated
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII":
		return bench.Filtered
	}
	return ""
}
