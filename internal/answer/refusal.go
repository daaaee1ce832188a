package answer

import (
	"regexp"
	"strings"
)

// refusalRE matches the beginning of a refusal. It is used only for unreadable responses, so that an answer
// that quotes such words never counts as a refusal.
var refusalRE = regexp.MustCompile(
	`(?i)^\W*(?:i'?m|i am)?\s*(?:(?:really |very )?sorry|i (?:can'?t|cannot|won'?t|am unable to|'?m unable to|'?m not able to|am not able to)\s+(?:help|assist|comply|provide|do that|analy[sz]e|fulfil|continue)|unable to (?:help|assist|comply)|(?:as an ai[^.]*)?i must decline)`)

// Refusal reports whether an unreadable response is a refusal.
func Refusal(text string) bool {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	if len(text) > 400 {
		text = text[:400]
	}
	return refusalRE.MatchString(text)
}
