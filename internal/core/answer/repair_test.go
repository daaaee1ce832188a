package answer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// brief formats edits on one line.
func brief(list []bench.Edit) string {
	var out []string
	for _, e := range list {
		out = append(out, fmt.Sprintf("%s:%d:%s%s>%s", e.File, e.Line, e.Old, e.Function, e.New))
	}
	return strings.Join(out, " & ")
}

// A repair is read in the shapes in which models write it; what is no edit of it is counted.
func TestRepairsInAnswers(t *testing.T) {
	for _, c := range []struct{ name, member, want, fix, unread string }{
		{"as asked", `"repair":[{"old":"a;","new":"b;"}]`, ":0:a;>b;", "", ""},
		{"two edits", `"repair":[{"old":"a;","new":"b;"},{"old":"c;","new":""}]`, ":0:a;>b; & :0:c;>", "", ""},
		{"one object", `"repair":{"old":"a;","new":"b;"}`, ":0:a;>b;", "", ""},
		{"find and replace", `"repair":[{"find":"a;","replace":"b;"}]`, ":0:a;>b;", "", ""},
		{"before and after", `"repair":[{"before":"a;","after":"b;"}]`, ":0:a;>b;", "", ""},
		{"a list of edits", `"repair":{"edits":[{"old":"a;","new":"b;"}],"why":"w"}`, ":0:a;>b;", "", ""},
		{"with place", `"repair":[{"file":"A.sol","line":12,"old":"a;","new":"b;"}]`, "A.sol:12:a;>b;", "", ""},
		{"a range of lines", `"repair":[{"lines":"12-14","old":"a;","new":"b;"}]`, ":12:a;>b;", "", ""},
		{"a function", `"repair":[{"function":"f(uint256)","new":"function f(uint256 x) public {}"}]`,
			":0:f(uint256)>function f(uint256 x) public {}", "", ""},
		{"lines of a list", `"repair":[{"old":["a;","b;"],"new":["c;"]}]`, ":0:a;\nb;>c;", "", ""},
		{"fenced", `"repair":[{"old":"` + "```solidity\\na;\\n```" + `","new":"b;"}]`, ":0:a;\n>b;", "", ""},
		{"JSON in a text", `"repair":"[{\"old\":\"a;\",\"new\":\"b;\"}]"`, ":0:a;>b;", "", ""},
		{"nothing quoted", `"repair":[{"new":"b;"}]`, ":0:>b;", "", ""},
		{"words", `"repair":"use a guard"`, "", "use a guard", ""},
		{"none", `"repair":[]`, "", "", ""},
		{"null", `"repair":null`, "", "", ""},
		{"no new text", `"repair":[{"old":"a;"}]`, "", "", "repair=1"},
		{"a number", `"repair":7`, "", "", "repair=1"},
		{"an unknown member", `"repair":[{"old":"a;","new":"b;","confidence":1}]`, ":0:a;>b;", "", "confidence=1"},
	} {
		a, reason, ok := Parse(review(`"vulnerabilities":[{`+element+`,`+c.member+`}]`), false)
		if !ok || len(a.Findings) != 1 {
			t.Errorf("%s: %q, %+v", c.name, reason, a)
			continue
		}
		if f := a.Findings[0]; brief(f.Repair) != c.want || f.Fix != c.fix || counted(a.Unread) != c.unread {
			t.Errorf("%s: %q, fix %q, unread %q", c.name, brief(f.Repair), f.Fix, counted(a.Unread))
		}
	}
	long := `"repair":[` + strings.Repeat(`{"old":"a;","new":"b;"},`, maxEdits) + `{"old":"c;","new":"d;"}]`
	a, _, _ := Parse(review(`"vulnerabilities":[{`+element+`,`+long+`}]`), false)
	if len(a.Findings) != 1 || len(a.Findings[0].Repair) != maxEdits || counted(a.Unread) != "repair=1" {
		t.Errorf("a long repair: %+v", a)
	}
}

// The repair of a query belongs to each of its violated requirements.
func TestRepairsOfQueries(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{query(`"violated_requirements":[2,5],"repair":[{"old":"a","new":"b"}]`), "[2] :0:a>b | [5] :0:a>b"},
		{query(`"repair":[{"old":"a","new":"b"}],"violated_requirements":[]`), "[] :0:a>b"},
		{query(`"violated_requirements":[2],"repair":[]`), "[2] "},
	} {
		a, reason, ok := Parse(c.text, false)
		var got []string
		for _, f := range a.Findings {
			got = append(got, fmt.Sprint(f.Requirements, " ", brief(f.Repair)))
		}
		if !ok || strings.Join(got, " | ") != c.want {
			t.Errorf("%s: %q %q", c.text, got, reason)
		}
	}
}

func counted(n map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(n)) {
		out = append(out, fmt.Sprintf("%s=%d", name, n[name]))
	}
	return strings.Join(out, " ")
}
