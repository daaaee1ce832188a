package store

import (
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"strings"

	"assay/internal/bench"
)

// keep selects the part of the findings of an answer that is kept.
type keep int

const (
	keepNumber keep = iota // their number
	keepPlaces             // their lines and scopes
	keepAll
)

// answerKey identifies equal answers.
type answerKey struct {
	verdict    bench.Truth
	confident  bool
	confidence float64
	findings   int
	more       string // JSON of the findings with their places, or the hash of the whole answer; "" without either
	notes      string // JSON of what the parser repaired or did not read, after a comma
}

// answer returns the index of the answer in a JSON text. An answer that is a program is
// kept completely.
func (b *tableReader) answer(text string, keep keep) (uint32, error) {
	whole := func() (*bench.Answer, error) {
		a := new(bench.Answer)
		return a, json.Unmarshal([]byte(text), a)
	}
	k, ok := answerKey{}, false
	if keep != keepAll {
		k, ok = skim(text, keep)
	}
	if ok {
		return b.answers.of(k, k.answer)
	}
	if keep == keepAll {
		sum := sha256.Sum256([]byte(text))
		return b.answers.of(answerKey{more: string(sum[:])}, whole)
	}
	a, err := whole()
	if err == nil && a.Kind == "" {
		a = &bench.Answer{Verdict: a.Verdict, Confidence: a.Confidence, Findings: a.Findings, Repaired: a.Repaired,
			Unread: a.Unread}
		for i, f := range a.Findings {
			if a.Findings[i] = (bench.Finding{}); keep == keepPlaces {
				a.Findings[i] = bench.Finding{Lines: f.Lines, Scopes: f.Scopes}
			}
		}
	}
	return b.answers.add(a), err
}

// answer builds the answer that k identifies.
func (k answerKey) answer() (*bench.Answer, error) {
	a := &bench.Answer{Verdict: k.verdict}
	if k.confident {
		a.Confidence = &k.confidence
	}
	if k.notes != "" {
		if err := json.Unmarshal([]byte("{"+k.notes[1:]+"}"), a); err != nil {
			return nil, err
		}
	}
	if k.more != "" {
		return a, json.Unmarshal([]byte(k.more), &a.Findings)
	}
	if k.findings > 0 {
		a.Findings = make([]bench.Finding, k.findings)
	}
	return a, nil
}

// skim parses the kept part of an answer's stored JSON, several times as fast as package
// json. ok is false if the members are not in the order of [json.Marshal], or if the answer
// has a kind.
func skim(text string, keep keep) (k answerKey, ok bool) {
	rest, ok := strings.CutPrefix(text, `{"verdict":"`)
	if !ok {
		return k, false
	}
	verdict, rest, ok := strings.Cut(rest, `"`)
	if !ok || k.verdict.UnmarshalText([]byte(verdict)) != nil {
		return k, false
	}
	if after, found := strings.CutPrefix(rest, `,"confidence":`); found {
		n := strings.IndexAny(after, ",}")
		if n < 0 || strings.Trim(after[:n], "-+.eE0123456789") != "" {
			return k, false
		}
		c, err := strconv.ParseFloat(after[:n], 64)
		if err != nil {
			return k, false
		}
		k.confident, k.confidence, rest = true, c, after[n:]
	}
	if after, found := strings.CutPrefix(rest, `,"findings":[`); found {
		var places strings.Builder
		if k.findings, rest, ok = skimFindings(after, keep == keepPlaces, &places); !ok {
			return k, false
		}
		k.more = places.String()
	}
	if after, found := strings.CutPrefix(rest, `,"explanation":"`); found {
		n := stringEnd(after)
		if n < 0 {
			return k, false
		}
		rest = after[n:]
	}
	end := strings.TrimPrefix(rest, `,"repaired":true`)
	if after, found := strings.CutPrefix(end, `,"unread":{`); found {
		var n int
		if n, ok = objectEnd(after); !ok {
			return k, false
		}
		end = after[n:]
	}
	k.notes = rest[:len(rest)-len(end)]
	return k, end == "}"
}

// objectEnd returns the length of the rest of a flat object; text begins after its brace.
func objectEnd(text string) (n int, ok bool) {
	for ; n < len(text); n++ {
		switch text[n] {
		case '}':
			return n + 1, true
		case '"':
			m := stringEnd(text[n+1:])
			if m < 0 {
				return 0, false
			}
			n += m
		}
	}
	return 0, false
}

// skimFindings counts the objects of an array; text begins after the opening bracket. It
// returns the text after the array. If wanted, it writes the places of the findings to
// places as JSON.
func skimFindings(text string, wanted bool, places *strings.Builder) (n int, rest string, ok bool) {
	depth, from := 0, -1 // from is the start of a wanted member
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			m := stringEnd(text[i+1:])
			if m < 0 {
				return 0, "", false
			}
			if wanted && depth == 1 && (strings.HasPrefix(text[i:], `"lines":[`) || strings.HasPrefix(text[i:], `"scopes":[`)) {
				from = i
			}
			i += m
		case '{', '[':
			if depth == 0 {
				if n++; wanted {
					places.WriteString([]string{`[{`, `,{`}[min(n-1, 1)])
				}
			}
			depth++
		case '}', ']':
			if depth == 0 {
				if n > 0 && wanted {
					places.WriteByte(']')
				}
				return n, text[i+1:], true
			}
			depth--
			if depth == 1 && from >= 0 {
				if s := places.String(); s[len(s)-1] != '{' {
					places.WriteByte(',')
				}
				places.WriteString(text[from : i+1])
				from = -1
			}
			if depth == 0 && wanted {
				places.WriteByte('}')
			}
		}
	}
	return 0, "", false
}

// stringEnd returns the end of a JSON string, after its closing quote; text begins after the
// opening quote. It returns -1 without a closing quote.
func stringEnd(text string) int {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		slashes := 0
		for slashes < i && text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}
