package all_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/test/transformtest"
)

func TestValidate(t *testing.T) {
	if err := transform.Validate(all.Transformations()); err != nil {
		t.Error(err)
	}
}

// Every directory next to this one is in the list, or is known not to be a
// transformation.
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
		if !strings.Contains(string(text), `"assay/internal/lang/transform/`+e.Name()+`"`) {
			t.Errorf("internal/lang/transform/%s is not in the list of internal/lang/transform/all/all.go", e.Name())
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

// The embedded samples contain nothing telling, as their linter demands: none has a
// minimal-sanitized variant. Such a variant is counted as not applicable, not as a
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
		if r != nil || !errors.As(err, &no) || no.Transformation != "minimal-sanitized" ||
			!strings.Contains(no.Why, "minimal-sanitized as it stands") {
			t.Errorf("%s: %v, %v", cs.Name, r, err)
		}
	}
	if samples < 16 {
		t.Errorf("only %d samples", samples)
	}
}

// A prepared sample may be used concurrently, and gives the results of Apply.
func TestPrepared(t *testing.T) {
	list := all.Transformations()
	for _, cs := range transformtest.Corpus(t)[:3] {
		prepared := transform.Prepare(cs.Program)
		var wg sync.WaitGroup
		for _, text := range append(all.PaperChains(), "trojan+chameleon", "no-comments+rename",
			"chameleon+shapeshifter-l3") {
			chain, err := transform.ParseChain(text, list)
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				for seed := range uint64(2) {
					want, wantErr := transform.Apply(chain, seed, cs.Program)
					got, err := prepared.Apply(chain, seed)
					if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil &&
						(!reflect.DeepEqual(got.Variant, want.Variant) || !reflect.DeepEqual(got.Hidden, want.Hidden)) {
						t.Errorf("%s: %s@%d: %v, %v", cs.Name, text, seed, err, wantErr)
					}
				}
			})
		}
		wg.Wait()
	}
}

// A chain starts from the minimal-sanitized text if there is one, as do the
// differences measured from it: on both halves, and for the certificate that the
// variant may get.
func TestStart(t *testing.T) {
	half := func(key, guard string, truth bench.Truth) *bench.Variant {
		return &bench.Variant{Key: "s/" + key, Base: "a", Truth: truth,
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: `pragma solidity ^0.8.20;
contract Vault {
    // a hacker may drain it
    function vulnerableWithdraw(uint256 amount) external { ` + guard + ` payable(msg.sender).transfer(amount); }
}
`}}}}
	}
	p := transform.Program{Variant: half("bad", "", bench.Vulnerable),
		Twin: half("good", "require(amount == 0);", bench.Safe)}
	for _, text := range []string{"chameleon", "reformat", "rename", "shapeshifter-l3", "false-prophet"} {
		chain, err := transform.ParseChain(text, all.Transformations())
		if err != nil {
			t.Fatal(err)
		}
		r, err := transform.Apply(chain, 1, p)
		if err != nil {
			t.Fatal(text, err)
		}
		for _, v := range []*bench.Variant{r.Variant, r.Twin} {
			if code := v.Task.Files[0].Text; strings.Contains(code, "ulnerable") || strings.Contains(code, "hacker") {
				t.Errorf("%s: it starts from the original:\n%s", text, code)
			}
		}
		if r.Variant.Chain != text || r.Promises() < transform.C3 ||
			!strings.HasPrefix(r.Notes[0], "from the minimal-sanitized text") {
			t.Errorf("%s: chain %q, promises %s, notes %q", text, r.Variant.Chain, r.Promises(), r.Notes)
		}
	}
	clean := transform.Program{Variant: &bench.Variant{Key: "s/c",
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
			Text: "contract A {\n  uint256 total;\n}\n"}}}}}
	chain, err := transform.ParseChain("reformat", all.Transformations())
	if err != nil {
		t.Fatal(err)
	}
	r, err := transform.Apply(chain, 1, clean)
	if err != nil || len(r.Notes) != 1 || r.Promises() != transform.C1 {
		t.Errorf("a text that is minimal-sanitized as it stands: %+v, %v", r, err)
	}
	if chain.Kind() != transform.Placebo || chain.Letters() != "P" {
		t.Errorf("%s: %s %s", chain, chain.Kind(), chain.Letters())
	}
}
