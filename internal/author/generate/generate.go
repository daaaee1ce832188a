// Package generate defines the port of the generators of fresh samples: each makes, from the correct texts of
// one suite, unpublished pairs that are proved.
//
// The seed alone determines a batch: the same seed gives the same bytes, on any number of processors. A batch
// appears in its directory complete, or not at all.
package generate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/outfile"
	"assay/internal/core/suite/fresh"
)

// Options configures a batch.
type Options struct {
	Seed     uint64
	Count    int          // samples, at least one
	Dir      string       // an empty directory, which the generator fills
	Progress func()       // called once for each accepted sample, from one goroutine at a time; may be nil
	Log      func(string) // called with the outcome of each mutant, in the order of the decisions; may be nil
	Journal  *Journal     // results of an earlier attempt at the batch; Into sets it, nil for none
}

// A Generator makes samples of one suite's format in o.Dir. It is no error when fewer than o.Count can be made:
// the batch states how many there are. An error means a problem of the machine, such as a missing compiler, or
// the end of ctx; the files written so far are then useless.
type Generator interface {
	Generate(ctx context.Context, o Options) (*Batch, error)
}

// A Batch records the samples that were made, and how many mutants it took: the content of [fresh.BatchFile].
type Batch struct {
	FormatVersion int      `json:"format_version"`
	Suite         string   `json:"suite"`
	Seed          uint64   `json:"seed"`
	Asked         int      `json:"asked"`
	Samples       []Sample `json:"samples"` // in order of acceptance
	Yield         []Yield  `json:"yield"`   // by operator, then host
	// result of each shortcut of the audit on the batch, in the audit's order; nil when the batch was not audited
	Audit []Finding `json:"audit"`
}

// A Finding states how well one shortcut of the audit recognizes the vulnerable texts of a batch.
type Finding struct {
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Share     float64 `json:"share"` // balanced accuracy, or the share of pairs in order; 0.5 by chance
	Low       float64 `json:"low"`   // of the 95 % interval
	High      float64 `json:"high"`
	Convicted bool    `json:"convicted"`
}

// FormatVersion is the version of the JSON form of a Batch. It is raised when a field changes its meaning or is
// removed.
const FormatVersion = 1

// A Sample is one pair of a batch.
type Sample struct {
	ID       string      `json:"id"`
	Class    bench.Class `json:"class"`
	Operator string      `json:"operator"`
	Host     string      `json:"host"` // the sample into whose correct text the flaw was put
}

// Proved is the outcome of a mutant that became a sample. Every other outcome is the reason why a mutant was
// rejected, in a few words.
const Proved = "proved"

// Guessed is the outcome of a mutant that was proved and is not in the batch, because a model of the samples
// before it could guess which half is vulnerable.
const Guessed = "the samples before it give its flaw away"

// A Yield counts the outcomes of the mutants that one operator made of one host.
type Yield struct {
	Operator string         `json:"operator"`
	Host     string         `json:"host"`
	Outcomes map[string]int `json:"outcomes"`
}

// Tried returns the number of mutants.
func (y Yield) Tried() (n int) {
	for _, k := range y.Outcomes {
		n += k
	}
	return n
}

// Count records the outcome of one mutant.
func (b *Batch) Count(operator, host, outcome string) {
	at, ok := slices.BinarySearchFunc(b.Yield, Yield{Operator: operator, Host: host}, func(a, b Yield) int {
		return cmp.Or(cmp.Compare(a.Operator, b.Operator), cmp.Compare(a.Host, b.Host))
	})
	if !ok {
		b.Yield = slices.Insert(b.Yield, at, Yield{operator, host, map[string]int{}})
	}
	b.Yield[at].Outcomes[outcome]++
}

// By adds up the yield by the value of key, sorted by it.
func (b *Batch) By(key func(Yield) string) []Yield {
	sums := map[string]map[string]int{}
	for _, y := range b.Yield {
		k := key(y)
		if sums[k] == nil {
			sums[k] = map[string]int{}
		}
		for outcome, n := range y.Outcomes {
			sums[k][outcome] += n
		}
	}
	var out []Yield
	for _, k := range slices.Sorted(maps.Keys(sums)) {
		out = append(out, Yield{Operator: k, Outcomes: sums[k]})
	}
	return out
}

// DirError reports that a directory cannot take a batch.
type DirError struct{ Dir, Why string }

func (e *DirError) Error() string { return fmt.Sprintf("%s %s", e.Dir, e.Why) }

// Into has g make a batch and puts it at dir, which must be empty or missing. The batch is written next to dir
// and renamed at the end, so that dir never holds an incomplete batch. A batch without a sample is not written.
func Into(ctx context.Context, g Generator, dir string, o Options) (*Batch, error) {
	if o.Count < 1 {
		return nil, fmt.Errorf("a batch has at least one sample, not %d", o.Count)
	}
	if err := vacant(dir); err != nil {
		return nil, err
	}
	dir, err := outfile.Dir(dir)
	if err != nil {
		return nil, err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp(parent, ".assay-generate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return nil, err
	}
	o.Dir = tmp
	if o.Journal, err = openJournal(journalOf(dir)); err != nil {
		return nil, err
	}
	done := false
	defer func() { o.Journal.close(done) }() // an error would leave a journal that the next attempt reads
	b, err := g.Generate(ctx, o)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if len(b.Samples) == 0 {
		done = true
		return b, nil
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(tmp, fresh.BatchFile), append(text, '\n'), 0o644); err != nil {
		return nil, err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &DirError{dir, "is not empty any more; nothing was written"}
	}
	if err := os.Rename(tmp, dir); err != nil {
		return nil, err
	}
	done = true
	return b, nil
}

// journalOf returns the path of a batch's journal while the batch is unfinished: next to its directory.
func journalOf(dir string) string {
	dir = filepath.Clean(dir)
	return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".unfinished")
}

// Unfinished reports whether a batch for dir was begun and interrupted, and returns the file that holds the
// work done so far.
func Unfinished(dir string) (file string, ok bool) {
	_, err := os.Stat(journalOf(dir))
	return journalOf(dir), err == nil
}

// vacant returns an error when a directory cannot take a batch.
func vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		if info, e := os.Stat(dir); e == nil && !info.IsDir() {
			return &DirError{dir, "is not a directory"}
		}
		return err
	case len(entries) > 0:
		return &DirError{dir, "is not empty; name a directory that is, or that does not exist"}
	}
	return nil
}
