package report

import "strings"

// Token is a piece of one line of code with the CSS class of its kind, "" for plain text.
type Token struct{ Class, Text string }

// maxHighlight limits the size of texts that are highlighted; longer ones are plain.
const maxHighlight = 128 << 10

// Highlight returns the tokens of every line of a text, plain for an unknown language. Joined, they give the lines
// again, except that control characters are made visible.
func Highlight(language, text string) [][]Token {
	out := colour(language, text)
	if out == nil {
		for _, l := range splitLines(text) {
			var line []Token
			if l != "" {
				line = []Token{{"", l}}
			}
			out = append(out, line)
		}
	}
	for _, line := range out {
		for i := range line {
			line[i].Text = Visible(line[i].Text)
		}
	}
	return out
}

// colour splits code into tokens, or returns nil for an unknown language.
func colour(language, code string) [][]Token {
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
	out := [][]Token{nil}
	start := 0
	begin := 0 // of the last token
	for _, p := range pieces {
		for start < p.end {
			line, _, more := strings.Cut(code[start:p.end], "\n")
			end := start + len(line)
			last := &out[len(out)-1]
			if n := len(*last) - 1; n >= 0 &&
				((*last)[n].Class == p.class || strings.TrimSpace(line) == "" && (*last)[n].Class == "") {
				(*last)[n].Text = code[begin:end]
			} else if line != "" {
				*last, begin = append(*last, Token{p.class, line}), start
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
