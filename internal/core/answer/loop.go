package answer

import (
	"regexp"

	"assay/internal/bench"
)

// What counts as a loop: at least three equal parts at the end, and so many bytes.
const (
	loopParts = 3
	loopLeast = 240
	loopMost  = 4096 // bytes at the end that are looked at
)

var blankRE, numberRE = regexp.MustCompile(`\s`), regexp.MustCompile(`\d+`)

// Loops reports whether a text that was cut ends in a loop, as those of small models do: the same words or blanks
// again and again, perhaps with other numbers. A larger output limit would only make it longer.
func Loops(text string) bool {
	text = text[max(0, len(text)-loopMost):]
	s := numberRE.ReplaceAllString(blankRE.ReplaceAllString(text, " "), "0")
	for period := 1; loopParts*period <= len(s); period++ {
		i := len(s) - 1
		for i >= period && s[i] == s[i-period] {
			i--
		}
		if len(s)-1-i >= max((loopParts-1)*period, loopLeast-period) {
			return true
		}
	}
	return false
}

// form is a finding of the form that package prompt shows, in folded words.
var form = bench.Finding{Type: "whatkindofvulnerabilityitis", Explanation: "whythecodeisvulnerable"}

// filled returns the findings that are not the form of the question itself, copied instead of filled in.
func filled(list []bench.Finding) (out []bench.Finding) {
	for _, f := range list {
		if fold(f.Type) != form.Type || fold(f.Explanation) != form.Explanation {
			out = append(out, f)
		}
	}
	return out
}
