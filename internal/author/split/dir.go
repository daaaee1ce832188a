package split

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

// Load reads the suites of a name or of a directory.
type Load func(name string) ([]*suite.Suite, error)

// Making holds the arguments of [Make].
type Making struct {
	Samples string // directory of private samples
	To      string // directory for the split: new or empty
	Name    string // "" is the name of the directory
	Date    string // YYYY-MM-DD
	Count   int    // samples to draw; 0 is all
	Seed    uint64 // of the draw
	Like    string // suite whose proportions the draw follows; "" is that of the samples
	After   string // directory of an earlier split, whose key is used; "" is none
	Key     string // of the salts, in hex; "" draws one at random
	Load    Load
}

// Make draws samples, copies them into a directory and commits to them.
func Make(c Making) (*fresh.Opening, error) {
	suites, err := c.Load(c.Samples)
	if err != nil {
		return nil, err
	}
	var like []*suite.Suite
	if c.Like != "" {
		if like, err = c.Load(c.Like); err != nil {
			return nil, err
		}
	}
	w := Statements{Name: cmp.Or(c.Name, filepath.Base(filepath.Clean(c.To))), Date: c.Date}
	var key []byte
	if key, w.Previous, err = c.key(); err != nil {
		return nil, err
	}
	if w.Seed, err = seedOfBatch(c.Samples); err != nil {
		return nil, err
	}
	from, err := suite.Dir(c.Samples)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	dirs, err := Draw(from, suites, like, c.Count, c.Seed)
	if err != nil {
		return nil, err
	}
	var o *fresh.Opening
	err = intoDir(c.To, func(made string) error {
		if err := copySamples(from, dirs, made); err != nil {
			return err
		}
		list, err := c.Load(made)
		if err != nil {
			return err
		}
		if o, err = Commit(os.DirFS(made), list, key, w); err != nil {
			return exit.Usage("%v", err)
		}
		return writeOpening(made, o)
	})
	return o, err
}

// key returns the key of the salts, and the ID of the commitment from which it is taken.
func (c Making) key() (key []byte, previous string, err error) {
	switch {
	case c.After != "" && c.Key != "":
		return nil, "", exit.Usage("--after supplies the key; omit --key")
	case c.After != "":
		old, err := fresh.ReadOpening(os.DirFS(c.After))
		if err != nil {
			return nil, "", exit.Usage("--after %s: %v", c.After, err)
		}
		if key, err = hex.DecodeString(old.Key); err != nil || len(key) != KeyBytes {
			return nil, "", exit.Usage("--after %s: the key is missing; give the directory written by assay split make",
				c.After)
		}
		return key, old.Commitment.ID(), nil
	case c.Key != "":
		if key, err = hex.DecodeString(c.Key); err != nil || len(key) != KeyBytes {
			return nil, "", exit.Usage("--key must have %d hex digits", 2*KeyBytes)
		}
		return key, "", nil
	}
	key = make([]byte, KeyBytes)
	rand.Read(key) // never fails
	return key, "", nil
}

// Show copies samples of a split, with what opens their hashes, into a new or empty directory. Without dirs it
// shows all samples, and the key too.
func Show(dir, to string, dirs []string) (shown, of int, err error) {
	from, err := suite.Dir(dir)
	if err != nil {
		return 0, 0, exit.Usage("%v", err)
	}
	o, err := fresh.ReadOpening(from)
	if err != nil {
		return 0, 0, exit.Usage("%s: %v", dir, err)
	}
	dirs = slices.Clone(dirs)
	for i, d := range dirs {
		dirs[i] = strings.TrimSuffix(filepath.ToSlash(d), "/")
	}
	if len(dirs) == 0 {
		dirs = slices.Sorted(maps.Keys(o.Salts))
	}
	part, err := reveal(o, dirs)
	if err != nil {
		return 0, 0, exit.Usage("%v; %s lists them", err, filepath.Join(dir, fresh.OpeningFile))
	}
	err = intoDir(to, func(made string) error {
		if err := copySamples(from, dirs, made); err != nil {
			return err
		}
		return writeOpening(made, part)
	})
	return len(dirs), len(o.Salts), err
}

// CheckAll compares a directory with commitments: files, or the hash of the directory's own. With an error it
// returns the results so far. strange counts the samples that are in none of the commitments.
func CheckAll(dir string, commitments []string, load Load) (all []fresh.Checked, strange int, err error) {
	fsys, err := suite.Dir(dir)
	if err != nil {
		return nil, 0, exit.Usage("%v", err)
	}
	o, err := fresh.ReadOpening(fsys)
	if err != nil {
		return nil, 0, exit.Usage("%s: %v", dir, err)
	}
	known := map[string]bool{} // samples of any commitment
	for _, name := range commitments {
		given, err := commitmentOf(name, o)
		if err != nil {
			return all, 0, err
		}
		r, err := fresh.Check(fsys, func() ([]*suite.Suite, error) { return load(dir) }, o, given)
		if err != nil {
			return all, 0, err
		}
		all = append(all, r)
		for _, dir := range r.Shown {
			known[dir] = true
		}
	}
	// the same in every result, since all are for one directory
	for _, dir := range slices.Concat(all[0].Shown, all[0].Foreign, all[0].Saltless) {
		if !known[dir] {
			strange++
		}
	}
	return all, strange, nil
}

// seedOfBatch returns the commitment to the seed of generated samples, "" for others.
func seedOfBatch(dir string) (string, error) {
	seed, err := fresh.SeedOf(dir)
	if seed == nil {
		return "", err
	}
	return fresh.SeedCommitment(*seed), nil
}

// intoDir creates a directory at a free path, complete or not at all.
func intoDir(path string, fill func(dir string) error) error {
	list, err := os.ReadDir(path)
	switch {
	case err == nil && len(list) > 0:
		return exit.Usage("%s is not empty; give an empty or new directory", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return exit.Usage("%v", err)
	}
	if path, err = outfile.Dir(path); err != nil {
		return exit.Usage("%v", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return exit.Usage("%v", err)
	}
	made, err := os.MkdirTemp(filepath.Dir(path), ".assay-split-*") // only its owner may read it
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := fill(made); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(made, path)
}

// copySamples copies the directories of samples, and their evidence.
func copySamples(from fs.FS, dirs []string, to string) error {
	for _, dir := range dirs {
		files, err := fresh.Files(from, dir)
		if err != nil {
			return err
		}
		for _, name := range fresh.Derived {
			if _, err := fs.Stat(from, dir+"/"+name); err == nil {
				files = append(files, dir+"/"+name)
			}
		}
		for _, name := range files {
			text, err := fs.ReadFile(from, name)
			if err != nil {
				return err
			}
			path := filepath.Join(to, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, text, 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeOpening(dir string, o *fresh.Opening) error {
	text, err := Write(o)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fresh.OpeningFile), text, 0o600)
}

// commitmentOf reads a commitment from a file, or returns that of an opening if name is its hash.
func commitmentOf(name string, o *fresh.Opening) (fresh.Commitment, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && o.Commitment.ID() == name {
		return o.Commitment, nil
	}
	if errors.Is(err, fs.ErrNotExist) && isHash(name) {
		return fresh.Commitment{}, exit.Usage("the samples belong to commitment %s, not to %s", o.Commitment.ID(), name)
	}
	if err != nil {
		return fresh.Commitment{}, exit.Usage("%v", err)
	}
	given, err := fresh.ReadCommitment(text)
	if err != nil {
		return given, exit.Usage("%s: %v", name, err)
	}
	return given, nil
}

func isHash(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 64
}
