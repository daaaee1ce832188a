package report

import (
	"crypto/sha256"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// token is a piece of one line of code with the CSS class of its kind, "" for plain text.
type token struct{ Class, Text string }

// maxHighlight bounds the texts that are highlighted; longer ones stay plain.
const maxHighlight = 128 << 10

// highlighter splits code into lines of tokens, each text once.
type highlighter struct{ cache map[[32]byte][][]token }

func newHighlighter() *highlighter { return &highlighter{cache: map[[32]byte][][]token{}} }

// lines returns the tokens of every line. Joining their texts gives the lines
// of the code back, but for control characters, which are made visible.
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
			line[i].Text = visible(line[i].Text)
		}
	}
	h.cache[key] = out
	return out
}

// colour tokenises with our own lexers, with another's for languages that only
// imported samples have, or returns nil without one.
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
	for _, p := range pieces {
		text := code[start:p.end]
		start = p.end
		for {
			line, rest, more := strings.Cut(text, "\n")
			out[len(out)-1] = join(out[len(out)-1], token{p.class, line})
			if !more {
				break
			}
			out = append(out, nil)
			text = rest
		}
	}
	if strings.HasSuffix(code, "\n") {
		out = out[:len(out)-1]
	}
	return out
}

// otherPieces is nil when the language is unknown, or its lexer does not give the text back.
func otherPieces(language, code string) []piece {
	lexer := lexers.Get(language)
	if lexer == nil {
		return nil
	}
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil
	}
	var out []piece
	end := 0
	for _, t := range it.Tokens() {
		if !strings.HasPrefix(code[end:], t.Value) {
			return nil
		}
		end += len(t.Value)
		out = append(out, piece{classOf(t.Type), end})
	}
	if end != len(code) {
		return nil
	}
	return out
}

// join appends t, merging it with the last token when they look alike.
func join(line []token, t token) []token {
	if t.Text == "" {
		return line
	}
	if n := len(line) - 1; n >= 0 && (line[n].Class == t.Class || strings.TrimSpace(t.Text) == "" && line[n].Class == "") {
		line[n].Text += t.Text
		return line
	}
	return append(line, t)
}

// classOf maps the many token types to the few that are told apart.
func classOf(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "m"
	case t == chroma.KeywordType || t == chroma.NameBuiltin || t == chroma.NameBuiltinPseudo:
		return "t"
	case t.InCategory(chroma.Keyword):
		return "w"
	case t == chroma.NameFunction || t == chroma.NameClass:
		return "f"
	}
	return ""
}

// uncoloured returns the lines of code as plain tokens.
func uncoloured(code string) [][]token {
	lines := splitLines(code)
	out := make([][]token, len(lines))
	for i, l := range lines {
		out[i] = join(nil, token{"", l})
	}
	return out
}
