// Package filecache caches expensive results in files, each named by a hash of everything that it
// depends on: compilations, and proofs that were executed.
package filecache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// Dir is a directory of entries. An entry is a line with its format, its key and the hash of the
// content, followed by the content; an entry that fails the check counts as absent. Several
// processes may use a directory at the same time.
type Dir struct {
	Path   string // created by the first Put
	Format string // of the entries; a change of their content needs a new one
}

// Key returns the key for a heading and all inputs that the content depends on.
func (d Dir) Key(heading string, input []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", d.Format, heading)
	h.Write(input)
	return hex.EncodeToString(h.Sum(nil))
}

// File returns the path of an entry, which may not exist.
func (d Dir) File(key string) string { return filepath.Join(d.Path, key[:2], key+".json") }

func (d Dir) head(key string, content []byte) string {
	return fmt.Sprintf("%s %s %x\n", d.Format, key, sha256.Sum256(content))
}

// Get returns the content of an entry, and whether a complete one exists.
func (d Dir) Get(key string) ([]byte, bool) {
	b, err := os.ReadFile(d.File(key))
	if err != nil {
		return nil, false
	}
	_, content, _ := bytes.Cut(b, []byte("\n"))
	if string(b[:len(b)-len(content)]) != d.head(key, content) {
		return nil, false
	}
	return content, true
}

// Put stores an entry atomically: a reader sees all of it or nothing.
func (d Dir) Put(key string, content []byte) error {
	file := d.File(key)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(d.head(key, content))
	if err == nil {
		_, err = tmp.Write(content)
	}
	if err = cmp.Or(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	return err
}
