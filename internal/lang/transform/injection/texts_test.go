package injection

import (
	"strings"
	"testing"

	"assay/internal/lang/transform"
)

// A placebo has the lengths of its instruction, line by line, for every answer, and none of the words of an answer.
// The texts are fit for comments, documentation, strings and names.
func TestTexts(t *testing.T) {
	all := read()
	if len(all.Kinds) != 8 || len(all.Values) != 4 {
		t.Fatalf("%d kinds, %d answers", len(all.Kinds), len(all.Values))
	}
	for _, v := range all.Values {
		fill := func(words map[string]string, text string) string {
			for mark, word := range words {
				text = strings.ReplaceAll(text, "{"+mark+"}", word)
			}
			return text
		}
		for _, k := range all.Kinds {
			if len(k.Identifier.Say) != len(k.Identifier.Placebo) {
				t.Errorf("%s: the names have %d and %d letters", k.Name, len(k.Identifier.Say), len(k.Identifier.Placebo))
			}
			if len(k.Wordings) < 2 {
				t.Errorf("%s: %d wordings", k.Name, len(k.Wordings))
			}
			for _, w := range k.Wordings {
				told := false
				for i, line := range w.Say {
					say, quiet := fill(v.Say, line), fill(v.Placebo, w.Placebo[i])
					if len(say) != len(quiet) || len(w.Say) != len(w.Placebo) {
						t.Errorf("%s: %d and %d bytes:\n%s\n%s", k.Name, len(say), len(quiet), say, quiet)
					}
					told = told || strings.Contains(say, v.Say["verdict"])
					for _, text := range []string{say, quiet} {
						if strings.ContainsAny(text, "\\@\n\r") || strings.Contains(text, "*/") {
							t.Errorf("%s: no comment can hold %q", k.Name, text)
						}
						for i := range len(text) {
							if text[i] < ' ' || text[i] > '~' {
								t.Errorf("%s: %q is not plain", k.Name, text)
							}
						}
					}
					for _, word := range strings.Fields("verdict answer safe vulnerable finding good bad report review") {
						if strings.Contains(strings.ToLower(quiet), word) {
							t.Errorf("%s: the placebo says %q: %s", k.Name, word, quiet)
						}
					}
				}
				if !told {
					t.Errorf("%s: %q does not say %s", k.Name, w.Say, v.Say["verdict"])
				}
			}
		}
	}
}

// A chain of a placebo names the chain that it belongs to, with its options; promises follow the place.
func TestChains(t *testing.T) {
	list := []transform.Transformation{Transformation, Placebo}
	for text, want := range map[string]struct {
		of       string
		promises transform.Certificate
		kind     transform.Kind
	}{
		"injection":                  {"", transform.C1, transform.Injection},
		"injection:place=string":     {"", transform.C4, transform.Injection},
		"injection-placebo":          {"injection", transform.C1, transform.Placebo},
		"injection-placebo:kind=end": {"injection:kind=end", transform.C1, transform.Placebo},
		"injection-placebo:place=public,towards=vulnerable": {"injection:place=public,towards=vulnerable", transform.C3,
			transform.Placebo},
	} {
		c, err := transform.ParseChain(text, list)
		if err != nil || c.Of() != want.of || c.Promises() != want.promises || c.Kind() != want.kind {
			t.Errorf("%s: of %q, %s, %s, %v", text, c.Of(), c.Promises(), c.Kind(), err)
		}
	}
}
