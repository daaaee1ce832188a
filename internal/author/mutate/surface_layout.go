package mutate

import (
	"math/rand/v2"
	"strings"

	"assay/internal/lang/sqltext"
)

// layoutStyle is an author's way to lay out SQL.
type layoutStyle struct {
	indent   string // for two blanks
	trailing bool   // AND and OR at the ends of lines
	leading  bool   // commas at the beginnings of lines
	onSame   bool   // ON on the line of its JOIN
}

// layOut lays out a text as another author would: blanks and line ends change, and no token.
func layOut(code string, dice *rand.Rand) string {
	m := layoutStyle{indent: []string{"  ", " ", "   ", "    ", "\t"}[dice.IntN(5)], trailing: dice.IntN(3) == 0,
		leading: dice.IntN(4) == 0, onSame: dice.IntN(2) == 0}
	out := m.set(code, 0)
	if normalized(out) != normalized(code) {
		return code
	}
	return out
}

// set lays out a text and the bodies of functions in it. A text inside a body is data, in which blanks may matter.
func (m *layoutStyle) set(code string, nesting int) string {
	toks := sqltext.Lex(code)
	var b strings.Builder
	word := func(i int) string {
		if i < 0 || i >= len(toks) || toks[i].Kind != sqltext.Word && toks[i].Kind != sqltext.Punct {
			return ""
		}
		return strings.ToUpper(toks[i].Text(code))
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		text := t.Text(code)
		switch {
		case nesting == 0 && sqltext.CodeBody(code, toks, i):
			from, to := sqltext.DollarBody(code, t)
			b.WriteString(code[t.Start:from] + m.set(code[from:to], 1) + code[to:t.End])
		case t.Kind != sqltext.Space:
			b.WriteString(text)
		case !strings.Contains(text, "\n"):
			b.WriteString(text)
		case i > 0 && toks[i-1].Comment():
			b.WriteString(m.blanks(text))
		case m.trailing && (word(i+1) == "AND" || word(i+1) == "OR") && i+2 < len(toks) &&
			toks[i+2].Kind == sqltext.Space && !(i+3 < len(toks) && toks[i+3].Comment()):
			b.WriteString(" " + toks[i+1].Text(code) + m.blanks(text))
			i += 2
		case m.onSame && word(i+1) == "ON" && strings.Count(text, "\n") == 1:
			b.WriteString(" ")
		default:
			b.WriteString(m.blanks(text))
		}
		if m.leading && word(i) == "," && i+1 < len(toks) && toks[i+1].Kind == sqltext.Space &&
			strings.Contains(toks[i+1].Text(code), "\n") &&
			!(i+2 < len(toks) && toks[i+2].Comment()) {
			s := b.String()
			b.Reset()
			b.WriteString(s[:len(s)-1] + m.blanks(toks[i+1].Text(code)) + ", ")
			i++
		}
	}
	return b.String()
}

// blanks rewrites the indentation at the end of a run of blanks.
func (m *layoutStyle) blanks(text string) string {
	at := strings.LastIndexByte(text, '\n') + 1
	n := len(text) - at
	if strings.Trim(text[at:], " ") != "" {
		return text
	}
	return text[:at] + strings.Repeat(m.indent, n/2) + strings.Repeat(" ", n%2)
}
