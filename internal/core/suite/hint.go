package suite

import (
	"iter"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
)

// hintWords are beginnings of words that tell a reader what a text is, instead of leaving that to the code. A
// third of one published data set contained them.
var hintWords = []string{
	"vulnerab", "bug", "exploit", "attack", "hack", "malicious", "unsafe", "insecure", "victim", "steal", "stolen",
	"loophole", "drain", "theft", "reentran", "backdoor", "flaw", "broken", "todo", "fixme", "xxx", "cve", "swc",
}

// conventional are names of libraries that contain such a word and give nothing away: contracts with and without
// the flaw import them.
var conventional = strings.NewReplacer("nonReentrant", "", "ReentrancyGuard", "", "reentrancyGuardEntered", "")

// hint is a word of a text that gives its answer away.
type hint struct {
	line int // 1-based
	word string
}

// findHints returns the words of a text that give its answer away, at most one per line. Identifiers are split at
// case changes and underscores, so that debugMode is no bug and isBugged is one.
func findHints(text string) []hint {
	var out []hint
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if strings.Contains(line, "eentran") {
			line = conventional.Replace(line)
		}
		for w := range words(line) {
			if telling(w) {
				out = append(out, hint{n, w})
				break
			}
		}
	}
	return out
}

// hidden reports invisible characters, once for each line and character. A byte order mark may begin a file.
func hidden(file, text string, tell complain) {
	n := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		n++
		var said []rune
		for _, r := range line {
			if termtext.Hidden(r) && !slices.Contains(said, r) {
				said = append(said, r)
				tell(file, n, "has the invisible character %U; remove it, or write it as an escape", r)
			}
		}
	}
}

// Tells reports whether a text has a word that gives its answer away.
func Tells(text string) bool { return len(findHints(text)) > 0 }

func telling(word string) bool {
	for _, h := range hintWords { // the first letter rejects nearly all words: every text of a suite is checked here
		if word[0]|0x20 == h[0] && len(word) >= len(h) && strings.EqualFold(word[:len(h)], h) {
			return true
		}
	}
	return false
}

// words splits a line into runs of letters, and splits those where the case changes between the words of an
// identifier: IHackable is I, Hackable.
func words(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i <= len(line); i++ {
			if i == len(line) || !letter(line[i]) {
				if start >= 0 && !yield(line[start:i]) {
					return
				}
				start = -1
				continue
			}
			switch {
			case start < 0:
				start = i
			case upper(line[i]) && (!upper(line[i-1]) || i+1 < len(line) && letter(line[i+1]) && !upper(line[i+1])):
				if !yield(line[start:i]) {
					return
				}
				start = i
			}
		}
	}
}

func letter(c byte) bool { return upper(c) || 'a' <= c && c <= 'z' }
func upper(c byte) bool  { return 'A' <= c && c <= 'Z' }
