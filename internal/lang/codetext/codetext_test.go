package codetext

import (
	"strings"
	"testing"
)

func TestLex(t *testing.T) {
	for _, tt := range []struct{ language, src, want string }{
		{"python", "x = 1.5 # c 'd", "wx p= n1.5 c# c 'd"},
		{"Python", `f('it\'s', """a "b"` + "\n# no\n" + `""")`, `wf p( s'it\'s' p, s"""a "b"` + "\n# no\n" + `""" p)`},
		{"go", "a := `\\` + b /* c\n\"d */ // e", "wa p: p= s`\\` p+ wb c/* c\n\"d */ c// e"},
		{"js", "$a = `\\`${b}`;", "w$a p= s`\\`${b}` p;"},
		{"php", "f(); # c\n// d", "wf p( p) p; c# c c// d"},
		{"java", "\"open\nnext '", "s\"open wnext s'"},
		{"cpp", "/* open", "c/* open"},
		{"ruby", "名 = \x00\xff", "w名 p= p\x00 p\xff"},
	} {
		tokens, ok := Lex(tt.language, tt.src)
		var got []string
		for _, tok := range tokens {
			if tok.Kind != Space {
				got = append(got, string("??csnwp"[tok.Kind])+tok.Text(tt.src))
			}
		}
		if s := strings.Join(got, " "); !ok || s != tt.want {
			t.Errorf("%s: %q, want %q", tt.language, s, tt.want)
		}
	}
	for _, language := range []string{"", "klingon", "solidity"} {
		if _, ok := Lex(language, "x"); ok {
			t.Errorf("%q is known", language)
		}
	}
}

// The tokens of any text contain all of it, each with one kind.
func FuzzLex(f *testing.F) {
	f.Add("x = `a\\` + \"b\nc' /* d # e\xff\x00")
	f.Fuzz(func(t *testing.T, src string) {
		for language := range patterns() {
			tokens, _ := Lex(language, src)
			end := 0
			for _, tok := range tokens {
				if tok.Start != end || tok.End <= tok.Start || tok.Kind == 0 {
					t.Fatalf("%s: %q: %+v after %d", language, src, tok, end)
				}
				end = tok.End
			}
			if end != len(src) {
				t.Fatalf("%s: %q: ends at %d", language, src, end)
			}
		}
	})
}
