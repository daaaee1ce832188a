//go:build unix

package cli

import (
	"bytes"
	"context"
	"io"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/report"
	"assay/internal/report/export"
	"assay/internal/store"
)

// What is read without texts gives the same reports as what is read whole.
func TestBrief(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	generate(t, path, 8, 2, 2)
	ctx := context.Background()
	s, err := store.OpenExisting(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run, err := s.Run(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	run.Manifest.Subjects[1].Kind = "tool" // whose answers are compared, finding by finding
	if err := s.SetManifest(ctx, run.ID, run.Manifest); err != nil {
		t.Fatal(err)
	}
	both := func() (brief, whole *report.Data) {
		t.Helper()
		if brief, err = loadRun(ctx, s, "", 0); err != nil {
			t.Fatal(err)
		}
		if whole, err = loadRun(ctx, s, "", math.MaxInt); err != nil {
			t.Fatal(err)
		}
		if brief.Whole == nil || whole.Whole != nil || brief.Trials != nil || whole.Many != nil || brief.Many.Trial(0).Text != "" || whole.Trials[0].Text == "" || brief.Many.Len() != len(whole.Trials) || len(whole.Trials) < 600 {
			t.Fatalf("brief %+v, whole %+v", brief, whole)
		}
		return brief, whole
	}
	compare := func(formats ...string) { // all without any
		t.Helper()
		brief, whole := both()
		brief, whole = brief.Shared(), whole.Shared()
		written := map[string]func(io.Writer, *report.Data) error{"terminal": func(w io.Writer, d *report.Data) error { return report.Terminal(w, d, 120) }}
		for _, f := range export.Formats() {
			if !f.Texts && (len(formats) == 0 || slices.Contains(formats, f.Name)) {
				written[f.Name] = func(w io.Writer, d *report.Data) error { return f.Write(w, d, "") }
			}
		}
		for name, write := range written {
			var a, b bytes.Buffer
			if err := write(&a, brief); err != nil {
				t.Fatal(err)
			}
			if err := write(&b, whole); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) || a.Len() == 0 {
				t.Errorf("%s differs: %d and %d bytes", name, a.Len(), b.Len())
			}
		}
	}
	compare()

	// What another parser derived is derived again, in both.
	var old []store.Stored
	if err := s.Trials(ctx, run, func(x store.Stored) error {
		if x.Outcome == bench.Answered && len(old) < 5 {
			x.Parser = "0"
			x.Answer = &bench.Answer{Verdict: bench.Safe, Explanation: "of long ago"}
			old = append(old, x)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Rederive(ctx, old); err != nil {
		t.Fatal(err)
	}
	if _, err := loadRun(ctx, s, "", 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Trials(ctx, run, func(x store.Stored) error {
		rec, err := recordOf(run.Manifest)
		if err != nil || engine.Stale(x.Outcome, x.Parser, x.Judge, rec) {
			t.Errorf("%s is as another version left it (%v)", x.Key, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	compare("csv")
}
