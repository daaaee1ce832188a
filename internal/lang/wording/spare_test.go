package wording_test

import (
	"slices"
	"testing"

	"assay/internal/lang/wording"
)

const spares = `
name: test
version: 1
nouns:
  vault: [ward]
general:
  nouns: {stage: [phase]}
  verbs: {stage: [rehearse], move: [wheel]}
spare:
  nouns: [apron, lens, tonic]
  verbs: [soothe, bathe]
`

// Each word that is in no table gets a spare word of its part of speech, in the same form.
func TestSpareWords(t *testing.T) {
	d, err := wording.ParseDictionary([]byte(spares))
	if err != nil {
		t.Fatal(err)
	}
	used := []wording.Usage{{"grindBarley", true}, {"barleyGround", false}, {"grinding", false}, {"Grinded", false},
		{"sacksOfVault", false}, {"maxIndex", false}}
	keep := func(w string) bool { return slices.Contains([]string{"of", "max", "index", "ground"}, w) }
	one := d.For(used, keep, first)
	for _, x := range []struct {
		in   string
		verb bool
		want string
	}{
		{"grindBarley", true, "sootheApron"}, {"barleyGround", false, "apronGround"}, {"grinding", false, "soothing"},
		{"Grinded", false, "Soothed"},
		{"sacksOfVault", false, "lensesOfWard"}, {"maxIndex", false, "maxIndex"}, {"stage", false, "phase"},
		{"stage", true, "rehearse"}, {"moved", false, "wheeled"},
	} {
		if got, _ := one.Ident(x.in, x.verb, first); got != x.want {
			t.Errorf("%s became %s, want %s", x.in, got, x.want)
		}
	}
	slices.Reverse(used)
	other := d.For(used, keep, first)
	for _, x := range used {
		a, _ := one.Ident(x.Name, x.Verb, first)
		if b, _ := other.Ident(x.Name, x.Verb, first); a != b {
			t.Errorf("%s becomes %s or %s, as the order of identifiers is", x.Name, a, b)
		}
	}
	if got, ok := d.Ident("barley", false, first); ok {
		t.Errorf("a dictionary changed with the text it was used for: barley became %s", got)
	}
	const text = "Sacks of barley may stage the vault; it was grinded and moved to a stage. Nobody moves it."
	const want = "Lenses of apron may stage the ward; it was soothed and wheeled to a phase. Nobody moves it."
	if got := wording.Text(text, func(w string, verb func() bool) (string,
		bool) {
		return one.Word(w, verb, first)
	}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// If two words share a form, the later one in alphabetical order always gets it.
func TestSpareWordsWithOneForm(t *testing.T) {
	d, err := wording.ParseDictionary([]byte(spares))
	if err != nil {
		t.Fatal(err)
	}
	used := []wording.Usage{{"enrol", true}, {"enroll", true}}
	for range 50 {
		one := d.For(used, func(string) bool { return false }, first)
		for _, name := range []string{"enrolled", "enrols"} {
			a, _ := one.Ident(name, true, first)
			b, _ := d.For(used, func(string) bool { return false }, first).Ident(name, true, first)
			if a != b {
				t.Fatalf("%s becomes %s or %s", name, a, b)
			}
		}
	}
}

// No two words share a spare one, and words beyond the last spare one stay.
func TestSpareWordsRunOut(t *testing.T) {
	d, err := wording.ParseDictionary([]byte(spares))
	if err != nil {
		t.Fatal(err)
	}
	used := []wording.Usage{{"oats", false}, {"rye", false}, {"wheat", false}, {"spelt", false}}
	one := d.For(used, func(string) bool { return false }, func(string, int) int { return 2 })
	seen := map[string]bool{}
	for _, x := range used {
		got, _ := one.Ident(x.Name, false, first)
		if seen[got] {
			t.Errorf("%s twice", got)
		}
		seen[got] = true
	}
	if !seen["wheat"] || seen["oats"] || seen["spelt"] {
		t.Errorf("%v; want the last word in alphabetical order to stay", seen)
	}
}
