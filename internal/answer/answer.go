// Package answer reads what a subject said: response text in, verdict and
// findings out. It is pure and total. Text that cannot be read is Unparsed with
// a reason, never an error, and never a guess: a verdict is taken from a verdict
// field or not at all.
//
// Two shapes are understood, wherever in the text they stand: the paper's
// answer (Appendix F.1: verdict, confidence, vulnerabilities) and the SQL
// suite's (assessment, explanation, violated_requirements).
package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/kaptinlin/jsonrepair"
	"github.com/tidwall/gjson"

	"assay/internal/bench"
)

// Version changes whenever Parse may read a response differently; stored
// answers of another version are read again from their raw text.
const Version = "2"

// maxText bounds what is parsed: an answer of a megabyte is not an answer.
const maxText = 1 << 20

// Parse reads a response text. When ok is false, reason says in one line why
// there is no answer in it.
//
// cut says that the provider stopped the response at its output limit. A cut
// answer counts when it is complete all the same; it is never mended, since
// mending invents the part that is missing.
func Parse(text string, cut bool) (a bench.Answer, reason string, ok bool) {
	if len(text) > maxText {
		return a, fmt.Sprintf("the response has %d bytes; at most %d are read", len(text), maxText), false
	}
	if strings.TrimSpace(text) == "" {
		return a, "the response is empty", false
	}
	reason = "no JSON object with a verdict"
	// The last answer wins: models think aloud, then conclude.
	objs := objects(text)
	for i := len(objs) - 1; i >= 0; i-- {
		m, err := decode(objs[i])
		if errors.Is(err, errBoth) {
			return bench.Answer{}, err.Error(), false
		}
		if err != nil {
			continue
		}
		a, why, ok := read(m)
		if ok {
			return a, "", true
		}
		if why != "" {
			reason = why
		}
	}
	if !cut {
		a, ok, err := repaired(text)
		if ok {
			return a, "", true
		}
		if errors.Is(err, errBoth) {
			reason = err.Error()
		}
	}
	return bench.Answer{}, reason, false
}

// contradicts reports whether an object says both: in two members of one name, of
// which a decoder keeps the last, or in a verdict and an assessment.
func contradicts(object string) bool {
	if strings.Count(object, `"verdict"`)+strings.Count(object, `"assessment"`) < 2 {
		return false
	}
	said := map[bench.Truth]bool{}
	gjson.Parse(object).ForEach(func(name, value gjson.Result) bool {
		if name.Str == "verdict" || name.Str == "assessment" {
			if t, ok := verdict(value.Str); ok {
				said[t] = true
			}
		}
		return true
	})
	return len(said) > 1
}

var errBoth = errors.New("the answer gives two verdicts")

// decode decodes one object; of two members with one name it keeps the last, but
// fails with errBoth where they are contrary verdicts.
func decode(s string) (map[string]any, error) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	if contradicts(s) {
		return nil, errBoth
	}
	return m, nil
}

// repaired mends single malformed objects (a trailing comma, single quotes, a
// raw newline in a string). It is tried on the text between the first and the
// last brace only, so that prose cannot become an answer.
func repaired(text string) (a bench.Answer, ok bool, err error) {
	i, j := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if i < 0 || j < i {
		return a, false, nil
	}
	fixed, err := jsonrepair.Repair(text[i : j+1])
	if err != nil {
		return a, false, err
	}
	m, err := decode(fixed)
	if err != nil {
		return a, false, err
	}
	a, _, ok = read(m)
	a.Repaired = true
	return a, ok, nil
}

// objects returns the outermost balanced {...} pieces of text, in order and in
// one pass. Strings inside objects are honoured; text outside objects is
// ignored, and an unbalanced brace in the prose hides nothing behind it.
func objects(text string) []string {
	type piece struct{ start, end int }
	var (
		open     []int
		pieces   []piece
		inString bool
	)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case inString:
			inString = c != '"'
		case c == '"' && len(open) > 0:
			inString = true
		case c == '{':
			open = append(open, i)
		case c == '}' && len(open) > 0:
			start := open[len(open)-1]
			open = open[:len(open)-1]
			for len(pieces) > 0 && pieces[len(pieces)-1].start > start {
				pieces = pieces[:len(pieces)-1]
			}
			pieces = append(pieces, piece{start, i + 1})
		}
	}
	out := make([]string, len(pieces))
	for i, p := range pieces {
		out[i] = text[p.start:p.end]
	}
	return out
}

// read interprets a decoded object.
func read(m map[string]any) (bench.Answer, string, bool) {
	var a bench.Answer
	word, has := str(m, "verdict")
	if !has {
		word, has = str(m, "assessment")
	}
	if !has {
		return a, "", false
	}
	if a.Verdict, has = verdict(word); !has {
		return a, fmt.Sprintf("verdict %q is neither vulnerable nor safe", clip(word)), false
	}
	if c, ok := num(m, "confidence"); ok && c >= 0 && c <= 1 {
		a.Confidence = &c
	}
	a.Explanation, _ = str(m, "overall_explanation")
	if a.Explanation == "" {
		a.Explanation, _ = str(m, "explanation")
	}
	if list, ok := m["vulnerabilities"].([]any); ok {
		for _, e := range list {
			if f, ok := finding(e); ok {
				a.Findings = append(a.Findings, f)
			}
		}
	}
	a.Findings = append(a.Findings, violations(m, a)...)
	return a, "", true
}

// verdict reads the word for one.
func verdict(word string) (bench.Truth, bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "vulnerable", "bad", "insecure":
		return bench.Vulnerable, true
	case "safe", "good", "secure", "not vulnerable", "not_vulnerable":
		return bench.Safe, true
	}
	return bench.Safe, false
}

// finding reads one element of "vulnerabilities"; a bare string is its type.
func finding(e any) (bench.Finding, bool) {
	if s, ok := e.(string); ok {
		return bench.Finding{Type: s}, strings.TrimSpace(s) != ""
	}
	m, ok := e.(map[string]any)
	if !ok {
		return bench.Finding{}, false
	}
	var f bench.Finding
	f.Type, _ = str(m, "type")
	f.Severity, _ = str(m, "severity")
	f.Location, _ = str(m, "location")
	f.Explanation, _ = str(m, "explanation")
	f.Attack, _ = str(m, "attack_scenario")
	f.Fix, _ = str(m, "suggested_fix")
	f.Lines, f.Scopes = locate(f.Location)
	if fn, ok := str(m, "vulnerable_function"); ok {
		_, scopes := locate(fn + "()")
		f.Scopes = append(f.Scopes, scopes...)
	}
	if list, ok := m["vulnerable_lines"].([]any); ok {
		for _, e := range list {
			if n, ok := integer(e); ok && n > 0 {
				f.Lines = append(f.Lines, bench.Range{From: n, To: n})
			}
		}
	}
	return f, f.Type != "" || f.Location != "" || f.Explanation != ""
}

// violations turns the SQL suite's answer into findings: one for each violated
// requirement, or a single one without a number when it names none.
func violations(m map[string]any, a bench.Answer) []bench.Finding {
	if _, sql := m["assessment"]; !sql || a.Verdict != bench.Vulnerable {
		return nil
	}
	var out []bench.Finding
	list, _ := m["violated_requirements"].([]any)
	for _, e := range list {
		if n, ok := integer(e); ok {
			out = append(out, bench.Finding{Type: fmt.Sprintf("requirement %d", n), Requirements: []int{n}, Explanation: a.Explanation})
		}
	}
	if len(out) == 0 {
		out = append(out, bench.Finding{Explanation: a.Explanation})
	}
	return out
}

func str(m map[string]any, key string) (string, bool) {
	switch v := m[key].(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case []any: // ["line 3", "line 9"]
		var parts []string
		for _, e := range v {
			switch e := e.(type) {
			case string:
				parts = append(parts, e)
			case json.Number:
				parts = append(parts, e.String())
			}
		}
		return strings.Join(parts, ", "), len(parts) > 0
	}
	return "", false
}

func num(m map[string]any, key string) (float64, bool) {
	n, ok := m[key].(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

func integer(e any) (int, bool) {
	switch v := e.(type) {
	case json.Number:
		n, err := v.Int64()
		return int(n), err == nil && n >= 0 && n < 1<<30
	case string:
		d := strings.TrimFunc(v, func(r rune) bool { return r < '0' || r > '9' })
		var n int
		_, err := fmt.Sscanf(d, "%d", &n)
		return n, err == nil && n >= 0 && n < 1<<30
	}
	return 0, false
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
