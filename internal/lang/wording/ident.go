// Package wording splits identifiers and English text into words and joins them again: camelCase and similar
// styles, plurals, verb forms, and dictionaries that replace one vocabulary by another.
//
// It is independent of programming languages: the caller decides which identifiers may change.
package wording

import "strings"

// Ident is an identifier split into words, in lower case.
type Ident struct {
	Lead, Tail string // leading and trailing underscores
	Words      []string
	Style      Style
}

// Style is how words are joined. The zero value is invalid.
type Style uint8

const (
	_      Style = iota
	Camel        // nextRound
	Pascal       // NextRound
	Snake        // next_round
	Upper        // NEXT_ROUND
)

// Split splits an identifier. Digits belong to the word before them.
func Split(s string) Ident {
	var id Ident
	core := strings.Trim(s, "_$")
	if core == "" {
		return Ident{Lead: s, Style: Camel}
	}
	i := strings.Index(s, core)
	id.Lead, id.Tail = s[:i], s[i+len(core):]
	switch {
	case strings.ToUpper(core) == core && (len(core) > 1 || strings.Contains(core, "_")):
		id.Style = Upper
	case strings.Contains(core, "_"):
		id.Style = Snake
	case isUpper(core[0]):
		id.Style = Pascal
	default:
		id.Style = Camel
	}
	for _, part := range strings.Split(core, "_") {
		if part == "" {
			continue
		}
		if id.Style == Upper {
			id.Words = append(id.Words, strings.ToLower(part))
			continue
		}
		start := 0
		for i := 1; i < len(part); i++ {
			if isUpper(part[i]) && (!isUpper(part[i-1]) || i+1 < len(part) && isLower(part[i+1])) {
				id.Words = append(id.Words, strings.ToLower(part[start:i]))
				start = i
			}
		}
		id.Words = append(id.Words, strings.ToLower(part[start:]))
	}
	return id
}

// With returns an identifier of the given words in the style of id.
func (id Ident) With(words []string) string {
	var b strings.Builder
	b.WriteString(id.Lead)
	for i, w := range words {
		switch id.Style {
		case Upper:
			w = strings.ToUpper(w)
			if i > 0 {
				b.WriteByte('_')
			}
		case Snake:
			if i > 0 {
				b.WriteByte('_')
			}
		case Pascal:
			w = Title(w)
		default:
			if i > 0 {
				w = Title(w)
			}
		}
		b.WriteString(w)
	}
	b.WriteString(id.Tail)
	return b.String()
}

// Title returns w with its first letter in upper case.
func Title(w string) string {
	if w == "" || !isLower(w[0]) {
		return w
	}
	return string(w[0]-'a'+'A') + w[1:]
}

// Plain reports whether s looks like an English word rather than an identifier: only letters, and no capital
// after the first.
func Plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLower(s[i]) && !(i == 0 && isUpper(s[i])) {
			return false
		}
	}
	return s != ""
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isWord(c byte) bool {
	return isUpper(c) || isLower(c) || c >= '0' && c <= '9' || c == '_' || c == '$'
}
