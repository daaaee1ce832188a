// Package fresh reads what belongs to samples that nobody has seen: the seed of a batch that assay generate made, and
// the commitment to private samples that assay split made. It checks samples against what was published of them.
package fresh

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
)

// OpeningFile is the file in the directory of a split that holds its commitment and what opens it: an [Opening]
// as JSON. It is as secret as the samples.
const OpeningFile = "split.json"

// The kinds of the two files of a split.
const (
	KindCommitment = "assay split commitment"
	KindOpening    = "assay split"
)

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
		panic("fresh: a commitment of strings and numbers cannot fail to encode: " + err.Error())
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

// Derived are the files of a sample that are regenerated from it.
var Derived = []string{"evidence.json", "adequacy.json", "campaign.json"}

// Samples returns the directories of samples below the root of a suite, sorted.
func Samples(fsys fs.FS) ([]string, error) {
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
		if err == nil && !d.IsDir() && p != OpeningFile && !slices.Contains(Derived, d.Name()) {
			out = append(out, p)
		}
		return err
	})
	slices.Sort(out)
	return out, err
}

// Hash returns the salted hash of a sample.
func Hash(fsys fs.FS, dir string, salt []byte) (string, error) {
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
	dirs, err := Samples(fsys)
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
		h, err := Hash(fsys, dir, s)
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
	case c.Kind != KindCommitment:
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
	case o.Kind != KindOpening:
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

// Holds checks the whole directory of a private split that a run asks about; ok is false if the directory is
// not one. A commitment that does not belong to it is an error.
func Holds(dir, commitment string, suites []*suite.Suite) (ok bool, err error) {
	fsys, err := suite.Dir(dir)
	if err != nil {
		return false, exit.Usage("%v", err)
	}
	o, err := ReadOpening(fsys)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return true, exit.Usage("%s: %v", dir, err)
	case commitment != "" && commitment != o.Commitment.ID():
		return true, exit.Usage("the samples of %s belong to commitment %s, not to the given one", dir,
			o.Commitment.ID())
	}
	r, err := Check(fsys, func() ([]*suite.Suite, error) { return suites, nil }, o, o.Commitment)
	switch {
	case err != nil:
		return true, exit.Usage("%s: %v", dir, err)
	case !r.OK() || !r.Whole():
		return true, exit.Usage(
			"%s does not match its %s: %d of %d samples match, %d do not; assay split verify lists them",
			dir, OpeningFile, len(r.Shown), r.Samples, len(r.Foreign)+len(r.Saltless))
	}
	return true, nil
}
