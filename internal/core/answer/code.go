package answer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
)

// codeRE matches, in text that does not decode, the name of a claim.
var codeRE = regexp.MustCompile(`"(?:exploitable|vulnerable)"\s*:`)

// ParseCode reads a response that contains code to execute instead of findings. For AnswerExploit the code is
// the attacker's contract or the calls of a query; for AnswerPatch it is the repaired file or query; for AnswerTest it
// is the test, an object with the members "world", "calls", "race" and "assert" of the response. It becomes the one
// finding of the answer, unless the subject claims that there is nothing to attack, repair or test. cut is as in
// [Parse]: truncated code does not count, and nothing is repaired.
func ParseCode(kind bench.AnswerKind, text string, cut bool) (a bench.Answer, reason string, ok bool) {
	if reason = unreadable(text); reason != "" {
		return a, reason, false
	}
	claims, code := "exploitable", "contract"
	switch kind {
	case bench.AnswerPatch:
		claims, code = "vulnerable", "file"
	case bench.AnswerTest:
		claims, code = "vulnerable", "assert"
	}
	reason = fmt.Sprintf("no JSON object with %q", claims)
	for _, p := range slices.Backward(pieces(plain(text), codeRE, nil)) {
		if p.quoted {
			continue
		}
		if p.value == nil {
			return a, "the last object is not JSON", false
		}
		m, _ := p.value.(members)
		yes, is := m.get(claims).(bool)
		if !is {
			continue
		}
		r := &reader{}
		a = bench.Answer{Kind: kind, Verdict: bench.Safe}
		for _, e := range r.last(m) {
			switch e.name {
			case "explanation":
				a.Explanation = r.text(e)
			case claims, code:
			case "situation", "race", "calls", "world":
				if kind == bench.AnswerPatch || e.name == "world" && kind != bench.AnswerTest ||
					e.name == "situation" && kind != bench.AnswerExploit {
					r.skip(e)
				}
			default:
				r.skip(e)
			}
		}
		a.Unread = r.unread
		if !yes {
			return a, "", true
		}
		source, _ := m.get(code).(string)
		source = unfenced(source)
		if calls := attempt(plain(text)[p.start:p.end]); kind == bench.AnswerExploit && calls != "" &&
			strings.TrimSpace(source) == "" {
			source = calls
		}
		if strings.TrimSpace(source) == "" {
			return bench.Answer{}, fmt.Sprintf("%q is true and %q is empty", claims, code), false
		}
		if kind == bench.AnswerTest {
			source = test(plain(text)[p.start:p.end])
		}
		a.Verdict = bench.Vulnerable
		f := bench.Finding{Explanation: a.Explanation, Attack: source}
		if kind == bench.AnswerPatch {
			f.Attack, f.Fix = "", source
		}
		a.Findings = []bench.Finding{f}
		return a, "", true
	}
	return bench.Answer{}, reason, false
}

// attempt returns the calls of a query, with their situation, that an object contains instead of a contract,
// byte for byte; "" without any.
func attempt(object string) string {
	var raw struct {
		Situation, Race, Calls json.RawMessage
	}
	if json.Unmarshal([]byte(object), &raw) != nil || len(raw.Calls) == 0 || raw.Calls[0] != '[' {
		return ""
	}
	out := `{"situation":` + or(raw.Situation, "0")
	if race := or(raw.Race, "false"); race != "false" {
		out += `,"race":` + race
	}
	return out + `,"calls":` + string(raw.Calls) + "}"
}

// test returns the members of an object that are a test, in a fixed order; values stay byte for byte.
func test(object string) string {
	var raw struct {
		World, Calls, Race, Assert json.RawMessage
	}
	if json.Unmarshal([]byte(object), &raw) != nil {
		return object
	}
	return `{"world":` + or(raw.World, `""`) + `,"race":` + or(raw.Race, "false") + `,"calls":` + or(raw.Calls, "[]") +
		`,"assert":` + or(raw.Assert, `""`) + "}"
}

func or(raw json.RawMessage, fallback string) string {
	if text := string(raw); text != "" && text != "null" {
		return text
	}
	return fallback
}

// unfenced removes a Markdown fence around the code.
func unfenced(code string) string {
	text := strings.TrimSpace(code)
	if !strings.HasPrefix(text, "```") {
		return code
	}
	_, body, ok := strings.Cut(text, "\n")
	body, after, closed := strings.Cut(body, "```")
	if !ok || !closed || strings.TrimSpace(after) != "" {
		return code
	}
	return body
}
