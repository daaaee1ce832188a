package filecache_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/internal/core/base/filecache"
)

func TestEntry(t *testing.T) {
	c := filecache.Dir{Path: filepath.Join(t.TempDir(), "new", "dir"), Format: "test-1"}
	key := c.Key("0.8.30", []byte("{}"))
	if _, ok := c.Get(key); ok {
		t.Fatal("found in an empty cache")
	}
	if err := c.Put(key, []byte("the answer\nin two lines")); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Get(key); !ok || string(got) != "the answer\nin two lines" {
		t.Fatalf("%q %t", got, ok)
	}
	whole, err := os.ReadFile(c.File(key))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		cut, flipped := whole[:i], append([]byte(nil), whole...)
		flipped[i] ^= 1
		for _, damaged := range [][]byte{cut, flipped} {
			if err := os.WriteFile(c.File(key), damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if got, ok := c.Get(key); ok {
				t.Fatalf("damaged at byte %d, yet read as %q", i, got)
			}
		}
	}
	other := c.Key("0.8.30", []byte("{ }"))
	os.MkdirAll(filepath.Dir(c.File(other)), 0o755)
	if err := os.WriteFile(c.File(other), whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(other); ok {
		t.Error("the entry of one key was read for another")
	}
	if left, _ := filepath.Glob(filepath.Join(c.Path, "*", ".new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	c.Format = "test-2"
	if _, ok := c.Get(key); ok {
		t.Error("the entry of one format was read for another")
	}
}

// An entry that was not used for a month is deleted by the next Put. One that was used is kept, and so are files of
// the user: any directory may be the cache.
func TestUnusedEntriesGo(t *testing.T) {
	c := filecache.Dir{Path: t.TempDir(), Format: "test-1"}
	var mine []string
	for _, name := range []string{"thesis.txt", "src/main.go", "ab/notes.json", "ab/cd/deeper.zst"} {
		file := filepath.Join(c.Path, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
		mine = append(mine, file)
	}
	put := func(name string) string {
		key := c.Key(name, nil)
		if err := c.Put(key, []byte(name)); err != nil {
			t.Fatal(err)
		}
		return key
	}
	unused, used := put("unused"), put("used")
	old := time.Now().Add(-31 * 24 * time.Hour)
	for _, file := range append(mine, c.File(unused), c.File(used), filepath.Join(c.Path, ".assay-trimmed")) {
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Get(used); !ok {
		t.Fatal("an old entry is not found")
	}
	put("another")
	if _, err := os.Stat(c.File(unused)); err == nil {
		t.Error("an entry that nobody used for 31 days is kept")
	}
	if got, ok := c.Get(used); !ok || string(got) != "used" {
		t.Errorf("an entry that was used is gone: %q, %v", got, ok)
	}
	for _, file := range mine {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("a file of the user is gone: %v", err)
		}
	}
}
