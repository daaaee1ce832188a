package store

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// Events are kept until their trial is stored, in its round. Those of a failed trial remain,
// since it continues from them when it is asked again.
func TestEvents(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		planned := plan(2)
		run, _ := begin(t, s, planned, false)
		w := s.Writer(t.Context(), run)
		key, other := planned[0].Key, planned[1].Key
		big := strings.Repeat("x", 1<<20)
		for i, e := range []string{`{"seq":0}`, big} {
			if err := w.Append(key, i, []byte(e)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Append(other, 0, []byte("o")); err != nil {
			t.Fatal(err)
		}
		read := func(k string, want int) {
			t.Helper()
			got, err := w.Events(t.Context(), k)
			if err != nil || len(got) != want {
				t.Fatalf("%d events, want %d: %v", len(got), want, err)
			}
			if want == 2 && (string(got[0]) != `{"seq":0}` || string(got[1]) != big) {
				t.Error("events changed")
			}
		}
		read(key, 2)
		end := func(p bench.Trial, o bench.Outcome, e bench.Ending) {
			t.Helper()
			if err := w.Commit(p.Ended(o, bench.Details{Parser: "1", Judge: "rule",
				Response: bench.Response{Finish: bench.Answered, FinishRaw: e.Raw(1)}})); err != nil {
				t.Fatal(err)
			}
		}
		end(planned[0], bench.Failed, bench.AgentFailed)
		read(key, 2)
		end(planned[0], bench.Answered, bench.Submitted)
		read(key, 0)
		read(other, 1)
		if err := w.Forget(other); err != nil {
			t.Fatal(err)
		}
		read(other, 0)
		if err := w.Append(other, 0, []byte("o")); err != nil {
			t.Fatal(err)
		}
		if err := w.Append(other, 0, []byte("twice")); err == nil {
			t.Error("two events have one number")
		}
		w.Close()
	})
}
