package invariance

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

const before = `pragma solidity ^0.8.0;
contract Tide {
    // takes everything
    function leave() external {
        msg.sender.call("");
        held = 0;
    }
    function due() external {}
}
`

// after is the same code under another layout and with other names.
const after = `pragma solidity ^0.8.0;

contract Tide
{
    function f1()
        external
    {
        msg.sender
            .call("");

        held = 0;
    }

    function f2() external {}
}
`

func task(text string) bench.Task {
	return bench.Task{Language: "solidity", Files: []bench.File{{Path: "T.sol", Text: text}}}
}

func say(fs ...bench.Finding) bench.Answer {
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: fs}
	if len(fs) == 0 {
		a.Verdict = bench.Safe
	}
	return a
}

func at(check, scope string, lines ...int) bench.Finding {
	f := bench.Finding{Type: "Reentrancy", Severity: "high", Explanation: "[" + check + "] words"}
	if scope != "" {
		f.Scopes = []string{scope}
	}
	for i := 0; i < len(lines); i += 2 {
		f.Lines = append(f.Lines, bench.Range{From: lines[i], To: lines[i+1]})
	}
	return f
}

func TestSame(t *testing.T) {
	other := at("c", "f1", 8, 9)
	other.Explanation = "[c] other words"
	low := at("c", "f1", 8, 9)
	low.Severity = "low"
	for _, tt := range []struct {
		name string
		a, b bench.Answer
		why  string
	}{
		{"nothing", say(), say(), ""},
		{"moved", say(at("c", "leave", 5, 5)), say(at("c", "f1", 8, 9)), ""},
		{"half of the statement", say(at("c", "leave", 5, 5)), say(at("c", "f1", 9, 9)), ""},
		{"words", say(at("c", "leave", 5, 5)), say(other), ""},
		{"whole function", say(at("c", "leave", 4, 7)), say(at("c", "f1", 5, 12)), ""},
		{"function without lines", say(at("c", "leave")), say(at("c", "f1")), ""},
		{"two, swapped", say(at("c", "leave", 5, 5), at("c", "leave", 6, 6)), say(at("c", "f1", 11, 11), at("c", "f1", 8, 9)),
			""},
		{"verdict", say(at("c", "leave", 5, 5)), say(), "safe, was vulnerable"},
		{"elsewhere", say(at("c", "leave", 5, 5)), say(at("c", "f1", 11, 11)),
			"1 findings gone, the first [c] Reentrancy high 5-5; 1 new, the first [c] Reentrancy high 6-6"},
		{"another function", say(at("c", "leave")), say(at("c", "f2")), "gone"},
		{"another check", say(at("c", "leave", 5, 5)), say(at("d", "f1", 8, 9)), "gone"},
		{"another severity", say(at("c", "leave", 5, 5)), say(low), "gone"},
		{"one less", say(at("c", "leave", 5, 5), at("c", "leave", 6, 6)), say(at("c", "f1", 8, 9)),
			"1 findings gone, the first [c] Reentrancy high 6-6"},
		{"twice", say(at("c", "leave", 5, 5)), say(at("c", "f1", 8, 9), at("c", "f1", 8, 9)), "1 new findings"},
	} {
		same, why := Same(task(before), task(after), tt.a, tt.b)
		if same != (tt.why == "") || !strings.Contains(why, tt.why) {
			t.Errorf("%s: %t, %s", tt.name, same, why)
		}
	}
}

// When words are added, all others are still matched; a comment takes the place of the
// code after it.
func TestLonger(t *testing.T) {
	longer := strings.Replace(before, "        held = 0;\n",
		"        {\n        held = 0;\n        }\n        // and out\n", 1)
	if same, why := Same(task(before), task(longer), say(at("c", "", 6, 6), at("d", "", 8, 8)),
		say(at("c", "", 7, 7), at("d", "", 11, 11))); !same {
		t.Error(why)
	}
	if same, why := Same(task(before), task(longer), say(at("c", "", 7, 7)), say(at("c", "", 9, 9))); !same {
		t.Error(why)
	}
}

func TestSQL(t *testing.T) {
	x := bench.Task{Language: "sql", Files: []bench.File{{Path: "q", Text: "SELECT a\nFROM t -- all"}}}
	y := bench.Task{Language: "sql", Files: []bench.File{{Path: "q", Text: "SELECT\n  a\nFROM\n  t"}}}
	f, g := bench.Finding{Requirements: []int{3}}, bench.Finding{Requirements: []int{4}}
	if same, why := Same(x, y, say(f), say(f)); !same {
		t.Error(why)
	}
	if same, _ := Same(x, y, say(f), say(g)); same {
		t.Error("another requirement is the same")
	}
}

// Comparing any two texts terminates, and a text is equal to itself.
func FuzzSame(f *testing.F) {
	f.Add(before, after, 5, 9)
	f.Add("", "contract", 0, -1)
	f.Fuzz(func(t *testing.T, x, y string, from, to int) {
		a := say(bench.Finding{Type: "x", Lines: []bench.Range{{From: from, To: to}}})
		if same, why := Same(task(x), task(x), a, a); !same {
			t.Fatal(why)
		}
		Same(task(x), task(y), a, a)
	})
}
