package importer

import (
	"regexp"
	"strings"

	"assay/internal/core/suite"
	"assay/internal/core/taxonomy"
	"assay/internal/lang/solidity"
)

// tellRE matches words in comments that reveal a flaw, in addition to the words that package suite refuses in
// our own samples.
var tellRE = regexp.MustCompile(`(?i)<yes>|<report>|@vulnerable|@source|@author|//~|honeypot|back+d+oor|front-?run|` +
	`\b(issue|fix(e[sd])?|safe|secure|danger\w*|wrong\w*|missing|incorrect\w*|should|mitigat\w+|remediat\w+|` +
	`prevent\w*|protect\w*|risk\w*|warning|careful|beware|problem\w*|mistake\w*|lack\w*|without|forgot\w*|forget\w*|harm\w*|injected|weak\w*|rekt|swc|cwe|dasp|ctf|audit\w*|root cause|` +
	`anyone|any(body| user| address| caller)|always|never|bad|bypass\w*|dirty|collision\w*|truncat\w*|precision|unsigned|manipulat\w*|guess\w*|predict\w*|can (call|become|withdraw|win|be called)|caller'?s code|_fixed)\b`)

// codeRE matches lines of code in comments: removed code, or a repair.
var codeRE = regexp.MustCompile(`(?m)^[\s/*]*[A-Za-z_}][^"'` + "`" +
	`:]*[(=\[{][^:]*[;{}]\s*(//.*)?$|^[\s/*]*(require|assert|if|revert|return|delete|emit)\b.*[;{]\s*$`)

// tells reports whether a comment reveals the answer, or may do so.
func tells(comment string) bool {
	return tellRE.MatchString(comment) || codeRE.MatchString(comment) || suite.Tells(comment) ||
		taxonomy.Named(taxonomy.Solidity, comment) != ""
}

// Clean blanks the comments of a Solidity source that may give its answer away: its whole header except the
// licence, and every other comment that describes a flaw, names a class of flaws, or is code. Consecutive line
// comments count as one comment. The text keeps its lines.
func Clean(src string) string { return clean(src, false, nil) }

// clean is Clean; with all it blanks every comment except the licence. It blanks no comment that begins on a
// line for which shown is true.
func clean(src string, all bool, shown func(line int) bool) string {
	header, line := true, 1
	var gone, group []solidity.Span // a group is consecutive line comments
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
			// a block, or after code
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

// lineBefore returns the part of a line before an offset.
func lineBefore(src string, at int) string {
	return src[strings.LastIndexByte(src[:at], '\n')+1 : at]
}

// Blank replaces the contents of the spans, except line ends, by whitespace or nothing: lines keep their
// numbers, and no trailing blanks are added. The spans are in order and do not overlap.
func Blank(src string, spans ...solidity.Span) string {
	if len(spans) == 0 {
		return src
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(src[at:s.Start])
		for _, line := range strings.SplitAfter(src[s.Start:s.End], "\n") {
			b.WriteString(" ") // separates two words
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

// licenceOf returns the licence that a source names, else that of the data set.
func (in *Input) licenceOf(src string) string {
	if m := spdxRE.FindStringSubmatch(src); m != nil {
		return m[1] + " (SPDX identifier of the text)"
	}
	return in.licence
}
