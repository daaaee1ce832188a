package tool

import (
	"net/url"
	"path"
	"strings"
	"unicode"
)

// maxMessage bounds the stored part of a message, in characters.
const maxMessage = 400

// OneLine returns a tool's text for display: one line, no control characters, bounded.
func OneLine(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))), " ")
	if r := []rune(s); len(r) > maxMessage {
		return string(r[:maxMessage]) + "…"
	}
	return s
}

// Local returns a path in the form of a task: without the working copy dir, with slashes. A path outside dir is
// unchanged.
func Local(dir, p string) string {
	p = strings.ReplaceAll(p, "\\", "/")
	if rest, ok := strings.CutPrefix(p, "file:"); ok {
		p = rest
		if strings.HasPrefix(p, "//") {
			p = "/" + strings.TrimLeft(p, "/")
		}
	}
	if un, err := url.PathUnescape(p); err == nil {
		p = un
	}
	if dir != "" {
		for _, d := range []string{dir, "/private" + dir} { // the form on macOS
			if rest, ok := strings.CutPrefix(p, d+"/"); ok {
				p = rest
				break
			}
		}
	}
	return path.Clean(p)
}
