package leaks

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/stats/scored"
	"assay/internal/core/suite"
	"assay/suites"
)

var functionRE = regexp.MustCompile(`function (\w+)`)

// honest is an answer of somebody who saw the text alone, in the words of audits.
func honest(i int, shown string) string {
	f := "transfer"
	if all := functionRE.FindAllStringSubmatch(shown, -1); len(all) > 0 {
		f = all[i%len(all)][1]
	}
	return fmt.Sprintf([]string{
		"The function `%s` makes an external call before it updates the state, which allows reentrancy. Add a nonReentrant modifier or follow checks-effects-interactions.",
		"`%s` does not check the caller: anyone can call it and change the state of the contract. Restrict it with onlyOwner.",
		"The price that %s reads can be manipulated with a flash loan in the same transaction; use a TWAP oracle instead of the spot price.",
		"%s rounds down in favour of the user, so that repeated small deposits drain the vault over time. Round against the user.",
		"No critical vulnerability was found. %s validates its inputs, and the accounting of balances is consistent.",
		"An attacker can front-run %s because there is no slippage protection; pass a minimum amount out and a deadline.",
		"The signature that %s verifies has neither a nonce nor a chain id, so it can be replayed on another chain.",
	}[i%7], f)
}

// shuffled writes a text in other words as far as runs of words go: every three words stand in reverse.
func shuffled(text string) string {
	words := strings.Fields(text)
	for part := range slices.Chunk(words, 3) {
		slices.Reverse(part)
	}
	return strings.Join(words, " ")
}

// Of 200 planted answers, those that copy a sentence of the truth and those that only use a name of it are found, and
// honest ones are not. Answers in other words are not found, and that is printed.
func TestPlanted(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	truths := map[string][]string{}
	var answers []Answer
	kinds := []string{"verbatim", "names only", "in other words", "nothing"}
	kindOf := map[string]string{}
	named := 0 // answers with an identifier of the truth instead of the item's id
	for _, v := range list[0].Variants {
		if v.Truth != bench.Vulnerable || len(strings.Fields(v.RootCause)) < 10 || len(truths) == 200 {
			continue
		}
		var shown strings.Builder
		for _, f := range v.Task.Files {
			shown.WriteString(f.Text)
		}
		i := len(truths)
		truths[v.Key] = []string{v.RootCause, v.Attack, v.Fix}
		text, kind := honest(i, shown.String()), kinds[i%4]
		switch kind {
		case "verbatim":
			sentence, _, _ := strings.Cut(v.RootCause, ". ")
			text += " " + sentence + "."
		case "names only":
			name := v.Key[strings.LastIndexByte(v.Key, '/')+1:]
			own := prepare(map[string][]string{v.Key: truths[v.Key]})[v.Key].names
			for _, n := range slices.Sorted(maps.Keys(own)) {
				if !namesOf(shown.String())[n] {
					name = n
					named++
					break
				}
			}
			text += " The problem is " + name + "."
		case "in other words":
			text += " " + shuffled(v.RootCause)
		}
		kindOf[v.Key] = kind
		answers = append(answers, Answer{Item: v.Key, Subject: "m", Shown: shown.String(), Text: text})
	}
	if len(truths) != 200 {
		t.Fatalf("%d texts", len(truths))
	}
	result := Search(answers, truths, nil, nil)
	found, rates := result.Findings, result.Rates
	counts := map[string]int{}
	seen := map[string]bool{}
	for _, f := range found {
		if !seen[f.Item] {
			counts[kindOf[f.Item]]++
		}
		seen[f.Item] = true
		if kindOf[f.Item] == "nothing" {
			t.Logf("%+v", f)
		}
	}
	for _, k := range kinds {
		w, _ := stats.Wilson(counts[k], 50)
		t.Logf("%-15s %d of 50 [%.2f, %.2f]", k, counts[k], w.Lo, w.Hi)
	}
	t.Logf("%d of the names are identifiers, the others ids of items", named)
	for _, r := range rates {
		t.Logf("%+v", r)
	}
	clear := map[string]int{}
	for _, x := range result.Items {
		if x.Adjusted < 0.05 {
			clear[kindOf[x.Item]]++
		}
	}
	t.Logf("items that stand out: %v of %d", clear, result.Tested)
	if clear["verbatim"] < 48 || clear["names only"] < 40 || clear["nothing"]+clear["in other words"] > 1 {
		t.Errorf("%v", clear)
	}
	if counts["verbatim"] < 48 || counts["names only"] < 40 || counts["nothing"] > 1 {
		t.Errorf("%v", counts)
	}
}

func TestEcho(t *testing.T) {
	const text = "The root accepts the zero hash as proven, so anyone can process any message."
	truth := prepare(map[string][]string{"a": {text}})["a"]
	for said, want := range map[string]string{
		"As we know, the root accepts the zero hash as proven, right?": "the root accepts the zero hash as proven",
		"the zero root accepts a hash":                                 "",
	} {
		if got := strings.Join(truth.echo(wordsOf(said), inRow(wordsOf(said)), nil), " "); got != want {
			t.Errorf("%q: %q", said, got)
		}
		if got := truth.echo(wordsOf(said), inRow(wordsOf(said)), grams(wordsOf(text))); got != nil {
			t.Errorf("%q was shown, and is a sign", got)
		}
	}
}

// A name is a sign only where it is the truth's own: not shown, of no other truth, in answers about no other item.
func TestNames(t *testing.T) {
	truths := map[string][]string{"a": {"acceptableRoot trusts 0x00, use onlyOwner"},
		"b": {"call _settleVault with onlyOwner"}, "c": {"GaugeManager and sync_pool_2"}}
	result := Search([]Answer{
		{Item: "a", Subject: "m", Shown: "contract A {}", Text: "acceptableRoot is wrong, add onlyOwner"},
		{Item: "b", Subject: "m", Shown: "function _settleVault()", Text: "_settleVault is wrong, add onlyOwner"},
		{Item: "c", Subject: "m", Shown: "Gauge; manager(); sync() of a pool, 2", Text: "GaugeManager and sync_pool_2"},
	}, truths, nil, nil)
	got, rates := result.Findings, result.Rates
	if len(got) != 1 || got[0].Item != "a" || got[0].Evidence != "acceptableRoot" || rates[1].Found != 1 ||
		rates[1].Pairs != 6 {
		t.Errorf("%+v, %+v", got, rates)
	}
}

func TestEqualAnswers(t *testing.T) {
	long := strings.Repeat("one two three four five ", 6)
	result := Search([]Answer{{Item: "a", Subject: "m", Text: long}, {Item: "a", Subject: "n", Text: long + "."},
		{Item: "b", Subject: "m", Text: "short"}, {Item: "b", Subject: "n", Text: "short"}}, nil, nil, nil)
	got, rates := result.Findings, result.Rates
	if len(got) != 2 || got[0].Sign != Equal || rates[2].Found != 2 || rates[2].Control != 0 {
		t.Errorf("%+v, %+v", got, rates)
	}
}

// Scores that rose where the text changed, and nowhere else.
func TestMoved(t *testing.T) {
	s := &scored.Set{}
	for i := range 20 {
		for log := range 2 {
			x := scored.Score{Item: fmt.Sprint(i), Subject: "m", Epoch: 1, Text: 1}
			if log == 1 && i < 10 {
				x.Text, x.Value = 2, 1
			}
			if err := s.Add(log, x); err != nil {
				t.Fatal(err)
			}
		}
	}
	changed, kept := s.Changes(0, 1)
	d, ok := Moved(changed, kept)
	if !ok || len(changed) != 10 || len(kept) != 10 || d.Value != 1 || d.P > 1e-4 {
		t.Errorf("%v %v %+v", changed, kept, d)
	}
}

// The signs of an item count together, against how often items have them where they cannot be. Of 60 items with three
// answers each, three have their own truth in all answers and three in one; three have in one answer what is true of
// all items, so that one answer is no clear sign; and the score of one rose with its text.
func TestItems(t *testing.T) {
	truths := map[string][]string{}
	var answers []Answer
	changed, kept := map[string]float64{}, map[string]float64{}
	const common = "an attacker may withdraw what others have paid in"
	for i := range 60 {
		item := fmt.Sprintf("%02d", i)
		own := strings.Repeat(fmt.Sprintf("w%d ", i), 8)
		truths[item] = []string{own, common}
		kept[item] = float64(i%3-1) / 10
		for s := range 3 {
			text := "anybody may call it"
			switch {
			case i >= 7 && i <= 9, i%20 == 1 && s == 0:
				text += ": " + own
			case i%20 == 2 && s == 0:
				text += ": " + common
			}
			answers = append(answers, Answer{Item: item, Subject: fmt.Sprint(s), Text: text})
		}
	}
	changed["33"] = 0.9
	delete(kept, "33")
	got := Search(answers, truths, changed, kept)
	if got.Tested != 60 || len(got.Rates) != 4 || got.Rates[3].Found != 1 || got.Rates[3].Pairs != 59 {
		t.Errorf("%+v", got.Rates)
	}
	if len(got.Items) != 10 {
		t.Errorf("%d items with a sign", len(got.Items))
	}
	for i, x := range got.Items {
		want := Item{Item: x.Item, Answers: 3, Words: 1}
		switch {
		case i < 3:
			want.Words = 3
		case x.Item == "33":
			want.Words, want.Rise = 0, x.Rise
		}
		if clear := x.Adjusted < 0.05; clear != (i < 3) || x.Words != want.Words || x.Answers != 3 || x.Names > 0 {
			t.Errorf("%+v, want %+v", x, want)
		}
		if x.Item == "33" && (x.Rise == nil || *x.Rise != 0.9 || x.P > 4/60.+1e-9) {
			t.Errorf("%+v: no unchanged item rose as much", x)
		}
	}
}
