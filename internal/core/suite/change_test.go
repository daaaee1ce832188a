package suite

import (
	"slices"
	"strings"
	"testing"
)

// Every mistake in the changes of a project is one problem with its place.
func TestChangeProblems(t *testing.T) {
	for _, x := range []struct{ from, to, want string }{
		{"kind: introduces", "kind: inserts", `data/club/changes.yaml: forget-gifts: kind: "inserts" of flaw "repeat-gift" with 0 edits; a change is one of introduces`},
		{"kind: introduces", "sort: introduces", "unknown field"},
		{"id: forget-gifts", "id: record-gifts", "record-gifts: id: each has its own"},
		{"flaw: repeat-gift", "flaw: repeat-gifts", `forget-gifts: kind: "introduces" of flaw "repeat-gifts"`},
		{"kind: harmless", "kind: harmless\n    flaw: free-join", `delete-stake: kind: "harmless" of flaw "free-join"`},
		{"kind: repairs", "kind: introduces", "record-gifts: id: each has its own, of lower-case words joined by dashes; one change introduces a flaw"},
		{"kind: repairs", "kind: introduces", "count-gifts: no change repairs repeat-gift, which is its counterpart"},
		{"title: Record gifts,", "title: '',", "record-gifts: told: honest: needs a title of one line and a description"},
		{"      misleading: {title: Keep", "      false: {title: Keep", "delete-stake: told: misleading: needs"},
		{"title: Keep the stake of members who leave", "title: \"Keep\\nit\"", "delete-stake: told: misleading: needs a title of one line"},
		{"changes:\n", "changes:\n  - null\n", "a change without an id: id: each has its own"},
		{"kind: claims", "kind: introduces", "count-gifts: kind: \"introduces\" of flaw \"repeat-gift\" with 1 edits"},
		{"pay(msg.sender, Terms.GIFT);\n        to", "pay(msg.sender, 7);\n        to", "count-gifts: edit 1: its lines occur 0 times"},
		{"delete stakeOf[msg.sender];", "stakeOf[msg.sender] = stake; //~ ROOT_CAUSE STATE_MOD stays", "a ROOT_CAUSE stays where the flaw stays, and there alone"},
		{"delete stakeOf[msg.sender];", "stakeOf[msg.sender] = stake - stake;", "delete-stake: edits: both texts differ"},
		{"delete stakeOf[msg.sender];", "delete stakeOf[msg.sender]; //~ GUARD", "delete-stake: edit 1: "},
		{"delete stakeOf[msg.sender];", "delete stakeOf[msg.sender]; // no bug", `the word "bug" gives the answer away`},
	} {
		_, problems, err := Load(clubFS(t, map[string][2]string{"changes.yaml": {x.from, x.to}}), ".", "", "data")
		said := func(p Problem) bool { return strings.Contains(p.String(), x.want) }
		if err != nil || !slices.ContainsFunc(problems, said) {
			t.Errorf("%q: %v, %v; want %q", x.to, problems, err, x.want)
		}
	}
}
