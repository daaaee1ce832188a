package write

import (
	"fmt"
	"strings"
	"unicode"
)

// texEscapes are characters with a special meaning in LaTeX, or in some of its settings: an opening bracket after
// a line end, and characters that languages make active.
var texEscapes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `\texttt{\string"}`, '`': `\string` + "`", '[': "{[}", ']': "{]}", '*': "{*}",
	'–': "--", '−': "$-$", '·': `$\cdot$`, '×': `$\times$`, '≥': `$\geq$`, '≤': `$\leq$`, 'α': `$\alpha$`, 'κ': `$\kappa$`,
	'Δ': `$\Delta$`,
	'‘': "`", '’': "'", '“': "``", '”': "''", '—': "---", '…': `\dots{}`,
}

// texMissing are the Latin letters that the default fonts of LaTeX lack.
const texMissing = "ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ÷"

// tex escapes text so that any LaTeX shows it literally. A character without a glyph in the default fonts is
// passed to \assaychar, which shows it when the engine reads Unicode, and otherwise shows its number.
func tex(text string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range text {
		if r == last && strings.ContainsRune("-,'`", r) {
			b.WriteString("{}") // two of them would become another character
		}
		last = r
		escaped, special := texEscapes[r]
		switch {
		case special:
			b.WriteString(escaped)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r >= ' ' && r <= '~' || r >= 'À' && r <= 'ſ' && !strings.ContainsRune(texMissing, r):
			b.WriteRune(r)
		case unicode.IsPrint(r):
			fmt.Fprintf(&b, `\assaychar{%04X}{%c}`, r, r)
		default: // characters that reverse text, or are invisible
			fmt.Fprintf(&b, `\texttt{[U+%04X]}\allowbreak{}`, r)
		}
	}
	return b.String()
}

// texName writes a name for a table cell, a long one on several lines.
func texName(name string) string {
	const width = 40
	runes := []rune(name)
	if len(runes) <= width {
		return tex(name)
	}
	var lines []string
	for len(runes) > width {
		at := width
		for i := width; i > width/2; i-- {
			if strings.ContainsRune("/-_.:, ", runes[i-1]) {
				at = i
				break
			}
		}
		lines, runes = append(lines, tex(string(runes[:at]))), runes[at:]
	}
	return `\begin{tabular}[t]{@{}l@{}}` + strings.Join(append(lines, tex(string(runes))), ` \\ `) + `\end{tabular}`
}

// oneLine keeps text inside a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// label returns a label for a table name that any engine accepts.
func label(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, name)
}

// texProse writes text that may be broken into lines, including long words without blanks.
func texProse(text string) string {
	const long, piece = 20, 10
	words := strings.Fields(text)
	for i, w := range words {
		runes := []rune(w)
		if len(runes) <= long {
			words[i] = tex(w)
			continue
		}
		var pieces []string
		for len(runes) > piece {
			pieces, runes = append(pieces, tex(string(runes[:piece]))), runes[piece:]
		}
		words[i] = strings.Join(append(pieces, tex(string(runes))), `\allowbreak{}`)
	}
	return strings.Join(words, " ")
}
