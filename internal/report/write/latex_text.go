package write

import (
	"fmt"
	"strings"
	"unicode"
)

// texEscapes are characters that LaTeX would read as its own, or that some setting
// of it may: those of a bracket after a line end, and what languages make active.
var texEscapes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `\texttt{\string"}`, '`': `\string` + "`", '[': "{[}", ']': "{]}", '*': "{*}",
	'–': "--", '−': "$-$", '·': `$\cdot$`, '×': `$\times$`, '≥': `$\geq$`, '≤': `$\leq$`, 'α': `$\alpha$`, 'κ': `$\kappa$`,
	'Δ': `$\Delta$`,
	'‘': "`", '’': "'", '“': "``", '”': "''", '—': "---", '…': `\dots{}`,
}

// texMissing are the Latin letters that LaTeX has not in its default fonts.
const texMissing = "ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ÷"

// tex writes text so that any LaTeX shows it as it is. A character for which the
// default fonts have no glyph is left to \assaychar, which shows it where the engine
// reads Unicode and else its number.
func tex(text string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range text {
		if r == last && strings.ContainsRune("-,'`", r) {
			b.WriteString("{}") // two would become another character
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
		default: // what turns text around, or cannot be seen
			fmt.Fprintf(&b, `\texttt{[U+%04X]}\allowbreak{}`, r)
		}
	}
	return b.String()
}

// texName writes a name for the cell of a table, a long one on several lines.
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

// oneLine keeps text within a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// label is what a label calls a table: what any engine takes in one.
func label(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, name)
}

// texProse writes text that may be broken into lines, long words without blanks too.
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
