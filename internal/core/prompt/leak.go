package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/internal/bench"
)

// Leaks returns what a rendered prompt reveals about the ground truth of v: label words in p that are not the
// strategy's own. The result is sorted and empty when there is no leak.
//
// Words that do not occur by chance are leaks anywhere, even in the sample's code: identifiers of classes,
// samples and taxonomies, label markers, and the sentences that document the ground truth. Ordinary words, such
// as the titles "Governance" or "Access control", are leaks when they occur in the prompt more often than in
// the strategy and in the task: code may mention governance, but the text around it must not. The suite's own
// linter checks telling words inside code.
func Leaks(p Prompt, v bench.Variant) []string {
	return LeaksIn(p.System+"\n"+p.User, p.fixed, v)
}

// LeaksIn is [Leaks] for other material that a subject is shown: shown is all of it, and fixed is the part that
// is the same for every task.
func LeaksIn(shown, fixed string, v bench.Variant) []string {
	exact, exactFixed := shown, fixed
	prompt := normal(shown)
	fixed = normal(fixed)
	task := normal(taskText(v.Task))
	var out []string
	report := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, word := range telling(v) {
		if w := normal(word); count(prompt, w) > count(fixed, w) {
			report(word)
		}
	}
	for _, word := range ordinary(v) {
		if w := normal(word); count(prompt, w) > count(fixed, w)+count(task, w) {
			report(word)
		}
	}
	// Markers are case-sensitive: "DECOY" is a marker, "decoy" is a word.
	for _, m := range markers() {
		if count(exact, m) > count(exactFixed, m) {
			report(m)
		}
	}
	slices.Sort(out)
	return out
}

func markers() []string {
	out := []string{"//~"}
	for _, f := range bench.SecurityFunctions() {
		if f != bench.Benign && f != bench.Unrelated { // also ordinary words in capitals
			out = append(out, string(f))
		}
	}
	return out
}

// telling returns the words that do not occur by chance.
func telling(v bench.Variant) []string {
	out := []string{v.Key, v.Twin}
	if compound(v.Sample) {
		out = append(out, v.Sample)
	}
	for _, c := range classes(v) {
		if compound(string(c)) {
			out = append(out, string(c))
		}
		if k, ok := c.Info(); ok {
			for _, ref := range k.Refs {
				if !strings.HasPrefix(ref, "DASP-") { // "DASP-1" is one of ten numbers
					out = append(out, ref)
				}
			}
		}
	}
	texts := []string{v.RootCause, v.Attack, v.Fix}
	for _, s := range v.Further {
		texts = append(texts, s.RootCause, s.Attack, s.Fix)
	}
	for _, l := range v.Labels {
		texts = append(texts, l.Note)
	}
	for _, t := range texts {
		out = append(out, sentences(t)...)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// ordinary returns label words that code and specifications may contain.
func ordinary(v bench.Variant) []string {
	var out []string
	if !compound(v.Sample) {
		out = append(out, v.Sample)
	}
	for _, c := range classes(v) {
		if c == "other" { // reveals nothing
			continue
		}
		if !compound(string(c)) {
			out = append(out, string(c))
		}
		out = append(out, c.Title())
	}
	return out
}

// compound reports whether an identifier consists of several words.
func compound(id string) bool { return strings.ContainsAny(id, "-_/") }

func classes(v bench.Variant) []bench.Class {
	out := []bench.Class{v.Class}
	for _, l := range v.Labels {
		out = append(out, l.Class)
	}
	for _, s := range v.Further {
		out = append(out, s.Class)
	}
	return slices.DeleteFunc(out, func(c bench.Class) bool { return c == "" })
}

// sentences splits a text. It drops sentences of fewer than four words, which may occur by chance.
func sentences(text string) []string {
	var out []string
	for _, s := range strings.Split(strings.Join(strings.Fields(text), " "), ". ") {
		s = strings.TrimRight(s, ".")
		if len(strings.Fields(s)) >= 4 {
			out = append(out, s)
		}
	}
	return out
}

func taskText(t bench.Task) string {
	parts := []string{t.Protocol, t.Spec}
	for _, f := range slices.Concat(t.Files, t.Context) {
		parts = append(parts, f.Path, f.Text)
	}
	return strings.Join(parts, "\n")
}

// normal normalizes a text, so that texts that differ only in case and line breaks are equal.
func normal(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf: // slow path, for the few texts with such characters
			return strings.ToLower(strings.Join(strings.Fields(s), " "))
		case c == ' ' || '\t' <= c && c <= '\r':
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return strings.TrimSuffix(string(b), " ")
}

// count returns the number of occurrences of word in text, not as a part of a longer word.
func count(text, word string) int {
	n := 0
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		start, end := at+i, at+i+len(word)
		if !joins(text, start, word[0]) && !joins(text, end, word[len(word)-1]) {
			n++
		}
		at = start + 1
	}
	return n
}

// joins reports whether the letters on both sides of position i belong to one word; inner is the letter inside
// the found word.
func joins(text string, i int, inner byte) bool {
	if !letter(inner) || i == 0 || i == len(text) {
		return false
	}
	return letter(text[i-1]) && letter(text[i])
}

func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
