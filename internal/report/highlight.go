package report

import (
	"crypto/sha256"
	"strings"
)

// token is a piece of one line of code with the CSS class of its kind, "" for plain text.
type token struct{ Class, Text string }

// maxHighlight limits the size of texts that are highlighted; longer ones are plain.
const maxHighlight = 128 << 10

// highlighter splits code into lines of tokens, each text once.
type highlighter struct{ cache map[[32]byte][][]token }

func newHighlighter() *highlighter { return &highlighter{cache: map[[32]byte][][]token{}} }

// lines returns the tokens of every line. Joined, their texts give the lines of the code again, except that
// control characters are made visible.
func (h *highlighter) lines(language, code string) [][]token {
	key := sha256.Sum256([]byte(language + "\x00" + code))
	if got, ok := h.cache[key]; ok {
		return got
	}
	out := colour(language, code)
	if out == nil {
		out = uncoloured(code)
	}
	for _, line := range out {
		for i := range line {
			line[i].Text = Visible(line[i].Text)
		}
	}
	h.cache[key] = out
	return out
}

// colour splits code into tokens, or returns nil for an unknown language.
func colour(language, code string) [][]token {
	if len(code) > maxHighlight || len(splitLines(code)) == 0 {
		return nil
	}
	var pieces []piece
	switch strings.ToLower(language) {
	case "solidity":
		pieces = solidityPieces(code)
	case "sql", "postgresql":
		pieces = sqlPieces(code)
	default:
		pieces = otherPieces(language, code)
	}
	if pieces == nil {
		return nil
	}
	out := [][]token{nil}
	start := 0
	begin := 0 // of the last token
	for _, p := range pieces {
		for start < p.end {
			line, _, more := strings.Cut(code[start:p.end], "\n")
			end := start + len(line)
			last := &out[len(out)-1]
			if n := len(*last) - 1; n >= 0 && alike((*last)[n], p.class, line) {
				(*last)[n].Text = code[begin:end]
			} else if line != "" {
				*last, begin = append(*last, token{p.class, line}), start
			}
			if start = end; more {
				out = append(out, nil)
				start++
			}
		}
	}
	if strings.HasSuffix(code, "\n") {
		out = out[:len(out)-1]
	}
	return out
}

// alike reports whether text may be in one token with the text before it.
func alike(last token, class, text string) bool {
	return last.Class == class || strings.TrimSpace(text) == "" && last.Class == ""
}

// uncoloured returns the lines of code as plain tokens.
func uncoloured(code string) [][]token {
	lines := splitLines(code)
	out := make([][]token, len(lines))
	for i, l := range lines {
		if l != "" {
			out[i] = []token{{"", l}}
		}
	}
	return out
}
