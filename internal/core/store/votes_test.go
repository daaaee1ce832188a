package store

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

// The newest judgement of every judge counts, and an incremental reading gives the same as a
// complete one.
func TestBallotsReadOn(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "r.db"))
	p := plan(3)
	r, _ := begin(t, s, p, false)
	write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Answered))
	stored := read(t, s, r)
	ballots := func(last *Ballots) *Ballots {
		t.Helper()
		b, err := s.Ballots(t.Context(), r, last)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	last := ballots(nil)
	step := func(what string, trial int, judge, question, outcome string, strict bench.Decision) {
		t.Helper()
		before := ballots(nil)
		w := s.Writer(t.Context(), r)
		j := Judgement{TrialID: stored[trial].ID, Judge: judge, Question: question, Outcome: outcome}
		if outcome != Failed {
			j.Verdict = &bench.Verdict{Judge: judge, Strict: strict, Lenient: strict,
				Findings: []bench.FindingVerdict{{Class: bench.TargetMatch}}}
		}
		if err := w.Judged(j); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		full, next := ballots(nil), ballots(last)
		if diff := cmp.Diff(full.By, next.By); diff != "" {
			t.Errorf("%s (-read whole +read on):\n%s", what, diff)
		}
		if diff := cmp.Diff(before.By, last.By); diff != "" {
			t.Errorf("%s changes what was known before:\n%s", what, diff)
		}
		if cmp.Equal(before.By, next.By) {
			t.Errorf("%s changes nothing", what)
		}
		last = next
	}
	step("a vote", 0, "a/1", "q", Decided, bench.Hit)
	step("another judge's", 0, "b/1", "q", Decided, bench.Miss)
	step("a newer one of the first", 0, "a/1", "q2", Decided, bench.Miss)
	step("one that failed", 1, "a/1", "q", Failed, "")
	step("the same, heard again", 1, "a/1", "q", Decided, bench.Hit)
	if b := last.By[stored[0].ID]; len(b) != 2 || b[0].Judge != "a/1" || b[0].Strict != bench.Miss ||
		len(b[0].Classes) != 1 || b[1].Judge != "b/1" {
		t.Errorf("the votes on the first answer: %+v", b)
	}

	all, err := s.JudgementsOf(t.Context(), stored[0].ID)
	if err != nil || len(all) != 1 || len(all[stored[0].ID]) != 3 {
		t.Fatalf("judgements of the first answer: %+v, %v", all, err)
	}
	changed := all[stored[0].ID][2]
	changed.Verdict.Strict = bench.Hit
	if err := s.Rejudge(t.Context(), []Judgement{changed}); err != nil {
		t.Fatal(err)
	}
	if b := ballots(last).By[stored[0].ID]; b[0].Strict != bench.Hit {
		t.Errorf("a reply that was read again: %+v", b)
	}
}
