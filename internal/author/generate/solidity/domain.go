package solidity

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/sanitize"
	"assay/internal/lang/wording"
)

// domain moves a program to another trade: each noun of its names, messages and description that belongs neither to
// finance nor to programming becomes a noun of one field, which is drawn, the same one everywhere. It is not in the
// public list of transformations, since its result is a new text and not another form of a known one.
var domain = transform.Transformation{
	Name:     "domain",
	Doc:      "replace the words of the trade by those of another",
	Kind:     transform.Placebo,
	Letter:   "P",
	Promises: transform.C3,
	Run:      changeDomain,
}

//go:embed nouns.txt
var nounText string

// fields are the nouns of each field of nouns.txt.
var fields = func() (out [][]string) {
	for line := range strings.Lines(nounText) {
		if !strings.HasPrefix(line, " ") { // the name of a field, which is also its first noun
			out = append(out, nil)
			continue
		}
		out[len(out)-1] = append(out[len(out)-1], strings.Fields(line)...)
	}
	return out
}()

// verbal reports whether a word of a name is a verb or a form of one: a noun in its place makes no sense.
func verbal(n transform.Name, at int, word string) bool {
	word = strings.ToLower(word)
	return n.Acts && at == 0 || len(word) > 4 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing"))
}

func changeDomain(in *transform.Input) (*transform.Output, error) {
	names := in.Names()
	words := map[string]bool{}
	for _, n := range names.List {
		for i, w := range wording.Split(n.Name).Words {
			if verbal(n, i, w) {
				continue
			}
			if w = strings.ToLower(strings.TrimRight(w, "0123456789")); len(w) > 2 && !sanitize.Generic(w) {
				words[w] = true
			}
		}
	}
	own := words
	literals := map[string]bool{}
	for _, f := range in.Shown() {
		for _, t := range in.Survey(f.Text).Tokens {
			if t.Kind != solidity.String || f.Text[t.Start] != '"' {
				continue
			}
			if text := f.Text[t.Start+1 : t.End-1]; !strings.ContainsAny(text, `(\./{`) {
				literals[text] = true
			}
		}
	}
	for text := range literals { // a name that occurs only in messages: a capital, no word of a trade
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) }) {
			if low := strings.ToLower(w); len(w) > 2 && w[0] != low[0] && !sanitize.Generic(low) {
				own[low] = true
			}
		}
	}
	dealt := assignNouns(in.Dice, own)
	swap := func(word string) (string, bool) {
		now, ok := dealt[strings.ToLower(word)]
		return now, ok
	}
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Strings: map[string]string{}}
	out.Renames = names.Assign(func(n transform.Name, attempt int) string {
		id := wording.Split(n.Name)
		changed := false
		parts := slices.Clone(id.Words)
		for i, w := range parts {
			stem := strings.TrimRight(w, "0123456789")
			if now, ok := swap(stem); ok && !verbal(n, i, w) {
				parts[i], changed = now+w[len(stem):], true
			}
		}
		if !changed {
			return ""
		}
		now := id.With(parts)
		if attempt > 0 {
			now += fmt.Sprint(attempt + 1)
		}
		return now
	})
	prose := func(text string) string {
		return wording.Text(text, func(word string, verb func() bool) (string, bool) {
			now, ok := swap(word)
			return now, ok && !verb()
		})
	}
	for _, text := range slices.Sorted(maps.Keys(literals)) {
		if now := prose(text); now != text && !strings.Contains(now, `"`) {
			out.Strings[text] = now
		}
	}
	if text := in.Task.Protocol; text != "" {
		if now := prose(text); now != text {
			out.Edits[transform.ProtocolPath] = []edit.Edit{{Start: 0, End: len(text), New: now}}
		}
	}
	if out.Empty() {
		return nil, transform.NotApplicable("it has no word of a trade")
	}
	out.Note = fmt.Sprintf("%d words of the trade replaced", len(dealt))
	return out, nil
}

// assignNouns assigns each word a noun of one field; a plural gets the plural of its singular's noun.
func assignNouns(dice transform.Dice, words map[string]bool) map[string]string {
	out, taken := map[string]string{}, map[string]bool{}
	nouns := fields[dice.IntN(len(fields), "field")]
	for _, w := range slices.Sorted(maps.Keys(words)) {
		stem := strings.TrimSuffix(w, "s")
		if stem != w && (words[stem] || len(stem) > 3) && !strings.HasSuffix(stem, "s") {
			if out[stem] == "" {
				out[stem] = noun(dice, nouns, stem, taken)
			}
			out[w] = out[stem] + "s"
			continue
		}
		if out[w] == "" {
			out[w] = noun(dice, nouns, w, taken)
		}
	}
	return out
}

// noun picks a noun that no other word has.
func noun(dice transform.Dice, nouns []string, word string, taken map[string]bool) string {
	for attempt := 0; ; attempt++ {
		n := nouns[dice.IntN(len(nouns), "noun", word, attempt)]
		if attempt > 4*len(nouns) { // more words than nouns
			n += nouns[dice.IntN(len(nouns), "noun", word, -attempt)]
		}
		if !taken[n] {
			taken[n] = true
			return n
		}
	}
}
