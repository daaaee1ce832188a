package solidity

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/test/corpustest"
)

func samples(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, root := range []string{"../../../suites/blockbench", "testdata"} {
		filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(p) == ".sol" {
				b, err := os.ReadFile(p)
				if err != nil {
					t.Fatal(err)
				}
				out[p] = string(b)
			}
			return nil
		})
	}
	if len(out) < 20 {
		t.Fatalf("only %d sources found", len(out))
	}
	return out
}

func TestParseSamples(t *testing.T) {
	for path, src := range samples(t) {
		f := Parse(src)
		for _, e := range f.Errors {
			t.Errorf("%s:%v", path, e)
		}
		checkTree(t, f)
	}
}

// checkTree fails unless spans nest and siblings follow one another.
func checkTree(t *testing.T, f *File) {
	t.Helper()
	if f.Root.Start != 0 || f.Root.End != len(f.Src) {
		t.Fatalf("the root spans %v of %d bytes", f.Root.Span, len(f.Src))
	}
	for n := range f.Root.All() {
		if n.Kind == 0 || n.Kind >= nodeKinds || n.End < n.Start {
			t.Fatalf("bad node %v %v in %q", n.Kind, n.Span, f.Src)
		}
		at := n.Start
		for c := range n.Children() {
			if c.parent != n || c.Start < at || c.End > n.End {
				t.Fatalf("%v %v does not fit into %v %v after %d in %q", c.Kind, c.Span, n.Kind, n.Span, at, f.Src)
			}
			at = c.End
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(outlineSrc)
	for _, src := range samples(f) {
		f.Add(src)
	}
	f.Add("contract C { function f() { assembly { x =: y let a, b := c( } (a,,b) = [1,; for (;;) } }")
	f.Fuzz(func(t *testing.T, src string) { checkTree(t, Parse(src)) })
}

// TestParseLinear uses inputs on which a parser with lookahead becomes quadratic or deep.
func TestParseLinear(t *testing.T) {
	corpustest.Turn(t, 3)
	for _, unit := range []string{"(", "{", "[", "function f(", "function (", "contract C {", "uint x ", "assembly {",
		"a[", "a.", "a+", "-", "using {", "x=", "if(x)", "else ",
		"f(", "f({a:", "mapping(", "mapping(a=>", "new ", "a?", "a?b:", "import {", "enum E {", "struct S {", "event E(",
		"error E(", "try x{}catch", "(a,", ",", ")", "}", "]",
		"assembly{a(", "assembly{let a:=", "assembly{switch a case", "unchecked{", "for(", "a**", "x;", "type a is",
		"function(function", "(( function ((", "modifier m{", "é", "a{b:c}", "is A(", "var("} {
		for _, prefix := range []string{"", "contract C { function f() {", "contract C { function f() { assembly {",
			"contract C { "} {
			start := time.Now()
			src := prefix + strings.Repeat(unit, 1<<16/len(unit))
			Resolve(map[string]string{"a": src})
			d := time.Since(start)
			if d > 500*time.Millisecond {
				t.Logf("64 KiB of %q after %q took %v", unit, prefix, d)
			}
			if d > 5*time.Second {
				t.Errorf("64 KiB of %q after %q took %v", unit, prefix, d)
			}
			checkTree(t, Parse(src))
		}
	}
}

// TestGrowth checks that time is not superlinear in the text: a hundred times the
// lines may take a thousand times the time on a busy machine; quadratic growth would
// be ten thousand.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	took := func(lines int) time.Duration {
		src := manyLines(lines)
		best := time.Hour
		for range 3 {
			start := time.Now()
			Resolve(map[string]string{"a": src})
			best = min(best, time.Since(start))
		}
		return best
	}
	small, large := took(1000), took(100_000)
	t.Logf("1,000 lines %v, 100,000 lines %v", small, large)
	if large > 2000*small {
		t.Errorf("100 times the lines took %.0f times as long", float64(large)/float64(small))
	}
}

// manyLines returns a source of that many lines, in contracts of about 100.
func manyLines(lines int) string {
	var b strings.Builder
	for i := 0; b.Len() == 0 || i*100 < lines; i++ {
		fmt.Fprintf(&b, "contract C%d {\n    mapping(address => uint256) public balance;\n    address[] users;\n", i)
		for k := range 16 {
			fmt.Fprintf(&b, "    function f%d(address payable to, uint256 value) public returns (uint256 length) {\n        "+
				"balance[to] += value * %d;\n        users.push(to);\n"+
				"        to.transfer(value);\n        if (users.length > %d) length = users.length - f%d(to, "+
				"balance[msg.sender]);\n    }\n", k, k, k, (k+1)%16)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func BenchmarkGrowth(b *testing.B) {
	for _, lines := range []int{100, 1000, 10_000, 100_000} {
		src := manyLines(lines)
		b.Run(fmt.Sprintf("parse/%d", lines), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Parse(src)
			}
		})
		b.Run(fmt.Sprintf("resolve/%d", lines), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Resolve(map[string]string{"a": src})
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	var all strings.Builder
	for _, src := range samples(b) {
		all.WriteString(src)
	}
	src := all.String()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse(src)
	}
}

func BenchmarkLex(b *testing.B) {
	var all strings.Builder
	for _, src := range samples(b) {
		all.WriteString(src)
	}
	src := all.String()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Lex(src)
	}
}

func BenchmarkResolve(b *testing.B) {
	files := map[string]string{"Proof.sol": "", "CoopTreasury.sol": ""}
	size := 0
	for name := range files {
		src, err := os.ReadFile("../../../suites/blockbench/ds/harbourlight-coop-treasury/" + name)
		if err != nil {
			b.Fatal(err)
		}
		files[name] = string(src)
		size += len(src)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		Resolve(files)
	}
}

func BenchmarkRename(b *testing.B) {
	src, err := os.ReadFile("../../../suites/blockbench/ds/harbourlight-coop-treasury/CoopTreasury.sol")
	if err != nil {
		b.Fatal(err)
	}
	n := Resolve(map[string]string{"C.sol": string(src)})
	names := map[string]string{}
	for i, d := range n.Decls {
		names[d.Name] = "renamed" + strconv.Itoa(i)
	}
	b.ReportAllocs()
	for b.Loop() {
		n.Rename(names)
	}
}
