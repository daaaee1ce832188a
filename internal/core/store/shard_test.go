package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

// A shard has the planned trials at its places, with everything needed to ask them, without
// those that have ended.
func TestShard(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(5)
		for i := range p {
			p[i].Parts = &bench.TrialKey{}
		}
		p[2].Parts.Subject = "builtin/x"
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[1], bench.Answered), result(p[2], bench.Failed), result(p[3], bench.Refused))
		got, done, err := s.Shard(t.Context(), r, []int{3, 2, 1})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]bench.Trial{p[1], p[2], p[3]}, got); diff != "" {
			t.Errorf("planned (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]bool{"k001": true, "k002": false, "k003": true}, done); diff != "" {
			t.Errorf("done (-want +got):\n%s", diff)
		}
		// Trials are asked again while their earlier answer is kept, until that round has ended.
		again := r
		again.AskAgain(map[string]int{"k003": 1})
		if _, done, err := s.Shard(t.Context(), again, []int{3}); err != nil || done["k003"] {
			t.Errorf("%v, %v", done, err)
		}
		x := result(p[3], bench.Answered)
		x.Round = 1
		write(t, s, r, x)
		if _, done, err := s.Shard(t.Context(), again, []int{3}); err != nil || !done["k003"] {
			t.Errorf("%v, %v", done, err)
		}
		ended, err := s.Endings(t.Context(), again)
		if diff := cmp.Diff(map[string]bench.Outcome{"k001": bench.Answered, "k002": bench.Failed, "k003": bench.Answered},
			ended); diff != "" || err != nil {
			t.Errorf("endings (-want +got):\n%s%v", diff, err)
		}
		f, _ := begin(t, s, p, true)
		if _, done, err := s.Shard(t.Context(), f, []int{1}); err != nil || done["k001"] {
			t.Errorf("a fresh run: %v, %v", done, err)
		}
		if got, _, err := s.Shard(t.Context(), r, nil); len(got) != 0 || err != nil {
			t.Errorf("no places: %v, %v", got, err)
		}
	})
}
