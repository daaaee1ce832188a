package solidity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const outlineSrc = `pragma solidity ^0.8.0;
import {A as B} from "./A.sol";
using {add} for uint256 global;
uint256 constant MAX = 10;
function free(uint256 a) pure returns (uint256) { return a; }
abstract contract Base is Ownable, lib.Other(1, "x") {
    struct P { address who; uint256 n; }
    enum E { A, B }
    event Paid(address indexed who, uint256 n);
    mapping(address => mapping(uint => P)) internal ledger;
    uint256[] public list = [1, 2];
    function (uint256) external returns (bool) hook;
    address immutable owner_;
    constructor(address o) Ownable(o) payable { owner_ = o; }
    modifier onlyOwner { require(msg.sender == owner_, "}"); _; }
    modifier cap(uint256 n) virtual { _; }
    /// @notice function fake() {}
    function pay(address payable to, uint256[] calldata ns, function(uint) external cb)
        external override(Base, Ownable) onlyOwner cap(1 + (2)) returns (bool ok, bytes memory)
    {
        assembly { function f(x) -> y { y := x } }
        unchecked { if (true) { ok = true; } }
    }
    function todo(uint) external view virtual;
    receive() external payable {}
    fallback(bytes calldata d) external returns (bytes memory) {}
}
interface I { function g() external; function() external; }
`

func describe(f Function) string {
	return fmt.Sprintf("%d %s.%s %s %s %d-%d body=%t", f.Kind, f.Contract, f.Name, f.Visibility, f.Mutability, f.Line,
		f.EndLine, !f.Body.Empty())
}

func TestFunctions(t *testing.T) {
	want := []string{
		"1 .free  pure 5-5 body=true",
		"2 Base.constructor  payable 14-14 body=true",
		"5 Base.onlyOwner   15-15 body=true",
		"5 Base.cap   16-16 body=true",
		"1 Base.pay external  18-23 body=true",
		"1 Base.todo external view 24-24 body=false",
		"4 Base.receive external payable 25-25 body=true",
		"3 Base.fallback external  26-26 body=true",
		"1 I.g external  28-28 body=false",
	}
	var got []string
	for _, f := range Functions(outlineSrc) {
		got = append(got, describe(f))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestVariablesAndContracts(t *testing.T) {
	o := Survey(outlineSrc)
	var got []string
	for _, v := range o.Variables {
		if v.At.Text(o.Src) != v.Name {
			t.Errorf("%s: At is %q", v.Name, v.At.Text(o.Src))
		}
		got = append(got, fmt.Sprintf("%s.%s %s %s %t", v.Contract, v.Name, v.Type, v.Visibility, v.Constant))
	}
	want := []string{
		".MAX uint256  true",
		"Base.ledger mapping(address => mapping(uint => P)) internal false",
		"Base.list uint256[] public false",
		"Base.owner_ address  true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("variables %q", got)
	}
	if len(o.Contracts) != 2 || !slices.Equal(o.Contracts[0].Bases, []string{"Ownable", "lib.Other"}) ||
		o.Contracts[1].Kind != "interface" {
		t.Errorf("contracts %+v", o.Contracts)
	}
	if c := o.Contracts[0].Span.Text(o.Src); !strings.HasPrefix(c, "abstract") || !strings.HasSuffix(c, "{}\n}") {
		t.Errorf("Base spans %q", c)
	}
}

func TestOldSolidity(t *testing.T) {
	fns := Functions("contract C { function C() { x; } function () payable { } function open() { } }")
	if len(fns) != 3 || fns[0].Kind != Constructor || fns[0].Name != "C" || fns[1].Kind != Fallback ||
		fns[1].Name != "fallback" {
		t.Fatalf("%+v", fns)
	}
	if fns[0].Callable() || !fns[1].Callable() || !fns[2].Callable() {
		t.Error("what has no visibility is public before 0.5, except a constructor")
	}
}

func TestEnclosing(t *testing.T) {
	fns := Functions(outlineSrc)
	for mark, want := range map[string]string{"y := x": "pay", "override(Base": "pay", "@notice": "",
		"_; }\n    modifier": "onlyOwner", "event Paid": "", "function g": "g"} {
		f, ok := Enclosing(fns, strings.Index(outlineSrc, mark))
		if f.Name != want || ok != (want != "") {
			t.Errorf("at %q: %q, %t", mark, f.Name, ok)
		}
	}
	if _, ok := Enclosing(nil, 0); ok {
		t.Error("no function encloses anything in no functions")
	}
}

func TestTolerance(t *testing.T) {
	for src, want := range map[string]string{
		"contract C { function a() public { if (x) { function b() public {} }": "a b",
		"contract C { uint x function a() public {} }":                         "a",
		"contract C { function a( ; function b() public {} }":                  "a b",
		"contract C { function a() public contract D { function b() {} }":      "a b",
		"}}} contract C { function a() {} }":                                   "a",
		"function":                                                             "",
		"contract C { modifier":                                                "",
		"contract C { function a":                                              "a",
	} {
		var names []string
		for _, f := range Functions(src) {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

// TestLinear uses inputs on which a scanner with lookahead becomes quadratic.
func TestLinear(t *testing.T) {
	for _, unit := range []string{"(", "{", "function f(", "contract C {", "uint x ", "function (", "assembly {", "a[",
		"using {", "x=", "\"", "/*", "//\u2028"} {
		start := time.Now()
		Survey(strings.Repeat(unit, 1<<18/len(unit)))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("256 KiB of %q took %v", unit, d)
		}
	}
}

func FuzzSurvey(f *testing.F) {
	f.Add(outlineSrc)
	f.Add("contract C { function a( ; function () = ; } using {")
	f.Fuzz(func(t *testing.T, src string) {
		end := 0
		for _, fn := range Functions(src) {
			sp := fn.Span()
			if fn.Header.Start < end || fn.Header.Empty() || sp.End > len(src) || !fn.Body.Empty() &&
				fn.Body.Start < fn.Header.End || fn.EndLine < fn.Line {
				t.Fatalf("bad spans %+v in %q", fn, src)
			}
			end = sp.End
		}
		for _, v := range Survey(src).Variables {
			if v.Decl.End > len(src) || !v.Decl.Contains(v.At.Start) {
				t.Fatalf("bad spans %+v in %q", v, src)
			}
		}
	})
}
