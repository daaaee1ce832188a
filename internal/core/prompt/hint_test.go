package prompt

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

func TestHinted(t *testing.T) {
	s := must(t, bench.Contracts)
	plain, err := Render(s, solidityTask)
	if err != nil {
		t.Fatal(err)
	}
	none, err := s.Hinted(HintNone)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := Render(none, solidityTask); err != nil || p.Hash != plain.Hash || none.Hash() != s.Hash() ||
		none.Name != s.Name {
		t.Errorf("no hint is another question: %v", err)
	}
	seen := map[string]bool{plain.Hash: true}
	v := variant()
	v.Labels[0].Scope = "draw"
	v.Task.Aids = map[string]string{}
	for level, text := range Hints(&v) {
		v.Task.Aids[bench.AidHint+level] = text
	}
	for _, level := range []string{HintFamily, HintFunction, HintClass, HintRootCause} {
		h, err := s.Hinted(level)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := Find(h.Name); err != nil || found.Hash() != h.Hash() || found.Level(HintFactor) != level {
			t.Errorf("%s is not found by its name: %v", h.Name, err)
		}
		if l, rest := LevelIn(h.Name, HintFactor); l != level || rest != s.Name {
			t.Errorf("LevelIn(%q) = %q, %q", h.Name, l, rest)
		}
		p, err := Render(h, v.Task)
		if err != nil {
			t.Fatal(err)
		}
		if seen[p.Hash] || !strings.HasSuffix(p.User, v.Task.Aids[bench.AidHint+level]) ||
			!strings.HasPrefix(p.User, plain.User) {
			t.Errorf("%s: %q", level, p.User[len(plain.User):])
		}
		seen[p.Hash] = true
		if _, err := Render(h, solidityTask); err == nil {
			t.Errorf("%s: a hint where there is none", level)
		}
	}
	if v.Task.Hash() != solidityTask.Hash() {
		t.Error("a hint changes the task")
	}
	if _, err := s.Hinted("all"); err == nil {
		t.Error("a level that is not there")
	}
}
