package cli

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/internal/generate"
	"assay/internal/report"
	"assay/internal/run"
	"assay/internal/split"
	"assay/internal/suite"
	"assay/internal/termtext"
)

type splitCmd struct {
	Make   splitMake   `cmd:"" help:"Make a private split of samples, and the commitment to publish."`
	Reveal splitReveal `cmd:"" help:"Write samples of a split with what opens their hashes, to publish."`
	Verify splitVerify `cmd:"" help:"Check that samples are those that were committed to."`
}

type splitMake struct {
	Samples    string `arg:"" help:"Directory of private samples, of any format that assay reads." placeholder:"DIR"`
	To         string `required:"" help:"Directory for the split: new or empty. It is as secret as the samples." placeholder:"DIR"`
	Commitment string `required:"" help:"File for what is published." placeholder:"FILE"`
	Name       string `help:"Name of the split; that of its directory by default." placeholder:"NAME"`
	Count      int    `help:"Draw so many samples; all by default." placeholder:"N"`
	Seed       uint64 `help:"Seed of the draw." default:"1" placeholder:"N"`
	Like       string `help:"Draw in the proportions of this suite: a name or a directory; those of the samples by default." placeholder:"SUITE"`
	After      string `help:"An earlier split that this one replaces: its key is used, so that samples in both open both commitments." placeholder:"DIR"`
	Key        string `help:"Key of the salts, 64 hex digits; drawn by dice by default." placeholder:"HEX"`
	Date       string `help:"Day of the commitment; today by default." placeholder:"YYYY-MM-DD"`
}

func (*splitMake) Help() string {
	return `Copies samples into a second suite and commits to them: the file for publishing holds a salted hash of each sample, the composition by subset, tier and class, and the
date. Nobody learns a text from it; everybody can check later that the texts are those (assay split verify). Scores on it stand beside public ones with
assay run --fresh-samples DIR --fresh-commitment HASH.

Examples:

  assay split make private-samples --to split-1 --commitment split-1.json
  assay split make private-samples --to split-2 --commitment split-2.json --after split-1 --count 40 --like blockbench`
}

func (c *splitMake) Run(env *Env) error {
	if c.Count < 0 {
		return usage("--count is at least 1")
	}
	suites, err := run.LoadSuite(env.Env, c.Samples)
	if err != nil {
		return err
	}
	var like []*suite.Suite
	if c.Like != "" {
		if like, err = run.LoadSuite(env.Env, c.Like); err != nil {
			return err
		}
	}
	key, w := []byte(nil), split.Words{Name: c.Name, Date: c.Date}
	if w.Name == "" {
		w.Name = filepath.Base(filepath.Clean(c.To))
	}
	if w.Date == "" {
		w.Date = time.Now().UTC().Format(time.DateOnly)
	}
	switch {
	case c.After != "" && c.Key != "":
		return usage("--after brings its key; leave out --key")
	case c.After != "":
		old, err := split.ReadOpening(os.DirFS(c.After))
		if err != nil {
			return usage("--after %s: %v", c.After, err)
		}
		if key, err = hex.DecodeString(old.Key); err != nil || len(key) != split.KeyBytes {
			return usage("--after %s: its key is not there; name the directory that assay split make wrote", c.After)
		}
		w.Previous = old.Commitment.ID()
	case c.Key != "":
		if key, err = hex.DecodeString(c.Key); err != nil || len(key) != split.KeyBytes {
			return usage("--key is %d hex digits", 2*split.KeyBytes)
		}
	default:
		key = make([]byte, split.KeyBytes)
		rand.Read(key) // never fails
	}
	if w.Seed, err = seedOfBatch(c.Samples); err != nil {
		return err
	}
	from := os.DirFS(c.Samples)
	dirs, err := split.Draw(from, suites, like, c.Count, c.Seed)
	if err != nil {
		return err
	}
	var o *split.Opening
	err = intoDir(c.To, func(made string) error {
		if err := copySamples(from, dirs, made, true); err != nil {
			return err
		}
		list, err := run.LoadSuite(env.Env, made)
		if err != nil {
			return err
		}
		if o, err = split.Commit(os.DirFS(made), list, key, w); err != nil {
			return usage("%v", err)
		}
		return writeOpening(made, o)
	})
	if err != nil {
		return err
	}
	text, err := split.Write(o.Commitment)
	if err != nil {
		return err
	}
	if err := writeOutput(env, c.Commitment, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s\n", o.Commitment.ID())
	fmt.Fprintf(env.Stderr, "%s of %s in %s; publish %s, or the hash that was printed, and keep the directory\n", report.Plural(len(dirs), "sample"), termtext.Plain(w.Name), c.To, c.Commitment)
	if c.Count > len(dirs) {
		return fmt.Errorf("there are %d samples, and %d were asked for", len(dirs), c.Count)
	}
	return nil
}

// seedOfBatch returns the commitment to the seed that generated samples were made with, ""
// for others.
func seedOfBatch(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, generate.BatchFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	var b generate.Batch
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		return "", usage("%s: %v; make the samples again, or remove the file", filepath.Join(dir, generate.BatchFile), err)
	}
	return generate.Commitment(b.Seed), nil
}

// intoDir puts a directory at a path that is free, whole or not at all.
func intoDir(path string, fill func(dir string) error) error {
	list, err := os.ReadDir(path)
	switch {
	case err == nil && len(list) > 0:
		return usage("%s is not empty; name a directory that is, or that does not exist", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return usage("%v", err)
	}
	path = filepath.Clean(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return usage("%v", err)
	}
	made, err := os.MkdirTemp(filepath.Dir(path), ".assay-split-*") // its owner alone may read it
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

// copySamples copies the directories of samples; with evidence also what was made of them.
func copySamples(from fs.FS, dirs []string, to string, evidence bool) error {
	for _, dir := range dirs {
		files, err := split.Files(from, dir)
		if err != nil {
			return err
		}
		if evidence {
			for _, name := range []string{"evidence.json", "adequacy.json", "campaign.json"} {
				if _, err := fs.Stat(from, dir+"/"+name); err == nil {
					files = append(files, dir+"/"+name)
				}
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

func writeOpening(dir string, o *split.Opening) error {
	text, err := split.Write(o)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, split.OpeningFile), text, 0o600)
}

type splitReveal struct {
	Split  string   `arg:"" help:"Directory that assay split make wrote." placeholder:"DIR"`
	To     string   `required:"" help:"Directory to publish: new or empty." placeholder:"DIR"`
	Sample []string `help:"Samples to show, by their directory in the split; all by default, and then the key too. Repeatable." placeholder:"DIR" sep:"none"`
}

func (*splitReveal) Help() string {
	return `Writes samples with the salts that open their hashes, without the key, so that those which are not shown stay private. Without --sample all are shown.

Examples:

  assay split reveal split-1 --to published --sample tc/term-loan --sample tc/till
  assay split reveal split-1 --to published`
}

func (c *splitReveal) Run(env *Env) error {
	from := os.DirFS(c.Split)
	o, err := split.ReadOpening(from)
	if err != nil {
		return usage("%s: %v", c.Split, err)
	}
	dirs := c.Sample
	for i, d := range dirs {
		dirs[i] = strings.TrimSuffix(filepath.ToSlash(d), "/")
	}
	if len(dirs) == 0 {
		dirs = slices.Sorted(maps.Keys(o.Salts))
	}
	shown, err := o.Reveal(dirs)
	if err != nil {
		return usage("%v; %s lists them", err, filepath.Join(c.Split, split.OpeningFile))
	}
	if err := intoDir(c.To, func(made string) error {
		if err := copySamples(from, dirs, made, true); err != nil {
			return err
		}
		return writeOpening(made, shown)
	}); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%d of %s are in %s; `assay split verify %s --commitment FILE` checks them\n", len(dirs), report.Plural(len(o.Salts), "sample"), c.To, c.To)
	return nil
}

type splitVerify struct {
	Samples    string   `arg:"" help:"Directory of a split, or what assay split reveal wrote." placeholder:"DIR"`
	Commitment []string `required:"" help:"Commitment as it was published: a file, or the hash of one, for which that of the directory is taken. Repeatable." placeholder:"FILE|HASH" sep:"none"`
	JSON       bool     `name:"json" help:"Print the result as JSON."`
}

func (*splitVerify) Help() string {
	return `Hashes the samples again and holds them against commitments. Exits with 1 when one of them is in none of these, or when all are shown and their composition is
another than was said.

Example:

  assay split verify published --commitment split-1.json --commitment split-2.json`
}

func (c *splitVerify) Run(env *Env) error {
	fsys := os.DirFS(c.Samples)
	o, err := split.ReadOpening(fsys)
	if err != nil {
		return usage("%s: %v", c.Samples, err)
	}
	var all []split.Checked
	known, differs := map[string]bool{}, false // samples of any commitment
	for _, name := range c.Commitment {
		given, err := commitmentOf(name, o)
		if err != nil {
			return err
		}
		r, err := split.Check(fsys, func() ([]*suite.Suite, error) { return run.LoadSuite(env.Env, c.Samples) }, o, given)
		if err != nil {
			return err
		}
		all = append(all, r)
		for _, dir := range r.Shown {
			known[dir] = true
		}
		differs = differs || r.Differs
		if c.JSON {
			continue
		}
		fmt.Fprintf(env.Stdout, "%s of %s, %s: %d of %s shown", termtext.Plain(r.Name), r.Date, r.ID[:12], len(r.Shown), report.Plural(r.Samples, "sample"))
		switch {
		case r.Differs:
			fmt.Fprint(env.Stdout, "; their composition is not the one that was committed to")
		case r.Counted:
			fmt.Fprint(env.Stdout, ", of the composition that was committed to")
		}
		fmt.Fprintln(env.Stdout)
		for _, dir := range r.Foreign {
			fmt.Fprintf(env.Stdout, "  %s is not among them\n", termtext.Plain(dir))
		}
		for _, dir := range r.Saltless {
			fmt.Fprintf(env.Stdout, "  %s has no salt in %s: it cannot be checked\n", termtext.Plain(dir), split.OpeningFile)
		}
	}
	if c.JSON {
		if err := writeJSON(env, all); err != nil {
			return err
		}
	}
	strange := 0 // the same in every result: they are of one directory
	for _, dir := range append(all[0].Shown, slices.Concat(all[0].Foreign, all[0].Saltless)...) {
		if !known[dir] {
			strange++
		}
	}
	switch {
	case strange > 0:
		return fmt.Errorf("%s not of a commitment that was given", report.Plural(strange, "sample"))
	case differs:
		return errors.New("the composition is not the one that was committed to")
	case len(known) == 0:
		return usage("%s holds no sample", c.Samples)
	}
	return nil
}

// commitmentOf reads a commitment, or takes that of an opening for its hash.
func commitmentOf(name string, o *split.Opening) (split.Commitment, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && o.Commitment.ID() == name {
		return o.Commitment, nil
	}
	if errors.Is(err, fs.ErrNotExist) && isHash(name) {
		return split.Commitment{}, usage("the samples are of commitment %s, not of %s", o.Commitment.ID(), name)
	}
	if err != nil {
		return split.Commitment{}, usage("%v", err)
	}
	given, err := split.ReadCommitment(text)
	if err != nil {
		return given, usage("%s: %v", name, err)
	}
	return given, nil
}

func isHash(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 64
}
