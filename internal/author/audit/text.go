package audit

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// text is one variant as a subject sees it.
type text struct {
	key, source string
	chain       bool // the text was made from another variant by transformations
	base        int  // index into corpus.members

	shown    string   // everything that is read: paths, code, and context where it can give the truth away
	tokens   []lexeme // of the code under review, comments included
	comments []string // of everything shown
	bytes    int      // of the code under review
	lines    int
}

// corpus is a suite as the shortcuts see it, with the truth in a separate field.
type corpus struct {
	texts   []text
	members [][]int // by base, in order of the bases' names: indices of texts
	bad     []bool  // by text: vulnerable
}

// read extracts the shown texts from a suite. The specification of an application is left out: all its tests share
// it, so that it reveals no more than the base rates, which are in the census.
func read(s *suite.Suite) *corpus {
	c := &corpus{}
	var names []string
	for _, v := range s.Variants {
		names = append(names, v.Base)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	c.members = make([][]int, len(names))
	around := contextReveals(s.Variants)
	for i := range s.Variants {
		v := &s.Variants[i]
		b, _ := slices.BinarySearch(names, v.Base)
		c.members[b] = append(c.members[b], i)
		c.bad = append(c.bad, v.Truth == bench.Vulnerable)
		c.texts = append(c.texts, readText(v, b, around))
	}
	return c
}

// readText lexes one variant.
func readText(v *bench.Variant, base int, around bool) text {
	t := text{key: v.Key, source: cmp.Or(v.Source, v.Key), chain: v.Chain != "", base: base}
	var shown []string
	for _, f := range v.Task.Files {
		if len(v.Task.Files) > 1 { // a single file is shown without its path
			shown = append(shown, f.Path)
		}
		shown = append(shown, f.Text)
		t.bytes += len(f.Text)
		t.lines += strings.Count(strings.TrimRight(f.Text, "\n"), "\n") + 1
		t.tokens = append(t.tokens, lex(v.Task.Language, v.Format, f.Text)...)
	}
	all := t.tokens
	if around {
		shown = append(shown, v.Task.Protocol)
		for _, f := range v.Task.Context {
			shown = append(shown, f.Path, f.Text)
			all = slices.Concat(all, lex(v.Task.Language, v.Format, f.Text))
		}
	}
	for _, l := range all {
		if l.kind == comment {
			t.comments = append(t.comments, l.text)
		}
	}
	t.shown = strings.Join(shown, "\n")
	return t
}

// contextReveals reports whether context files and protocols can distinguish the truths. They cannot when every
// base has both truths and the same surroundings for each of its variants; then they are noise and are left out.
func contextReveals(variants []bench.Variant) bool {
	type seen struct {
		first     *bench.Task
		bad, good bool
	}
	bases := map[string]*seen{}
	for i := range variants {
		v := &variants[i]
		s := bases[v.Base]
		if s == nil {
			s = &seen{first: &v.Task}
			bases[v.Base] = s
		}
		if v.Truth == bench.Vulnerable {
			s.bad = true
		} else {
			s.good = true
		}
		if s.first.Protocol != v.Task.Protocol || !slices.Equal(s.first.Context, v.Task.Context) {
			return true
		}
	}
	for _, s := range bases {
		if s.bad != s.good {
			return true
		}
	}
	return false
}

// words splits a text into runs of letters, digits and underscores. A run ends where ASCII and other letters meet,
// so that \b of a pattern agrees with it.
func words(s string) []string {
	var out []string
	start, kind := -1, 0
	for i, r := range s {
		k := 0
		switch {
		case r < utf8.RuneSelf && (r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'):
			k = 1
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			k = 2
		}
		if k == kind {
			continue
		}
		if kind != 0 {
			out = append(out, s[start:i])
		}
		start, kind = i, k
	}
	if kind != 0 {
		out = append(out, s[start:])
	}
	return out
}

// parts returns the lower-case pieces of a compound identifier, cut at underscores and where the case rises; nil
// when the word is a single lower-case piece.
func parts(word string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(word[start:end]))
		}
	}
	for i := 0; i < len(word); i++ {
		switch {
		case word[i] == '_':
			flush(i)
			start = i + 1
		case i > start && upper(word[i]) && (!upper(word[i-1]) || i+1 < len(word) && lower(word[i+1])):
			flush(i)
			start = i
		}
	}
	flush(len(word))
	if len(out) == 1 && out[0] == word {
		return nil
	}
	return out
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
func lower(c byte) bool { return 'a' <= c && c <= 'z' }
