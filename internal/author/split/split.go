// Package split commits to private samples: a published file states how many there are, of what kinds, and a
// hash of each that reveals nothing about it. Later all of them, or some, are shown, and anyone can check that
// they are the committed ones.
//
// The hash of a sample is salted; the salt is derived from a secret key and the name of the sample. A sample
// that is shown with its salt opens its hash in every commitment with the same key, so that samples can be
// exchanged from time to time while old commitments stay valid.
package split

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

// KeyBytes is the length of a key.
const KeyBytes = 32

// salt derives the salt of a sample.
func salt(key []byte, dir string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("assay split salt\n" + dir))
	return h.Sum(nil)
}

// Draw chooses count of the sample directories by seed, with a composition close to that of like, or of all
// samples where like is nil. suites are those of the directories. It returns all directories, sorted, if count
// is 0 or there are not more.
func Draw(fsys fs.FS, suites, like []*suite.Suite, count int, seed uint64) ([]string, error) {
	all, err := fresh.Samples(fsys)
	if err != nil || count == 0 || count >= len(all) {
		return all, err
	}
	if like == nil {
		like = suites
	}
	type kindOf struct {
		group string
		tier  int
		class bench.Class
	}
	kinds := map[string]kindOf{} // by directory
	for _, s := range suites {
		for _, x := range s.Samples {
			kinds[path.Clean(x.Dir)] = kindOf{x.Group, x.Tier, x.Class}
		}
	}
	want, total := map[kindOf]float64{}, 0.0
	for _, s := range like {
		for _, x := range s.Samples {
			want[kindOf{x.Group, x.Tier, x.Class}]++
			total++
		}
	}
	dice := rand.New(rand.NewPCG(seed, 0x73706c6974))
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []string
	have := map[kindOf]float64{}
	for len(out) < count {
		best, most := -1, 0.0
		for i, dir := range all {
			k := kinds[dir]
			lack := want[k]/total*float64(count) - have[k]
			if best < 0 || lack > most {
				best, most = i, lack
			}
		}
		have[kinds[all[best]]]++
		out = append(out, all[best])
		all = slices.Delete(all, best, best+1)
	}
	slices.Sort(out)
	return out, nil
}

// Statements are what the author of a split states about it.
type Statements struct{ Name, Date, Seed, Previous string }

// Commit makes the opening of all samples in a directory.
func Commit(fsys fs.FS, suites []*suite.Suite, key []byte, w Statements) (*fresh.Opening, error) {
	if len(key) != KeyBytes {
		return nil, fmt.Errorf("a key has %d bytes, not %d", KeyBytes, len(key))
	}
	if _, err := time.Parse(time.DateOnly, w.Date); err != nil {
		return nil, fmt.Errorf("%.40q is not a date such as 2026-08-01", w.Date)
	}
	dirs, err := fresh.Samples(fsys)
	if err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, errors.New("there is no sample")
	}
	o := &fresh.Opening{Kind: fresh.KindOpening, Version: fresh.FormatVersion, Key: hex.EncodeToString(key),
		Salts: map[string]string{},
		Commitment: fresh.Commitment{Kind: fresh.KindCommitment, Version: fresh.FormatVersion, Name: w.Name, Date: w.Date,
			Composition: fresh.CompositionOf(suites), Seed: w.Seed, Previous: w.Previous}}
	for _, dir := range dirs {
		s := salt(key, dir)
		h, err := fresh.Hash(fsys, dir, s)
		if err != nil {
			return nil, err
		}
		o.Salts[dir] = hex.EncodeToString(s)
		o.Commitment.Samples = append(o.Commitment.Samples, h)
	}
	slices.Sort(o.Commitment.Samples)
	return o, nil
}

// reveal returns an opening of only some samples: without the key, which opens the others.
func reveal(o *fresh.Opening, dirs []string) (*fresh.Opening, error) {
	out := &fresh.Opening{Kind: fresh.KindOpening, Version: fresh.FormatVersion, Salts: map[string]string{},
		Commitment: o.Commitment}
	for _, dir := range dirs {
		s, ok := o.Salts[dir]
		if !ok {
			return nil, fmt.Errorf("the split has no sample %q", dir)
		}
		out.Salts[dir] = s
	}
	return out, nil
}

// Write returns the file form of an opening or a commitment.
func Write(x any) ([]byte, error) {
	b, err := json.MarshalIndent(x, "", "  ")
	return append(b, '\n'), err
}
