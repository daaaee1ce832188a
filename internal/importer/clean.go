package importer

import (
	"regexp"
	"strings"

	"assay/internal/judge"
	"assay/internal/solidity"
	"assay/internal/suite"
)

// tellRE finds what comments say about a flaw beside the words that package suite
// refuses in our own samples.
var tellRE = regexp.MustCompile(`(?i)<yes>|<report>|@vulnerable|@source|@author|//~|\b(issue|fix(e[sd])?|safe|secure|danger\w*|wrong|missing|incorrect\w*|should|mitigat\w+|remediat\w+|` +
	`prevent\w*|protect\w*|risk\w*|warning|careful|beware|problem\w*|mistake\w*|lack\w*|without|forgot\w*|forget\w*|harm\w*|injected|weak\w*|rekt|honeypot|swc|cwe|dasp|ctf|audit\w*|root cause)\b`)

// tells reports whether a comment says, or may say, what is asked.
func tells(comment string) bool {
	return tellRE.MatchString(comment) || suite.Tells(comment) || judge.ClassOf(comment) != ""
}

// Clean blanks the comments of a Solidity source that may give its answer away:
// all of its header but for the licence, and every other one that speaks of flaws
// or names a class of them. The text keeps its lines.
func Clean(src string) string {
	header := true
	var gone []solidity.Span
	for _, t := range solidity.Lex(src) {
		switch text := t.Text(src); {
		case t.Kind == solidity.Space:
		case !t.Comment():
			header = false
		case header && !(t.Kind == solidity.LineComment && spdxRE.MatchString(text)), tells(text):
			gone = append(gone, solidity.Span{Start: t.Start, End: t.End})
		}
	}
	return Blank(src, gone...)
}

// Blank replaces what stands in the spans, but for line ends, by nothing visible:
// lines keep their numbers, and none ends with blanks that were not there. The
// spans are in order and do not overlap.
func Blank(src string, spans ...solidity.Span) string {
	if len(spans) == 0 {
		return src
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(src[at:s.Start])
		for _, line := range strings.SplitAfter(src[s.Start:s.End], "\n") {
			b.WriteString(" ") // keeps two words apart
			if strings.HasSuffix(line, "\n") {
				b.WriteString("\n")
			}
		}
		at = s.End
	}
	b.WriteString(src[at:])
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.Join(lines, "\n")
}

var (
	spdxRE   = regexp.MustCompile(`SPDX-License-Identifier:\s*([A-Za-z0-9.+-]+)`)
	pragmaRE = regexp.MustCompile(`\bpragma\s+solidity\s*[^0-9;]{0,8}(0\.[4-8]\.\d{1,2})\b`)
)

// compilerOf returns the first version that a source's pragma names, or "".
func compilerOf(src string) string {
	if m := pragmaRE.FindStringSubmatch(src); m != nil {
		return m[1]
	}
	return ""
}

// licenceOf returns the licence that a source names, or its data set's.
func (in *Input) licenceOf(src string) string {
	if m := spdxRE.FindStringSubmatch(src); m != nil {
		return m[1] + " (SPDX identifier of the text)"
	}
	return in.licence
}
