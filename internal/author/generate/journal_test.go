package generate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/internal/core/suite/fresh"
)

// resumable computes four entries, and fails before the third if told to. It reports which it computed.
type resumable struct {
	fails  error
	worked []string
}

func (r *resumable) Generate(_ context.Context, o Options) (*Batch, error) {
	b := &Batch{}
	for i, key := range []string{"a", "b", "c", "d"} {
		var v string
		if !o.Journal.Find(key, &v) {
			if r.fails != nil && i == 2 {
				return nil, r.fails
			}
			r.worked = append(r.worked, key)
			v = "value of " + key
			if err := o.Journal.Note(key, v); err != nil {
				return nil, err
			}
		}
		if v != "value of "+key {
			return nil, errors.New("the journal mixes entries up: " + v)
		}
		b.Samples = append(b.Samples, Sample{ID: key})
	}
	return b, nil
}

// An interrupted batch continues where it stopped, even if the last line of its journal is incomplete; once the
// batch exists, no other file is left.
func TestJournal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "batch")
	lost := errors.New("lost")
	first := &resumable{fails: lost}
	if _, err := Into(t.Context(), first, dir, Options{Count: 4}); !errors.Is(err, lost) {
		t.Fatal(err)
	}
	file, ok := Unfinished(dir)
	if !ok {
		t.Fatal("nothing is kept")
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("half a batch stands in its place")
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"key":"c","value":"val`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	second := &resumable{fails: lost}
	if _, err := Into(t.Context(), second, dir, Options{Count: 4}); !errors.Is(err, lost) || len(second.worked) > 0 {
		t.Fatal(err, second.worked)
	}
	third := &resumable{}
	if _, err := Into(t.Context(), third, dir, Options{Count: 4}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(third.worked, []string{"c", "d"}) {
		t.Errorf("worked out again: %q", third.worked)
	}
	if _, err := os.Stat(filepath.Join(dir, fresh.BatchFile)); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) != 1 {
		t.Errorf("beside the batch stand %v, %v", left, err)
	}
}
