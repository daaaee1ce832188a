// Package suite reads benchmark data: samples in the two formats of assay,
// whether embedded or on disk, into the variants that subjects are asked about.
//
// A directory with a sample.yaml is a Solidity sample (format "blockbench"), one with a project.yaml a project, which
// gives several samples; a directory with a SPEC.md is a SQL application (format "tenantsql", the seed suite's own
// layout). All may be at any depth below the directory that is read. Reading is strict: everything that is not
// understood is a Problem with file and line, and a suite with problems is not returned.
package suite

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
)

// The embedded suites, each named after its format.
const (
	Blockbench = "blockbench"
	TenantSQL  = "tenantsql"
)

// maxFile limits the size of every file that is read.
const maxFile = 1 << 20

// Problem is one error in the data, with its place and its remedy.
type Problem struct {
	File string // as the user would name it
	Line int    // 1-based, 0 when the problem is the file itself
	Msg  string
}

func (p Problem) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Msg)
	}
	return fmt.Sprintf("%s: %s", p.File, p.Msg)
}

// Suite is a set of samples read from one root.
type Suite struct {
	Name     string
	Format   bench.Format
	Hash     string // of everything that subjects and judges can see
	Samples  []Sample
	Variants []bench.Variant // sorted by Key
	Apps     []App           // SQL applications that can be executed, in order of directory
	Notes    []string        // what was skipped, and why that is harmless
	Skipped  []Problem       // tests that cannot be used, where the rest may run ([LoadRest])
	Hints    []Problem       // texts that give the answer away or hide something, in suites that may run all the same

	stored func() (*StoredVariants, error) // variants beside the texts; nil in suites that are not read from files
	place  string                          // the directory that the suite was read from, as the user would write it
	added  []*StoredVariants               // variants given in addition
}

// Sample is the author's view of one sample: the facts about it in addition to its variants.
type Sample struct {
	ID       string
	Group    string
	Tier     int
	Class    bench.Class
	Severity string
	Title    string
	Meta     *Meta              // blockbench only
	Evidence *evidence.Evidence // nil without an evidence.json that matches these texts
	Stale    string             // why an existing one does not match; "" otherwise
	Campaign *evidence.Campaign // as stored, whichever texts it matches; nil without a campaign.json
	// which guards its proof would miss; nil without an adequacy.json that matches these texts
	Adequacy *evidence.Adequacy
	Dir      string    // directory from which the sample was read, below the root of its suite
	Keys     []string  // of its variants: the vulnerable one first; of a clean contract its only one
	Changes  []*Change // of a whole project

	vouched *vouchers   // shared by the tests of one SQL query
	proof   string      // text of Proof.sol
	parts   []Part      // where there are several label sets
	weak    string      // of a clean contract: its text without a guard
	program *Executable // of a claim about a project
	whole   bool        // a project with all its flaws
}

// Whole reports whether the sample is a project with all its flaws.
func (s *Sample) Whole() bool { return s.whole }

// Variant returns the variant with the given key.
func (s *Suite) Variant(key string) (*bench.Variant, bool) {
	i, ok := slices.BinarySearchFunc(s.Variants, key, func(v bench.Variant, k string) int { return cmp.Compare(v.Key, k) })
	if !ok {
		return nil, false
	}
	return &s.Variants[i], true
}

// ErrEmpty reports that a directory contains no sample of either format.
var ErrEmpty = errors.New("no sample.yaml, no project.yaml and no SPEC.md found")

// Load reads every sample below root of fsys. It returns one suite for each format found, in the order blockbench,
// tenantsql. Each has the given name, with the format appended when there are two, or the name of its format when
// name is "". display is the path of root as the user would write it; it appears only in problems and sources.
//
// With any problem, the suites still hold whatever could be read: for callers that the problems do not concern,
// and no others. The error is ErrEmpty or a failure to read; problems are not errors.
func Load(fsys fs.FS, root, name, display string) ([]*Suite, []Problem, error) {
	l := &loader{fsys: fsys, root: root, display: display}
	if err := l.walk(); err != nil {
		return nil, nil, err
	}
	if len(l.samples) == 0 && len(l.apps) == 0 {
		return nil, nil, fmt.Errorf("%s: %w", display, ErrEmpty)
	}
	var out []*Suite
	stored := l.storedVariants()
	for _, f := range []struct {
		format bench.Format
		dirs   []string
		load   func(*loader, *Suite, string)
	}{
		{bench.Contracts, l.samples, (*loader).loadContracts},
		{bench.Queries, l.apps, (*loader).loadApp},
	} {
		if len(f.dirs) == 0 {
			continue
		}
		s := &Suite{Name: name, Format: f.format, place: display, stored: stored}
		switch {
		case name == "":
			s.Name = string(f.format)
		case len(l.samples) > 0 && len(l.apps) > 0:
			s.Name = name + "-" + string(f.format)
		}
		l.each(s, f.dirs, f.load)
		l.finish(s)
		out = append(out, s)
	}
	if len(l.problems) > 0 {
		slices.SortStableFunc(l.problems, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
		})
		return out, l.problems, nil
	}
	return out, nil, nil
}

// Dir returns the files below a directory. A symbolic link that leads out of it is an error where it is read: a
// suite of others must not send files of this machine to a model. The directory stays open while it is used.
func Dir(name string) (fs.FS, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return root.FS(), nil
}

// LoadRest is Load without the tests of SQL applications that cannot be used: each is in the Skipped of its suite,
// and all other problems are as in Load.
func LoadRest(fsys fs.FS, root, name, display string) ([]*Suite, []Problem, error) {
	var skipped []Problem
	files := map[string]bool{} // the files that contain them
	h := hiding{fsys, map[string]bool{}}
	for {
		list, problems, err := Load(h, root, name, display)
		var rest []Problem
		before := len(h.gone)
		hide := func(file string) {
			h.gone[path.Join(root, strings.TrimPrefix(strings.TrimPrefix(file, display), "/"))] = true
		}
		for _, p := range problems {
			switch {
			case nearlyTestRE.MatchString(p.File):
				hide(p.File)
				skipped, files[p.File] = append(skipped, p), true
			case before > 0 && path.Ext(p.File) == "": // an application without any test left
				hide(p.File + "/SPEC.md")
			default:
				rest = append(rest, p)
			}
		}
		if errors.Is(err, ErrEmpty) && len(skipped) > 0 {
			return nil, skipped, nil
		}
		if len(rest) > 0 {
			return list, slices.Concat(skipped, rest), err
		}
		if err == nil && len(h.gone) > before {
			continue // the remaining tests may lack something now
		}
		for _, s := range list {
			if s.Format.ByRequirement() && len(skipped) > 0 {
				s.Skipped = skipped
				s.Notes = slices.Insert(s.Notes, 0, fmt.Sprintf("skipped tests, which cannot be used: %d, the first: %s",
					len(files), skipped[0]))
			}
		}
		return list, nil, err
	}
}

// hiding is a file system that hides some of its files.
type hiding struct {
	fs.FS
	gone map[string]bool
}

// ReadDir implements [fs.ReadDirFS].
func (h hiding) ReadDir(dir string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(h.FS, dir)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return h.gone[path.Join(dir, e.Name())] }), err
}

type loader struct {
	fsys     fs.FS
	root     string
	display  string
	samples  []string // directories with a sample.yaml or a project.yaml
	projects []string // those with a project.yaml
	apps     []string // directories with a SPEC.md
	notes    []string
	problems []Problem
	imports  imports
}

// each loads directories concurrently, and adds the results to s and l in the order of dirs.
func (l *loader) each(s *Suite, dirs []string, load func(*loader, *Suite, string)) {
	parts := make([]*Suite, len(dirs))
	loaders := make([]*loader, len(dirs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(dirs)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(dirs)); i = next.Add(1) - 1 {
				parts[i] = &Suite{Name: s.Name, Format: s.Format}
				loaders[i] = &loader{fsys: l.fsys, root: l.root, display: l.display, projects: l.projects}
				load(loaders[i], parts[i], dirs[i])
			}
		})
	}
	wg.Wait()
	for i, p := range parts {
		s.Samples = append(s.Samples, p.Samples...)
		s.Variants = append(s.Variants, p.Variants...)
		s.Apps = append(s.Apps, p.Apps...)
		s.Hints = append(s.Hints, p.Hints...)
		l.notes = append(l.notes, loaders[i].notes...)
		l.problems = append(l.problems, loaders[i].problems...)
		l.imports.add(&loaders[i].imports)
	}
}

// walk finds the sample and application directories, in lexical order.
func (l *loader) walk() error {
	tested := map[string]bool{} // directories with a file that looks like a test
	defer func() {
		// A description of a whole project may also be called SPEC.md.
		all := slices.Clone(l.apps)
		l.apps = slices.DeleteFunc(l.apps, func(dir string) bool {
			return slices.Contains(l.projects, dir) ||
				!tested[dir] && slices.ContainsFunc(all, func(a string) bool { return tested[a] && below(a, dir) })
		})
		for _, dir := range slices.Sorted(maps.Keys(tested)) {
			if !slices.Contains(all, dir) {
				l.notes = append(l.notes, l.show(dir)+" has tests and no SPEC.md, and was passed over")
			}
		}
	}()
	return fs.WalkDir(l.fsys, l.root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading %s: %w", l.show(p), err)
		}
		if d.IsDir() {
			if base := path.Base(p); p != l.root && (strings.HasPrefix(base, ".") || base == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		switch path.Base(p) {
		case "sample.yaml":
			if slices.Contains(l.projects, path.Dir(p)) { // project.yaml comes before it
				l.problem(p, 0, "stands beside %s; a folder is a sample or a project", projectYAML)
				return nil
			}
			l.samples = append(l.samples, path.Dir(p))
		case projectYAML:
			l.samples, l.projects = append(l.samples, path.Dir(p)), append(l.projects, path.Dir(p))
		case "SPEC.md":
			l.apps = append(l.apps, path.Dir(p))
		}
		if nearlyTestRE.MatchString(path.Base(p)) {
			tested[path.Dir(p)] = true
		}
		return nil
	})
}

// loadContracts reads the sample or the project of a directory.
func (l *loader) loadContracts(s *Suite, dir string) {
	if slices.Contains(l.projects, dir) {
		l.loadProject(s, dir)
		return
	}
	l.loadSample(s, dir)
}

// below reports whether dir is inside another directory.
func below(dir, of string) bool { return dir != of && (of == "." || strings.HasPrefix(dir, of+"/")) }

// show returns p as the user would write it.
func (l *loader) show(p string) string {
	rel := strings.TrimPrefix(strings.TrimPrefix(p, l.root), "/")
	if p == l.root || rel == "" {
		return l.display
	}
	return path.Join(l.display, rel)
}

func (l *loader) problem(file string, line int, format string, args ...any) {
	l.problems = append(l.problems, Problem{File: l.show(file), Line: line, Msg: fmt.Sprintf(format, args...)})
}

// hints returns a complain function that records hints: the suite may run all the same.
func (l *loader) hints(s *Suite) complain {
	return func(file string, line int, format string, args ...any) {
		s.Hints = append(s.Hints, Problem{l.show(file), line, fmt.Sprintf(format, args...)})
	}
}

// read returns the text of a file, or records why it cannot be used.
func (l *loader) read(file string) (string, bool) {
	info, err := fs.Stat(l.fsys, file)
	if err != nil {
		l.unreadable(file, err)
		return "", false
	}
	if !info.Mode().IsRegular() {
		l.problem(file, 0, "is not a regular file")
		return "", false
	}
	if info.Size() > maxFile {
		l.problem(file, 0, "has %d bytes; at most %d are read", info.Size(), maxFile)
		return "", false
	}
	b, err := fs.ReadFile(l.fsys, file)
	if err != nil {
		l.unreadable(file, err)
		return "", false
	}
	if !utf8.Valid(b) {
		l.problem(file, 1+strings.Count(string(b[:firstInvalid(b)]), "\n"), "is not UTF-8; save it as UTF-8")
		return "", false
	}
	if i := strings.IndexByte(string(b), 0); i >= 0 {
		l.problem(file, 1+strings.Count(string(b[:i]), "\n"), "contains a NUL byte")
		return "", false
	}
	return string(b), true
}

// unreadable records why a file or directory cannot be read.
func (l *loader) unreadable(file string, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.problem(file, 0, "is missing")
	case strings.HasSuffix(err.Error(), "path escapes from parent"): // the error of os.Root has no name
		l.problem(file, 0, "leads out of the suite by a symbolic link, which is not followed; replace the link by its target")
	default:
		l.problem(file, 0, "cannot be read: %v", err)
	}
}

func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// finish sorts and hashes a suite, and checks that its texts are unique.
func (l *loader) finish(s *Suite) {
	s.Notes = l.notes
	l.notes = nil
	slices.SortFunc(s.Samples, func(a, b Sample) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(s.Variants, func(a, b bench.Variant) int { return cmp.Compare(a.Key, b.Key) })
	l.lend(s)
	h := sha256.New()
	first := map[string]*bench.Variant{} // by task
	one := map[string]string{}           // key of a variant that repeats a text → key of the first with that text
	kept := make([]bench.Variant, 0, len(s.Variants))
	for i := range s.Variants {
		v := &s.Variants[i]
		if i > 0 && s.Variants[i-1].Key == v.Key {
			l.problems = append(l.problems, Problem{File: v.Source, Msg: fmt.Sprintf(
				"has the same id as %s; ids are unique in a suite", s.Variants[i-1].Source)})
		}
		th := v.Task.Hash()
		switch other := first[th]; {
		case other == nil:
			first[th] = v
		case other.Truth == v.Truth && other.Sample == v.Sample && other.Chain != v.Chain:
			// a chain that changes nothing is a condition of its own
		case other.Truth == v.Truth && s.Format.ByRequirement():
			one[v.Key] = other.Key
			continue
		default:
			for _, p := range [][2]string{{v.Source, other.Source}, {other.Source, v.Source}} {
				l.problems = append(l.problems, Problem{File: p[0], Msg: fmt.Sprintf(
					"is the same text as %s; a text can have one truth only", p[1])})
			}
		}
		kept = append(kept, *v)
		fmt.Fprintf(h, "%s %s %s %s %v\n", v.Key, th, v.Truth, v.Class, hashed(v.Labels))
		for _, s := range v.Further {
			fmt.Fprintf(h, "%v\n", s)
		}
	}
	if s.Variants = kept; len(one) > 0 {
		for i := range s.Variants {
			v := &s.Variants[i]
			v.Twin = cmp.Or(one[v.Twin], v.Twin)
		}
		s.Samples = slices.DeleteFunc(s.Samples, func(x Sample) bool { return one[x.Keys[0]] != "" })
		s.Notes = slices.Insert(s.Notes, 0, fmt.Sprintf(
			"texts that repeat another with the same truth: %d; each is one item, asked once", len(one)))
	}
	s.Hash = hex.EncodeToString(h.Sum(nil))
}

// hashed returns labels in the form from before label sets, so that a suite whose texts have one flaw each keeps
// its hash.
func hashed(labels []bench.Label) []any {
	type label struct {
		Class        bench.Class
		Function     bench.SecurityFunction
		Act          bench.CodeAct
		Span         bench.Span
		Scope        string
		Note         string
		Requirements []int
	}
	var out []any
	for _, l := range labels {
		out = append(out, label{l.Class, l.Function, l.Act, l.Span, l.Scope, l.Note, l.Requirements})
		if l.Set > 0 {
			out = append(out, l.Set)
		}
	}
	return out
}
