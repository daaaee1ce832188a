package solc_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

var pinned = []string{"0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.19", "0.8.24", "0.8.30"}

// fresh returns a compiler with an empty cache.
func fresh(t *testing.T) *solc.Compiler {
	t.Helper()
	c, err := solc.New(solc.Options{Dir: solctest.Dir(t), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func counter(version string) solc.Input {
	return solc.Input{Version: version, Optimize: true, Sources: map[string]string{
		"Counter.sol": fmt.Sprintf("pragma solidity %s;\ncontract Counter {\n    uint256 public count;\n    function "+
			"bump(uint256 by) public { count += by; }\n}\n", version),
		"Proof.sol": fmt.Sprintf("pragma solidity %s;\nimport \"./Counter.sol\";\ncontract Proof { function make() "+
			"public returns (address) { return address(new Counter()); } }\n", version),
	}}
}

func TestEveryPinnedVersion(t *testing.T) {
	corpustest.Turn(t, 3)
	c := fresh(t)
	for _, v := range pinned {
		t.Run(v, func(t *testing.T) {
			in := counter(v)
			out, err := c.Compile(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			k := out.Contracts["Counter.sol"]["Counter"]
			if len(k.Runtime) < 50 || len(k.Creation) <= len(k.Runtime) || !bytes.Contains(k.Creation, k.Runtime) {
				t.Errorf("creation code of %d bytes, runtime code of %d", len(k.Creation), len(k.Runtime))
			}
			want := map[string][4]byte{"bump(uint256)": {0xb2, 0x0e, 0xb4, 0xc4}, "count()": {0x06, 0x66, 0x1a, 0xbd}}
			if !reflect.DeepEqual(k.Selectors, want) {
				t.Errorf("selectors %x", k.Selectors)
			}
			if !bytes.Contains(k.ABI, []byte(`"bump"`)) {
				t.Errorf("ABI %s", k.ABI)
			}
			if got, want := bytes.Contains(k.StorageLayout, []byte(`"count"`)), v != "0.4.26"; got != want {
				t.Errorf("storage layout %s", k.StorageLayout)
			}
			if len(k.CreationLinks)+len(k.RuntimeLinks) != 0 {
				t.Errorf("links %v %v", k.CreationLinks, k.RuntimeLinks)
			}

			// Comments and blanks leave no trace, not even in the contract embedded in Proof.
			before := out.Contracts["Proof.sol"]["Proof"]
			in.Sources["Counter.sol"] = strings.Replace(in.Sources["Counter.sol"], "public count;",
				"public  count; // perfectly fine", 1)
			out, err = c.Compile(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			after := out.Contracts["Proof.sol"]["Proof"]
			if old := v < "0.6"; old == bytes.Equal(before.Creation, after.Creation) {
				t.Errorf("unmasked code is equal: %t", !old)
			}
			if !bytes.Equal(solc.MaskMetadata(before.Creation), solc.MaskMetadata(after.Creation)) {
				t.Error("masked code differs after a change of comments")
			}
		})
	}
}

func TestDeterminism(t *testing.T) {
	corpustest.Turn(t, 3)
	var outs []*solc.Output
	for range 2 {
		c := fresh(t)
		out, err := c.Compile(t.Context(), counter("0.8.30"))
		if err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out)
		c.Close()
	}
	if !reflect.DeepEqual(outs[0], outs[1]) {
		t.Error("two processes compiled the same input to different results")
	}
}

// A second run needs neither Node nor a compiler.
func TestCacheNeedsNoNode(t *testing.T) {
	dir, cache := solctest.Dir(t), t.TempDir()
	in, bad := counter("0.8.30"), counter("0.8.30")
	bad.Sources = map[string]string{"A.sol": "contract A { uint x = true; }"}
	first, err := solc.New(solc.Options{Dir: dir, CacheDir: cache})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	want, err := first.Compile(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	_, wantErr := first.Compile(t.Context(), bad)

	t.Setenv("PATH", "")
	second, err := solc.New(solc.Options{Dir: t.TempDir(), CacheDir: cache})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	got, err := second.Compile(t.Context(), in)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("from the cache: %v, equal %t", err, reflect.DeepEqual(got, want))
	}
	if _, err := second.Compile(t.Context(), bad); !reflect.DeepEqual(err, wantErr) {
		t.Errorf("a compile error from the cache: %v, want %v", err, wantErr)
	}
	in.Optimize = false
	var missing *solc.MissingError
	if _, err := second.Compile(t.Context(), in); !errors.As(err, &missing) || !missing.NoNode {
		t.Errorf("another input: %v, want a MissingError without Node", err)
	}
}

func TestCompileError(t *testing.T) {
	c := fresh(t)
	for _, v := range pinned {
		_, err := c.Compile(t.Context(), solc.Input{Version: v, Sources: map[string]string{
			"dir/Möbel.sol": "contract A {\n  // größer\n  function f() public {\n    uint x = 1;\n    x = undeclared;\n  }\n}\n"}})
		var ce *solc.CompileError
		if !errors.As(err, &ce) {
			t.Fatalf("%s: %v, want a CompileError", v, err)
		}
		d := ce.First()
		if d.File != "dir/Möbel.sol" || d.Line != 5 || d.Column != 9 || d.Severity != "error" ||
			d.Type != "DeclarationError" {
			t.Errorf("%s: %+v", v, d)
		}
		if !strings.HasPrefix(err.Error(), "dir/Möbel.sol:5: Undeclared identifier") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q", v, err)
		}
		if !strings.Contains(d.Formatted, "undeclared") {
			t.Errorf("%s: formatted %q", v, d.Formatted)
		}
	}
}

func TestOptions(t *testing.T) {
	c := solctest.New(t)
	in := counter("0.8.30")
	codes := map[string]string{}
	for name, change := range map[string]func(*solc.Input){
		"plain":     func(in *solc.Input) { in.Optimize = false },
		"optimised": func(*solc.Input) {},
		"via IR":    func(in *solc.Input) { in.ViaIR = true },
	} {
		in := in
		change(&in)
		out, err := c.Compile(t.Context(), in)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		code := string(out.Contracts["Counter.sol"]["Counter"].Creation)
		if other := codes[code]; other != "" {
			t.Errorf("%s and %s gave the same code", name, other)
		}
		codes[code] = name
	}
	in.AST = true
	out, err := c.Compile(t.Context(), in)
	if err != nil || !bytes.Contains(out.AST["Counter.sol"], []byte(`"SourceUnit"`)) {
		t.Errorf("AST: %v, %.80s", err, out.AST["Counter.sol"])
	}
}

func TestLinks(t *testing.T) {
	c := solctest.New(t)
	for _, v := range []string{"0.4.26", "0.8.30"} {
		out, err := c.Compile(t.Context(), solc.Input{Version: v, Sources: map[string]string{
			"L.sol": "library L { function f(uint256 x) public pure returns (uint256) { return x + 1; } }",
			"A.sol": "import \"L.sol\"; interface I { function g() external; }\ncontract A { function f() public pure returns " +
				"(uint256) { return L.f(1); } }"}})
		if err != nil {
			t.Fatal(err)
		}
		a := out.Contracts["A.sol"]["A"]
		if len(a.CreationLinks) != 1 || len(a.RuntimeLinks) != 1 {
			t.Fatalf("%s: links %v %v", v, a.CreationLinks, a.RuntimeLinks)
		}
		l := a.CreationLinks[0]
		if l.File != "L.sol" || l.Library != "L" || l.Length != 20 ||
			!bytes.Equal(a.Creation[l.Start:l.Start+20], make([]byte, 20)) {
			t.Errorf("%s: %+v", v, l)
		}
		if i := out.Contracts["A.sol"]["I"]; len(i.Creation)+len(i.Runtime) != 0 {
			t.Errorf("%s: an interface has code", v)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	c := fresh(t)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			in := counter([]string{"0.7.6", "0.8.30"}[i%2])
			in.Sources["Counter.sol"] += fmt.Sprintf("// %d\n", i/4)
			if _, err := c.Compile(t.Context(), in); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkWarmCompile(b *testing.B) {
	dir, cache := solctest.Dir(b), b.TempDir()
	c, err := solc.New(solc.Options{Dir: dir, CacheDir: cache})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	n := 0
	for b.Loop() {
		in := counter("0.8.30")
		in.Sources["Counter.sol"] += fmt.Sprintf("// %d\n", n)
		n++
		if _, err := c.Compile(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCached(b *testing.B) {
	c := solctest.New(b)
	for b.Loop() {
		if _, err := c.Compile(b.Context(), counter("0.8.30")); err != nil {
			b.Fatal(err)
		}
	}
}
