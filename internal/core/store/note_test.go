package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

func TestNote(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		r, _ := begin(t, s, plan(1), false)
		if notes, err := s.Notes(t.Context()); err != nil || len(notes) != 0 {
			t.Errorf("%v, %v", notes, err)
		}
		for _, text := range []string{"first", "second <b>"} {
			n, err := NewNote(" baseline ", "paper, gpt paper", text)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.PutNote(t.Context(), r.ID, n, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}
		notes, err := s.Notes(t.Context())
		if diff := cmp.Diff(map[string]Note{r.ID: {Name: "baseline", Tags: []string{"gpt", "paper"}, Text: "second <b>"}},
			notes); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
	})
}

func TestNewNoteRefuses(t *testing.T) {
	for want, n := range map[string][3]string{
		"at most 80 bytes":         {strings.Repeat("x", 81), "", ""},
		"printable characters":     {"a\x1b", "", ""},
		"at most 12 tags":          {"", "a b c d e f g h i j k l m", ""},
		"not \"<b>\"":              {"", "<b>", ""},
		"not \"xxxx":               {"", strings.Repeat("x", 31), ""},
		"at most 2000 bytes":       {"", "", strings.Repeat("x", 2001)},
		"UTF-8":                    {"\xff", "", ""},
		"a note has printable cha": {"", "", "a\x00b"},
	} {
		if _, err := NewNote(n[0], n[1], n[2]); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v, want %q", n, err, want)
		}
	}
}

// A deleted run is gone; the same plan finds its answers again.
func TestDeleteRun(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered))
		if err := s.PutNote(t.Context(), r.ID, Note{Name: "x"}, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
		held, err := s.Hold(t.Context(), r.Plan, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteRun(t.Context(), r); !errors.Is(err, ErrBusy) {
			t.Errorf("a run that is under way: %v", err)
		}
		if _, err := s.Run(t.Context(), r.ID); err != nil {
			t.Error(err)
		}
		if err := held.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteRun(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context(), ""); !errors.Is(err, ErrNone) {
			t.Errorf("the run is still there: %v", err)
		}
		if notes, err := s.Notes(t.Context()); err != nil || len(notes) != 0 {
			t.Errorf("%v, %v", notes, err)
		}
		again, done := begin(t, s, p, false)
		if again.ID == r.ID || len(done) != 1 || !done[p[0].Key] {
			t.Errorf("the same plan began run %s with %v done", again.ID, done)
		}
	})
}

// The mark of a run changes only with its trials.
func TestMark(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p[:2], false)
		other, _ := begin(t, s, p[2:], false)
		mark := func() string {
			t.Helper()
			m, err := s.Mark(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		first := mark()
		write(t, s, other, result(p[2], bench.Answered))
		if mark() != first {
			t.Error("an answer of another run moved the mark")
		}
		write(t, s, r, result(p[0], bench.Answered))
		if mark() == first {
			t.Error("an answer of the run did not move the mark")
		}
	})
}
