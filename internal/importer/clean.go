package importer

import (
	"regexp"
	"strings"

	"assay/internal/solidity"
	"assay/internal/suite"
	"assay/internal/taxonomy"
)

// tellRE finds what comments say about a flaw beside the words that package suite
// refuses in our own samples.
var tellRE = regexp.MustCompile(`(?i)<yes>|<report>|@vulnerable|@source|@author|//~|honeypot|back+d+oor|front-?run|` +
	`\b(issue|fix(e[sd])?|safe|secure|danger\w*|wrong\w*|missing|incorrect\w*|should|mitigat\w+|remediat\w+|` +
	`prevent\w*|protect\w*|risk\w*|warning|careful|beware|problem\w*|mistake\w*|lack\w*|without|forgot\w*|forget\w*|harm\w*|injected|weak\w*|rekt|swc|cwe|dasp|ctf|audit\w*|root cause|` +
	`anyone|any(body| user| address| caller)|always|never|bad|bypass\w*|dirty|collision\w*|truncat\w*|precision|unsigned|manipulat\w*|guess\w*|predict\w*|can (call|become|withdraw|win|be called)|caller'?s code|_fixed)\b`)

// codeRE finds lines of code in comments: what once was there, or would repair it.
var codeRE = regexp.MustCompile(`(?m)^[\s/*]*[A-Za-z_}][^"'` + "`" +
	`:]*[(=\[{][^:]*[;{}]\s*(//.*)?$|^[\s/*]*(require|assert|if|revert|return|delete|emit)\b.*[;{]\s*$`)

// tells reports whether a comment gives the answer away, or may do so.
func tells(comment string) bool {
	return tellRE.MatchString(comment) || codeRE.MatchString(comment) || suite.Tells(comment) ||
		taxonomy.Named(taxonomy.Solidity, comment) != ""
}

// Clean blanks the comments of a Solidity source that may give its answer away:
// all of its header but for the licence, and every other one that speaks of flaws,
// names a class of them, or is code. Line comments that stand below each other
// are one comment. The text keeps its lines.
func Clean(src string) string { return clean(src, false, nil) }

// clean is Clean, of all comments but the licence where none is wanted, and of
// none that begins on a line which is shown.
func clean(src string, all bool, shown func(line int) bool) string {
	header, line := true, 1
	var gone, group []solidity.Span // a group is line comments below each other
	words := ""
	end := func() {
		if all || tells(words) {
			gone = append(gone, group...)
		}
		group, words = nil, ""
	}
	for _, t := range solidity.Lex(src) {
		text := t.Text(src)
		at := line
		line += strings.Count(text, "\n")
		switch {
		case t.Kind == solidity.Space:
			if strings.Count(text, "\n") > 1 {
				end()
			}
			continue
		case !t.Comment():
			header = false
			end()
		case shown != nil && shown(at), spdxRE.MatchString(text) && t.Kind == solidity.LineComment && (header || all):
			end()
		case header:
			end()
			gone = append(gone, solidity.Span{Start: t.Start, End: t.End})
		default:
			// a block, or behind code
			alone := t.Kind != solidity.LineComment || strings.TrimSpace(lineBefore(src, t.Start)) != ""
			if alone {
				end()
			}
			group, words = append(group, solidity.Span{Start: t.Start, End: t.End}), words+text+"\n"
			if alone {
				end()
			}
		}
	}
	end()
	return Blank(src, gone...)
}

// lineBefore returns what stands before a place in its line.
func lineBefore(src string, at int) string {
	return src[strings.LastIndexByte(src[:at], '\n')+1 : at]
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
