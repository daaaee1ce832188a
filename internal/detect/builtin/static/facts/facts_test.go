package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/solidity"
)

func open(src string) *File {
	return New(solidity.Resolve(map[string]string{"a.sol": src}), "a.sol")
}

func (x *File) find(t *testing.T, title string) *Function {
	t.Helper()
	i := slices.IndexFunc(x.Functions, func(f *Function) bool { return f.Title() == title })
	if i < 0 {
		t.Fatalf("no function %s", title)
	}
	return x.Functions[i]
}

var originNames = []string{"input", "sender", "txorigin", "paid", "time", "draw", "drawn", "state", "foreign", "own", "ownbalance", "held", "recovered", "hash", "chain", "unknown"}

func (o Origin) text() string {
	var out []string
	for i, n := range originNames {
		if o&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}

// TestFrom declares one local a line; its name says which origins are expected.
func TestFrom(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
interface IToken { function balanceOf(address) external view returns (uint256); function pair() external view returns (uint256, uint256); }
library L {
    function same(uint256 v) internal pure returns (uint256) { return v; }
    function left(uint256 v, uint256 w) internal view returns (uint256) { return v; }
}
contract C {
    using L for uint256;
    uint256 total;
    bytes32 seed = blockhash(block.number - 1);
    uint256 constant FIXED = 3;
    bytes32 immutable domain = keccak256(abi.encode(block.chainid, address(this)));
    IToken token;
    mapping(address => uint256) has;
    function _sender() internal view returns (address) { return msg.sender; }
    function _twice(uint256 v) internal view returns (uint256) { return v + total; }
    function f(uint256 a, bytes calldata data) external payable {
        uint256 input = a * 2 + FIXED;
        address sender = _sender();
        uint256 paid = msg.value;
        uint256 time = block.timestamp / 1 days;
        uint256 draw = uint256(block.prevrandao);
        bytes32 draw_2 = blockhash(block.number - 1);
        bytes32 hash = blockhash(1234);
        bytes32 drawn_state = seed;
        uint256 sender_state = has[msg.sender];
        uint256 input_state = _twice(a);
        uint256 input_2 = a.same();
        uint256 input_3 = a.left(msg.value);
        uint256 foreign_state = token.balanceOf(address(0));
        uint256 foreign_held_own_state = token.balanceOf(address(this));
        uint256 ownbalance = address(this).balance;
        (uint256 foreign_state_2, uint256 foreign_state_3) = token.pair();
        bytes32 own_chain_state = domain;
        address hash_input_recovered = ecrecover(keccak256(data), 27, bytes32(0), bytes32(0));
        uint256 time_input;
        time_input = a;
        if (a > 1) time_input = block.number;
        uint256 unknown_input = outOfSight(a);
        uint256 txorigin = uint256(uint160(tx.origin));
        uint256 none = 1 + 2;
        uint256 sender_2;
        assembly { sender_2 := caller() }
    }
}`
	x := open(src)
	f := x.find(t, "C.f")
	seen := 0
	for n := range f.Body.All() {
		if n.Kind != solidity.NodeVar || n.Name() == nil {
			continue
		}
		name := x.Text(n.Name())
		want := slices.DeleteFunc(strings.Split(name, "_"), func(s string) bool { return s == "none" || s == "2" || s == "3" })
		d := x.Decl(n.Name())
		x.follow()
		got := strings.Fields(x.flows.mask[d].text())
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s comes from %v", name, got)
		}
		seen++
	}
	if seen < 20 {
		t.Errorf("only %d locals", seen)
	}
}

func show(x *File, trace []Step) string {
	var out []string
	for _, s := range trace {
		switch s.Op {
		case Read:
			out = append(out, "read "+s.Var.Name)
		case Write:
			out = append(out, [...]string{"set", "add", "sub", "scale", "push", "pop"}[s.How]+" "+s.Var.Name)
		case Extern:
			out = append(out, [...]string{"", "low", "delegate", "static", "send", "member"}[s.Call.Kind])
		case Test:
			out = append(out, [...]string{"", "must", "mustnot", "branch", "returned"}[s.Test])
		case Hidden:
			out = append(out, "hidden")
		case Destroy:
			out = append(out, "destroy")
		case Latch:
			out = append(out, "latch")
		}
	}
	return strings.Join(out, ", ")
}

func TestTrace(t *testing.T) {
	const head = `pragma solidity ^0.8.0;
interface I { function go() external; function see() external view returns (uint); }
abstract contract B { uint a; uint[] l; mapping(address => uint) m; bool on; I i; struct S { uint v; } mapping(uint => S) ss; uint constant K = 1;
    modifier lock() { require(!on); on = true; _; on = false; }
    modifier twice() { _; _; }
    function hook() internal virtual;
    function later() internal virtual;
    function add(uint n) internal { a += n; }
    function bump(S storage s) internal { s.v = 1; }
}
contract C is B { function hook() internal override { l.pop(); }
`
	for body, want := range map[string]string{
		"a = l.length + K;":                                    "read l, set a",
		"m[msg.sender] = a;":                                   "read a, set m",
		"add(l[0]);":                                           "read l, read a, add a",
		"hook();":                                              "pop l",
		"gone();":                                              "hidden",
		"if (a > 1) revert(); else a = 2;":                     "read a, mustnot, set a",
		"if (a > 1) a = 2; else revert();":                     "read a, must, set a",
		"if (a > 1) a = 2; else a = 3;":                        "read a, branch, set a, set a",
		"require(a > 1, \"no\");":                              "read a, must",
		"while (a > 1) { a -= 1; }":                            "read a, branch, read a, sub a",
		"for (uint k; k < a; k++) { l.push(k); }":              "read a, branch, push l",
		"(bool ok, ) = msg.sender.call{value: a}(\"\");":       "read a, low",
		"i.go(); a = i.see();":                                 "read i, member, read i, member, set a",
		"payable(msg.sender).transfer(a);":                     "read a, send",
		"S storage s = ss[1]; s.v = a; delete ss[2]; bump(s);": "read ss, read a, set ss, set ss, read ss, set ss",
		"later();":                                             "hidden",
		"S storage s = ss[1]; s = ss[2];":                      "read ss, read ss",
		"(a, on) = (a + 1, false);":                            "read a, set a, set on",
		"a = a + 2; a = a - 1; a = 1 + a; a *= 2; a++;":        "read a, read a, add a, read a, read a, sub a, read a, set a, read a, scale a, read a, add a",
		"assembly { tstore(0, 1) sstore(a.slot, 1) }":          "latch, read a, set a",
		"try i.go() { a = 1; } catch { a = 2; }":               "read i, member, set a, set a",
		"f(); a = 1;":                                          "set a",
		"emit E(a); a = 1;":                                    "read a, set a",
		"selfdestruct(payable(msg.sender));":                   "destroy",
	} {
		for header, wrap := range map[string]string{"": "%s", "lock": "read on, must, set on, %s, set on", "twice": "%s, %[1]s"} {
			x := open(head + "event E(uint); function f() public " + header + " { " + body + " } }")
			if got, want := show(x, x.Trace(x.find(t, "C.f"))), fmt.Sprintf(wrap, want); got != want {
				t.Errorf("%s %s\n got %s\nwant %s", header, body, got, want)
			}
		}
	}
	x := open(head + "function f() public view returns (bool) { return a == 1; } }")
	if got := show(x, x.Trace(x.find(t, "C.f"))); got != "read a, returned" {
		t.Errorf("got %s", got)
	}
}

func TestReaches(t *testing.T) {
	for body, want := range map[string]bool{
		"a = 1; b = 1;":                                    true,
		"if (c) { a = 1; return; } b = 1;":                 false,
		"if (c) { a = 1; } b = 1;":                         true,
		"if (c) a = 1; else b = 1;":                        false,
		"if (c) { a = 1; } else { if (c) return; } b = 1;": true,
		"if (c) { { a = 1; } revert(); } b = 1;":           false,
		"while (c) { a = 1; } b = 1;":                      true,
		"if (c) { a = 1; if (c) b = 1; return; }":          true,
	} {
		x := open("contract C { uint a; uint b; bool c; function f() public { " + body + " } }")
		var from, to *Step
		trace := x.Trace(x.find(t, "C.f"))
		for i := range trace {
			if s := &trace[i]; s.Op == Write && s.Var.Name == "a" {
				from = s
			} else if s.Op == Write {
				to = s
			}
		}
		if got := x.Reaches(from, to); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}

func TestGuards(t *testing.T) {
	x := open(`pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    address immutable maker = msg.sender;
    mapping(address => bool) keeper;
    mapping(address => bool) voted;
    mapping(address => uint) has;
    uint fee;
    bool done;
    modifier only() { if (msg.sender != owner) revert(); _; }
    function role() external only { fee = 1; }
    function fixedRole() external { require(maker == msg.sender); fee = 1; }
    function flag() external { bool k = keeper[msg.sender]; require(k); fee = 1; }
    function record() external { require(!voted[msg.sender]); voted[msg.sender] = true; }
    function amount(uint n) external { require(has[msg.sender] >= n); fee = n; }
    function anyone() external { require(msg.sender != address(0)); fee = 2; }
    function account() external { require(msg.sender == tx.origin); fee = 2; }
    function once() external { require(!done); done = true; fee = 3; }
    function late() external { fee = 3; require(!done); done = true; }
    function hidden() external gone { fee = 4; }
}`)
	var roles []string
	for _, v := range x.Contracts[0].Vars {
		if x.Roles()[v] {
			roles = append(roles, v.Name)
		}
	}
	if want := []string{"owner", "maker", "keeper"}; !slices.Equal(roles, want) {
		t.Errorf("roles %v, want %v", roles, want)
	}
	for _, tt := range []struct {
		name                  string
		checked, role, opaque bool
		once                  bool // the write of fee
	}{
		{"role", true, true, false, false},
		{"fixedRole", true, true, false, false},
		{"flag", true, true, false, false},
		{"record", true, false, false, false},
		{"amount", true, false, false, false},
		{"anyone", false, false, false, false},
		{"account", false, false, false, false},
		{"once", false, false, false, true},
		{"late", false, false, false, false},
		{"hidden", true, false, true, false},
	} {
		f := x.find(t, "C."+tt.name)
		if got := [3]bool{x.Checked(f), x.HasRole(f), x.Opaque(f)}; got != [3]bool{tt.checked, tt.role, tt.opaque} {
			t.Errorf("%s: checked, role, opaque %v", tt.name, got)
		}
		for i, s := range x.Trace(f) {
			if s.Op == Write && s.Var.Name == "fee" && x.Once(f, i) != tt.once {
				t.Errorf("%s: once %v", tt.name, !tt.once)
			}
		}
	}
	fee := x.Contracts[0].Vars[5]
	if fee.Name != "fee" || !x.Open(fee) {
		t.Errorf("anyone can set %s", fee.Name)
	}
}

func TestTypes(t *testing.T) {
	x := open(`contract C { struct S { uint96 n; } mapping(address => S[]) m; uint[] l; C c; function g() public view returns (int) {}
        function f(uint x) public { m[msg.sender][0].n; l[1]; l; m; c.g(); uint8(x); x > 1; (x); now; payable(msg.sender); C(msg.sender); x + 1; 1 + x; } }`)
	var got []string
	for n := range x.find(t, "C.f").Body.Children() {
		e := n.First()
		ty := x.Type(e)
		s := ty.Elementary()
		switch {
		case ty.Mapping():
			s = "mapping"
		case ty.Array():
			s = "array"
		case ty.Contract() != nil:
			s = ty.Contract().Name
		}
		got = append(got, s)
	}
	want := []string{"uint96", "uint256", "array", "mapping", "int256", "uint8", "bool", "uint256", "uint256", "address", "C", "uint256", "uint256"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestBounded writes functions that each call the next twice: written out whole,
// the first would have 2^200 steps.
func TestBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("contract C { uint s;\n")
	for i := range 200 {
		fmt.Fprintf(&b, "function f%d() public { s += 1; f%d(); f%d(); }\n", i, i+1, i+1)
	}
	b.WriteString("function f200() public { f0(); } }")
	x := open(b.String())
	for _, f := range x.Functions {
		if n := len(x.Trace(f)); n > maxTrace+4 {
			t.Fatalf("%s has %d steps", f.Title(), n)
		}
	}
}
