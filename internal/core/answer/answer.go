// Package answer parses a subject's response: it turns the text into a verdict and findings. Parsing is pure
// and total. An unreadable text is Unparsed with a reason, never an error, and never a guess: the verdict comes
// from a verdict field or not at all.
//
// It accepts two formats anywhere in the text: the paper's answer (Appendix F.1: verdict, confidence,
// vulnerabilities) and the SQL suite's (assessment, explanation, violated_requirements).
//
// One pass lists the JSON objects of a text and classifies each: the subject's own answer, or a quotation, a
// thought, or other code. One rule chooses among those with a verdict ([decide]): a text with contradictory
// verdicts is unparsed.
package answer

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"assay/internal/bench"
)

// Version changes whenever Parse may read a response differently; stored answers of another version are parsed
// again from their raw text.
const Version = "7"

// maxText bounds the parsed text: a response of more than a megabyte is not an answer.
const maxText = 1 << 20

// Parse reads a response text. When ok is false, reason is one line about why it contains no answer.
//
// cut means that the provider stopped the response at its output limit. A cut answer counts if it is complete
// nevertheless. It is never repaired, since a repair would invent the missing part.
func Parse(text string, cut bool) (a bench.Answer, reason string, ok bool) {
	if reason = unreadable(text); reason != "" {
		return a, reason, false
	}
	mends := complete
	if cut {
		mends = nil
	}
	text = plain(text)
	c, err := decide(candidates(pieces(text, verdictRE, mends)))
	if errors.Is(err, errNone) && thoughtRE.MatchString(text) {
		return a, "the response is only a thought", false
	}
	if err != nil {
		return a, err.Error(), false
	}
	if a, err = read(c); err != nil {
		return a, err.Error(), false
	}
	if own := filled(a.Findings); len(own) < len(a.Findings) {
		if a.Findings = own; len(own) == 0 {
			return bench.Answer{}, "the answer copies the form of the question", false
		}
	}
	return a, "", true
}

func unreadable(text string) string {
	switch {
	case len(text) > maxText:
		return fmt.Sprintf("the response has more than %d bytes", maxText) // one reason for all, since reasons are counted
	case strings.TrimSpace(text) == "":
		return "the response is empty"
	}
	return ""
}

// verdictRE matches, in text that does not decode, a name that only answers have.
var verdictRE = regexp.MustCompile(
	`(?i)(?:["'“”\\]|[{,]\s*)[\w ]*(?:verdict|assess?ment|vulnerabilities|overall_explanation|violated_requirements)[\w ]*\\?["'”]?\s*:`)

// candidate is an object that contains a verdict, or seems to.
type candidate struct {
	objects []members // which give the verdict, usually one
	around  members   // of the objects around them
	verdict bench.Truth
	err     error // reason why it has no verdict
	grade   grade
	mended  bool
	quoted  bool
}

type grade int

const (
	bare  grade = iota // only a verdict, and perhaps a confidence
	part               // part of the requested answer
	whole              // the complete answer
)

var (
	errBoth = errors.New("the answer gives two verdicts")
	errNone = errors.New("no JSON object with a verdict")
	errForm = errors.New("the last object with a verdict is not JSON")
)

// candidates returns the candidates among the pieces of a text.
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
				c.objects, c.around = append(c.objects, other.objects...), append(c.around, other.around...)
			}
			c.mended, c.quoted = p.mended, p.quoted || c.grade == bare && p.mentioned()
		}
		out = append(out, c)
	}
	return out
}

// decide chooses among the candidates of a text. It ignores quoted text, and a bare verdict next to a fuller
// candidate; but a contrary verdict after the answer makes two verdicts. The last remaining candidate is the
// answer. It overrules earlier ones only when it is complete and they are not.
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

// holders returns the objects with a verdict in a value: the value itself, or objects inside it.
func holders(v any, depth int) (out []candidate) {
	switch v := v.(type) {
	case members:
		var others members
		for _, e := range v {
			var inner []candidate
			if depth < maxDepth && !notAnswer[e.name] && e.role() != list {
				inner = holders(e.value, depth+1)
			}
			if out = append(out, inner...); len(inner) == 0 {
				others = append(others, e)
			}
		}
		if len(out) > 0 {
			out[0].around = append(out[0].around, others...)
		}
		if c, ok := holder(v); ok { // verdicts on parts are below the object's own
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

// maxDepth bounds the number of wrappers around an answer.
const maxDepth = 6

// notAnswer lists members that never contain the answer. A list of findings does not either.
var notAnswer = map[string]bool{"example": true, "examples": true,
	"draft": true, "format": true, "template": true, "previous": true}

// more lists the roles of members that make an object more than a bare verdict.
var more = []role{list, violated, prose}

// holder reads the verdict of an object. ok is false when it has none.
func holder(m members) (c candidate, ok bool) {
	c = candidate{objects: []members{m}, grade: part, err: errNone}
	switch {
	case complete(m):
		c.grade = whole
	case !slices.ContainsFunc(m, func(e member) bool { return slices.Contains(more, e.role()) }):
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
	for _, word := range others { // prose under the other name does not count
		if t, known := verdict(word); known && t != c.verdict {
			c.err = errBoth
		}
	}
	return c, ok
}

// complete reports whether an object has all requested members, and one verdict. The seed suite does not ask
// for requirements.
func complete(m members) bool {
	words, others := m.words()
	if len(words) > 0 {
		return len(words) == 1 && m.has("confidence", "vulnerabilities", "overallexplanation")
	}
	return len(others) == 1 && m.has("explanation")
}

// words returns the values of verdict members, and those of assessment members. If there are none, a misspelt
// name counts: one letter off, or with the same beginning in an object that has all other members.
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

// fold normalizes the spelling of a name or a word: lower-case letters and digits only.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(norm.NFKC.String(s)))
}

// oneOff reports whether two words differ by one letter: missing, extra or replaced, or two exchanged.
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

// verdict parses a verdict word, ignoring punctuation.
func verdict(word string) (bench.Truth, bool) {
	switch word = fold(word); word {
	case "vulnerable", "bad", "insecure", "unsafe", "notsafe", "notsecure":
		return bench.Vulnerable, true
	case "safe", "good", "secure", "notvulnerable", "nonvulnerable":
		return bench.Safe, true
	}
	return bench.Safe, false
}

// choiceRE matches the separators in a list of alternatives that the subject copied instead of choosing one.
var choiceRE = regexp.MustCompile(`[|/,]|\bor\b`)

// choice reports whether a word offers both verdicts.
func choice(word string) bool {
	verdicts := map[bench.Truth]bool{}
	for _, w := range choiceRE.Split(word, -1) {
		if t, ok := verdict(w); ok {
			verdicts[t] = true
		}
	}
	return len(verdicts) > 1
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// refusalRE matches the beginning of a refusal. It is used only for unreadable responses, so that an answer
// that quotes such words never counts as a refusal.
var refusalRE = regexp.MustCompile(
	`(?i)^\W*(?:i'?m|i am)?\s*(?:(?:really |very )?sorry|i (?:can'?t|cannot|won'?t|am unable to|'?m unable to|'?m not able to|am not able to)\s+(?:help|assist|comply|provide|do that|analy[sz]e|fulfil|continue)|unable to (?:help|assist|comply)|(?:as an ai[^.]*)?i must decline)`)

// Refusal reports whether an unreadable response is a refusal.
func Refusal(text string) bool {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	if len(text) > 400 {
		text = text[:400]
	}
	return refusalRE.MatchString(text)
}
