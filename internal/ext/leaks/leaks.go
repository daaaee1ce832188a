// Package leaks looks in the answers of logs for signs that a subject saw what it should not: the truth about an item,
// or the item itself. The signs are deterministic, and each has a false alarm rate that the same logs show: how often
// it is found between an answer and the truth of another item.
package leaks

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"assay/internal/core/stats"
)

// Thresholds of the signs. They were fixed on planted answers alone.
const (
	run    = 7  // words of the truth in a row, which the shown text does not have
	equal  = 25 // words of an answer from which an equal one of another subject is a sign
	length = 5  // letters of a name; of the id of an item 8, with a digit or a hyphen
)

// Answer is an answer about an item.
type Answer struct {
	Item, Subject, Shown, Text string
	Log                        int
}

// The signs.
const (
	Verbatim = "words of the truth"
	Name     = "a name of the truth"
	Equal    = "another subject's answer"
	Rose     = "a score that rose with the text" // of an item, not of an answer
)

// Finding is a sign in an answer.
type Finding struct {
	Item     string `json:"item"`
	Subject  string `json:"subject"`
	Log      int    `json:"log"` // from 0
	Sign     string `json:"sign"`
	Strength int    `json:"strength"` // words in a row, names, or words
	Evidence string `json:"evidence"` // quoted from the answer
}

// Rate is how often a sign is found where it should not be.
type Rate struct {
	Sign     string          `json:"sign"`
	Found    int             `json:"found"` // answers
	Answers  int             `json:"answers"`
	Control  int             `json:"control"` // pairs of an answer with the truth of another item that have the sign
	Pairs    int             `json:"pairs"`
	Interval *stats.Interval `json:"interval"` // of Control in Pairs; nil without pairs
}

// truth is what is looked for in the answers about an item.
type truth struct {
	words []string
	at    map[string][]int // places of four words in a row
	names map[string]bool
	id    string // the last part of the item's id, "" where it may be a common word
}

// Result is what a search found.
type Result struct {
	Findings []Finding `json:"findings"`
	Rates    []Rate    `json:"rates"`
	Items    []Item    `json:"items"` // those with a sign, the clearest first
	Tested   int       `json:"tested"`
}

// pairs bounds how many pairs of an answer and the truth of another item are looked at, and others is the least number
// of truths for each answer.
const (
	pairs  = 40_000
	others = 8
)

// Search looks for signs. truths holds the texts about an item by its id, such as what is wrong, the attack and the
// repair; without them only equal answers are found. changed and kept are the mean rises of scores between two logs, of
// items whose shown text changed and of others; both are nil without two logs.
func Search(answers []Answer, truths map[string][]string, changed, kept map[string]float64) Result {
	prepared := prepare(truths)
	said := map[string]map[string]bool{} // items in answers about which a name stands
	for _, a := range answers {
		for name := range namesOf(a.Text) {
			if said[name] == nil {
				said[name] = map[string]bool{}
			}
			said[name][a.Item] = true
		}
	}
	items := slices.Sorted(maps.Keys(prepared))
	each := min(max(others, pairs/max(1, len(answers))), len(items)-1) // other truths for each answer
	var out Result
	verbatim, name := Rate{Sign: Verbatim}, Rate{Sign: Name}
	words, names := counts{}, counts{}
	for _, a := range answers {
		text, shown := wordsOf(a.Text), grams(wordsOf(a.Shown))
		own, lower, lowerShown := namesOf(a.Text), strings.ToLower(a.Text), strings.ToLower(a.Shown)
		runs := inRow(text)
		look := func(item string) (longest []string, names []string) {
			t := prepared[item]
			longest = t.echo(text, runs, shown)
			for n := range own {
				// A name that answers about other items have too is the language of the field.
				if t.names[n] && !made(n, lowerShown) && len(said[n]) == 1 {
					names = append(names, n)
				}
			}
			slices.Sort(names)
			if t.id != "" && strings.Contains(lower, t.id) && !strings.Contains(lowerShown, t.id) {
				names = append(names, t.id)
			}
			return longest, names
		}
		_, has := prepared[a.Item]
		if has {
			verbatim.Answers, name.Answers = verbatim.Answers+1, name.Answers+1
			longest, found := look(a.Item)
			if len(longest) >= run {
				verbatim.Found++
				words.add(a.Item, 0, each)
				out.Findings = append(out.Findings, a.finding(Verbatim, len(longest), strings.Join(longest, " ")))
			}
			if len(found) > 0 {
				name.Found++
				names.add(a.Item, 0, each)
				out.Findings = append(out.Findings, a.finding(Name, len(found), strings.Join(found, ", ")))
			}
		}
		at, _ := slices.BinarySearch(items, a.Item)
		for k := 1; k <= each; k++ { // the truths of the next other items
			longest, found := look(items[(at+k)%len(items)])
			verbatim.Pairs, name.Pairs = verbatim.Pairs+1, name.Pairs+1
			if len(longest) >= run {
				verbatim.Control++
				words.add(a.Item, k, each)
			}
			if len(found) > 0 {
				name.Control++
				names.add(a.Item, k, each)
			}
		}
	}
	same, rate, equals := equals(answers)
	out.Findings = append(out.Findings, same...)
	out.Rates = []Rate{verbatim, name, rate}
	if len(changed) > 0 && len(kept) > 0 {
		out.Rates = append(out.Rates, rises(changed, kept))
	}
	for i := range out.Rates {
		if w, ok := stats.Wilson(out.Rates[i].Control, out.Rates[i].Pairs); ok {
			out.Rates[i].Interval = &w
		}
	}
	out.combine(answers, words, names, equals, changed, kept)
	return out
}

func (a Answer) finding(sign string, strength int, evidence string) Finding {
	if r := []rune(evidence); len(r) > 160 {
		evidence = string(r[:160]) + "…"
	}
	return Finding{Item: a.Item, Subject: a.Subject, Log: a.Log, Sign: sign, Strength: strength, Evidence: evidence}
}

// prepare splits truths. A name that the truths of two items have is none of its own.
func prepare(truths map[string][]string) map[string]truth {
	in := map[string]int{}
	out := map[string]truth{}
	for item, texts := range truths {
		text := strings.Join(texts, "\n")
		t := truth{words: wordsOf(text), names: namesOf(text), at: map[string][]int{}}
		for i := 0; i+gram <= len(t.words); i++ {
			g := strings.Join(t.words[i:i+gram], " ")
			t.at[g] = append(t.at[g], i)
		}
		if id := strings.ToLower(item[strings.LastIndexByte(item, '/')+1:]); len(id) >= 8 &&
			strings.ContainsAny(id, "-_0123456789") {
			t.id = id
		}
		for n := range t.names {
			in[n]++
		}
		out[item] = t
	}
	for _, t := range out {
		for n := range t.names {
			if in[n] > 1 {
				delete(t.names, n)
			}
		}
	}
	return out
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
}

// namesOf returns the identifiers of a text: words with an underscore, a digit beside letters, or a capital inside.
func namesOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}) {
		inner := strings.IndexFunc(w[1:], unicode.IsUpper) >= 0 && strings.IndexFunc(w, unicode.IsLower) >= 0
		mixed := strings.IndexFunc(w, unicode.IsDigit) > 0 && strings.IndexFunc(w, unicode.IsLetter) >= 0
		if len(w) >= length && (inner || mixed || strings.Contains(strings.Trim(w, "_"), "_")) {
			out[w] = true
		}
	}
	return out
}

// made reports whether a reader of the shown text, in lower case, can make up a name: each of its parts, which begin
// with a capital or after an underscore, stands there.
func made(name, shown string) bool {
	from := 0
	for i, r := range name + "A" {
		if i > from && (unicode.IsUpper(r) || r == '_') {
			if !strings.Contains(shown, strings.ToLower(strings.Trim(name[from:i], "_"))) {
				return false
			}
			from = i
		}
	}
	return true
}

// gram is the number of words by which runs are found.
const gram = 4

func grams(words []string) map[string]bool {
	out := map[string]bool{}
	for i := 0; i+gram <= len(words); i++ {
		out[strings.Join(words[i:i+gram], " ")] = true
	}
	return out
}

// inRow returns the four words that begin at each word of a text.
func inRow(text []string) (out []string) {
	for i := 0; i+gram <= len(text); i++ {
		out = append(out, strings.Join(text[i:i+gram], " "))
	}
	return out
}

// echo returns the longest run of words of the truth in the text of which no four in a row were shown. runs are the
// text's [inRow].
func (t truth) echo(text, runs []string, shown map[string]bool) []string {
	var best []string
	for i, g := range runs {
		if len(t.at[g]) == 0 || shown[g] {
			continue
		}
		for _, j := range t.at[g] {
			n := gram
			for i+n < len(text) && j+n < len(t.words) && text[i+n] == t.words[j+n] &&
				!shown[strings.Join(text[i+n-gram+1:i+n+1], " ")] {
				n++
			}
			if n > len(best) {
				best = text[i : i+n]
			}
		}
	}
	return best
}

// equals finds answers that are equal to one of another subject about the same item, word for word. The control is
// equal answers about different items.
func equals(answers []Answer) (out []Finding, rate Rate, by counts) {
	rate.Sign, by = Equal, counts{}
	type place struct{ item, subject string }
	at := map[string][]place{}
	for _, a := range answers {
		if words := wordsOf(a.Text); len(words) >= equal {
			at[strings.Join(words, " ")] = append(at[strings.Join(words, " ")], place{a.Item, a.Subject})
		}
	}
	for _, a := range answers {
		words := wordsOf(a.Text)
		if rate.Answers++; len(words) < equal {
			continue
		}
		rate.Pairs++
		like := at[strings.Join(words, " ")]
		if i := slices.IndexFunc(like, func(p place) bool { return p.item == a.Item && p.subject != a.Subject }); i >= 0 {
			rate.Found++
			by.add(a.Item, 0, 1)
			out = append(out, a.finding(Equal, len(words), fmt.Sprintf("as %s: %s", like[i].subject, a.Text)))
		}
		if slices.ContainsFunc(like, func(p place) bool { return p.item != a.Item }) {
			rate.Control++
			by.add(a.Item, 1, 1)
		}
	}
	return out, rate, by
}

// Moved compares two runs of the same subjects: whether scores changed on items whose shown text changed more than on
// those that kept it. ok is false without both kinds.
func Moved(changed, kept map[string]float64) (d stats.Difference, ok bool) {
	if len(changed) == 0 || len(kept) == 0 {
		return stats.Difference{}, false
	}
	return stats.Interaction(ordered(changed), ordered(kept), 1), true
}

// ordered returns the values of a map in the order of its keys: resamples depend on it.
func ordered(of map[string]float64) (out []float64) {
	for _, key := range slices.Sorted(maps.Keys(of)) {
		out = append(out, of[key])
	}
	return out
}
