package chat

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
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
	word, native = strings.ToLower(word), strings.ToLower(native)
	switch {
	case refusal != "" || word == "refusal" || native == "refusal":
		outcome = bench.Refused
		if resp.Text == "" {
			resp.Text = refusal
		}
	case word == "content_filter", word == "safety":
		outcome = bench.Filtered
	case word == "length", word == "model_length", word == "max_tokens", word == "max_output_tokens":
		outcome = bench.Truncated
	case word == "error":
		return &exchange.Failure{Kind: model.ErrUnavailable, Message: "the completion ended with an error"}
	case word == "stop", word == "tool_calls":
		outcome = bench.Answered
	}
	if strings.TrimSpace(resp.Text) == "" && resp.Turn == nil && outcome != bench.Truncated && outcome != bench.Filtered {
		resp.Text = instead(choice)
	}
	return exchange.Finish(resp, outcome, reason)
}

// instead returns what came instead of a text: the text of the older API, an object, a
// call of a tool that was not offered, or only reasoning, as a thought; "" for nothing.
func instead(choice gjson.Result) string {
	message := choice.Get("message")
	older, said := choice.Get("text"), message.Get("content")
	calls := message.Get("tool_calls")
	switch {
	case strings.TrimSpace(text(older)) != "":
		return text(older)
	case said.IsObject():
		return said.Raw
	case len(functions(message)) > 0:
		return calls.Raw
	case message.Get("function_call").IsObject():
		return message.Get("function_call").Raw
	}
	thought := text(message.Get("reasoning_content"))
	if thought == "" {
		thought = text(message.Get("reasoning"))
	}
	if thought == "" && len(said.Array()) > 0 && said.IsArray() {
		thought = said.Raw
	}
	if thought == "" {
		return ""
	}
	return "<think>" + thought + "</think>"
}

// join returns the completion that the chunks of an event stream make.
func join(events []json.RawMessage, done bool) ([]byte, error) {
	var said, thought, refusal strings.Builder
	calls := map[int64]map[string]any{}
	out, message, choice := map[string]any{}, map[string]any{}, map[string]any{"finish_reason": nil}
	for _, e := range events {
		c := gjson.ParseBytes(e)
		if c.Get("choices.0.message").Exists() { // one event with everything
			return e, nil
		}
		for _, name := range []string{"id", "model", "usage"} {
			if v := c.Get(name); v.Exists() && v.Type != gjson.Null {
				out[name] = json.RawMessage(v.Raw)
			}
		}
		if end := c.Get("choices.0.finish_reason"); end.Type == gjson.String {
			choice["finish_reason"], done = end.Str, true
		}
		delta := c.Get("choices.0.delta")
		said.WriteString(content(delta.Get("content")) + text(c.Get("choices.0.text")))
		thought.WriteString(text(delta.Get("reasoning_content")) + text(delta.Get("reasoning")))
		refusal.WriteString(text(delta.Get("refusal")))
		for _, f := range functions(delta) {
			n := f.Get("index").Int()
			if calls[n] == nil {
				calls[n] = map[string]any{"id": text(f.Get("id")), "name": text(f.Get("function.name")), "arguments": ""}
			}
			calls[n]["arguments"] = calls[n]["arguments"].(string) + text(f.Get("function.arguments"))
		}
	}
	if !done {
		return nil, &exchange.Failure{Kind: model.ErrUnavailable, Message: "the stream of the answer stopped before its end"}
	}
	message["role"], message["content"], message["refusal"] = "assistant", said.String(), refusal.String()
	message["reasoning_content"] = thought.String()
	var list []any
	for _, n := range slices.Sorted(maps.Keys(calls)) {
		c := calls[n]
		list = append(list, map[string]any{"id": c["id"], "type": "function",
			"function": map[string]any{"name": c["name"], "arguments": c["arguments"]}})
	}
	if len(list) > 0 {
		message["tool_calls"] = list
	}
	choice["message"] = message
	out["choices"] = []any{choice}
	return json.Marshal(out)
}

// content returns the text of a message, which may be a list of parts. Parts of other
// types, such as thoughts, are left out.
func content(c gjson.Result) string {
	if !c.IsArray() {
		return text(c)
	}
	var b strings.Builder
	for _, p := range c.Array() {
		if kind := text(p.Get("type")); kind == "text" || kind == "output_text" {
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
