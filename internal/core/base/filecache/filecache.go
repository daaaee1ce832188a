// Package filecache caches expensive results in files, each named by a hash of everything that it
// depends on: compilations, and proofs that were executed. Entries that were not used for a month are deleted.
package filecache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Dir is a directory of entries. An entry is a line with its format, its key and the hash of the
// rest, followed by the compressed content; an entry that fails the check counts as absent. Several
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
func (d Dir) File(key string) string { return filepath.Join(d.Path, key[:2], key+".zst") }

func (d Dir) head(key string, packed []byte) string {
	return fmt.Sprintf("%s %s %x\n", d.Format, key, sha256.Sum256(packed))
}

// compressor and decompressor are safe for concurrent use; they fail only with wrong options.
var (
	compressor   = sync.OnceValue(func() *zstd.Encoder { return must(zstd.NewWriter(nil)) })
	decompressor = sync.OnceValue(func() *zstd.Decoder { return must(zstd.NewReader(nil)) })
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Get returns the content of an entry, and whether a complete one exists.
func (d Dir) Get(key string) ([]byte, bool) {
	b, err := os.ReadFile(d.File(key))
	if err != nil {
		return nil, false
	}
	_, packed, _ := bytes.Cut(b, []byte("\n"))
	if string(b[:len(b)-len(packed)]) != d.head(key, packed) {
		return nil, false
	}
	content, err := decompressor().DecodeAll(packed, nil)
	if err != nil {
		return nil, false
	}
	if now := time.Now(); now.Sub(modified(d.File(key))) > day {
		os.Chtimes(d.File(key), now, now) // it is in use
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
	packed := compressor().EncodeAll(content, nil)
	_, err = tmp.Write(append([]byte(d.head(key, packed)), packed...))
	if err = cmp.Or(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err == nil {
		d.trim(time.Now())
	}
	return err
}

const (
	day  = 24 * time.Hour
	kept = 30 * day // after the last use of an entry
)

// entryRE matches the path of an entry below its directory, also one of earlier versions or one that was never
// completed.
var entryRE = regexp.MustCompile(`^[0-9a-f]{2}/([0-9a-f]{64}\.(zst|json)|\.new-[0-9]+)$`)

// trim deletes the entries that were not used for a month. It looks once a day, over all processes; what cannot be
// deleted stays, and so do other files: a user may name any directory as the cache.
func (d Dir) trim(now time.Time) {
	mark := filepath.Join(d.Path, ".assay-trimmed")
	if now.Sub(modified(mark)) < day || os.WriteFile(mark, nil, 0o644) != nil || os.Chtimes(mark, now, now) != nil {
		return
	}
	names, _ := fs.Glob(os.DirFS(d.Path), "[0-9a-f][0-9a-f]/*") // the pattern is well-formed
	for _, name := range names {
		if file := filepath.Join(d.Path, name); entryRE.MatchString(name) && now.Sub(modified(file)) > kept {
			os.Remove(file)
		}
	}
}

// modified returns the time of the last change of a file; the zero time if there is none.
func modified(file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
