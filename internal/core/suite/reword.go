package suite

import (
	"errors"
	"strings"
)

// Reword returns the text of a SQL test with code in `# Code` and, in `# Minimal`, the text that code rephrases.
// When the two are equal, there is no `# Minimal`. Everything else is unchanged.
func Reword(text, code, minimal string) (string, error) {
	if !strings.HasSuffix(code, "\n") || !strings.HasSuffix(minimal, "\n") {
		return "", errors.New("a text that does not end with a line end does not fit into a code block")
	}
	lang, old, _, err := TestCode(text)
	if err != nil {
		return "", err
	}
	head, tail, _ := strings.Cut(text, "\n# Minimal\n")
	if len(splitSections(tail)) > 0 {
		return "", errors.New("`# Minimal` is not the last section; put it there")
	}
	at := strings.Index(head, "\n"+old+"```")
	if at < 0 {
		return "", errors.New("the code block is not fenced with three backquotes")
	}
	if strings.Contains(code, "\n```") || strings.Contains(minimal, "\n```") {
		return "", errors.New("the code contains a code fence")
	}
	out := strings.TrimRight(head[:at+1]+code+head[at+1+len(old):], "\n") + "\n"
	if code != minimal {
		out += "\n# Minimal\n```" + lang + "\n" + minimal + "```\n"
	}
	return out, nil
}
