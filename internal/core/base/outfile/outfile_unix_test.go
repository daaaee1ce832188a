//go:build unix

package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// mode returns the type and permissions of a path itself, not of what a link leads to.
func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

// A file is replaced when it is complete, and keeps its permissions.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := Write(path, 0o600, text("one")); err != nil || read(t, path) != "one" || mode(t, path) != 0o600 {
		t.Errorf("%v, %q, %v", err, read(t, path), mode(t, path))
	}
	os.Chmod(path, 0o644)
	if err := Write(path, 0o600, text("two")); err != nil || read(t, path) != "two" || mode(t, path) != 0o644 {
		t.Errorf("%v, %q, %v", err, read(t, path), mode(t, path))
	}
	broken := errors.New("broken")
	err := Write(path, 0o600, func(w io.Writer) error { io.WriteString(w, "thr"); return broken })
	if left, _ := os.ReadDir(dir); !errors.Is(err, broken) || read(t, path) != "two" || len(left) != 1 {
		t.Errorf("%v, %q, %d files", err, read(t, path), len(left))
	}
	if err := Write(dir, 0o600, text("x")); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("writing over a directory: %v", err)
	}
}

// What is not a regular file is written, and stays.
func TestWriteThrough(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	link := fifo + ".link"
	if err := os.Symlink("fifo", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, link} {
		got := make(chan string, 1)
		go func() {
			b, _ := os.ReadFile(fifo)
			got <- string(b)
		}()
		if err := Write(path, 0o600, text("through")); err != nil {
			t.Fatal(err)
		}
		if mode(t, fifo)&os.ModeNamedPipe == 0 {
			t.Fatalf("%s became %v", path, mode(t, fifo))
		}
		if s := <-got; s != "through" {
			t.Errorf("read %q", s)
		}
	}
	null := filepath.Join(t.TempDir(), "null") // a link: the test may run as root
	if err := os.Symlink(os.DevNull, null); err != nil {
		t.Fatal(err)
	}
	if err := Write(null, 0o600, text("x")); err != nil || mode(t, os.DevNull)&os.ModeCharDevice == 0 ||
		mode(t, null)&os.ModeSymlink == 0 {
		t.Errorf("%v: %v, %v", err, mode(t, os.DevNull), mode(t, null))
	}
}

// A link stays, and its target is replaced, also one that did not exist.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"there", "new"} {
		link := filepath.Join(dir, name+".link")
		if err := os.Symlink(name, link); err != nil {
			t.Fatal(err)
		}
		if name == "there" {
			os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o640)
		}
		if err := Write(link, 0o600, text("new")); err != nil || mode(t, link)&os.ModeSymlink == 0 ||
			read(t, filepath.Join(dir, name)) != "new" {
			t.Errorf("%s: %v, %v, %q", name, err, mode(t, link), read(t, link))
		}
	}
	loop := filepath.Join(dir, "loop")
	os.Symlink("loop", loop)
	if err := Write(loop, 0o600, text("x")); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("a loop: %v", err)
	}
}

// In a folder, links may lead to its own files only.
func TestWithin(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	os.WriteFile(filepath.Join(outside, "f"), []byte("theirs"), 0o600)
	os.Mkdir(filepath.Join(folder, "d"), 0o755)
	for name, to := range map[string]string{"file": filepath.Join(outside, "f"), "missing": filepath.Join(outside, "g"),
		"dir": outside, "inner": "d/x", "up": "../" + filepath.Base(outside) + "/f"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, ok := range map[string]bool{"plain": true, "d/deep": true, "inner": true, "file": false, "missing": false,
		"dir/f": false, "up": false} {
		err := Within(folder, name, []byte("ours"))
		if (err == nil) != ok || !ok && !strings.Contains(err.Error(), "leaves") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, _ := os.ReadDir(outside); len(left) != 1 || read(t, filepath.Join(outside, "f")) != "theirs" ||
		read(t, filepath.Join(folder, "d", "x")) != "ours" {
		t.Errorf("%d files outside", len(left))
	}
	linked := filepath.Join(outside, "folder")
	os.Symlink(folder, linked)
	if err := Within(linked, "plain", []byte("again")); err != nil || read(t, filepath.Join(folder, "plain")) != "again" {
		t.Errorf("the folder itself may be a link: %v", err)
	}
}

// A directory that is replaced as a whole may be a link, and is nothing else than a directory.
func TestDir(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "d"), 0o755)
	os.WriteFile(filepath.Join(dir, "f"), nil, 0o600)
	os.Symlink("d", filepath.Join(dir, "link"))
	for name, want := range map[string]string{"d": "d", "link": "d", "none": "none"} {
		if got, err := Dir(filepath.Join(dir, name)); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := Dir(filepath.Join(dir, "f")); err == nil || !strings.Contains(err.Error(), "is not a directory") {
		t.Errorf("a file: %v", err)
	}
}
