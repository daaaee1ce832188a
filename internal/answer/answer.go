// Package answer reads what a subject said: response text in, verdict and
// findings out. It is pure and total. Text that cannot be read is Unparsed with
// a reason, never an error, and never a guess: a verdict is taken from a verdict
// field or not at all.
//
// Two shapes are understood, wherever in the text they stand: the paper's
// answer (Appendix F.1: verdict, confidence, vulnerabilities) and the SQL
// suite's (assessment, explanation, violated_requirements).
//
// One pass lists the JSON objects of a text, with the place of each: its own
// words, or a quotation, a thought, code of others. One rule decides between
// those that hold a verdict ([decide]): a text that says both is not read.
package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"assay/internal/bench"
)

// Version changes whenever Parse may read a response differently; stored
// answers of another version are read again from their raw text.
const Version = "3"

// maxText bounds the parsed text: an answer of a megabyte is not an answer.
const maxText = 1 << 20

// Parse reads a response text. When ok is false, reason says in one line why
// there is no answer in it.
//
// cut says that the provider stopped the response at its output limit. A cut
// answer counts when it is complete all the same; it is never mended, since
// mending invents the part that is missing.
func Parse(text string, cut bool) (a bench.Answer, reason string, ok bool) {
	if reason = unreadable(text); reason != "" {
		return a, reason, false
	}
	mends := complete
	if cut {
		mends = nil
	}
	c, err := decide(candidates(pieces(plain(text), verdictRE, mends)))
	if err != nil {
		return a, err.Error(), false
	}
	a = read(c.fields, c.verdict)
	a.Repaired = c.mended
	return a, "", true
}

func unreadable(text string) string {
	switch {
	case len(text) > maxText:
		return fmt.Sprintf("the response has %d bytes; at most %d are read", len(text), maxText)
	case strings.TrimSpace(text) == "":
		return "the response is empty"
	}
	return ""
}

// verdictRE finds a name that only answers have in text that does not decode.
var verdictRE = regexp.MustCompile(
	`(?i)(?:["'“”\\]|[{,]\s*)[\w ]*(?:verdict|assess?ment|vulnerabilities|overall_explanation|violated_requirements)[\w ]*\\?["'”]?\s*:`)

// candidate is an object that holds a verdict, or seems to.
type candidate struct {
	fields  members
	verdict bench.Truth
	err     error // why there is no verdict in it
	grade   grade
	mended  bool
	quoted  bool
}

type grade int

const (
	bare  grade = iota // nothing but a verdict, and perhaps a confidence
	part               // some of what was asked for
	whole              // all of it
)

var (
	errBoth = errors.New("the answer gives two verdicts")
	errNone = errors.New("no JSON object with a verdict")
	errForm = errors.New("the last object with a verdict is not JSON")
)

// candidates finds those among the pieces of a text.
func candidates(list []piece) (out []candidate) {
	for _, p := range list {
		c := candidate{err: errForm, grade: part, mended: p.mended, quoted: p.quoted}
		if p.value != nil {
			found := holders(p.value, 0)
			if len(found) == 0 {
				continue
			}
			c = found[0]
			for _, other := range found[1:] {
				if c.err == nil && (other.err != nil || other.verdict != c.verdict) {
					c.err = errBoth
				}
			}
			c.mended, c.quoted = p.mended, p.quoted || c.grade == bare && p.mentioned()
		}
		out = append(out, c)
	}
	return out
}

// decide chooses among the candidates of a text. Quoted text does not count,
// nor does a bare verdict beside something fuller, except that a contrary one
// behind it says both. The last of what remains is the answer; it has to be
// complete to overrule what came before, and overrules nothing that is complete.
func decide(list []candidate) (candidate, error) {
	last, fuller := -1, -1
	for i, c := range list {
		if c.quoted {
			continue
		}
		last = i
		if c.grade > bare {
			fuller = i
		}
	}
	if last < 0 {
		return candidate{}, errNone
	}
	if fuller >= 0 {
		last = fuller
	}
	answer := list[last]
	for i, c := range list {
		contrary := c.err == errBoth || c.err == errForm || c.err == nil && c.verdict != answer.verdict
		draft := i < last && answer.grade == whole && c.grade < whole
		if answer.err == nil && !c.quoted && contrary && !draft {
			answer.err = errBoth
		}
	}
	return answer, answer.err
}

// holders returns the objects with a verdict in a value: itself, or what it wraps.
func holders(v any, depth int) (out []candidate) {
	switch v := v.(type) {
	case members:
		for _, e := range v {
			if depth < maxDepth && !apart[e.name] {
				out = append(out, holders(e.value, depth+1)...)
			}
		}
		if c, ok := holder(v); ok { // verdicts on parts are below its own
			out = slices.DeleteFunc(out, func(c candidate) bool { return c.grade < whole })
			out = slices.Insert(out, 0, c)
		}
	case []any:
		for _, e := range v {
			if depth < maxDepth {
				out = append(out, holders(e, depth+1)...)
			}
		}
	case string: // the arguments of a tool call
		text := strings.TrimSpace(v)
		if depth < maxDepth && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "```")) {
			for _, p := range pieces(text, verdictRE, nil) {
				out = append(out, holders(p.value, depth+1)...)
			}
		}
	}
	return out
}

// maxDepth bounds in how many wrappers an answer may stand.
const maxDepth = 6

// apart are members that hold no answer, whatever is in them.
var apart = map[string]bool{"vulnerabilities": true, "findings": true, "example": true, "examples": true, "draft": true,
	"format": true, "template": true, "previous": true}

// holder reads the verdict of an object. ok is false when it has none.
func holder(m members) (c candidate, ok bool) {
	c = candidate{fields: m, grade: part, err: errNone}
	switch {
	case complete(m):
		c.grade = whole
	case !m.has("vulnerabilities") && !m.has("explanation") && !m.has("overallexplanation") &&
		!m.has("violatedrequirements"):
		c.grade = bare
	}
	words, others := m.words()
	if len(words) == 0 {
		words, others = others, nil
	}
	for _, word := range words {
		t, known := verdict(word)
		switch {
		case !known && choice(word):
			return c, false
		case !known:
			c.err = fmt.Errorf("verdict %q is neither vulnerable nor safe", clip(word))
			return c, true
		case ok && t != c.verdict:
			c.err = errBoth
			return c, true
		}
		c.verdict, c.err, ok = t, nil, true
	}
	for _, word := range others { // prose under the other name says nothing
		if t, known := verdict(word); known && t != c.verdict {
			c.err = errBoth
		}
	}
	return c, ok
}

// complete reports whether an object has all that was asked for, once. The seed
// suite does not ask for requirements.
func complete(m members) bool {
	words, others := m.words()
	if len(words) > 0 {
		return len(words) == 1 && m.has("confidence", "vulnerabilities", "overallexplanation")
	}
	return len(others) == 1 && m.has("explanation")
}

// words returns what stands under the names of verdicts, and under those of
// assessments. A misspelt name counts where there is no other: one letter off, or
// with the same beginning in an object that has all the rest.
func (m members) words() (verdicts, assessments []string) {
	var near, strange []string
	for _, e := range m {
		word, isText := text(e.value)
		if _, nested := e.value.(members); nested {
			continue
		}
		_, known := verdict(word)
		switch {
		case e.name == "verdict", e.name == "finalverdict", e.name == "overallverdict":
			verdicts = append(verdicts, word)
		case e.name == "assessment":
			assessments = append(assessments, word)
		case known && isText && (oneOff(e.name, "verdict") || oneOff(e.name, "assessment")):
			near = append(near, word)
		case known && isText && strings.HasPrefix(e.name, "ver"):
			strange = append(strange, word)
		}
	}
	switch {
	case len(verdicts)+len(assessments) > 0:
	case len(near) > 0:
		return near, nil
	case m.has("confidence", "vulnerabilities", "overallexplanation"):
		return strange, nil
	}
	return verdicts, assessments
}

// fold makes one of the spellings of a name or a word: small letters without
// marks, blanks, or signs between them.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(norm.NFKC.String(s)))
}

// oneOff reports whether two words differ by a letter: missing, doubled, another
// one, or two exchanged.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch a, b := a[i:], b[i:]; {
	case len(a) < len(b):
		return a == b[1:]
	case len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]:
		return true
	default:
		return len(a) > 0 && a[1:] == b[1:]
	}
}

// read takes over what an object says beside its verdict.
func read(m members, verdict bench.Truth) bench.Answer {
	a := bench.Answer{Verdict: verdict}
	if c, ok := num(m, "confidence"); ok && c >= 0 && c <= 1 {
		a.Confidence = &c
	}
	a.Explanation, _ = str(m, "overallexplanation")
	if a.Explanation == "" {
		a.Explanation, _ = str(m, "explanation")
	}
	if list, ok := m.get("vulnerabilities").([]any); ok {
		for _, e := range list {
			if f, ok := finding(e); ok {
				a.Findings = append(a.Findings, f)
			}
		}
	}
	a.Findings = append(a.Findings, violations(m, a)...)
	return a
}

// verdict reads the word for one, whatever marks stand around it.
func verdict(word string) (bench.Truth, bool) {
	switch word = fold(word); word {
	case "vulnerable", "bad", "insecure", "unsafe", "notsafe", "notsecure":
		return bench.Vulnerable, true
	case "safe", "good", "secure", "notvulnerable", "nonvulnerable":
		return bench.Safe, true
	}
	return bench.Safe, false
}

// choiceRE separates the words of a choice that is repeated instead of made.
var choiceRE = regexp.MustCompile(`[|/,]|\bor\b`)

// choice reports whether a word offers both verdicts.
func choice(word string) bool {
	said := map[bench.Truth]bool{}
	for _, w := range choiceRE.Split(word, -1) {
		if t, ok := verdict(w); ok {
			said[t] = true
		}
	}
	return len(said) > 1
}

// finding reads one element of "vulnerabilities"; a bare string is its type.
func finding(e any) (bench.Finding, bool) {
	if s, ok := e.(string); ok {
		return bench.Finding{Type: s}, strings.TrimSpace(s) != ""
	}
	m, ok := e.(members)
	if !ok {
		return bench.Finding{}, false
	}
	var f bench.Finding
	f.Type, _ = str(m, "type")
	f.Severity, _ = str(m, "severity")
	f.Location, _ = str(m, "location")
	f.Explanation, _ = str(m, "explanation")
	f.Attack, _ = str(m, "attackscenario")
	f.Fix, _ = str(m, "suggestedfix")
	f.Lines, f.Scopes = locate(f.Location)
	if fn, ok := str(m, "vulnerablefunction"); ok {
		_, scopes := locate(fn + "()")
		f.Scopes = append(f.Scopes, scopes...)
	}
	if list, ok := m.get("vulnerablelines").([]any); ok {
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
func violations(m members, a bench.Answer) []bench.Finding {
	if !m.has("assessment") && !m.has("violatedrequirements") || a.Verdict != bench.Vulnerable {
		return nil
	}
	var out []bench.Finding
	list, _ := m.get("violatedrequirements").([]any)
	for _, e := range list {
		if n, ok := integer(e); ok {
			out = append(out, bench.Finding{Type: fmt.Sprintf("requirement %d", n), Requirements: []int{n},
				Explanation: a.Explanation})
		}
	}
	if len(out) == 0 {
		out = append(out, bench.Finding{Explanation: a.Explanation})
	}
	return out
}

func str(m members, name string) (string, bool) { return text(m.get(name)) }

// text returns a value as text, and a list as its parts: ["line 3", "line 9"].
func text(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case []any:
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

func num(m members, name string) (float64, bool) {
	n, ok := m.get(name).(json.Number)
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
