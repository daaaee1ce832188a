package prompt

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// All spellings of a combination have one name, and one that exists already keeps its name. The list is fixed,
// so that a new folder may name another combination.
func TestFind(t *testing.T) {
	list := slices.DeleteFunc(All(), func(s Strategy) bool {
		return !slices.Contains(strings.Fields("direct zero-shot chain-of-thought adversarial adversarial-no-override "+
			"naturalistic exploit sql-default sql-adversarial sql-pull-request"), s.Name)
	})
	for _, tt := range []struct{ name, want, err string }{
		{"direct", "direct", ""},
		{"cot=no", "direct", ""},
		{"context=yes", "zero-shot", ""},
		{"cot=yes,context=yes,protocol=yes", "chain-of-thought", ""},
		{"adversarial,override=no", "adversarial-no-override", ""},
		{"framing=adversarial,cot=yes", "cot=yes,framing=adversarial", ""},
		{"direct,cot=yes,framing=adversarial", "cot=yes,framing=adversarial", ""},
		{"cot=yes,framing=adversarial,override=no", "cot=yes,framing=adversarial", ""},
		{"chain-of-thought,context=no", "protocol=yes,cot=yes", ""},
		{"sql-adversarial,override=yes", "sql-default,framing=adversarial,override=yes", ""},
		{"sql-default,framing=naturalistic", "sql-pull-request", ""},
		{"direkt", "", "no strategy"},
		{"", "", "no strategy"},
		{"direct,adversarial", "", `strategy "direct,adversarial": "adversarial" is not factor=level`},
		{"cot", "", "no strategy"},
		{"cot=perhaps", "", "no level"},
		{"cut=yes", "", "no factor"},
		{"cot=yes,cot=no", "", `"cot=yes,cot=no": factor cot is given twice`},
		{"framing=adversarial,context=yes,cot=no", "context=yes,framing=adversarial", ""},
		{"procedure=requirements", "", "do not know"},
		{"sql-default,context=yes", "", "do not know"},
		{"exploit,cot=yes", "", "know no factor"},
	} {
		s, err := find(list, tt.name)
		switch {
		case tt.err == "" && (err != nil || s.Name != tt.want):
			t.Errorf("%q is %q, %v; want %q", tt.name, s.Name, err, tt.want)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: %v, want an error with %q", tt.name, err, tt.err)
		case err == nil:
			if again, err := find(list, s.Name); err != nil || again.Hash() != s.Hash() {
				t.Errorf("%q does not name itself: %v", s.Name, err)
			}
		}
	}
}

// Every level of every factor of a strategy gives a different question, and every factor belongs to at least
// one strategy.
func TestLevels(t *testing.T) {
	used := map[string]bool{}
	for _, s := range All() {
		for name, level := range s.levels {
			used[name] = true
			f, _ := factor(name)
			for _, other := range f.Levels {
				c, err := s.with(map[string]string{name: other})
				if err != nil {
					t.Fatal(err)
				}
				if same := c.Hash() == s.Hash(); same != (other == level) {
					t.Errorf("%s at %s=%s asks the same: %v", s.Name, name, other, same)
				}
			}
		}
	}
	if len(used) != len(factors) {
		t.Errorf("templates know %v only", slices.Sorted(maps.Keys(used)))
	}
}

// The paper's Table 5, with the framing by its name here.
func TestPaperStrategies(t *testing.T) {
	for name, want := range map[string]string{
		"direct": "no no no expert", "zero-shot": "yes no no expert", "context-enhanced": "yes yes no expert",
		"chain-of-thought": "yes yes yes expert", "naturalistic": "yes yes yes naturalistic",
		"adversarial": "yes yes yes adversarial",
	} {
		s := found(t, name)
		got := strings.Join([]string{s.Level("context"), s.Level("protocol"), s.Level("cot"), s.Level("framing")}, " ")
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// Changing a combination does not change the strategy that it is derived from.
func TestWithCopies(t *testing.T) {
	before := found(t, "direct").Hash()
	found(t, "cot=yes")
	if s := found(t, "direct"); s.Hash() != before || s.Schema == nil {
		t.Error("the strategy has changed")
	}
	if found(t, "cot=yes").Schema != nil {
		t.Error("a schema is enforced where steps are to be written first")
	}
}
