// Package termtext lays out text for a terminal, in cells rather than bytes: wide characters take two, combining
// ones none. It writes no colours, moves no cursor, and neutralises characters that could.
package termtext

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Plain replaces characters that could control a terminal or reverse the reading order:
// control characters and the format characters of bidirectional text.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// Hidden reports whether r is invisible: a control character other than tab, line feed and carriage return, a
// format character such as those of bidirectional text and the zero-width ones, a line separator or a filler. In
// source code, such a character makes a reader and a compiler see different programs.
func Hidden(r rune) bool {
	switch {
	case ' ' <= r && r <= '~', r == '\t', r == '\n', r == '\r': // nearly all characters of a suite
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		0xE0100 <= r && r <= 0xE01EF // variation selectors, which have no use in code
}

// Columns returns the number of terminal cells that s takes.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		switch k := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case k == width.EastAsianWide, k == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Clip shortens s to at most n cells; a shortened text ends in an ellipsis.
func Clip(s string, n int) string {
	if Columns(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		w := Columns(string(r))
		if used+w > n-1 {
			return s[:i] + "…"
		}
		used += w
	}
	return s
}

// Middle shortens s to at most n cells by an ellipsis in its middle: long names differ
// at their beginning and at their end.
func Middle(s string, n int) string {
	if Columns(s) <= n {
		return s
	}
	tail, used := "", 0
	runes := []rune(s)
	for i := len(runes) - 1; i >= 0; i-- {
		if w := Columns(string(runes[i])); used+w <= (n-1)*2/3 {
			used += w
			tail = string(runes[i]) + tail
			continue
		}
		break
	}
	return Clip(s, n-used) + tail
}

// Pad fills s with spaces to n cells, on the left when right is set.
func Pad(s string, n int, right bool) string {
	fill := strings.Repeat(" ", max(0, n-Columns(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// Wrap breaks prose into lines of at most n cells. A longer word gets its own line; no words give no lines.
func Wrap(s string, n int) []string {
	var out []string
	line := ""
	for _, w := range strings.Fields(s) {
		switch {
		case line == "":
			line = w
		case Columns(line)+1+Columns(w) <= n:
			line += " " + w
		default:
			out = append(out, line)
			line = w
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}
