// Package split commits to private samples: a published file states how many there are, of what kinds, and a
// hash of each that reveals nothing about it. Later all of them, or some, are shown, and anyone can check that
// they are the committed ones.
//
// The hash of a sample is salted; the salt is derived from a secret key and the name of the sample. A sample
// that is shown with its salt opens its hash in every commitment with the same key, so that samples can be
// exchanged from time to time while old commitments stay valid.
package split

import (
	"bytes"
	"cmp"
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
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// OpeningFile is the file in the directory of a split that holds its commitment and what opens it: an [Opening]
// as JSON. It is as secret as the samples.
const OpeningFile = "split.json"

// KeyBytes is the length of a key.
const KeyBytes = 32

const kind, openingKind = "assay split commitment", "assay split"

// FormatVersion is raised when a field changes its meaning or is removed.
const FormatVersion = 1

// Commitment is the published part of a split.
type Commitment struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	Name    string `json:"name"`
	// YYYY-MM-DD, as stated by its author; the place of publication proves it
	Date        string   `json:"date"`
	Samples     []string `json:"samples"`     // salted hashes, sorted
	Composition []Cell   `json:"composition"` // of texts, sorted
	// of the generator that made the samples, as assay generate --commit prints it
	Seed     string `json:"seed_commitment,omitempty"`
	Previous string `json:"previous,omitempty"` // ID of the commitment before this one
}

// Cell counts texts of one kind.
type Cell struct {
	Truth string      `json:"truth"`
	Group string      `json:"group"`
	Tier  int         `json:"tier,omitempty"`
	Class bench.Class `json:"class,omitempty"` // of vulnerable texts
	Texts int         `json:"texts"`
}

// ID is the hash of a commitment, short enough for a message or a paper.
func (c Commitment) ID() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic("split: a commitment of strings and numbers cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Opening holds what opens the hashes of a commitment.
type Opening struct {
	Kind       string            `json:"kind"`
	Version    int               `json:"version"`
	Key        string            `json:"key,omitempty"` // hex; "" where only some samples are shown
	Salts      map[string]string `json:"salts"`         // hex, by the directory of the sample
	Commitment Commitment        `json:"commitment"`
}

// derived are the files of a sample that are regenerated from it.
var derived = []string{"evidence.json", "adequacy.json", "campaign.json"}

// samples returns the directories of samples below the root of a suite, sorted.
func samples(fsys fs.FS) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (d.Name() == "sample.yaml" || d.Name() == "SPEC.md") {
			out = append(out, path.Dir(p))
		}
		return err
	})
	slices.Sort(out)
	return out, err
}

// Files returns the files of a sample, sorted, without those that are regenerated from it.
func Files(fsys fs.FS, dir string) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && p != OpeningFile && !slices.Contains(derived, d.Name()) {
			out = append(out, p)
		}
		return err
	})
	slices.Sort(out)
	return out, err
}

// salt derives the salt of a sample.
func salt(key []byte, dir string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("assay split salt\n" + dir))
	return h.Sum(nil)
}

// sampleHash returns the salted hash of a sample.
func sampleHash(fsys fs.FS, dir string, salt []byte) (string, error) {
	files, err := Files(fsys, dir)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "assay split sample\n%x\n", salt)
	for _, name := range files {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %x\n", strings.TrimPrefix(name, dir+"/"), sha256.Sum256(text))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// CompositionOf counts the texts of suites by kind.
func CompositionOf(suites []*suite.Suite) []Cell {
	n := map[Cell]int{}
	for _, s := range suites {
		for i := range s.Variants {
			n[cellOf(&s.Variants[i])]++
		}
	}
	var out []Cell
	for c, texts := range n {
		c.Texts = texts
		out = append(out, c)
	}
	slices.SortFunc(out, compareCells)
	return out
}

func cellOf(v *bench.Variant) Cell {
	c := Cell{Truth: v.Truth.String(), Group: v.Group, Tier: v.Tier}
	if v.Truth == bench.Vulnerable {
		c.Class = v.Class
	}
	return c
}

func compareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Truth, b.Truth),
		cmp.Compare(a.Class, b.Class))
}

// Draw chooses count of the sample directories by seed, with a composition close to that of like, or of all
// samples where like is nil. suites are those of the directories. It returns all directories, sorted, if count
// is 0 or there are not more.
func Draw(fsys fs.FS, suites, like []*suite.Suite, count int, seed uint64) ([]string, error) {
	all, err := samples(fsys)
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
func Commit(fsys fs.FS, suites []*suite.Suite, key []byte, w Statements) (*Opening, error) {
	if len(key) != KeyBytes {
		return nil, fmt.Errorf("a key has %d bytes, not %d", KeyBytes, len(key))
	}
	if _, err := time.Parse(time.DateOnly, w.Date); err != nil {
		return nil, fmt.Errorf("%.40q is not a date such as 2026-08-01", w.Date)
	}
	dirs, err := samples(fsys)
	if err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, errors.New("there is no sample")
	}
	o := &Opening{Kind: openingKind, Version: FormatVersion, Key: hex.EncodeToString(key), Salts: map[string]string{},
		Commitment: Commitment{Kind: kind, Version: FormatVersion, Name: w.Name, Date: w.Date,
			Composition: CompositionOf(suites), Seed: w.Seed, Previous: w.Previous}}
	for _, dir := range dirs {
		s := salt(key, dir)
		h, err := sampleHash(fsys, dir, s)
		if err != nil {
			return nil, err
		}
		o.Salts[dir] = hex.EncodeToString(s)
		o.Commitment.Samples = append(o.Commitment.Samples, h)
	}
	slices.Sort(o.Commitment.Samples)
	return o, nil
}

// Reveal returns an opening of only some samples: without the key, which opens the others.
func (o *Opening) Reveal(dirs []string) (*Opening, error) {
	out := &Opening{Kind: openingKind, Version: FormatVersion, Salts: map[string]string{}, Commitment: o.Commitment}
	for _, dir := range dirs {
		s, ok := o.Salts[dir]
		if !ok {
			return nil, fmt.Errorf("the split has no sample %q", dir)
		}
		out.Salts[dir] = s
	}
	return out, nil
}

// Checked states what a directory shows of a commitment.
type Checked struct {
	ID       string   `json:"commitment"`
	Name     string   `json:"name"`
	Date     string   `json:"date"`
	Samples  int      `json:"samples"` // that the commitment covers
	Shown    []string `json:"shown"`   // of these, by directory
	Foreign  []string `json:"foreign"` // directories of samples not covered: changed, or of another commitment
	Saltless []string `json:"without_salt"`
	Counted  bool     `json:"composition_checked"` // all are shown, and their composition was compared
	Differs  bool     `json:"composition_differs"`
}

// OK reports whether everything that is shown is covered by the commitment.
func (c Checked) OK() bool {
	return len(c.Shown) > 0 && len(c.Foreign) == 0 && len(c.Saltless) == 0 && !c.Differs
}

// Whole reports whether all samples are shown.
func (c Checked) Whole() bool { return len(c.Shown) == c.Samples }

// Check compares the samples of a directory with a commitment, using the salts of an opening. load reads them
// as suites, to compare the composition; it is called only if all samples are shown.
func Check(fsys fs.FS, load func() ([]*suite.Suite, error), o *Opening, c Commitment) (Checked, error) {
	out := Checked{ID: c.ID(), Name: c.Name, Date: c.Date, Samples: len(c.Samples)}
	dirs, err := samples(fsys)
	if err != nil {
		return out, err
	}
	left := slices.Clone(c.Samples)
	for _, dir := range dirs {
		s, err := hex.DecodeString(o.Salts[dir])
		if o.Salts[dir] == "" || err != nil {
			out.Saltless = append(out.Saltless, dir)
			continue
		}
		h, err := sampleHash(fsys, dir, s)
		if err != nil {
			return out, err
		}
		if i := slices.Index(left, h); i >= 0 {
			left = slices.Delete(left, i, i+1)
			out.Shown = append(out.Shown, dir)
		} else {
			out.Foreign = append(out.Foreign, dir)
		}
	}
	if len(left) == 0 && len(out.Foreign)+len(out.Saltless) == 0 {
		suites, err := load()
		if err != nil {
			return out, err
		}
		out.Counted = true
		out.Differs = !slices.Equal(CompositionOf(suites), c.Composition)
	}
	return out, nil
}

// ReadCommitment reads a published commitment. Its bytes may differ from those that were written, as long as
// the content is the same.
func ReadCommitment(text []byte) (Commitment, error) {
	var c Commitment
	err := strict(text, &c)
	switch {
	case err != nil:
		return c, err
	case c.Kind != kind:
		return c, errors.New("not a commitment of a split")
	case c.Version != FormatVersion:
		return c, fmt.Errorf("version %d; this program reads version %d", c.Version, FormatVersion)
	case len(c.Samples) == 0:
		return c, errors.New("a commitment without samples")
	}
	return c, nil
}

// ReadOpening reads the [OpeningFile] of a directory.
func ReadOpening(fsys fs.FS) (*Opening, error) {
	text, err := fs.ReadFile(fsys, OpeningFile)
	if err != nil {
		return nil, err
	}
	o := new(Opening)
	err = strict(text, o)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", OpeningFile, err)
	case o.Kind != openingKind:
		return nil, fmt.Errorf("%s does not belong to a split", OpeningFile)
	case o.Version != FormatVersion:
		return nil, fmt.Errorf("%s: version %d; this program reads version %d", OpeningFile, o.Version, FormatVersion)
	}
	return o, nil
}

func strict(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Write returns the file form of an opening or a commitment.
func Write(x any) ([]byte, error) {
	b, err := json.MarshalIndent(x, "", "  ")
	return append(b, '\n'), err
}
