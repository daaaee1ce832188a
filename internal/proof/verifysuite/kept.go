package verifysuite

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"assay/internal/core/base/filecache"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
)

// kept is the cache of evidence that earlier commands produced. An entry depends on a sample's texts and rules, on
// the samples whose attacks were tried on its twin, on the options, and on exactly this program: every other
// change that could affect a result changes one of these. Only proved samples are cached; a failure is executed
// each time.
type kept struct {
	dir     filecache.Dir
	options []byte
}

// kept opens the cache, or returns nil when call trees are wanted or everything is to be executed.
func (c *Options) kept(compiler *solc.Compiler) *kept {
	if c.NoCache || c.Trace {
		return nil
	}
	program, err := programDigest()
	if err != nil {
		return nil // costs time, but does not affect the result
	}
	return &kept{
		dir:     filecache.Dir{Path: compiler.CacheDir(), Format: "assay-proved-1"},
		options: fmt.Appendf(nil, "%s %d %d\n", program, c.Fuzz, c.Seed),
	}
}

// programDigest is the SHA-256 of the executable.
func programDigest() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// key returns the name of the entry of one sample in a group, whose attacks are tried on each other's twins.
func (k *kept) key(of int, group []*Outcome) string {
	var input []suite.Executable
	for _, o := range group {
		input = append(input, o.x)
	}
	b, err := json.Marshal(input)
	if err != nil {
		panic(err) // strings and numbers
	}
	return k.dir.Key(string(k.options)+group[of].x.ID, b)
}

// load reads the outcomes of a group from the cache, and reports whether all of them were in it.
func (k *kept) load(group []*Outcome) bool {
	if k == nil {
		return false
	}
	found := make([]*evidence.Evidence, len(group))
	for i := range group {
		b, ok := k.dir.Get(k.key(i, group))
		if !ok {
			return false
		}
		e, err := evidence.Decode(b)
		if err != nil || !e.Proved || e.Sample != group[i].x.ID {
			return false
		}
		found[i] = e
	}
	for i, o := range group {
		o.Evidence, o.Kept = found[i], true
	}
	return true
}

// store writes the proved outcomes of a group to the cache.
func (k *kept) store(group []*Outcome) {
	if k == nil {
		return
	}
	for i, o := range group {
		if o.Evidence == nil || !o.Evidence.Proved || o.Kept {
			continue
		}
		if b, err := o.Evidence.Encode(); err == nil {
			k.dir.Put(k.key(i, group), b) // a cache that cannot be written costs time, but does not affect the result
		}
	}
}
