package prompt

import (
	"cmp"
	"slices"
	"testing"

	"assay/internal/bench"
)

func variant() bench.Variant {
	return bench.Variant{
		Key: "blockbench/ten-kites-draw", Sample: "ten-kites-draw", Twin: "blockbench/ten-kites-draw+fixed",
		Class: "weak_randomness", RootCause: "The winner is drawn from\nblock values. Anyone can compute them.",
		Attack: "A contract computes the draw and enters only when it wins.", Fix: "Use a commitment.",
		Labels: []bench.Label{{Class: "governance", Function: bench.RootCause, Note: "seed is public to all"}},
		Task:   solidityTask,
	}
}

func TestLeaks(t *testing.T) {
	s := must(t, bench.Contracts)
	for _, tt := range []struct {
		name string
		code string // appended to the task's
		user string // appended to the prompt: a leak outside the task
		want []string

		sample string
	}{
		{name: "clean"},
		{name: "sample id", user: "(ten-kites-draw)", want: []string{"ten-kites-draw"}},
		{name: "key", code: "// blockbench/ten-kites-draw+fixed", want: []string{"blockbench/ten-kites-draw",
			"blockbench/ten-kites-draw+fixed", "ten-kites-draw"}},
		{name: "marker", code: "x = 1; //~ ROOT_CAUSE", want: []string{"//~", "ROOT_CAUSE"}},
		{name: "marker words in lower case", code: "// a decoy, a root_cause"},
		{name: "class id", code: "// weak_randomness", want: []string{"weak_randomness"}},
		{name: "part of a word", code: "bool my_weak_randomness_flag;"},
		{name: "class title in the code", code: "// Governance and Weak randomness"},
		{name: "class title around the code", user: "Class: Weak Randomness", want: []string{"Weak randomness"}},
		{name: "one-word class around the code", user: "governance", want: []string{"governance"}},
		{name: "taxonomy", code: "// see SWC-120", want: []string{"SWC-120"}},
		{name: "root cause, wrapped otherwise", code: "// the winner is\n drawn from block values",
			want: []string{"The winner is drawn from block values"}},
		{name: "attack", user: "a contract computes the draw and enters only when it wins",
			want: []string{"A contract computes the draw and enters only when it wins"}},
		{name: "label note", code: "/* seed is public to all */", want: []string{"seed is public to all"}},
		{name: "sample named by one word", sample: "till", code: "// Till"},
		{name: "sample named by one word, around the code", sample: "till", user: "Till", want: []string{"till"}},
		{name: "short sentence", code: "// Use a commitment."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := variant()
			v.Sample = cmp.Or(tt.sample, v.Sample)
			v.Task.Files = []bench.File{{Path: "A.sol", Text: v.Task.Files[0].Text + tt.code}}
			p, err := Render(s, v.Task)
			if err != nil {
				t.Fatal(err)
			}
			p.User += "\n" + tt.user
			got := Leaks(p, v)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNormal(t *testing.T) {
	for in, want := range map[string]string{"": "", " \n": "", " A\tb\r\n\v\fC ": "a b c", "Ä\u00a0 B": "ä b",
		"x\x00Y": "x\x00y"} {
		if got := normal(in); got != want {
			t.Errorf("normal(%q) = %q, want %q", in, got, want)
		}
	}
}

// The strategy may use a word that is also a label, as "access control" or
// "cross-tenant leakage" in a list of hazards.
func TestLeaksFixedText(t *testing.T) {
	v := bench.Variant{Key: "tenantsql/desk/read-note-03-bad", Sample: "desk/read-note-03-bad", Class: "cross_tenant",
		Task: sqlTask}
	s := must(t, bench.Queries)
	p, err := Render(s, v.Task)
	if err != nil {
		t.Fatal(err)
	}
	if got := Leaks(p, v); len(got) > 0 {
		t.Errorf("the strategy's own words are reported: %q", got)
	}
	p.User += "\nCross-tenant leakage"
	if got := Leaks(p, v); len(got) != 1 {
		t.Errorf("once more than in the strategy: %q", got)
	}
}
