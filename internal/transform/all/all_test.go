package all_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"assay/internal/transform"
	"assay/internal/transform/all"
	"assay/internal/transform/transformtest"
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

// The embedded samples tell nothing, as their linter demands: none has a
// minimal-sanitized variant, and that is counted as not applicable, not as a
// failure and not as the original under another name.
func TestMinimalSanitized(t *testing.T) {
	chain, err := transform.ParseChain("minimal-sanitized", all.Transformations())
	if err != nil {
		t.Fatal(err)
	}
	samples := 0
	for _, cs := range transformtest.Corpus(t) {
		if cs.Executable == nil {
			continue
		}
		samples++
		r, err := transform.Apply(chain, 1, cs.Program)
		var no *transform.NotApplicableError
		if r != nil || !errors.As(err, &no) || no.Transformation != "minimal-sanitized" || !strings.Contains(no.Why, "minimal-sanitized as it stands") {
			t.Errorf("%s: %v, %v", cs.Name, r, err)
		}
	}
	if samples < 16 {
		t.Errorf("only %d samples", samples)
	}
}

// A prepared sample may be used by many at once, and gives what Apply gives.
func TestPrepared(t *testing.T) {
	list := all.Transformations()
	for _, cs := range transformtest.Corpus(t)[:3] {
		prepared := transform.Prepare(cs.Program)
		var wg sync.WaitGroup
		for _, text := range append(all.PaperChains(), "trojan+chameleon", "no-comments+rename", "chameleon+shapeshifter-l3") {
			chain, err := transform.ParseChain(text, list)
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				for seed := range uint64(2) {
					want, wantErr := transform.Apply(chain, seed, cs.Program)
					got, err := prepared.Apply(chain, seed)
					if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && (!reflect.DeepEqual(got.Variant, want.Variant) || !reflect.DeepEqual(got.Hidden, want.Hidden)) {
						t.Errorf("%s: %s@%d: %v, %v", cs.Name, text, seed, err, wantErr)
					}
				}
			})
		}
		wg.Wait()
	}
}
