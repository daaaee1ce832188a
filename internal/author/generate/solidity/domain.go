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

// domain moves a program to another trade: each word of its names, messages and description that belongs
// neither to finance nor to programming becomes another noun, the same one everywhere. It is not in the public
// list of transformations, since its result is a new text and not another form of a known one.
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

var nouns = strings.Fields(nounText)

func changeDomain(in *transform.Input) (*transform.Output, error) {
	names := in.Names()
	words := map[string]bool{}
	for _, n := range names.List {
		for _, w := range wording.Split(n.Name).Words {
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
			if now, ok := swap(stem); ok {
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
		return wording.Text(text, func(word string, _ func() bool) (string, bool) { return swap(word) })
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

// assignNouns assigns each word a noun; a plural gets the plural of its singular's noun.
func assignNouns(dice transform.Dice, words map[string]bool) map[string]string {
	out, taken := map[string]string{}, map[string]bool{}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		stem := strings.TrimSuffix(w, "s")
		if stem != w && (words[stem] || len(stem) > 3) && !strings.HasSuffix(stem, "s") {
			if out[stem] == "" {
				out[stem] = noun(dice, stem, taken)
			}
			out[w] = out[stem] + "s"
			continue
		}
		if out[w] == "" {
			out[w] = noun(dice, w, taken)
		}
	}
	return out
}

// noun picks a noun that no other word has.
func noun(dice transform.Dice, word string, taken map[string]bool) string {
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
