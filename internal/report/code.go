package report

import (
	"assay/internal/metric"
)

// Token is a piece of one line of code with the CSS class of its kind, "" for plain text.
type Token = token

// DiffHunk is a group of changed lines with the kept lines around them.
type DiffHunk = diffHunk

// Highlight returns the tokens of every line of a text, plain for an unknown language. Joined, they give the lines
// again, except that control characters are made visible.
func Highlight(language, text string) [][]Token { return newHighlighter().lines(language, text) }

// Diff compares two texts by lines; equal texts have no hunk.
func Diff(language, old, new string) []DiffHunk {
	h := newHighlighter()
	return unified(diffLines(old, new), h.lines(language, old), h.lines(language, new))
}

// Value formats a computed metric on one line: "6/16  37.5 % [18.5, 61.4]".
func Value(m metric.Metric, v metric.Value) string { return Full(m.Scale, v) }
