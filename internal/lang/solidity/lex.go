package solidity

import (
	"slices"
	"strings"
	"sync"
)

// Kind is the lexical kind of a token. The zero value is invalid.
type Kind uint8

const (
	_            Kind = iota
	Space             // a run of blanks and line ends
	LineComment       // // up to, not including, the line end
	BlockComment      // /* … */; extends to the end of the text if not closed
	Ident             // identifiers and keywords: the version decides which is which
	Number            // decimal, hexadecimal and rational literals, without a unit
	String            // "…" or '…', with its hex or unicode prefix
	Punct             // operators and delimiters, the longest match first
	Invalid           // a string cut by a line end, or bytes outside the language
)

// Token is a piece of the text: src[Start:End].
type Token struct {
	Kind       Kind
	Start, End int
}

// Text returns the token's text; src must be the lexed text.
func (t Token) Text(src string) string { return src[t.Start:t.End] }

// Comment reports whether t is a comment.
func (t Token) Comment() bool { return t.Kind == LineComment || t.Kind == BlockComment }

// Trivia reports whether t is a comment or blank space.
func (t Token) Trivia() bool { return t.Kind == Space || t.Comment() }

// Lex splits src into adjacent, non-empty tokens that together are exactly src.
func Lex(src string) []Token {
	toks, s := lex(src)
	s.free()
	return toks
}

// lex returns the tokens of src, and those that are not trivia as words in borrowed
// memory. Their number is known only at the end: since they are collected there first,
// a kept slice is neither too large nor cleared.
func lex(src string) ([]Token, *scratch) {
	s := scratches.Get().(*scratch)
	s.toks, s.words = appendTokens(s.toks[:0], s.words[:0], src)
	return slices.Clone(s.toks), s
}

// scratch is memory for reuse.
type scratch struct{ toks, words []Token }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// free returns the memory that lex borrowed.
func (s *scratch) free() { scratches.Put(s) }

// mark is the byte order mark, which may begin a file.
const mark = "\ufeff"

// appendTokens appends the tokens of src, and to words those that are not trivia.
func appendTokens(toks, words []Token, src string) (_, _ []Token) {
	pos := 0
	if strings.HasPrefix(src, mark) {
		pos = skip(src, len(mark), spaceClass)
		toks = append(toks, Token{Space, 0, pos})
	}
	for pos < len(src) {
		if classes[src[pos]]&spaceClass != 0 { // two fifths of all tokens
			end := skip(src, pos+1, spaceClass)
			toks = append(toks, Token{Space, pos, end})
			pos = end
			continue
		}
		kind, end := scan(src, pos)
		t := Token{kind, pos, end}
		toks = append(toks, t)
		if !t.Comment() {
			words = append(words, t)
		}
		pos = end
	}
	return toks, words
}

// scan returns the kind and the end of the token at pos < len(src); end > pos.
func scan(src string, pos int) (Kind, int) {
	c := src[pos]
	switch class := classes[c]; {
	case class&spaceClass != 0:
		return Space, skip(src, pos+1, spaceClass)
	case class&letterClass != 0:
		end := skip(src, pos+1, wordClass)
		if end < len(src) && isQuote(src[end]) {
			if word := src[pos:end]; word == "hex" || word == "unicode" {
				return scanString(src, end)
			}
		}
		return Ident, end
	case class&digitClass != 0:
		return Number, scanNumber(src, pos)
	case class&singleClass != 0:
		return scanPunct(src, pos, c)
	case isQuote(c):
		return scanString(src, pos)
	}
	return Invalid, skip(src, pos+1, foreignClass)
}

// scanPunct scans a token that begins with a byte of singleClass: a comment, an
// operator, or a number such as .5.
func scanPunct(src string, pos int, c byte) (Kind, int) {
	rest := src[pos:]
	if len(rest) == 1 {
		return Punct, pos + 1
	}
	switch next := rest[1]; {
	case c == '/' && next == '/':
		return LineComment, pos + lineEnd(rest)
	case c == '/' && next == '*':
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			return BlockComment, pos + 2 + i + 2
		}
		return BlockComment, len(src)
	case c == '.' && isDigit(next):
		return Number, scanNumber(src, pos)
	case next == '=' || next == '>' || next == c:
		for _, op := range operators[c] {
			if strings.HasPrefix(rest, op) {
				return Punct, pos + len(op)
			}
		}
	}
	return Punct, pos + 1
}

// operators lists the operators of several bytes by their first byte, each before its
// own prefixes. "=:" of 0.4 assembly stays two tokens, since "a=:b" is not Solidity.
var operators = [256][]string{
	'>': {">>>=", ">>>", ">>=", ">>", ">="}, '<': {"<<=", "<<", "<="}, '*': {"**", "*="}, '+': {"++", "+="},
	'-': {"--", "->", "-="},
	'&': {"&&", "&="}, '|': {"||", "|="}, '=': {"==", "=>"}, '!': {"!="}, '/': {"/="}, '%': {"%="}, '^': {"^="},
	':': {":="},
}

const singles = "()[]{};,.:?=+-*/%!~&|^<>"

// Classes of bytes, as bit sets.
const (
	spaceClass   = 1 << iota
	letterClass  // begins a name
	digitClass   //
	singleClass  // begins an operator or a comment
	foreignClass // only an Invalid token can contain it
	wordClass    = letterClass | digitClass
)

var classes = func() (t [256]uint8) {
	for i := range t {
		switch c := byte(i); {
		case isSpace(c):
			t[i] = spaceClass
		case isLetter(c):
			t[i] = letterClass
		case isDigit(c):
			t[i] = digitClass
		case strings.IndexByte(singles, c) >= 0:
			t[i] = singleClass
		case !isQuote(c):
			t[i] = foreignClass
		}
	}
	return t
}()

// skip returns the end of the longest run from pos whose bytes are of class.
func skip(src string, pos int, class uint8) int {
	for pos < len(src) && classes[src[pos]]&class != 0 {
		pos++
	}
	return pos
}

// scanString scans the quoted part that opens at pos. No escape crosses a line end, so
// a forgotten quote costs one line.
func scanString(src string, pos int) (Kind, int) {
	quote := src[pos]
	for i := pos + 1; i < len(src); i++ {
		switch src[i] {
		case quote:
			return String, i + 1
		case '\\':
			// A backslash before a line end continues the string on the next line.
			if i++; strings.HasPrefix(src[min(i, len(src)):], "\r\n") {
				i++
			}
		case '\n', '\r':
			return Invalid, i
		}
	}
	return Invalid, len(src)
}

func scanNumber(src string, pos int) int {
	if rest := src[pos:]; strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X") {
		return run(src, pos+2, func(c byte) bool { return isHex(c) || c == '_' })
	}
	digits := func(c byte) bool { return isDigit(c) || c == '_' }
	end := run(src, pos, digits)
	if end+1 < len(src) && src[end] == '.' && isDigit(src[end+1]) {
		end = run(src, end+1, digits)
	}
	if end < len(src) && (src[end] == 'e' || src[end] == 'E') {
		exp := end + 1
		if exp < len(src) && src[exp] == '-' {
			exp++
		}
		if exp < len(src) && isDigit(src[exp]) {
			end = run(src, exp, digits)
		}
	}
	return end
}

// lineEnd returns the length of a line comment at the start of s. The compiler also
// ends one at the Unicode line ends, which editors do not show. Code can hide behind
// them, so the lexer must agree with the compiler.
func lineEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '\n' && c <= '\r':
			return i
		case c == 0xC2 && strings.HasPrefix(s[i:], "\u0085"),
			c == 0xE2 && (strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029")):
			return i
		}
	}
	return len(s)
}

// run returns the end of the longest run from pos whose bytes satisfy ok.
func run(src string, pos int, ok func(byte) bool) int {
	for pos < len(src) && ok(src[pos]) {
		pos++
	}
	return pos
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isHex(c byte) bool   { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}
func isWord(c byte) bool  { return isLetter(c) || isDigit(c) }
func isQuote(c byte) bool { return c == '"' || c == '\'' }
