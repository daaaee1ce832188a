package solc

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// format is the version of a cache entry and of what standard() asks for; a
// change of either takes a new one.
const format = "assay-solc-1"

// cacheKey names a compilation by everything its result depends on.
func cacheKey(version string, input []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", format, version)
	h.Write(input)
	return hex.EncodeToString(h.Sum(nil))
}

// cache keeps the raw answers of compilers in files. An entry is a line naming
// its key and the hash of what follows, then the answer; one that does not
// check out is no entry.
type cache struct{ dir string }

func (c cache) file(key string) string { return filepath.Join(c.dir, key[:2], key+".json") }

func entryHead(key string, raw []byte) string {
	return fmt.Sprintf("%s %s %x\n", format, key, sha256.Sum256(raw))
}

func (c cache) get(key string) ([]byte, bool) {
	b, err := os.ReadFile(c.file(key))
	if err != nil {
		return nil, false
	}
	_, raw, _ := bytes.Cut(b, []byte("\n"))
	if string(b[:len(b)-len(raw)]) != entryHead(key, raw) {
		return nil, false
	}
	return raw, true
}

// put stores an answer; a reader sees all of it or nothing.
func (c cache) put(key string, raw []byte) error {
	file := c.file(key)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(entryHead(key, raw))
	if err == nil {
		_, err = tmp.Write(raw)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	return err
}
