package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func variantsEvidence() *Variants {
	return &Variants{Version: VariantsVersion, Sample: "ds/x", Engine: "e", Rules: &Rules{Compiler: "0.8.30"},
		Files: Digest(map[string]string{"A.sol": "a", "Proof.sol": "p"}),
		Variants: []Variant{
			{Chain: "chameleon", Seed: 1, Half: Vulnerable, Task: "t1", Certificate: "C3", Promised: "C3",
				Settings: "solc 0.8.30", Shown: "equal <code>"},
			{Chain: "chameleon", Seed: 1, Half: Fixed, Task: "t2", Certificate: "C3", Promised: "C3",
				Failure: "the attack works"},
			{Chain: "trojan", Seed: 1, Half: Vulnerable, Inapplicable: "no function"},
		}}
}

func TestVariants(t *testing.T) {
	e := variantsEvidence()
	b, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(b), "\n"); got != 5 {
		t.Errorf("%d lines, want one a variant, one before and one after:\n%s", got, b)
	}
	back, err := DecodeVariants(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(e, back); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	v, ok := back.Find("chameleon", 1, "t1")
	if !ok || !v.Usable() || v.Summary() != "C3: equal <code>; solc 0.8.30" {
		t.Errorf("found %v, %+v, %q", ok, v, v.Summary())
	}
	if v, ok := back.Find("chameleon", 1, "t2"); !ok || v.Usable() || v.Summary() != "not proved: the attack works" {
		t.Errorf("found %v, %+v", ok, v)
	}
	if _, ok := back.Find("chameleon", 2, "t1"); ok {
		t.Error("there is evidence on another seed")
	}
	if v := back.Variants[2]; v.Usable() || v.Summary() != "no such variant: no function" {
		t.Errorf("%+v", v)
	}
}

func TestVariantsMerge(t *testing.T) {
	e := variantsEvidence()
	e.Merge([]Variant{
		{Chain: "chameleon", Seed: 2, Half: Vulnerable, Certificate: "C4"},
		{Chain: "chameleon", Seed: 1, Half: Fixed, Certificate: "C4"},
		{Chain: "chameleon", Seed: 1, Half: Vulnerable, Certificate: "C3"},
		{Chain: "trojan", Seed: 1, Half: Fixed, Certificate: DecoyResists},
	})
	var got []string
	for _, v := range e.Variants {
		got = append(got, v.origin()+" "+v.Certificate)
	}
	want := []string{"chameleon@1 vulnerable C3", "chameleon@1 fixed C4", "chameleon@2 vulnerable C4",
		"trojan@1 fixed decoy-resists"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestVariantsRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"versoin": 1}`, "unknown field"},
		{`{"variants": [{"chain": "a", "seed": 1, "certificate": "C6"}]}`, `the certificate "C6"`},
		{`{"variants": [{"chain": "a", "seed": 1}]}`, "neither a certificate"},
		{`{"variants": [{"chain": "a", "seed": 1, "half": "fixed", "certificate": "C1"}, {"chain": "a", "seed": 1, "half": "fixed", "certificate": "C2"}]}`, "a@1 fixed occurs twice"},
	} {
		if _, err := DecodeVariants([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestVariantsStale(t *testing.T) {
	for _, c := range []struct {
		edit func(e *Variants, r *Rules, files map[string]string) *Rules
		want string
	}{
		{func(_ *Variants, r *Rules, _ map[string]string) *Rules { return r }, ""},
		{func(e *Variants, r *Rules, _ map[string]string) *Rules { e.Version++; return r }, "version"},
		{func(_ *Variants, r *Rules, _ map[string]string) *Rules { return &Rules{Compiler: "0.8.29"} }, "compiler"},
		{func(*Variants, *Rules, map[string]string) *Rules { return nil }, "compiler"},
		{func(_ *Variants, r *Rules, f map[string]string) *Rules { f["A.sol"] = "b"; return r }, "A.sol changed"},
		{func(_ *Variants, r *Rules, f map[string]string) *Rules { delete(f, "A.sol"); return r }, "a file went away"},
	} {
		e, files := variantsEvidence(), map[string]string{"A.sol": "a", "Proof.sol": "p"}
		rules := c.edit(e, &Rules{Compiler: "0.8.30"}, files)
		if got := e.Stale(rules, files); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
