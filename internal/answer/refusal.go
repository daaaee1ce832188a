package answer

import (
	"regexp"
	"strings"
)

// refusalRE matches the opening of a response that declines. It is consulted
// only for responses in which no answer could be read, so that an answer which
// quotes such words is never taken for a refusal.
var refusalRE = regexp.MustCompile(
	`(?i)^\W*(?:i'?m|i am)?\s*(?:(?:really |very )?sorry|i (?:can'?t|cannot|won'?t|am unable to|'?m unable to|'?m not able to|am not able to)\s+(?:help|assist|comply|provide|do that|analy[sz]e|fulfil|continue)|unable to (?:help|assist|comply)|(?:as an ai[^.]*)?i must decline)`)

// Refusal reports whether an unreadable response declines to answer.
func Refusal(text string) bool {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	if len(text) > 400 {
		text = text[:400]
	}
	return refusalRE.MatchString(text)
}
