package verifysuite_test

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/internal/proof/verifysuite"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// What is proved is not executed again until a text, an option or a sample that its twin is crossed with changes;
// a damaged entry is none, and a failure is executed each time.
func TestKept(t *testing.T) {
	corpustest.Turn(t, 3)
	compilers := solctest.Dir(t)
	read := func(name string) string {
		b, err := fs.ReadFile(suites.FS, "blockbench/ds/dock-slots/"+name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	meta := read("sample.yaml")
	_, main, _ := strings.Cut(meta, "\nmain: ")
	main, _, _ = strings.Cut(main, "\n")
	whole := map[string]string{}
	for _, name := range []string{"sample.yaml", main, "fixed/" + main, "Proof.sol"} {
		whole["ds/dock-slots/"+name] = read(name)
	}
	with := func(change func(files map[string]string)) map[string]string {
		files := maps.Clone(whole)
		change(files)
		return files
	}
	cache := t.TempDir()
	verify := func(files map[string]string, o verifysuite.Options) []verifysuite.Outcome {
		t.Helper()
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		list, _, err := suite.Load(tree, ".", "own", "own")
		if err != nil {
			t.Fatal(err)
		}
		o.Compilers, o.Cache, o.Fuzz = compilers, cache, max(o.Fuzz, 5)
		out, _, err := o.Solidity(t.Context(), &environ.Env{Stdout: io.Discard, Stderr: io.Discard}, list,
			func(string) bool { return true })
		if err != nil || len(out) == 0 {
			t.Fatal(len(out), err)
		}
		return out
	}
	expect := func(what string, kept, proved bool, out []verifysuite.Outcome) {
		t.Helper()
		for _, o := range out {
			if o.Kept != kept || o.Evidence.Proved != proved {
				t.Errorf("%s: %s is kept: %t, proved: %t; want %t, %t: %v", what, o.Evidence.Sample, o.Kept, o.Evidence.Proved,
					kept, proved, o.Evidence.Failures())
			}
		}
	}

	first := verify(whole, verifysuite.Options{})
	expect("the first time", false, true, first)
	second := verify(whole, verifysuite.Options{})
	expect("the second time", true, true, second)
	if !reflect.DeepEqual(first[0].Evidence, second[0].Evidence) {
		t.Errorf("executed: %+v\nkept: %+v", first[0].Evidence, second[0].Evidence)
	}
	expect("without a cache", false, true, verify(whole, verifysuite.Options{NoCache: true}))
	expect("with call trees", false, true, verify(whole, verifysuite.Options{Trace: true}))
	expect("with another seed", false, true, verify(whole, verifysuite.Options{Seed: 2}))
	expect("with more transactions", false, true, verify(whole, verifysuite.Options{Fuzz: 6}))
	expect("with another proof", false, true, verify(with(func(f map[string]string) {
		f["ds/dock-slots/Proof.sol"] += "// one more line\n"
	}), verifysuite.Options{}))

	other := map[string]string{}
	for name, text := range whole {
		other[strings.Replace(name, "dock-slots", "berth-slots", 1)] = strings.ReplaceAll(text, "id: dock-slots",
			"id: berth-slots")
	}
	other["ds/berth-slots/Proof.sol"] += "// another one's\n"
	two := with(func(f map[string]string) { maps.Copy(f, other) })
	expect("another one", false, true, verify(other, verifysuite.Options{}))
	expect("beside one of its interface", false, true, verify(two, verifysuite.Options{}))
	expect("beside it again", true, true, verify(two, verifysuite.Options{}))

	unrepaired := with(func(f map[string]string) { f["ds/dock-slots/fixed/"+main] = f["ds/dock-slots/"+main] })
	for range 2 {
		expect("a twin that is not repaired", false, false, verify(unrepaired, verifysuite.Options{}))
	}

	damaged := 0
	err := filepath.WalkDir(cache, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if err == nil && strings.HasPrefix(string(b), "assay-proved-1 ") {
			damaged++
			b[len(b)-1] ^= 1
			err = os.WriteFile(name, b, 0o644)
		}
		return err
	})
	if err != nil || damaged < 4 {
		t.Fatal(damaged, err)
	}
	expect("of a damaged entry", false, true, verify(whole, verifysuite.Options{}))
}
