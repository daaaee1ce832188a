package solidity

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
)

// tinBox is the host of the tests.
func tinBox(t *testing.T) *host {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS("testdata/hosts"), ".", "hosts", "")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return hosts(list)[0]
}

// A mutant compiled without the proof behaves like one compiled with it.
func TestApart(t *testing.T) {
	c := solctest.New(t)
	h := tinBox(t)
	if err := h.prepare(t.Context(), c); err != nil || h.why != "" {
		t.Fatal(err, h.why)
	}
	if !h.separate {
		t.Fatal("a proof that only creates the contract under review is not taken for one")
	}
	old, flaw := "require(msg.sender == warden", "require(msg.sender != address(0)"
	text := strings.Replace(h.text.src, old, flaw, 1)
	if text == h.text.src {
		t.Fatalf("the host has no %q:\n%s", old, text)
	}
	alone, err := h.mutant(t.Context(), c, text)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := alone.Contracts["Proof.sol"]; ok {
		t.Fatal("the proof was compiled too")
	}
	whole, err := h.compile(t.Context(), c, text, h.searched, true)
	if err != nil {
		t.Fatal(err)
	}
	if h.code(alone) != h.code(whole) || h.code(alone) == h.code(h.out) {
		t.Error("the code of a mutant depends on how it is compiled, or is that of the correct text")
	}
	p, err := h.load(t.Context(), alone)
	if err != nil {
		t.Fatal(err)
	}
	q, err := verify.Load(t.Context(), h.x.Rules, whole, false)
	if err != nil {
		t.Fatal(err)
	}
	if p.Target() != q.Target() {
		t.Errorf("the target stands at %s, not %s", p.Target(), q.Target())
	}
	gone, err := p.Failing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := q.Failing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || strings.Join(gone, " ") != strings.Join(want, " ") {
		t.Errorf("the tests %q fail, and compiled with the proof %q", gone, want)
	}
	use, err := p.Honest(t.Context(), h.x.Main)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := q.Honest(t.Context(), h.x.Main)
	if err != nil {
		t.Fatal(err)
	}
	if d := use.Differences(wanted); len(d) > 0 {
		t.Errorf("honest use differs: %v", d)
	}
}

// A main file whose code the proof uses is compiled with the proof.
func TestSeparable(t *testing.T) {
	for _, s := range []struct {
		main, proof string
		want        bool
	}{
		{"contract A {}", "contract Proof { A a = new A(); }", true},
		{"interface I {} contract A is I {}", "contract Bad is I {} contract Proof { A a; }", true},
		{"contract A {}", "contract Bad is A {} contract Proof {}", false},
		{"library L { function f() internal {} } contract A {}", "contract Proof { function g() public { L.f(); } }", false},
		{"library L { function f(uint a) internal {} } contract A {}", "contract Proof { using L for uint; }", false},
		{"contract A {}", "contract Proof { bytes code = type(A).creationCode; }", false},
	} {
		h := &host{text: read("Main.sol", map[string]string{"Main.sol": s.main}, true), proof: readProof(s.proof, "0.8.30")}
		if got := h.separable(); got != s.want {
			t.Errorf("%s, %s: %t", s.main, s.proof, got)
		}
	}
}
