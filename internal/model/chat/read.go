package chat

import (
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/exchange"
)

// read maps a completion to a response. It extracts single values instead of decoding a
// struct, since not all servers with this API keep to OpenAI's types; a value of an
// unexpected type counts as absent.
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

	// OpenRouter translates the finish reasons of its providers and includes the
	// originals.
	word := text(choice.Get("finish_reason"))
	native := text(choice.Get("native_finish_reason"))
	reason := word
	if native != "" && native != word {
		reason = strings.TrimSpace(word + " (" + native + ")")
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
	return exchange.Finish(resp, outcome, reason)
}

// content returns the text of a message, which may be a list of parts. Parts of other
// types, such as thoughts, are left out.
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

// text returns a JSON string; "" for anything else.
func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return v.Str
}

// count returns a JSON number; 0 for anything else.
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
	// Some servers count reasoning in addition to the completion; their total shows it.
	if out.ReasoningTokens > 0 && count(u.Get("total_tokens")) == out.InputTokens+out.OutputTokens+out.ReasoningTokens {
		out.OutputTokens += out.ReasoningTokens
	}
	// OpenRouter's. With the user's own provider key, cost is the fee and the rest is
	// billed upstream.
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

// amount returns a JSON number, and whether it is a valid amount of money: finite and
// not negative.
func amount(v gjson.Result) (float64, bool) {
	return v.Num, v.Type == gjson.Number && v.Num >= 0 && v.Num <= math.MaxFloat64/2
}
