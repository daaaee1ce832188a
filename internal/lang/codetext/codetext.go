// Package codetext splits code of languages without a front end in this program, such as
// the programs around imported queries, into comments, literals and words. It knows only
// how these are delimited: a regular expression of JavaScript that contains
// a quote is read as the beginning of a string, up to the end of its line.
package codetext

import (
	"regexp"
	"strings"
	"sync"
)

// Kind is the lexical kind of a token. The zero value is invalid.
type Kind uint8

const (
	_       Kind = iota
	Space        // a run of white space and line ends
	Comment      // with its delimiters
	String       // with its quotes
	Number
	Word  // both names and keywords
	Punct // one character
)

// Token is a piece of the text: src[Start:End].
type Token struct {
	Kind       Kind
	Start, End int
}

// Text returns the token's text; src must be the text that was lexed.
func (t Token) Text(src string) string { return src[t.Start:t.End] }

const (
	slashes = `//[^\n]*|/\*.*?(?:\*/|\z)`
	hash    = `#[^\n]*`
	triples = `""".*?(?:"""|\z)|`
	quotes  = `"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`
	escaped = "|`(?:[^`\\\\]|\\\\.)*`?"
	raw     = "|`[^`]*`?"
)

// families groups the languages by how their comments and strings are delimited.
var families = []struct{ names, comment, text string }{
	{"c c++ cpp csharp cs c# dart java kotlin kt scala swift", slashes, triples + quotes},
	{"javascript js jsx typescript ts tsx", slashes, quotes + escaped},
	{"go golang", slashes, quotes + raw},
	{"php", slashes + "|" + hash, quotes + escaped},
	{"python python3 py vyper", hash, triples + `'''.*?(?:'''|\z)|` + quotes},
	{"ruby rb", hash, quotes + escaped},
}

// patterns matches the tokens of each language; group n is kind n.
var patterns = sync.OnceValue(func() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for _, f := range families {
		re := regexp.MustCompile(`(?s)(\s+)|(` + f.comment + `)|(` + f.text + `)|(\d[\w.]*)|([\pL_$][\pL\pN_$]*)|(.)`)
		for name := range strings.FieldsSeq(f.names) {
			out[name] = re
		}
	}
	return out
})

// Lex splits src into tokens. They are adjacent and never empty, and their
// concatenation is src. It returns false for an unknown language.
func Lex(language, src string) ([]Token, bool) {
	re := patterns()[strings.ToLower(language)]
	if re == nil {
		return nil, false
	}
	var out []Token
	for _, m := range re.FindAllStringSubmatchIndex(src, -1) {
		for kind := Space; kind <= Punct; kind++ {
			if m[2*kind] >= 0 {
				out = append(out, Token{kind, m[0], m[1]})
			}
		}
	}
	return out, true
}
