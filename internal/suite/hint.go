package suite

import (
	"regexp"
	"strings"
)

// hintWords are beginnings of words that tell a reader what a text is, instead
// of letting the code do so. A third of one published data set carried them.
var hintWords = []string{
	"vulnerab", "bug", "exploit", "attack", "hack", "malicious", "unsafe", "insecure", "victim", "steal", "stolen",
	"drain", "theft", "reentran", "backdoor", "flaw", "broken", "todo", "fixme", "xxx", "cve", "swc",
}

var wordRE = regexp.MustCompile(`[A-Z]+(?:[a-z]+|)|[a-z]+`)

// hint is a word of a text that gives its answer away.
type hint struct {
	line int // 1-based
	word string
}

// findHints returns the telling words of a text, at most one a line.
// Identifiers are split at case changes and underscores, so that debugMode is
// no bug and isBugged is one.
func findHints(text string) []hint {
	var out []hint
	for i, line := range strings.Split(text, "\n") {
		for _, w := range wordRE.FindAllString(line, -1) {
			if telling(w) {
				out = append(out, hint{i + 1, w})
				break
			}
		}
	}
	return out
}

func telling(word string) bool {
	word = strings.ToLower(word)
	for _, h := range hintWords {
		if strings.HasPrefix(word, h) {
			return true
		}
	}
	return false
}
