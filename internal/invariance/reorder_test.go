package invariance

import "testing"

// Findings follow functions of one shape that change places, even if the tokens are
// of the same kinds in both orders, and if the other functions are longer.
func TestReordered(t *testing.T) {
	head, tail := "contract Tide {\n    uint256 held;\n", "}\n"
	a := "    function leave(uint256 n) external {\n        held = n;\n    }\n"
	b := "    function enter(uint256 m) external {\n        rate = m;\n    }\n"
	c := "    /// speaks\n    function due(uint256 m) external returns (uint256) {\n        if (m > 1) { held = m; }\n " +
		"       return held;\n    }\n"
	before, after := head+a+b+c+tail, head+c+b+a+tail
	// leave is on lines 3 to 5, then on 11 to 13; due on 9 to 13, then on 3 to 7.
	for _, tt := range []struct {
		name         string
		first, other [2]int
		scope        string
	}{{"leave", [2]int{4, 4}, [2]int{12, 12}, "leave"}, {"due", [2]int{11, 11}, [2]int{5, 5}, "due"},
		{"enter", [2]int{7, 7}, [2]int{9, 9}, "enter"}} {
		same, why := Same(task(before), task(after), say(at("x", tt.scope, tt.first[0], tt.first[1])),
			say(at("x", tt.scope, tt.other[0], tt.other[1])))
		if !same {
			t.Errorf("%s: %s", tt.name, why)
		}
		if same, _ := Same(task(before), task(after), say(at("x", "", tt.first[0], tt.first[1])),
			say(at("x", "", 2, 2))); same {
			t.Errorf("%s is the same as a finding on a state variable", tt.name)
		}
	}
	// Two functions of one shape: only the text of their tokens distinguishes them.
	if same, why := Same(task(head+a+b+tail), task(head+b+a+tail), say(at("x", "", 4, 4)), say(at("x", "", 7, 7))); !same {
		t.Errorf("of one shape: %s", why)
	}
	if same, _ := Same(task(head+a+b+tail), task(head+b+a+tail), say(at("x", "", 4, 4)), say(at("x", "", 4, 4))); same {
		t.Error("the finding stays on its line, where another function stands now")
	}
}
