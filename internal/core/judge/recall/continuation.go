package recall

import (
	"strings"
	"unicode"

	"assay/internal/bench"
)

const (
	run       = 4  // consecutive tokens that are compared as one
	shown     = 10 // minimum number of non-blank lines in a beginning
	follows   = 12 // minimum number of lines after it, since few lines can be guessed
	continued = 40 // number of lines after it that are compared
	fewest    = 20 // minimum number of runs that the beginning does not contain
)

// Cut splits a text into a beginning of two fifths of its lines, and the rest. ok is false when the text is too
// short, or when the beginning reveals the rest.
func Cut(text string) (beginning, rest string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	full := 0
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			full++
		}
	}
	if full < shown+follows {
		return "", "", false
	}
	want, at := max(shown, full*2/5), 0
	for n := 0; n < want; at++ {
		if strings.TrimSpace(lines[at]) != "" {
			n++
		}
	}
	return CutAt(text, at)
}

// CutAt splits a text after a number of lines. It is for a text whose counterpart with as many lines [Cut] has
// split.
func CutAt(text string, lines int) (beginning, rest string, ok bool) {
	all := strings.SplitAfter(text, "\n")
	if lines <= 0 || lines >= len(all) {
		return "", "", false
	}
	beginning, rest = strings.Join(all[:lines], ""), strings.Join(all[lines:], "")
	_, of := Overlap(bench.Continuation{Rest: rest}, beginning, "")
	return beginning, rest, of >= fewest
}

// Overlap counts the distinct runs of tokens in the text after a beginning, and those of them that an answer
// contains. Runs that the beginning contains too are no sign of memory and do not count. A canary is a single
// run.
func Overlap(c bench.Continuation, beginning, answer string) (hits, of int) {
	if c.Canary {
		if strings.Contains(strings.ToLower(answer), strings.ToLower(strings.TrimSpace(c.Rest))) {
			return 1, 1
		}
		return 0, 1
	}
	lines := strings.SplitAfter(c.Rest, "\n")
	rest := strings.Join(lines[:min(continued, len(lines))], "")
	shown, answered := runs(beginning), runs(answer)
	for r := range runs(rest) {
		if shown[r] {
			continue
		}
		of++
		if answered[r] {
			hits++
		}
	}
	return hits, of
}

// runs returns all runs of words and signs. White space does not matter.
func runs(text string) map[string]bool {
	tokens := tokensOf(text)
	out := map[string]bool{}
	for i := 0; i+run <= len(tokens); i++ {
		out[strings.Join(tokens[i:i+run], " ")] = true
	}
	return out
}

func tokensOf(text string) []string {
	var out []string
	from := -1
	for i, r := range text + " " {
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$'
		if from >= 0 && !word {
			out = append(out, text[from:i])
			from = -1
		}
		switch {
		case word && from < 0:
			from = i
		case !word && !unicode.IsSpace(r):
			out = append(out, string(r))
		}
	}
	return out
}
