package audit

import (
	"regexp"
	"strings"
)

// shapes are patterns of the appearance of a comment, not of its content.
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

// commentFeatures emits the regular expressions, of a fixed set of forms, that match at least one comment of a
// text: a word as written or in any case, its first five letters, two consecutive words, the word with which a
// comment begins, and the shapes. They are derived from the comments, not tried on them, which makes the search
// linear; a test verifies that both give the same.
func commentFeatures(t *text, emit func(string)) {
	for _, c := range t.comments {
		for _, re := range shapes {
			if re.MatchString(c) {
				emit(re.String())
			}
		}
		last := ""
		for _, w := range words(c) {
			if w[0] >= 0x80 { // \b works on ASCII only
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
