package audit

import (
	"regexp"
	"strings"
)

// shapes are patterns that concern how a comment looks, not what it says.
var shapes = []*regexp.Regexp{
	regexp.MustCompile(`.`),
	regexp.MustCompile(`^//`), regexp.MustCompile(`^///`), regexp.MustCompile(`^/\*`), regexp.MustCompile(`^/\*\*`),
	regexp.MustCompile(`^--`), regexp.MustCompile(`^#`),
	regexp.MustCompile(`\b[A-Z]{3,}\b`), regexp.MustCompile(`[0-9]`), regexp.MustCompile(`[^\x00-\x7F]`),
	regexp.MustCompile(`@\w+`),
	regexp.MustCompile(`!`), regexp.MustCompile(`\?`), regexp.MustCompile(`:`), regexp.MustCompile(`;`),
	regexp.MustCompile(`\(`), regexp.MustCompile(`[.]\W*$`),
	regexp.MustCompile(`\n`), regexp.MustCompile(`.{100}`),
}

// commentFeatures are the regular expressions, of a fixed set of forms, that
// match at least one comment of a text: a word as it is written or in any case,
// its first five letters, two words in a row, the word a comment begins with,
// and the shapes. They are derived from the comments instead of being tried out
// on them, which makes the search linear; a test holds the two to be equal.
func commentFeatures(t *text, emit func(string)) {
	for _, c := range t.comments {
		for _, re := range shapes {
			if re.MatchString(c) {
				emit(re.String())
			}
		}
		last := ""
		for _, w := range words(c) {
			if w[0] >= 0x80 { // \b knows ASCII only
				continue
			}
			low := strings.ToLower(w)
			emit(`(?i)\b` + low + `\b`)
			if w != low {
				emit(`\b` + w + `\b`)
			}
			if len(low) >= 5 {
				emit(`(?i)\b` + low[:5])
			}
			if last != "" {
				emit(`(?i)\b` + last + `\W+` + low + `\b`)
			} else {
				emit(`(?i)^\W*` + low + `\b`)
			}
			last = low
		}
	}
}
