package database

import (
	"strings"
	"unicode/utf8"
)

// PostgreSQL cannot store zero bytes in a text, nor invalid UTF-8; answers of models may
// contain both. Such a byte b is stored as the character escape+b, and so is every byte of
// a character in that range that the text itself contains.
const escape = 0x10FF00

// escaped returns the form in which PostgreSQL stores a text.
func escaped(s string) string {
	if !strings.ContainsRune(s, 0) && utf8.ValidString(s) && !strings.Contains(s, "\xf4\x8f\xbc") &&
		!strings.Contains(s, "\xf4\x8f\xbd") &&
		!strings.Contains(s, "\xf4\x8f\xbe") && !strings.Contains(s, "\xf4\x8f\xbf") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == 0 || r >= escape || r == utf8.RuneError && n == 1 {
			for _, c := range []byte(s[i : i+n]) {
				b.WriteRune(escape + rune(c))
			}
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// unescaped is the inverse of escaped.
func unescaped(s string) string {
	if !strings.Contains(s, "\xf4\x8f") {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r >= escape {
			b = append(b, byte(r-escape))
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}
