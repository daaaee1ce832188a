package generate_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assay/internal/author/generate"
)

// fake writes one file for each sample, and fails after some.
type fake struct{ fails error }

func (f fake) Generate(_ context.Context, o generate.Options) (*generate.Batch, error) {
	b := &generate.Batch{}
	for range o.Count {
		if err := os.WriteFile(filepath.Join(o.Dir, "sample"), nil, 0o644); err != nil {
			return nil, err
		}
		b.Samples = append(b.Samples, generate.Sample{})
	}
	return b, f.fails
}

// A batch is complete or absent, and never written into a directory that is not empty.
func TestInto(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "batch")
	if _, err := generate.Into(t.Context(), fake{}, dir, generate.Options{Count: 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "sample")); err != nil {
		t.Error(err)
	}
	var de *generate.DirError
	if _, err := generate.Into(t.Context(), fake{}, dir, generate.Options{Count: 2}); !errors.As(err, &de) {
		t.Errorf("into a directory that is not empty: %v", err)
	}
	if _, err := generate.Into(t.Context(), fake{}, filepath.Join(dir, "sample"),
		generate.Options{Count: 2}); !errors.As(err, &de) {
		t.Errorf("into a file: %v", err)
	}
	if _, err := generate.Into(t.Context(), fake{}, t.TempDir(), generate.Options{}); err == nil {
		t.Error("a batch of no sample is made")
	}
	other := filepath.Join(filepath.Dir(dir), "other")
	broken := errors.New("broken")
	if _, err := generate.Into(t.Context(), fake{broken}, other, generate.Options{Count: 2}); !errors.Is(err, broken) {
		t.Errorf("a generator that fails: %v", err)
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(left) != 1 {
		t.Errorf("a failure leaves %v, %v", left, err)
	}
}

func TestCount(t *testing.T) {
	var b generate.Batch
	b.Count("b", "y", "lost")
	b.Count("a", "y", generate.Proved)
	b.Count("a", "x", "lost")
	b.Count("a", "y", generate.Proved)
	if len(b.Yield) != 3 || b.Yield[1].Host != "y" || b.Yield[1].Outcomes[generate.Proved] != 2 ||
		b.Yield[1].Tried() != 2 {
		t.Errorf("%+v", b.Yield)
	}
	if by := b.By(func(y generate.Yield) string { return y.Operator }); len(by) != 2 || by[0].Tried() != 3 ||
		by[0].Outcomes["lost"] != 1 {
		t.Errorf("%+v", by)
	}
}
