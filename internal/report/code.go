package report

import (
	"time"

	"assay/internal/metric"
)

// Token is a piece of one line of code with the CSS class of its kind, "" for plain text.
type Token = token

// DiffHunk is a group of changed lines with the kept lines around them.
type DiffHunk = diffHunk

// Highlight returns the tokens of every line of a text, plain where the language
// is not known. Joining them gives the lines back, but for control characters,
// which are made visible.
func Highlight(language, text string) [][]Token { return newHighlighter().lines(language, text) }

// Diff compares two texts by lines; equal texts have no hunk.
func Diff(language, old, new string) []DiffHunk {
	h := newHighlighter()
	return unified(diffLines(old, new), h.lines(language, old), h.lines(language, new))
}

// Visible replaces control characters and those that reorder text, but for line ends and tabs.
func Visible(s string) string { return visible(s) }

// Value writes a computed metric on one line: "6/16  37.5 % [18.5, 61.4]".
func Value(m metric.Metric, v metric.Value) string { return full(m.Scale, v) }

// When writes an instant in UTC, or a dash for the zero time.
func When(t time.Time) string { return when(t) }

// Span writes a time span with the two units that matter.
func Span(d time.Duration) string { return duration(d) }

// Dollars writes an amount in US dollars, with the digits that small sums need.
func Dollars(x float64) string { return dollars(x) }

// Count writes an integer with commas between thousands.
func Count(n int) string { return count(n) }
