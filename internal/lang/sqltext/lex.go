package sqltext

import "strings"

// Kind is the lexical kind of a token. The zero value is invalid.
type Kind uint8

const (
	_            Kind = iota
	Space             // a run of whitespace and line ends
	LineComment       // -- up to, not including, the line end
	BlockComment      // /* … */, nested; extends to the end of the text when never closed
	Word              // unquoted identifiers and keywords, case as written
	QuotedIdent       // "…"
	String            // '…', with its E, B, X, N or U& prefix
	DollarString      // $tag$ … $tag$, whose contents are often SQL again
	Param             // :name, $1
	Number            // 1, 1.5, 1e3, 0xFF
	Operator          // +, <=, ||, ::, :=, …
	Punct             // ( ) [ ] , ; . : and ..
	Invalid           // a quote that is never closed, or bytes outside the language
)

// Token is a piece of the text: src[Start:End].
type Token struct {
	Kind       Kind
	Start, End int
}

// Text returns the token's text; src must be the text that was lexed.
func (t Token) Text(src string) string { return src[t.Start:t.End] }

// Comment reports whether t is a comment.
func (t Token) Comment() bool { return t.Kind == LineComment || t.Kind == BlockComment }

// Trivia reports whether t is a comment or whitespace.
func (t Token) Trivia() bool { return t.Kind == Space || t.Comment() }

// Lex splits src into adjacent, non-empty tokens that together are exactly src.
func Lex(src string) []Token {
	toks := make([]Token, 0, len(src)/3)
	for pos := 0; pos < len(src); {
		kind, end := scan(src, pos)
		toks = append(toks, Token{kind, pos, end})
		pos = end
	}
	return toks
}

// scan returns the kind and the end of the token at pos < len(src); end > pos.
func scan(src string, pos int) (Kind, int) {
	c := src[pos]
	next := byte(0)
	if pos+1 < len(src) {
		next = src[pos+1]
	}
	switch {
	case pos == 0 && strings.HasPrefix(src, "\ufeff"): // a byte order mark
		return Space, run(src, len("\ufeff"), isSpace)
	case isSpace(c):
		return Space, run(src, pos, isSpace)
	case c == '-' && next == '-':
		return LineComment, run(src, pos, func(c byte) bool { return c != '\n' && c != '\r' })
	case c == '/' && next == '*':
		return BlockComment, blockEnd(src, pos)
	case c == '\'':
		return quoted(src, pos, String, false)
	case c == '"':
		return quoted(src, pos, QuotedIdent, false)
	case strings.IndexByte("eEbBxXnN", c) >= 0 && next == '\'':
		return quoted(src, pos+1, String, c == 'e' || c == 'E')
	case (c == 'u' || c == 'U') && next == '&' && pos+2 < len(src) && src[pos+2] == '\'':
		return quoted(src, pos+2, String, false)
	case (c == 'u' || c == 'U') && next == '&' && pos+2 < len(src) && src[pos+2] == '"':
		return quoted(src, pos+2, QuotedIdent, false)
	case isLetter(c):
		return Word, run(src, pos, isWord)
	case c == '$':
		return dollar(src, pos)
	case isDigit(c), c == '.' && isDigit(next):
		return Number, number(src, pos)
	case c == ':' && (next == ':' || next == '='):
		return Operator, pos + 2
	case c == ':' && isLetter(next):
		return Param, run(src, pos+1, isWord)
	case c == '.' && next == '.':
		return Punct, pos + 2
	case strings.IndexByte("()[],;.:", c) >= 0:
		return Punct, pos + 1
	case isOperator(c):
		return Operator, operatorEnd(src, pos)
	}
	return Invalid, pos + 1
}

// quoted scans the text that the quote at pos opens; a doubled quote, and with escapes also a backslashed one,
// does not close it.
func quoted(src string, pos int, kind Kind, escapes bool) (Kind, int) {
	quote := src[pos]
	for i := pos + 1; i < len(src); i++ {
		switch {
		case src[i] == '\\' && escapes:
			i++
		case src[i] != quote:
		case i+1 < len(src) && src[i+1] == quote:
			i++
		default:
			return kind, i + 1
		}
	}
	return Invalid, len(src)
}

func blockEnd(src string, pos int) int {
	depth := 0
	for i := pos; i+1 < len(src); i++ {
		switch {
		case src[i] == '/' && src[i+1] == '*':
			depth++
			i++
		case src[i] == '*' && src[i+1] == '/':
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}

// dollar scans $1, $tag$…$tag$, or a lone dollar.
func dollar(src string, pos int) (Kind, int) {
	if end := run(src, pos+1, isDigit); end > pos+1 {
		return Param, end
	}
	end := run(src, pos+1, func(c byte) bool { return isWord(c) && c != '$' })
	if end >= len(src) || src[end] != '$' {
		return Invalid, pos + 1
	}
	tag := src[pos : end+1]
	if i := strings.Index(src[end+1:], tag); i >= 0 {
		return DollarString, end + 1 + i + len(tag)
	}
	return Invalid, len(src)
}

// CodeBody reports whether toks[i] is a dollar string with code in SQL or PL/pgSQL: it follows AS or DO, and its
// statement names no other language, in which even -- may be an operator.
func CodeBody(src string, toks []Token, i int) bool {
	if toks[i].Kind != DollarString {
		return false
	}
	end := func(t Token) bool { return t.Kind == Punct && t.Text(src) == ";" }
	from, to := i, i
	for from > 0 && !end(toks[from-1]) {
		from--
	}
	for to < len(toks) && !end(toks[to]) {
		to++
	}
	before, language := "", "sql"
	for k := from; k < to; k++ {
		t := toks[k]
		if t.Trivia() {
			continue
		}
		if k == i && before != "AS" && before != "DO" {
			return false
		}
		if before == "LANGUAGE" {
			language = strings.ToLower(strings.Trim(t.Text(src), `'"`))
		}
		before = ""
		if t.Kind == Word {
			before = strings.ToUpper(t.Text(src))
		}
	}
	return language == "sql" || language == "plpgsql"
}

// DollarBody returns the offsets of the text between the tags of a
// DollarString token.
func DollarBody(src string, t Token) (start, end int) {
	tag := strings.IndexByte(src[t.Start+1:t.End], '$') + 2
	return t.Start + tag, t.End - tag
}

func number(src string, pos int) int {
	if c := src[pos]; c == '0' && pos+1 < len(src) && strings.IndexByte("xXoObB", src[pos+1]) >= 0 {
		return run(src, pos+2, func(c byte) bool {
			return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' ||
				c == '_'
		})
	}
	digits := func(c byte) bool { return isDigit(c) || c == '_' }
	end := run(src, pos, digits)
	if end < len(src) && src[end] == '.' && (end+1 >= len(src) || src[end+1] != '.') {
		end = run(src, end+1, digits)
	}
	if end < len(src) && (src[end] == 'e' || src[end] == 'E') {
		exp := end + 1
		if exp < len(src) && (src[exp] == '-' || src[exp] == '+') {
			exp++
		}
		if exp < len(src) && isDigit(src[exp]) {
			end = run(src, exp, digits)
		}
	}
	return end
}

// operatorEnd follows the server's rule: the longest run that begins no comment, without a trailing sign unless
// the operator contains one of ~!@#%^&|`?.
func operatorEnd(src string, pos int) int {
	end := pos
	for end < len(src) && isOperator(src[end]) {
		if rest := src[end:]; end > pos && (strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*")) {
			break
		}
		end++
	}
	if !strings.ContainsAny(src[pos:end], "~!@#%^&|`?") {
		for end > pos+1 && (src[end-1] == '+' || src[end-1] == '-') {
			end--
		}
	}
	return end
}

func run(src string, pos int, ok func(byte) bool) int {
	for pos < len(src) && ok(src[pos]) {
		pos++
	}
	return pos
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
func isWord(c byte) bool     { return isLetter(c) || isDigit(c) || c == '$' }
func isOperator(c byte) bool { return strings.IndexByte("+-*/<>=~!@#%^&|`?", c) >= 0 }
