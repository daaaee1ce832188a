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
	if !sameText(out, code) {
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

// colour tokenises with the lexer of the language, or returns nil without one.
func colour(language, code string) [][]token {
	if language == "sql" {
		language = "postgresql"
	}
	lexer := lexers.Get(language)
	if lexer == nil || len(code) > maxHighlight {
		return nil
	}
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil
	}
	out := [][]token{nil}
	for _, t := range it.Tokens() {
		class := classOf(t.Type)
		for i, part := range strings.Split(t.Value, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			out[len(out)-1] = join(out[len(out)-1], token{class, part})
		}
	}
	if strings.HasSuffix(code, "\n") {
		out = out[:len(out)-1]
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

// sameText reports whether the tokens spell the code.
func sameText(lines [][]token, code string) bool {
	want := splitLines(code)
	if len(lines) != len(want) {
		return false
	}
	for i, line := range lines {
		rest := want[i]
		for _, t := range line {
			var ok bool
			if rest, ok = strings.CutPrefix(rest, t.Text); !ok {
				return false
			}
		}
		if rest != "" {
			return false
		}
	}
	return true
}
