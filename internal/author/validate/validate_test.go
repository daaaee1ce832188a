package validate

import (
	"testing"

	"assay/internal/core/detect/builtin"
	"assay/internal/core/suite"
	"assay/internal/ext/tool/slither"
	"assay/internal/test/corpustest"
)

func init() { builtin.Add(slither.Recorded) }

// small is what make check asks about: all samples, under three chains. make validate asks about all chains.
func small() Options {
	return Options{Suites: []string{suite.Blockbench, suite.TenantSQL},
		Chains: []string{"no-comments", "shapeshifter-l2", "reformat"}, Seed: 1}
}

func TestStatements(t *testing.T) {
	corpustest.Turn(t, 3)
	w, err := Ask(t.Context(), small())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Statements() {
		counts, err := s.Check(w, s.Subject)
		t.Logf("%s %s", s.Subject, s.Text)
		for _, c := range counts {
			t.Log("    " + c)
		}
		if err != nil {
			t.Errorf("%s %s: %v", s.Subject, s.Text, err)
		}
	}

	// None of it holds of everybody: of whom it must not hold.
	for i, others := range [][]string{
		{"builtin/keyword", "builtin/always-vulnerable", "builtin/always-safe", Analyst, Memoriser, "nobody"},
		{"builtin/oracle", "builtin/always-safe", "builtin/keyword", Analyst, "nobody"},
		{"builtin/oracle", "builtin/slither", "builtin/always-vulnerable", "nobody"},
		{"builtin/keyword", "builtin/always-vulnerable", "builtin/always-safe", Memoriser, "nobody"},
		{"builtin/oracle", "builtin/always-safe", Analyst, "nobody"},
		{"builtin/oracle", "builtin/keyword", Analyst, "nobody"},
		{"builtin/keyword", "builtin/always-vulnerable", Memoriser, "nobody"},
		{"builtin/keyword", "builtin/always-vulnerable", Memoriser, "nobody"},
		{"builtin/keyword", Memoriser, "nobody"},
	} {
		s := Statements()[i]
		for _, other := range others {
			if counts, err := s.Check(w, other); err == nil {
				t.Errorf("%q holds of %s, too: %q", s.Text, other, counts)
			}
		}
	}
}

// The same options give the same words.
func TestDeterministic(t *testing.T) {
	o := Options{Suites: []string{suite.TenantSQL}, Chains: []string{"no-comments"}, Bases: 6, Seed: 2}
	var said [2]string
	for i := range said {
		w, err := Ask(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Statements() {
			counts, err := s.Check(w, s.Subject)
			for _, c := range counts {
				said[i] += c + "\n"
			}
			if err != nil {
				said[i] += err.Error() + "\n"
			}
		}
	}
	if said[0] != said[1] || said[0] == "" {
		t.Errorf("first\n%s\nthen\n%s", said[0], said[1])
	}
}
