package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/internal/bench"
)

// Whatever happens to a run, an incremental reading gives the same as a complete one, and
// does not change the previous snapshot.
func TestSnapshotReadsOn(t *testing.T) { engines(t, snapshotReadsOn) }

func snapshotReadsOn(t *testing.T, at string) {
	s := open(t, at)
	p := plan(6)
	twice := p[0]
	twice.Repetition = 9
	p = append(p, twice) // two variants with the same text share a key
	r, _ := begin(t, s, p, false)
	facts := func(last *Snapshot) *Snapshot {
		t.Helper()
		f, err := s.Snapshot(t.Context(), r, last)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	last := facts(nil)
	step := func(what string, wholly bool) {
		t.Helper()
		before := append([]bench.Trial{}, last.Trials...)
		full, next := facts(nil), facts(last)
		if diff := cmp.Diff(full.Trials, next.Trials, cmpopts.EquateComparable()); diff != "" {
			t.Errorf("%s (-read whole +read on):\n%s", what, diff)
		}
		if diff := cmp.Diff(before, last.Trials); diff != "" {
			t.Errorf("%s changes what was known before:\n%s", what, diff)
		}
		if (next.places == nil) != wholly {
			t.Errorf("%s: read whole is %v, want %v", what, next.places == nil, wholly)
		}
		if cmp.Equal(before, next.Trials) {
			t.Errorf("%s changes nothing", what)
		}
		last = next
	}
	write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Failed))
	step("two endings", false)
	write(t, s, r, result(p[2], bench.Refused))
	step("one more", false)
	write(t, s, r, result(p[1], bench.Answered))
	step("a failed trial that is answered in place", false)

	stored := read(t, s, r)
	v := *stored[0].Verdict
	v.Strict = bench.Unscored
	stored[0].Verdict = &v
	if err := s.Rederive(t.Context(), r, stored[:1]); err != nil {
		t.Fatal(err)
	}
	step("an answer that is derived again", true)

	again, _, err := s.Begin(t.Context(), p, bench.Manifest{StartedAt: r.Started},
		Again{Outcomes: map[bench.Outcome]bool{bench.Refused: true}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, again, result(p[2], bench.Answered))
	step("a trial that is asked again", false)

	other := plan(9)[6:]
	foreign, _ := begin(t, s, other, false)
	write(t, s, foreign, result(other[0], bench.Answered), result(p[3], bench.Answered))
	step("an ending by another run", false)
}
