package store

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

func TestCache(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(1)
		r, _ := begin(t, s, p, false)
		want := result(p[0], bench.Answered).Response
		w := s.Writer(context.Background(), r)
		if err := w.Keep("k", want); err != nil {
			t.Fatal(err)
		}
		later := want
		later.Text = "another answer to the same request"
		if err := w.Keep("k", later); err != nil { // two concurrent answers: the first is kept
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		s.Close()
		s = open(t, at)
		got, ok, err := s.Cached(t.Context(), "k")
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("response (-want +got):\n%s", diff)
		}
		if _, ok, err := s.Cached(t.Context(), "other"); ok || err != nil {
			t.Errorf("found what was never kept (%v)", err)
		}
	})
}
