//go:build unix

package store

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// asVisitor calls f without permission to write to files of other users.
func asVisitor(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 { // root may write everywhere
		if err := syscall.Setreuid(-1, 65534); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setreuid(-1, 0)
	}
	f()
}

// Results can be read where neither the file nor its directory is writable. A log that was
// not merged prevents this, and the error names it.
func TestReadWithoutRights(t *testing.T) {
	dir, err := os.MkdirTemp("", "assay-") // other users cannot enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		os.Chmod(dir, 0o755)
		os.RemoveAll(dir)
	})
	path := filepath.Join(dir, "r.db")
	s := open(t, path)
	p := plan(3)
	run, _ := begin(t, s, p, false)
	write(t, s, run, result(p[0], bench.Answered))
	pending, err := os.ReadFile(path + "-wal")
	if err != nil || len(pending) == 0 {
		t.Fatalf("nothing is pending while it is open (%v)", err)
	}
	unmerged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	protect := func() {
		t.Helper()
		for p, mode := range map[string]os.FileMode{path: 0o444, dir: 0o555} {
			if err := os.Chmod(p, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	protect()
	asVisitor(t, func() {
		s, err := OpenWith(t.Context(), path, database.Options{ReadOnly: true})
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		if got := read(t, s, run); len(got) != 3 || got[0].Outcome != bench.Answered {
			t.Errorf("read %+v", got)
		}
		if _, err := s.Stamp(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(),
			"permission to write to the file and its directory") {
			t.Errorf("opened for writing: %v", err)
		}
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for p, b := range map[string][]byte{path: unmerged, path + "-wal": pending} {
		os.Remove(p)
		if err := os.WriteFile(p, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	protect()
	asVisitor(t, func() {
		_, err := OpenWith(t.Context(), path, database.Options{ReadOnly: true})
		if err == nil || !strings.Contains(err.Error(), "a part of it is in "+path+"-wal") {
			t.Errorf("with a log: %v", err)
		}
	})
}
