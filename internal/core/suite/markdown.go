package suite

import (
	"errors"
	"strings"
)

// section is the text under one first-level heading, without the heading.
type section struct {
	body string
	line int // of the first line of body, 1-based
}

// splitSections cuts a Markdown text at its first-level headings, and returns the sections by heading in lower
// case. Headings inside code fences do not count: Python and shell comments look like them. The first of two equal
// headings wins.
func splitSections(text string) map[string]section {
	out := map[string]section{}
	name, start, line := "", 0, 1
	flush := func(end int) {
		if _, dup := out[name]; name != "" && !dup {
			out[name] = section{body: strings.Trim(text[start:end], "\n"), line: line + leadingNewlines(text[start:end])}
		}
	}
	eachLine(text, func(n, from, to int, inFence bool) {
		l := text[from:to]
		if inFence || !strings.HasPrefix(l, "# ") {
			return
		}
		flush(from)
		name = strings.ToLower(strings.TrimSpace(l[2:]))
		start, line = min(to+1, len(text)), n+1
	})
	flush(len(text))
	return out
}

func leadingNewlines(s string) int { return len(s) - len(strings.TrimLeft(s, "\n")) }

// eachLine calls f for every line of text with its 1-based number, its byte
// range without the newline, and whether it belongs to a code fence.
func eachLine(text string, f func(n, from, to int, inFence bool)) {
	fence := ""
	for n, from := 1, 0; from < len(text); n++ {
		to := strings.IndexByte(text[from:], '\n')
		if to < 0 {
			to = len(text)
		} else {
			to += from
		}
		mark := fenceMark(strings.TrimSuffix(text[from:to], "\r"))
		switch {
		case fence == "" && mark != "":
			f(n, from, to, true)
			fence = mark
		case fence != "" && closes(text[from:to], fence):
			f(n, from, to, true)
			fence = ""
		default:
			f(n, from, to, fence != "")
		}
		from = to + 1
	}
}

// fenceMark returns the run of backquotes or tildes that opens a fence on the line, or "".
func fenceMark(line string) string {
	for _, c := range []byte{'`', '~'} {
		n := 0
		for n < len(line) && line[n] == c {
			n++
		}
		if n >= 3 && !strings.ContainsRune(line[n:], rune(c)) {
			return line[:n]
		}
	}
	return ""
}

// closes reports whether the line ends the fence that mark opened.
func closes(line, mark string) bool {
	line = strings.TrimRight(line, " \t\r")
	return len(line) >= len(mark) && strings.Trim(line, mark[:1]) == ""
}

// outsideFences blanks the lines inside code fences.
func outsideFences(text string) string {
	var b strings.Builder
	eachLine(text, func(_, from, to int, inFence bool) {
		if !inFence {
			b.WriteString(text[from:to])
		}
		b.WriteByte('\n')
	})
	return b.String()
}

// TestCode returns the code of a SQL test, as it is in a loaded suite: its language, its text with the final
// newline, and its first line in the file.
func TestCode(text string) (lang, code string, line int, err error) {
	return fencedCode(splitSections(text)["code"])
}

// fencedCode returns the first fenced block of a section: the language in lower
// case, the code with its final newline, and the 1-based line of its first line.
func fencedCode(s section) (lang, code string, line int, err error) {
	start, end := -1, -1
	mark := ""
	eachLine(s.body, func(n, from, to int, inFence bool) {
		switch {
		case end >= 0 || !inFence:
		case start < 0:
			mark = fenceMark(strings.TrimSuffix(s.body[from:to], "\r"))
			info := strings.Trim(s.body[from:to], "`~ \t\r")
			lang, _, _ = strings.Cut(strings.ToLower(info), " ")
			start, line = min(to+1, len(s.body)), s.line+n
		case closes(s.body[from:to], mark):
			end = from
		}
	})
	switch {
	case s.body == "":
		return "", "", s.line, errors.New("has no `# Code` section")
	case start < 0:
		return "", "", s.line, errors.New("`# Code` has no fenced block")
	case end < 0:
		return "", "", line, errors.New("the code fence is not closed")
	case strings.TrimSpace(s.body[start:end]) == "":
		return "", "", line, errors.New("the code block is empty")
	}
	return lang, s.body[start:end], line, nil
}
