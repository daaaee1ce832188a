package gemini

import (
	"encoding/json"
	"strings"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/exchange"
)

// answer is the part of a response that is read: one field with another type than
// expected costs the rest.
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

// read maps a response to the port's words.
func read(resp *bench.Response, body []byte) error {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return exchange.Unreadable("a response", body)
	}
	resp.Model, resp.RequestID = a.Model, a.ID
	// Thoughts are output, and are not among the candidates' tokens.
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
			resp.Text = c.FinishMessage // what the model wrote, where the API could not read a call in it
		}
	}
	return exchange.Finish(resp, ending(c.FinishReason), c.FinishReason)
}

// ending is the meaning of a reason, "" for those that are none of ours: a
// malformed or unexpected call of a tool, or what a later version of the API adds.
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
