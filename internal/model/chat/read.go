package chat

import (
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/exchange"
)

// read maps a completion to the port's words. It takes the few values that it
// needs out of the text, since servers of this shape are many and not all keep to
// the types of OpenAI's; what has another type than it should is not there.
func read(resp *bench.Response, body []byte) error {
	c := gjson.ParseBytes(body)
	if !c.IsObject() {
		return exchange.Unreadable("a chat completion", body)
	}
	resp.Model = text(c.Get("model"))
	resp.RequestID = text(c.Get("id"))
	resp.Usage = usage(c.Get("usage"))
	choice := c.Get("choices.0")
	if !choice.Exists() {
		return &exchange.Failure{Kind: model.ErrProtocol, Message: "the completion has no choices"}
	}
	refusal := text(choice.Get("message.refusal"))
	resp.Text = content(choice.Get("message.content"))
	if resp.Turn != nil {
		readTurn(resp.Turn, choice.Get("message"))
	}

	// OpenRouter translates its providers' words and passes on the originals.
	word := text(choice.Get("finish_reason"))
	native := text(choice.Get("native_finish_reason"))
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
	case word == "stop", word == "tool_calls":
		outcome = bench.Answered
	}
	return exchange.Finish(resp, outcome, said)
}

// content returns the text of a message, also when it is a list of parts. Parts of
// another shape, such as thoughts, have no text.
func content(c gjson.Result) string {
	if !c.IsArray() {
		return text(c)
	}
	var b strings.Builder
	for _, p := range c.Array() {
		if text(p.Get("type")) == "text" {
			b.WriteString(text(p.Get("text")))
		}
	}
	return b.String()
}

// text is a JSON string; anything else is "".
func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return v.Str
}

// count is a JSON number; anything else is 0.
func count(v gjson.Result) int64 {
	if v.Type != gjson.Number {
		return 0
	}
	return v.Int()
}

func usage(u gjson.Result) bench.Usage {
	out := bench.Usage{
		InputTokens:      count(u.Get("prompt_tokens")),
		OutputTokens:     count(u.Get("completion_tokens")),
		ReasoningTokens:  count(u.Get("completion_tokens_details.reasoning_tokens")),
		CachedTokens:     count(u.Get("prompt_tokens_details.cached_tokens")),
		CacheWriteTokens: count(u.Get("prompt_tokens_details.cache_write_tokens")),
	}
	// Some servers count reasoning beside the completion; their total tells.
	if out.ReasoningTokens > 0 && count(u.Get("total_tokens")) == out.InputTokens+out.OutputTokens+out.ReasoningTokens {
		out.OutputTokens += out.ReasoningTokens
	}
	// OpenRouter's. With a key of one's own at the provider, cost is the fee and
	// the rest is billed upstream.
	cost, ok := amount(u.Get("cost"))
	if !ok {
		return out
	}
	if upstream, ok := amount(u.Get("cost_details.upstream_inference_cost")); ok && u.Get("is_byok").Bool() {
		cost += upstream
	}
	out.CostUSD = &cost
	return out
}

// amount is a JSON number that money can be: finite, and not less than nothing.
func amount(v gjson.Result) (float64, bool) {
	return v.Num, v.Type == gjson.Number && v.Num >= 0 && v.Num <= math.MaxFloat64/2
}
