package database

import (
	"regexp"
	"strings"
)

var (
	schemeRE = regexp.MustCompile(`(?i)postgres(?:ql)?://`)
	secretRE = regexp.MustCompile(`(?i)([?&](?:[a-z]*password|passfile)=)[^&\s]*`)
)

// Redact removes the passwords from all PostgreSQL URLs in a text, including malformed ones.
// In doubt it removes too much.
func Redact(text string) string {
	if !schemeRE.MatchString(text) {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		lines[i] = redactLine(l)
	}
	return strings.Join(lines, "")
}

func redactLine(text string) string {
	at := schemeRE.FindAllStringIndex(text, -1)
	if len(at) == 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:at[0][0]])
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		b.WriteString(text[a[0]:a[1]])
		rest := text[a[1]:end]
		// A password may contain characters that should be escaped, even another @.
		if last := strings.LastIndexByte(rest, '@'); last >= 0 {
			if colon := strings.IndexByte(rest[:last], ':'); colon >= 0 {
				rest = rest[:colon] + ":***" + rest[last:]
			}
		}
		b.WriteString(secretRE.ReplaceAllString(rest, "${1}***"))
	}
	return b.String()
}

// hidden is an error whose text shows no password.
type hidden struct {
	text string
	err  error
}

func (e *hidden) Error() string { return e.text }
func (e *hidden) Unwrap() error { return e.err }
