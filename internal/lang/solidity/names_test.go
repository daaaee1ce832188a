package solidity

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/lang/edit"
)

// renamed applies a renaming, given as "a=b c=d", to one file.
func renamed(t *testing.T, src, pairs string) (string, []Skip) {
	t.Helper()
	names := map[string]string{}
	for pair := range strings.FieldsSeq(pairs) {
		old, new, _ := strings.Cut(pair, "=")
		names[old] = new
	}
	edits, skipped := Resolve(map[string]string{"A.sol": src}).Rename(names)
	out, err := edit.Apply(src, edits["A.sol"])
	if err != nil {
		t.Fatal(err)
	}
	return out, skipped
}

func TestRename(t *testing.T) {
	for _, tt := range []struct{ name, pairs, src, want string }{
		{"a member of address stays", "transfer=move",
			"contract C { function transfer(address a) public { payable(a).transfer(1); C(a).transfer(a); } }",
			"contract C { function move(address a) public { payable(a).transfer(1); C(a).move(a); } }"},
		{"options stay, named arguments go", "value=v gas=g",
			"contract C { function f(uint value, uint gas) external payable { this.f{value: value, gas: gas}({gas: " +
				"gas, value: msg.value}); } }",
			"contract C { function f(uint v, uint g) external payable { this.f{value: v, gas: g}({g: g, v: msg.value}); } }"},
		{"array members stay", "length=size push=put",
			"contract C { struct S { uint length; uint[] a; } S s; function push() public { s.a.push(s.length); " +
				"s.length = s.a.length; push(); } }",
			"contract C { struct S { uint size; uint[] a; } S s; function put() public { s.a.push(s.size); " +
				"s.size = s.a.length; put(); } }"},
		{"through calls and indices", "balance=funds",
			"contract T { mapping(address => uint) public balance; } contract C { mapping(uint => T[]) t; function g() public " +
				"returns (T) {} function f(address a) public { t[1][2].balance(a) + g().balance(a) + " +
				"a.balance + address(g()).balance; } }",
			"contract T { mapping(address => uint) public funds; } contract C { mapping(uint => T[]) t; function g() public " +
				"returns (T) {} function f(address a) public { t[1][2].funds(a) + g().funds(a) + " +
				"a.balance + address(g()).balance; } }"},
		{"signatures in strings follow", "f=g S=T",
			`contract C { struct S { uint8 a; C c; } function f(S memory s, uint[3][] calldata u) external { abi.encodeWithSignature("f((uint8,address),uint256[3][])"); "f(uint)"; "f"; } }`,
			`contract C { struct T { uint8 a; C c; } function g(T memory s, uint[3][] calldata u) external { abi.encodeWithSignature("g((uint8,address),uint256[3][])"); "f(uint)"; "f"; } }`},
		{"selectors in numbers follow", "transfer=move",
			"contract C { function transfer(address a, uint b) external {} bytes4 x = 0xA9059CBB; function f() public { " +
				"assembly { mstore(0, 0xa9059cbb00000000000000000000000000000000000000000000000000000000) } } }",
			"contract C { function move(address a, uint b) external {} bytes4 x = 0x987ff31c; function f() public { assembly " +
				"{ mstore(0, 0x987ff31c00000000000000000000000000000000000000000000000000000000) } } }"},
		{"NatSpec follows where it names", "a=x C=D r=out",
			"/// @title C a\ncontract C {\n/// @notice a, @param a @return r\n/// @param a the a, see {C} and {C-f}\n/// " +
				"@param b is no a\n/// @return r a\nfunction f(uint a, uint b) public returns (uint r) {}\n/** @inheritdoc C */ " +
				"function g() public {}\n// @param a plain\n}",
			"/// @title C a\ncontract D {\n/// @notice a, @param x @return out\n/// @param x the a, see {D} and {D-f}\n/// " +
				"@param b is no a\n/// @return out a\nfunction f(uint x, uint b) public returns (uint out) {}\n/** @inheritdoc D " +
				"*/ function g() public {}\n// @param a plain\n}"},
		{"assembly", "a=x slot=y add=plus",
			"contract C { uint a; uint slot; function add(uint slot) public { assembly { let b := add(a_slot, slot) " +
				"sstore(a.slot, slot.slot) } a = slot; } }",
			"contract C { uint x; uint y; function plus(uint y) public { assembly { let b := add(x_slot, y) " +
				"sstore(x.slot, y.slot) } x = y; } }"},
		{"a 0.4 constructor goes with its contract", "C=D",
			"pragma solidity ^0.4.11; contract C { function C() { var c = new C(); } } contract E is C { function f() { C.f; } }",
			"pragma solidity ^0.4.11; contract D { function D() { var c = new D(); } } contract E is D { function f() { D.f; } }"},
		{"words of one place", "from=to error=fault receive=get",
			"import {A} from \"./A.sol\"; error E(); contract C { error F(); uint receive; receive() external payable {} " +
				"function f(address from, uint error) public { from; error; receive; } }",
			""},
		{"text is no name", "value=v",
			`contract C { string value = unicode"value ✓" hex"00" ; string s = "value"; /* value */ /// value` + "\n}",
			`contract C { string v = unicode"value ✓" hex"00" ; string s = "value"; /* value */ /// value` + "\n}"},
	} {
		if tt.want == "" {
			tt.src = strings.TrimPrefix(tt.src, `import {A} from "./A.sol"; `)
			tt.want = "error E(); contract C { error F(); uint get; receive() external payable {} function f(address to, uint " +
				"fault) public { to; fault; get; } }"
		}
		got, skipped := renamed(t, tt.src, tt.pairs)
		if got != tt.want || len(skipped) > 0 {
			t.Errorf("%s:\n got %s\nwant %s\nskipped %v", tt.name, got, tt.want, skipped)
		}
	}
}

// idAB is the interface id of a() and b().
const idAB = "404984cf"

func TestRenameRefuses(t *testing.T) {
	const c = "contract C {\n  function transfer(uint x) public returns (uint y) {} uint z;"
	for _, tt := range []struct{ src, pairs, want string }{
		{c + "}", "nothing=b", "nothing is not renamed to b: the files do not declare it"},
		{c + "}", "x=1a", `A.sol:2:26: x is not renamed to 1a: "1a" is not an identifier`},
		{c + "}", "x=unchecked", "A.sol:2:26: x is not renamed to unchecked: unchecked is a word of the language"},
		{c + "}", "x=mload", "A.sol:2:26: x is not renamed to mload: mload is a word of the language"},
		{c + "}", "x=uint64", "A.sol:2:26: x is not renamed to uint64: uint64 is a word of the language"},
		{c + "}", "x=y", "A.sol:2:50: x is not renamed to y: y is in use here"},
		{c + "}", "x=z y=z", "A.sol:2:61: x is not renamed to z: z is in use here"},
		{c + "}", "x=b y=b", "A.sol:2:50: y is not renamed to b: x becomes b too"},
		{c + "}", "x=b_slot", "A.sol:2:26: x is not renamed to b_slot: before 0.7 assembly reads a " +
			"meaning into the end of b_slot"},
		{c + " function f() public { unknown().transfer(1); } }", "transfer=move",
			"A.sol:2:96: transfer is not renamed to move: the type before the dot is not known"},
		{c + " function f() public { x.transfer(1); }", "transfer=move", "A.sol:2:88: transfer is not renamed to move: " +
			"the type before the dot is not known"},
		{c + " ) x ; }", "x=b", "A.sol:2:66: x is not renamed to b: it is where the text does not parse"},
		{"contract C { function transfer(address a, uint b) external {}\n bytes c = hex'a9059cbb'; }", "transfer=move",
			"A.sol:2:12: transfer is not renamed to move: hex'a9059cbb' is its selector, or one of the same value, " +
				"in a form that cannot follow"},
		{"contract C { function transfer(address a, uint b) external {}\n uint c = 2835717307; }", "transfer=move",
			"A.sol:2:11: transfer is not renamed to move: 2835717307 is its selector, or one of the same value, " +
				"in a form that cannot follow"},
		{"contract C { function transfer(address a, uint b) external {}\n uint c = 0xa905_9cbb; }", "transfer=move",
			"A.sol:2:11: transfer is not renamed to move: 0xa905_9cbb is its selector, or one of the same value, " +
				"in a form that cannot follow"},
		{"interface I { function supportsInterface(bytes4 x) external;\n } contract C { uint c = 0x1ffc9a7; }",
			"supportsInterface=move", "A.sol:2:26: supportsInterface is not renamed to move: 0x1ffc9a7 is its selector, or " +
				"one of the same value, in a form that cannot follow"},
		{"interface I { function a() external; function b() external; }\ncontract C { bytes c = hex'" + idAB + "'; }",
			"a=x c=y", "A.sol:2:24: a is not renamed to x: hex'" + idAB +
				"' is the id of its interface, in a form that cannot follow"},
		{"contract C { function transfer(address a, uint b) external {}\n bytes c = hex'a9059cbc'; }", "transfer=move", ""},
		{c + ` function f() public { abi.encodeWithSignature("transfer(uint8)"); } }`, "transfer=b",
			"A.sol:2:111: transfer is not renamed to b: the signature fits no declaration of this name"},
		{"import \"./B.sol\"; contract C is B { function f() internal {} uint x; function g(uint y) public {} }", "f=b y=c",
			"A.sol:1:46: f is not renamed to b: a base of C is not among the files and may declare it too"},
	} {
		out, skipped := renamed(t, tt.src, tt.pairs)
		got := ""
		if len(skipped) > 0 {
			got = skipped[0].String()
		}
		if got != tt.want {
			t.Errorf("%s in %s:\n got %s\nwant %s", tt.pairs, tt.src, got, tt.want)
		}
		if len(skipped) == strings.Count(tt.pairs, "=") && out != tt.src {
			t.Errorf("%s: refused, and yet the text became %s", tt.pairs, out)
		}
	}
}

func TestDecls(t *testing.T) {
	src := `pragma solidity ^0.8.20;
type Id is uint256;
interface I { function a(Id id) external; }
library L { struct S { uint f; } enum E { V } function p(S storage s, E e) public {} function q(S memory s) internal {} }
abstract contract C is I {
  event Ev(uint n); error Er(); modifier m(uint k) { _; }
  mapping(address who => uint) public pub; uint priv; L.S private own;
  function inner(bytes calldata d) internal returns (uint r) { uint loc; assembly { let y := 1 function g(h) -> j { } } }
}
contract D { function n() public pure returns (string memory) { return type(D).name; } }`
	n := Resolve(map[string]string{"A.sol": src})
	var got []string
	for _, d := range n.Decls {
		scope := ""
		if d.Scope != nil {
			scope = d.Scope.Name + "."
		}
		abi := ""
		if d.ABI {
			abi = " abi"
		}
		if d.At.Text(src) != d.Name {
			t.Errorf("%s: At is %q", d.Name, d.At.Text(src))
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%v %s%s %s", d.Kind, scope, d.Name, d.Visibility))+abi)
	}
	want := []string{
		"user type Id abi", "interface I", "function I.a external abi", "parameter a.id", "library L abi", "struct L.S abi",
		"field S.f", "enum L.E abi",
		"enum value E.V", "function L.p public abi", "parameter p.s", "parameter p.e", "function L.q internal",
		"parameter q.s", "contract C", "event C.Ev abi",
		"parameter Ev.n", "error C.Er abi", "modifier C.m", "parameter m.k", "mapping name pub.who",
		"state variable C.pub public abi",
		"state variable C.priv internal", "state variable C.own private", "function C.inner internal", "parameter inner.d",
		"return value inner.r",
		"local inner.loc", "assembly local inner.y", "assembly function inner.g", "assembly local inner.h",
		"assembly local inner.j", "contract D abi", "function D.n public abi",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOccurrences(t *testing.T) {
	src := "contract C { uint balance; function f() public view { balance + this.balance + " +
		"msg.sender.balance + x.balance; } }"
	n := Resolve(map[string]string{"A.sol": src})
	var got []string
	for _, o := range n.usesOf("balance") {
		got = append(got, o.Verdict.String())
	}
	if want := []string{"declares", "refers", "uncertain", "language", "uncertain"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if o, ok := n.At("A.sol", strings.Index(src, "balance +")+3); !ok || o.Decl != n.Named("balance")[0] {
		t.Errorf("At: %+v, %t", o, ok)
	}
	if _, ok := n.At("A.sol", 0); ok {
		t.Error("a keyword is no occurrence")
	}
	if _, ok := n.At("B.sol", 0); ok || n.File("B.sol") != nil || n.Occurrences("B.sol") != nil {
		t.Error("there is no B.sol")
	}
	if !n.Used("f") || n.Used("nothing") {
		t.Error("Used")
	}
}

func TestReserved(t *testing.T) {
	for _, tt := range []struct {
		version, word string
		want          bool
	}{
		{"0.4.26", "virtual", false}, {"0.5.17", "virtual", false}, {"0.6.0", "virtual", true}, {"0.4.26", "override", false},
		{"0.5.0", "override", true},
		{"0.8.30", "uint256", true}, {"0.8.30", "uint7", false}, {"0.8.30", "from", false}, {"", "from", true},
		{"0.6.12", "gwei", false}, {"0.7.0", "gwei", true},
		{"0.4.26", "mapping", true}, {"0.8.30", "bytes33", false},
	} {
		if got := Reserved(tt.version)[tt.word]; got != tt.want {
			t.Errorf("Reserved(%q)[%q] = %t", tt.version, tt.word, got)
		}
	}
	if !Shared("transfer") || !Shared("keccak256") || !Shared("mload") || Shared("withdraw") {
		t.Error("Shared")
	}
}

func FuzzResolve(f *testing.F) {
	f.Add(outlineSrc, "")
	for _, src := range samples(f) {
		a, b, _ := strings.Cut(src, "\n// ==== ")
		f.Add(a, b)
	}
	f.Add(`import {A as B} from "b"; contract C is C, D { using L for *; struct S { S s; } S x = S({a: 1}); }`,
		`import "./a"; import * as M from "a"; contract D is C {}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		files := map[string]string{"a": a, "b": b}
		n := Resolve(files)
		names := map[string]string{}
		for i, d := range n.Decls {
			if d.At.Text(files[d.Path]) != d.Name || d.Name == "" {
				t.Fatalf("%+v", d)
			}
			names[d.Name] = fmt.Sprintf("zq%dx", i)
		}
		edits, _ := n.Rename(names)
		for path, src := range files {
			at := 0
			for _, o := range n.Occurrences(path) {
				if o.At.Start < at || o.At.Empty() || o.At.End > len(src) || o.Verdict == 0 ||
					(o.Verdict == Declares) != (o.Decl != nil && o.Decl.At == o.At && o.Decl.Path == path && o.Place == InCode) {
					t.Fatalf("%+v after %d in %q", o, at, src)
				}
				at = o.At.End
			}
			if _, err := edit.Apply(src, edits[path]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Many overloads, and nested calls of them, take little time: doubling with every
// level would never end.
func TestManyOverloads(t *testing.T) {
	var b strings.Builder
	b.WriteString("contract C {\n")
	for i := range 400 {
		fmt.Fprintf(&b, "function f(%s) internal pure returns (uint256) { return 1; }\n",
			strings.TrimSuffix(strings.Repeat("uint256,", i), ","))
		fmt.Fprintf(&b, "struct S%d { S%d a; S%d b; S%d[] c; }\n function g(S%d memory s) external {}\n", i+1, i, i, i, i+1)
	}
	b.WriteString("struct S0 { uint256 x; }\n function run(uint256 x) external {\n")
	fmt.Fprintf(&b, "%sx%s;\n", strings.Repeat("f(", 300), strings.Repeat(")", 300))
	fmt.Fprintf(&b, "%sx%s;\n", strings.Repeat("f(f(x), ", 300), strings.Repeat(", x)", 300))
	fmt.Fprintf(&b, "%sf%s(x);\n", strings.Repeat("(true ? f : ", 200), strings.Repeat(")", 200))
	b.WriteString("bytes4 x = 0x12345678; } }\n")
	for i := range 300 {
		fmt.Fprintf(&b, "contract D%d is %s { function f(uint256 x) public virtual { super.f(x); } }\n", i,
			strings.TrimSuffix(strings.Repeat(fmt.Sprintf("D%d, ", max(0, i-1)), 1+i%2), ", "))
	}
	n := Resolve(map[string]string{"A.sol": b.String()})
	if got := len(n.Named("f")); got != 700 {
		t.Errorf("%d declarations of f", got)
	}
	edits, _ := n.Rename(map[string]string{"f": "zq"})
	if len(edits["A.sol"]) < 1500 {
		t.Errorf("%d edits", len(edits["A.sol"]))
	}
}
