package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// Format is one layout of external data. It is a constant value, declared once by the folder that reads it.
type Format struct {
	Name string // lower-case, dash-separated: as on the command line
	From string // the data set, as provenance names it
	Doc  string // one line: the data that the format reads
	Read func(*Input)
	Rows bool // a table of samples: its columns can be mapped, and its texts can be in any language
}

// Options are the settings of an import.
type Options struct {
	Display string // of the directory, as the user would write it; appears in problems
	Mute    bool   // blank all comments of Solidity texts except licences and treatments
	Suite   string // the name of the new suite: recorded answers refer to samples by it

	Language string            // of the texts of a table; "" is Solidity
	Columns  map[string]string // of a table, in lower case: our name by theirs; nil is by our names alone
}

// Result is a suite that has not been written yet.
type Result struct {
	Files    map[string]string // by slash-separated path below the suite's directory
	Samples  int               // Solidity samples and SQL tests among them
	Problems []suite.Problem   // what was not imported, by file and line
	Left     []Left            // other things that were not imported, by kind
	Unplaced int               // records among them whose place is not known
	Notes    []string          // facts that a user of the numbers must know

	// samples by what can be scored: the place of the flaw, its class alone, or the verdict alone
	ByPlace, ByClass, ByVerdict int
}

// Left counts the files of one kind that were not imported.
type Left struct {
	Kind  string
	Files []string
}

// ErrNothing means that a directory holds nothing that can be imported.
var ErrNothing = errors.New("nothing could be imported")

// Import reads a directory. Equal directories and options give equal results, and the result loads without a
// problem. The error is ErrNothing, with the reasons in the problems, or a failure to read.
func Import(f Format, dir fs.FS, o Options) (*Result, error) {
	in := &Input{fsys: dir, from: f.From, suite: o.Suite, display: o.Display, mute: o.Mute,
		language: o.Language, columns: o.Columns, has: map[string]bool{},
		texts: map[string]seenText{}, repeats: map[string]string{}, chained: map[string]string{}, left: map[string][]string{},
		origin: map[string]string{}, res: &Result{Files: map[string]string{}}}
	if err := in.walk(); err != nil {
		return nil, err
	}
	in.licence = in.findLicence()
	f.Read(in)
	r := in.res
	if err := in.check(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Problems, func(a, b suite.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	for _, kind := range slices.Sorted(maps.Keys(in.left)) {
		r.Left = append(r.Left, Left{kind, in.left[kind]})
	}
	if r.Samples == 0 {
		return r, ErrNothing
	}
	r.Files["PROVENANCE.md"] = in.provenance(f)
	return r, nil
}

// check reads the result of an import as every suite is read. A file that fails becomes a problem of its source
// file, and is removed.
func (in *Input) check() error {
	r := in.res
	for {
		fsys := fstest.MapFS{} // only a file system in memory
		for p, text := range r.Files {
			fsys[p] = &fstest.MapFile{Data: []byte(text)}
		}
		list, problems, err := suite.Load(fsys, ".", cmp.Or(in.suite, "suite"), "")
		switch {
		case errors.Is(err, suite.ErrEmpty):
			r.Samples = 0
			return nil
		case err != nil:
			return err
		case len(problems) == 0:
			r.Samples = len(list[0].Samples)
			r.count(list[0])
			return nil
		}
		for _, p := range problems {
			in.drop(p)
		}
	}
}

// count sorts the samples of a suite by what can be scored.
func (r *Result) count(s *suite.Suite) {
	for _, x := range s.Samples {
		switch v, _ := s.Variant(x.Keys[0]); {
		case len(v.Targets()) > 0:
			r.ByPlace++
		case v.Truth == bench.Vulnerable && v.Class != "" && v.Class != "other":
			r.ByClass++
		default:
			r.ByVerdict++
		}
	}
}

// drop removes the subject of a problem from the suite: a SQL test, a Solidity sample, or a whole application.
func (in *Input) drop(p suite.Problem) {
	unit, line := p.File, p.Line
	if _, isFile := in.origin[unit]; !isFile || path.Base(unit) == "SPEC.md" {
		for unit != "." && in.origin[unit] == "" || path.Base(unit) == "SPEC.md" {
			unit = path.Dir(unit)
		}
		if base := path.Base(p.File); base != in.main() && base != "SPEC.md" {
			line = 0 // of a file that was generated here
		}
	}
	from := cmp.Or(in.origin[p.File], in.origin[unit], p.File)
	in.Problem(from, line, "%s", p.Msg)
	for f := range in.res.Files {
		if f == unit || unit == "." || strings.HasPrefix(f, unit+"/") {
			delete(in.res.Files, f)
		}
	}
}

// provenance describes the import to a reader of the suite's directory.
func (in *Input) provenance(f Format) string {
	r := in.res
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nImported from a local copy with `assay import %s`: %d samples.\n\n", f.From, f.Name,
		r.Samples)
	fmt.Fprintf(&b, "Licence of the data set: %s. A text with its own licence keeps it.\n", in.licence)
	b.WriteString("Nothing was executed: every sample is unproved. Comments that give the answer away are blanked; " +
		"lines keep the numbers of the source.\n")
	list := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n## %s\n\n", title)
		for _, l := range lines {
			b.WriteString("- " + oneLine(l) + "\n")
		}
	}
	list("Notes", r.Notes)
	var problems []string
	for _, p := range Grouped(r.Problems) {
		p.File = strings.TrimPrefix(strings.TrimPrefix(p.File, in.display), "/")
		problems = append(problems, p.String())
	}
	list("Not imported", problems)
	if len(r.Left) > 0 {
		b.WriteString("\n## Skipped, by kind\n\n")
	}
	for _, l := range r.Left {
		fmt.Fprintf(&b, "- %d %s\n", len(l.Files), l.Kind)
	}
	for _, l := range r.Left {
		list(strings.ToUpper(l.Kind[:1])+l.Kind[1:], l.Files)
	}
	return b.String()
}

// Grouped returns one problem for those that say the same about several lines of a file, with their number.
func Grouped(list []suite.Problem) []suite.Problem {
	type key struct{ file, msg string }
	at, n := map[key]int{}, map[int]int{}
	last := map[int]int{}
	var out []suite.Problem
	for _, p := range list {
		k := key{p.File, p.Msg}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k], out = i, append(out, p)
		}
		n[i]++
		last[i] = p.Line
	}
	for i := range out {
		if n[i] > 1 {
			out[i].Msg += fmt.Sprintf(" (%d times, the last on line %d)", n[i], last[i])
		}
	}
	return out
}

// Paths returns the paths of a result's files, sorted.
func (r *Result) Paths() []string { return slices.Sorted(maps.Keys(r.Files)) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
