// Package importertest checks the same guarantees of every importer: its fixture gives the suite in its golden
// file, that suite loads, nothing in it reveals the answer, and damaged or hostile input gives problems with
// their places.
package importertest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"assay/internal/author/importer"
	"assay/internal/bench"
	"assay/internal/core/suite"
)

var update = flag.Bool("update", false, "rewrite the golden suites")

// Fixture reads testdata/in of the calling package, which must have at least ten files.
func Fixture(t testing.TB) fstest.MapFS {
	t.Helper()
	root := filepath.Join("testdata", "in")
	out := fstest.MapFS{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(root, p)
		out[filepath.ToSlash(rel)] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 10 {
		t.Fatalf("the fixture has %d files; at least ten are wanted", len(out))
	}
	return out
}

// Options are the options of all imports in this package.
var Options = importer.Options{Display: "in", Suite: "out"}

// Golden imports the fixture and compares the result with testdata/golden.txtar. It returns the suite.
func Golden(t *testing.T, f importer.Format) *suite.Suite {
	t.Helper()
	r, err := importer.Import(f, Fixture(t), Options)
	if err != nil {
		t.Fatalf("%v; problems %v", err, r)
	}
	var a txtar.Archive
	for _, p := range r.Problems {
		a.Comment = fmt.Appendf(a.Comment, "%s\n", p)
	}
	for _, p := range r.Paths() {
		a.Files = append(a.Files, txtar.File{Name: p, Data: []byte(r.Files[p])})
	}
	golden := filepath.Join("testdata", "golden.txtar")
	got := txtar.Format(&a)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("(-want +got; -update rewrites it)\n%s", cmp.Diff(string(want), string(got)))
	}
	st := Load(t, r)
	for _, v := range st.Variants {
		for i, line := range strings.Split(v.Task.Files[0].Text, "\n") {
			if telling.MatchString(line) {
				t.Errorf("%s:%d tells: %q", v.Key, i+1, line)
			}
		}
	}
	return st
}

// Load reads a result as the program does, and checks what must hold for every import.
func Load(t testing.TB, r *importer.Result) *suite.Suite {
	t.Helper()
	fsys := fstest.MapFS{}
	for p, text := range r.Files {
		if !fs.ValidPath(p) {
			t.Fatalf("the import writes %q", p)
		}
		fsys[p] = &fstest.MapFile{Data: []byte(text)}
	}
	list, problems, err := suite.Load(fsys, ".", "out", "out")
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatalf("the imported suite does not load: %v %v", err, problems)
	}
	s := list[0]
	if len(s.Samples) != r.Samples {
		t.Errorf("%d samples are loaded, %d were counted", len(s.Samples), r.Samples)
	}
	for _, v := range s.Variants {
		if v.Proof != bench.Unproved {
			t.Errorf("%s is %s", v.Key, v.Proof)
		}
	}
	for _, x := range s.Samples {
		if x.Meta != nil && (!x.Meta.Imported() || x.Meta.Licence == "") {
			t.Errorf("%s does not say where it comes from, or under which licence", x.ID)
		}
	}
	return s
}

// telling matches words that no comment of an imported text may contain.
var telling = regexp.MustCompile(
	`(?i)<yes>|<report>|@vulnerable|@source|/\*LN-|//~|(//|/\*|--).*(vulnerab|exploit|attack|\bsafe\b|re-?entran|overflow)`)

// Damage breaks one file of the fixture and expects a problem that begins with want (without "in/"). With an
// empty text the file is removed. The rest must still be imported, if there is any.
func Damage(t *testing.T, f importer.Format, file, text, want string) {
	t.Helper()
	fsys := Fixture(t)
	if text == "" {
		delete(fsys, file)
	} else {
		fsys[file] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := importer.Import(f, fsys, Options)
	if err != nil && !errors.Is(err, importer.ErrNothing) {
		t.Fatal(err)
	}
	var all []string
	for _, p := range r.Problems {
		all = append(all, p.String())
	}
	if got := strings.Join(all, "\n"); !strings.Contains("\n"+got, "\nin/"+want) {
		t.Errorf("%s: problems\n%s\nwant one that begins with %s", file, got, want)
	}
	if err == nil {
		Load(t, r)
	}
}

// Hostile replaces every file of the fixture in turn by content that no data set holds.
func Hostile(t *testing.T, f importer.Format) {
	t.Helper()
	for name := range Fixture(t) {
		for _, c := range []struct {
			what string
			file fstest.MapFile
		}{
			{"is not UTF-8", fstest.MapFile{Data: []byte("\n\n\xff\xfe")}},
			{"NUL byte", fstest.MapFile{Data: []byte("a\x00b")}},
			{"symbolic link", fstest.MapFile{Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink | 0o777}},
			{"", fstest.MapFile{Data: bytes.Repeat([]byte("{[\"'`-#/*"), 200_000)}},
			{"", fstest.MapFile{}},
		} {
			fsys := Fixture(t)
			fsys[name] = &c.file
			r, err := importer.Import(f, fsys, Options)
			if err != nil && !errors.Is(err, importer.ErrNothing) {
				t.Fatal(err)
			}
			if err == nil {
				Load(t, r)
			}
			for _, p := range r.Problems {
				if !strings.HasPrefix(p.File, "in") {
					t.Errorf("a problem without a place: %v", p)
				}
			}
			if c.what == "symbolic link" && !strings.Contains(fmt.Sprint(r.Problems), "in/"+name+": is a symbolic link") {
				t.Errorf("%s is a link, and no problem reports it: %v", name, r.Problems)
			}
		}
	}
}

// Fuzz replaces one file of the fixture by arbitrary bytes. Any result must load, and must be the same each
// time.
func Fuzz(f *testing.F, format importer.Format, file string) {
	fixture := Fixture(f)
	f.Add(fixture[file].Data)
	f.Fuzz(func(t *testing.T, b []byte) {
		fsys := maps.Clone(fixture)
		fsys[file] = &fstest.MapFile{Data: b}
		r, err := importer.Import(format, fsys, Options)
		if err != nil {
			if !errors.Is(err, importer.ErrNothing) {
				t.Fatal(err)
			}
			return
		}
		Load(t, r)
		again, _ := importer.Import(format, fsys, Options)
		if fmt.Sprint(r) != fmt.Sprint(again) {
			t.Error("a second import differs")
		}
	})
}
