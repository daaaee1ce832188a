package solidity

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
)

// Lines in which the halves differ are not labelled harmless.
func TestKept(t *testing.T) {
	source, twin := "a;\nb;\nc;", "a;\nb();\nx;\nc;"
	var labels []bench.Label
	for line := 1; line <= 3; line++ {
		labels = append(labels, bench.Label{Function: bench.Benign, Span: bench.Span{Line: line}})
	}
	labels = append(labels, bench.Label{Function: bench.RootCause, Span: bench.Span{Line: 2}})
	hunks := suite.Hunks(source, twin)
	if got := kept(labels, hunks, true); len(got) != 3 || got[0].Span.Line != 1 || got[1].Span.Line != 3 ||
		got[2].Function != bench.RootCause {
		t.Errorf("source: %+v", got)
	}
	if got := kept(labels[:3], hunks, false); len(got) != 1 || got[0].Span.Line != 1 {
		t.Errorf("twin: %+v", got)
	}
}

// The steps of an attack become clauses, and pieces of code are quoted, where the disguise renames them.
func TestTold(t *testing.T) {
	for step, want := range map[string]string{
		"attacker calls Pool.take(1)":                        "the attacker calls Pool.take(1)",
		"after 120 s attacker calls Pool.take(1)":            "after 120 s the attacker calls Pool.take(1)",
		"after 9 s after 10 blocks attacker calls P.take(1)": "after 9 s and 10 blocks the attacker calls P.take(1)",
		"after 7 s nothing":                                  "after 7 s nothing happens",
	} {
		if got := told(step); got != want {
			t.Errorf("%q becomes %q", step, got)
		}
	}
	if got := sentence(code("supplyFresh"), "can be called"); got != "`supplyFresh` can be called." {
		t.Errorf("%q", got)
	}
}

// A sample has words of one field, and no verb becomes a noun.
func TestFields(t *testing.T) {
	if len(fields) < 5 {
		t.Fatalf("%d fields", len(fields))
	}
	words := map[string]bool{}
	for _, w := range strings.Fields("court referee scoreboard whistle pitch goal striker") {
		words[w] = true
	}
	for seed := range uint64(8) {
		dealt := assignNouns(transform.NewDice(seed, "domain"), words)
		if !slices.ContainsFunc(fields, func(field []string) bool {
			for _, n := range dealt {
				if !slices.Contains(field, n) {
					return false
				}
			}
			return true
		}) {
			t.Errorf("seed %d mixes fields: %v", seed, dealt)
		}
	}
	acts := transform.Name{Name: "supplyFresh", Acts: true}
	if !verbal(acts, 0, "supply") || verbal(acts, 1, "Fresh") || !verbal(transform.Name{Name: "paidLocked"}, 1, "Locked") {
		t.Error("a verb would become a noun, or a noun stay")
	}
}

// What an attack needs of the host's attacker is declared as the host declares it, under the names of the disguise;
// what the host does not declare is not, and the pair is rejected.
func TestDeclare(t *testing.T) {
	meta := suite.Meta{Attacker: suite.Attacker{Who: "a member", Holds: map[string]string{
		"Club.members": "anybody may join", "paid Dai": "its own stake", "Proof.ask()": "anybody may ask"}}}
	p := &pair{h: &host{sample: &suite.Sample{Meta: &meta}}, names: func(word string) string {
		return cmp.Or(map[string]string{"Club": "Harbour", "members": "crews"}[word], word)
	}}
	for _, c := range []struct {
		needs, holds []string
		ok           bool
	}{
		{[]string{"Harbour.crews"}, []string{"Club.members"}, true},
		{[]string{"Harbour.crews", "Harbour.owner"}, []string{"Club.members"}, false},
		{[]string{"paid Dai"}, nil, false},
	} {
		if ok := p.declare(c.needs); ok != c.ok || !slices.Equal(p.holds, c.holds) {
			t.Errorf("%q: %t, %q", c.needs, ok, p.holds)
		}
	}
	var r rejected
	if err := error(needy{[]string{"Club.members"}}); !errors.As(err, &r) || r.why != err.Error() {
		t.Errorf("%v is rejected as %q", err, r.why)
	}
}
