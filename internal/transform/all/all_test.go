package all_test

import (
	"os"
	"strings"
	"testing"

	"assay/internal/transform"
	"assay/internal/transform/all"
)

func TestValidate(t *testing.T) {
	if err := transform.Validate(all.Transformations()); err != nil {
		t.Error(err)
	}
}

// Every folder beside this one is in the list, or is known not to be a transformation.
func TestComplete(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "all" || e.Name() == "transformtest" || e.Name() == "testdata" {
			continue
		}
		if !strings.Contains(string(text), `"assay/internal/transform/`+e.Name()+`"`) {
			t.Errorf("internal/transform/%s is not in the list of internal/transform/all/all.go", e.Name())
		}
	}
}

func TestLists(t *testing.T) {
	for _, c := range append(all.PaperChains(), all.EveryChain()...) {
		if parsed, err := transform.ParseChain(c, all.Transformations()); err != nil || parsed.String() != c {
			t.Errorf("%q: %q, %v", c, parsed, err)
		}
	}
	every := all.EveryChain()
	for _, want := range append(all.PaperChains(), "shapeshifter-l4:style=neutral", "reformat:style=tabs") {
		n := 0
		for _, c := range every {
			if c == want {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s stands %d times in the list of everything", want, n)
		}
	}
}
