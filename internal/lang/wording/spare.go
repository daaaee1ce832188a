package wording

import (
	"maps"
	"slices"
	"strings"
)

// Usage is an identifier, and whether its first word is a verb.
type Usage struct {
	Name string
	Verb bool
}

// For returns the dictionary of one text, whose identifiers are given: each of their words that is in no table
// gets a spare word of its part of speech, which no other word has. keep reports words that stay, in lower case
// and the singular. The same identifiers in any order give the same dictionary.
//
// The part of speech follows from the position: the first word of a Usage with Verb is a verb, a word with the
// ending of a participle is a form of a verb, and every other word is a noun.
func (d *Dictionary) For(identifiers []Usage, keep func(word string) bool, choose Choose) *Dictionary {
	nouns, verbs := map[string]bool{}, map[string][]string{} // base forms; stems, to the forms seen
	for _, x := range identifiers {
		for i, w := range Split(x.Name).Words {
			w = strings.TrimRight(w, "0123456789")
			verb := x.Verb && i == 0
			if _, ok := d.named(w, verb, choose); ok || len(w) < 3 || !lower(w) || strings.HasSuffix(w, "ly") || keep(w) {
				continue
			}
			if base := singular(w); !verb && !participle(w) {
				nouns[base] = nouns[base] || !keep(base)
			} else if s := stem(w); !slices.Contains(verbs[s], w) {
				verbs[s] = append(verbs[s], w)
			}
		}
	}
	maps.DeleteFunc(nouns, func(_ string, wanted bool) bool { return !wanted })
	out := *d
	out.general = forms{maps.Clone(d.general.nouns), maps.Clone(d.general.verbs)}
	// In alphabetical order, since two words can share a form.
	to := spread(slices.Sorted(maps.Keys(nouns)), d.spareNouns, "noun", choose)
	for _, from := range slices.Sorted(maps.Keys(to)) {
		out.general.noun(from, []string{to[from]})
	}
	to = spread(slices.Sorted(maps.Keys(verbs)), d.spareVerbs, "verb", choose)
	for _, s := range slices.Sorted(maps.Keys(to)) {
		slices.Sort(verbs[s])
		for _, from := range verbs[s] {
			now := verbForms(to[s])
			switch {
			case strings.HasSuffix(from, "ing") && from != s:
				out.general.verbs[from] = []string{now[3]}
			case strings.HasSuffix(from, "ed") && from != s:
				out.general.verbs[from] = []string{now[2]}
			default:
				out.general.verb(from, []string{to[s]})
			}
		}
	}
	return &out
}

// spread assigns each word a spare one, as long as there are any.
func spread(words, spare []string, kind string, choose Choose) map[string]string {
	out, taken := map[string]string{}, make([]bool, len(spare))
	for _, w := range words[:min(len(words), len(spare))] {
		i := choose(kind+" "+w, len(spare))
		for taken[i] {
			i = (i + 1) % len(spare)
		}
		out[w], taken[i] = spare[i], true
	}
	return out
}

// singular undoes [plural], as far as endings show it.
func singular(w string) string {
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"),
		strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	}
	return strings.TrimSuffix(w, "s")
}

// stem returns the common part of a verb's forms: stored and store give stor, dropped and drop give drop,
// carried and carry give carry.
func stem(w string) string {
	base, cut := strings.CutSuffix(w, "ed")
	if !cut {
		base, cut = strings.CutSuffix(w, "ing")
	}
	switch {
	case len(base) < 3:
		return w
	case !cut:
		return strings.TrimSuffix(w, "e")
	case base[len(base)-1] == 'i':
		return base[:len(base)-1] + "y"
	case base[len(base)-1] == base[len(base)-2] && !strings.ContainsRune("lsz", rune(base[len(base)-1])):
		return base[:len(base)-1]
	}
	return base
}
