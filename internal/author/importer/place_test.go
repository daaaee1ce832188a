package importer

import (
	"slices"
	"testing"
)

const flawedJar = `contract Jar {
    uint limit;
    function give(uint n) public { /* all of it */ pay(n); }
    function pay(uint n) internal { n; }
    function set_limit(uint n) public { limit = n; }
    function declared() external;
    fallback() external { }
}
`

func TestRepaired(t *testing.T) {
	for name, tc := range map[string]struct {
		fixed string
		want  []int
	}{
		"one function":         {`contract Jar { function give(uint n) public { if (n < 3) pay(n); } function pay(uint n) internal { n; } function set_limit(uint n) public { limit = n; } fallback() external {} }`, []int{3}},
		"comments and space":   {`contract Jar { function give(uint n) public{pay(n);} function pay(uint n) internal { n; } function set_limit(uint n) public { limit = n; } fallback() external {} }`, nil},
		"gone":                 {`contract Jar { function give(uint n) public { pay(n); } function pay(uint n) internal { n; } fallback() external {} }`, []int{5}},
		"another text":         {`contract Tin { function f() public {} }`, nil},
		"there is no repair":   {"", nil},
		"outside of functions": {`contract Jar { uint8 limit; function give(uint n) public { pay(n); } function pay(uint n) internal { n; } function set_limit(uint n) public { limit = n; } fallback() external {} }`, nil},
	} {
		if got := Repaired(flawedJar, tc.fixed); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for prose, want := range map[string][]int{
		"anybody may give what they like, and pay for it": nil,
		"the `give` of this jar":                          {3},
		"an attacker calls give(3) twice":                 {3},
		"the pay function, and function give":             {3, 4},
		"set_limit has no guard":                          {5},
		"unset_limit, set_limits, declared(), `fallback`": nil,
	} {
		if got := Named(flawedJar, prose); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", prose, got, want)
		}
	}
}

func TestLinked(t *testing.T) {
	for readme, want := range map[string][]int{
		"- An [insecure](jar.sol#L1) and a [secure](jar.sol#L4) jar":                        {1},
		"- Lines [3](jar.sol#L3-L4)\n  and [5](jar.sol#L5)":                                 {3, 5},
		"- [give](jar.sol) says nothing\n- `give` in [the jar](jar.sol)":                    {3},
		"`give` stands alone.\n\n[The jar](jar.sol) has a flaw.":                            nil,
		"[far](jar.sol#L300), [another](tin.sol#L3), [elsewhere](https://x.org/jar.sol#L3)": nil,
	} {
		if got := Linked(readme, "jar.sol", flawedJar); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", readme, got, want)
		}
	}
}
