package solc

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// checkSources refuses everything that could make a compiler look outside the given
// sources: names that are not clean relative paths, and imports of anything else than
// one of the sources. It returns the first problem in order of file and line.
func checkSources(sources map[string]string) error {
	names := slices.Sorted(maps.Keys(sources))
	for _, name := range names {
		switch {
		case name == "" || name == "." || path.Clean(name) != name || path.IsAbs(name) || name == ".." ||
			strings.HasPrefix(name, "../"),
			strings.ContainsAny(name, "\\:\"'\x00\r\n"), !utf8.ValidString(name):
			return &InputError{Message: fmt.Sprintf("source name %q is not a clean relative path", name)}
		case !utf8.ValidString(sources[name]):
			return &InputError{File: name, Message: "is not valid UTF-8"}
		}
	}
	for _, name := range names {
		if line := modelChecker(sources[name]); line > 0 {
			return &InputError{File: name, Line: line, Message: "requests the model checker, which is disabled here"}
		}
		for _, imp := range imports(sources[name]) {
			if why := refuseImport(sources, name, imp.path); why != "" {
				return &InputError{File: name, Line: imp.line, Message: fmt.Sprintf("imports %q, %s", imp.path, why)}
			}
		}
	}
	return nil
}

// refuseImport returns why file may not import target, or "".
func refuseImport(sources map[string]string, file, target string) string {
	switch {
	case path.IsAbs(target) || strings.Contains(target, "\\"):
		return "an absolute or escaped path; name one of the sources given"
	case strings.Contains(target, ":"):
		return "an address; name one of the sources given"
	}
	resolved := target
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		resolved = path.Join(path.Dir(file), target)
		if resolved == ".." || strings.HasPrefix(resolved, "../") {
			return "which leaves the directory of the sources"
		}
	}
	if _, ok := sources[resolved]; !ok {
		return "which is not among the sources given"
	}
	return ""
}

type importDirective struct {
	path string
	line int
}

// imports returns the import directives of a source. "import" is a keyword in every
// version, so the word outside comments and strings is always a directive; each form
// of it contains exactly one string.
func imports(text string) []importDirective {
	var out []importDirective
	pending := 0 // the line of an import whose string has not been read yet
	scan(text, func(kind tokenKind, token string, line int) {
		switch {
		case kind == literal && pending > 0:
			out = append(out, importDirective{token, pending})
			pending = 0
		case kind == semicolon:
			pending = 0
		case kind == word && token == "import":
			pending = line
		}
	})
	return out
}

// modelChecker returns the line of the pragma that makes a compiler look for
// counterexamples, which may never end; 0 if there is none.
func modelChecker(text string) (at int) {
	pragma := false
	scan(text, func(kind tokenKind, token string, line int) {
		switch {
		case kind == semicolon:
			pragma = false
		case kind == word && token == "pragma":
			pragma = true
		case pragma && token == "SMTChecker" && at == 0:
			at = line
		}
	})
	return at
}

type tokenKind int

const (
	word tokenKind = iota
	literal
	semicolon
)

// scan calls see for the words, the contents of strings and the semicolons of a
// source, without comments.
func scan(text string, see func(kind tokenKind, token string, line int)) {
	line := 1
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case strings.HasPrefix(text[i:], "//"):
			i += lineEnd(text[i:])
		case strings.HasPrefix(text[i:], "/*"):
			n := len(text) - i
			if end := strings.Index(text[i+2:], "*/"); end >= 0 {
				n = end + 4
			}
			line += strings.Count(text[i:i+n], "\n")
			i += n
		case c == '"' || c == '\'':
			n := stringEnd(text[i:])
			see(literal, strings.Trim(text[i:i+n], text[i:i+1]), line)
			i += n
		case c == ';':
			see(semicolon, ";", line)
			i++
		case isWord(c):
			n := 1
			for i+n < len(text) && isWord(text[i+n]) {
				n++
			}
			see(word, text[i:i+n], line)
			i += n
		default:
			i++
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// lineEnd returns the length of a line comment. Solidity ends it at any of
// Unicode's line breaks: text after one of them is code.
func lineEnd(s string) int {
	if n := strings.IndexAny(s, "\n\v\f\r\u0085\u2028\u2029"); n >= 0 {
		return n
	}
	return len(s)
}

// stringEnd returns the length of the string literal with which s begins, including
// its quotes; an unterminated one ends with its line.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return i
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}
