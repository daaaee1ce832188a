package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Dictionary replaces one vocabulary by another. Nouns and verbs are separate: "deposit" may be both. It is
// safe for concurrent use.
type Dictionary struct {
	Name    string
	Version int

	trade      forms // words that belong to the vocabulary in any context
	general    forms // words of every trade: in prose replaced only where the part of speech is clear
	spareNouns []string
	spareVerbs []string
}

// forms maps every form of words to the choices in the same form.
type forms struct{ nouns, verbs map[string][]string }

// words is the YAML form of a vocabulary: base forms, each with one or more choices.
type words struct {
	Nouns map[string][]string `yaml:"nouns"`
	Verbs map[string][]string `yaml:"verbs"`
}

// file is the YAML form of a dictionary.
type file struct {
	Name    string `yaml:"name"`
	Version int    `yaml:"version"`
	Trade   words  `yaml:",inline"`
	General words  `yaml:"general"`
	Spare   struct {
		Nouns []string `yaml:"nouns"`
		Verbs []string `yaml:"verbs"`
	} `yaml:"spare"`
}

// ParseDictionary reads a dictionary. It fails on unknown keys, on words that cannot occur in an identifier,
// and on a word that replaces two others.
func ParseDictionary(text []byte) (*Dictionary, error) {
	var f file
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("dictionary: %w", err)
	}
	if f.Name == "" || f.Version < 1 || len(f.Trade.Nouns) == 0 {
		return nil, fmt.Errorf("dictionary %q: a name, a version from 1 and nouns are needed", f.Name)
	}
	d := &Dictionary{Name: f.Name, Version: f.Version, spareNouns: f.Spare.Nouns, spareVerbs: f.Spare.Verbs}
	nouns, verbs := map[string]string{}, map[string]string{}
	for _, part := range []struct {
		used map[string]string
		to   map[string][]string
	}{
		{nouns, f.Trade.Nouns}, {nouns, f.General.Nouns}, {nouns, map[string][]string{"a spare word": f.Spare.Nouns}},
		{verbs, f.Trade.Verbs}, {verbs, f.General.Verbs}, {verbs, map[string][]string{"a spare word": f.Spare.Verbs}},
	} {
		if err := d.unique(part.used, part.to); err != nil {
			return nil, err
		}
	}
	d.trade, d.general = f.Trade.forms(), f.General.forms()
	return d, nil
}

// unique checks choices and records in used which word each replaces.
func (d *Dictionary) unique(used map[string]string, words map[string][]string) error {
	for _, from := range slices.Sorted(maps.Keys(words)) {
		seen := map[string]bool{}
		for _, to := range words[from] {
			if !lower(strings.ReplaceAll(from, " ", "")) || !lower(to) {
				return fmt.Errorf("dictionary %s: %q → %q: words are lower-case letters", d.Name, from, to)
			}
			if other, ok := used[to]; ok && other != from || seen[to] {
				return fmt.Errorf("dictionary %s: %q stands for both %q and %q", d.Name, to, other, from)
			}
			used[to], seen[to] = from, true
		}
	}
	return nil
}

func (w words) forms() forms {
	f := forms{map[string][]string{}, map[string][]string{}}
	for from, to := range w.Nouns {
		f.noun(from, to)
	}
	for _, from := range slices.Sorted(maps.Keys(w.Verbs)) { // if two verbs share a form, the later one gets it
		f.verb(from, w.Verbs[from])
	}
	return f
}

func (f forms) noun(from string, to []string) {
	f.nouns[from] = to
	f.nouns[plural(from)] = each(to, plural)
}

func (f forms) verb(from string, to []string) {
	f.verbs[from] = to
	for i, form := range verbForms(from) {
		f.verbs[form] = each(to, func(w string) string { return verbForms(w)[i] })
	}
}

func each(words []string, f func(string) string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = f(w)
	}
	return out
}

func lower(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLower(s[i]) {
			return false
		}
	}
	return s != ""
}

// Choose picks one of n words that may replace word; it must always make the same choice for the same word.
type Choose func(word string, n int) int

// Word returns the replacement in prose of a word in lower case. verb reports whether a verb is meant, where
// both meanings exist. A noun of every trade is replaced where no verb is meant, a verb of every trade only
// where its form shows that it is a verb.
func (d *Dictionary) Word(word string, verb func() bool, choose Choose) (string, bool) {
	to, other := d.trade.nouns[word], d.trade.verbs[word]
	switch {
	case len(other) > 0 && (len(to) == 0 || verb()):
		to = other
	case len(to) > 0:
	default:
		if to = d.general.nouns[word]; len(to) > 0 && verb() {
			return "", false
		}
		if len(to) == 0 && participle(word) {
			to = d.general.verbs[word]
		}
	}
	if len(to) == 0 {
		return "", false
	}
	return to[choose(word, len(to))], true
}

// participle reports whether a form cannot be a noun.
func participle(word string) bool {
	return len(word) > 4 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing"))
}

// named returns the replacement for a word of an identifier.
func (d *Dictionary) named(word string, verb bool, choose Choose) (string, bool) {
	for _, f := range []forms{d.trade, d.general} {
		first, second := f.nouns[word], f.verbs[word]
		if verb {
			first, second = second, first
		}
		if len(first) == 0 {
			first = second
		}
		if len(first) > 0 {
			return first[choose(word, len(first))], true
		}
	}
	return "", false
}

// Ident translates the words of an identifier; ok is false when none changed. verb states that its first word
// is a verb, as in names of functions.
func (d *Dictionary) Ident(name string, verb bool, choose Choose) (string, bool) {
	id := Split(name)
	words := slices.Clone(id.Words)
	changed := false
	for i, w := range words {
		letters := strings.TrimRight(w, "0123456789")
		if to, ok := d.named(letters, verb && i == 0, choose); ok {
			words[i] = to + w[len(letters):]
			changed = true
		}
	}
	if !changed {
		return name, false
	}
	return id.With(words), true
}

// verbAfter holds words after which a verb follows rather than a noun; a plural is another sign.
var verbAfter = map[string]bool{"to": true, "can": true, "may": true, "must": true, "will": true, "cannot": true,
	"could": true, "should": true,
	"not": true, "they": true, "who": true, "then": true, "and": true, "anyone": true, "never": true}

// nounBefore holds words before which an ambiguous form is a verb: "burns the shares".
var nounBefore = map[string]bool{"the": true, "a": true, "an": true, "its": true, "their": true, "all": true,
	"every": true, "what": true, "no": true,
	"this": true, "these": true, "out": true, "back": true, "any": true, "it": true, "them": true, "into": true}

// nextWord returns the word after the leading blanks of s, in lower case.
func nextWord(s string) string {
	s = strings.TrimLeft(s, " \t")
	end := 0
	for end < len(s) && isWord(s[end]) {
		end++
	}
	return strings.ToLower(s[:end])
}

// Text calls replace for every English word of a text, with the word in lower case and a function that reports
// whether a verb is likely there, and inserts the result in the word's case. Words inside identifiers, numbers,
// web addresses, and words after '@' are skipped.
func Text(text string, replace func(word string, verb func() bool) (string, bool)) string {
	var b strings.Builder // the text before last
	last := 0
	before := ""
	end := 0
	verb := func() bool {
		return verbAfter[before] || len(before) > 3 && strings.HasSuffix(before, "s") || before != "of" &&
			nounBefore[nextWord(text[end:])]
	}
	article := -1 // offset in b of the directly preceding word "a" or "an"
	for i := 0; i < len(text); i = end {
		if !isWord(text[i]) {
			if text[i] != ' ' {
				article = -1
			}
			if strings.IndexByte(".,;:()", text[i]) >= 0 {
				before = ""
			}
			end = i + 1
			continue
		}
		for end = i; end < len(text) && isWord(text[end]); {
			end++
		}
		w := text[i:end]
		low := strings.ToLower(w)
		now, ok := "", false
		if (Plain(w) || capitals(w)) && !addressed(text, i, end) {
			now, ok = replace(low, verb)
		}
		if ok {
			b.WriteString(text[last:i])
			last = end
			if article >= 0 {
				fixArticle(&b, article, now)
			}
			switch {
			case w == strings.ToUpper(w) && len(w) > 1:
				b.WriteString(strings.ToUpper(now))
			case isUpper(w[0]):
				b.WriteString(Title(now))
			default:
				b.WriteString(now)
			}
		}
		if article = -1; low == "a" || low == "an" {
			b.WriteString(text[last:end])
			last = end
			article = b.Len()
		}
		before = low
	}
	if last == 0 {
		return text
	}
	b.WriteString(text[last:])
	return b.String()
}

// capitals reports whether a word is written entirely in capitals.
func capitals(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isUpper(s[i]) {
			return false
		}
	}
	return true
}

// fixArticle adapts the article that ends at the offset to the word after it.
func fixArticle(b *strings.Builder, end int, word string) {
	s := b.String()
	head, rest := strings.TrimRight(s[:end], "nN"), s[end:]
	b.Reset()
	b.WriteString(head)
	if strings.IndexByte("aeiou", word[0]) >= 0 && !strings.HasPrefix(word, "uni") {
		b.WriteByte('n')
	}
	b.WriteString(rest)
}

// addressed reports whether the word is a tag or part of a path or web address.
func addressed(text string, start, end int) bool {
	if start > 0 && strings.IndexByte("@/.`", text[start-1]) >= 0 &&
		!(text[start-1] == '/' && (start < 2 || text[start-2] == '/' || text[start-2] == '*')) {
		return text[start-1] != '.' || start > 1 && isWord(text[start-2])
	}
	return end+1 < len(text) && (text[end] == '.' || text[end] == '/' || text[end] == ':') &&
		(isWord(text[end+1]) || text[end+1] == '/')
}
