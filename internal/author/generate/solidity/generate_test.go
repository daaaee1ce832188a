package solidity_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"assay/internal/author/generate"
	"assay/internal/author/generate/solidity"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// hosts loads a directory of hosts.
func hosts(t *testing.T, dir string) []*suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS(dir), ".", "hosts", dir)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list
}

// contents reads all files below a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, err := os.ReadFile(p)
			rel, _ := filepath.Rel(dir, p)
			out[filepath.ToSlash(rel)] = string(b)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// One small host gives proved pairs; every byte depends on the seed, and none on the number of processors.
func TestGenerate(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	list := hosts(t, "testdata/hosts")
	batch := func(seed uint64, processors int) (*generate.Batch, map[string]string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		dir := filepath.Join(t.TempDir(), "fresh")
		b, err := generate.Into(t.Context(), &solidity.Generator{Suites: list, Compiler: c,
			Only: []string{"caller-drop", "guard-hollow", "effect-late"}},
			dir, generate.Options{Seed: seed, Count: 4})
		if err != nil {
			t.Fatal(err)
		}
		return b, contents(t, dir)
	}
	b, files := batch(1, 1)
	if len(b.Samples) == 0 {
		t.Fatalf("nothing is proved: %+v", b.Yield)
	}
	t.Logf("%+v", b.Yield)
	again, other := batch(1, 4)
	if !maps.Equal(files, other) || !slices.Equal(b.Samples, again.Samples) {
		t.Errorf("another number of processors makes another batch: %v, not %v", again.Samples, b.Samples)
		for p, text := range files {
			if other[p] != text {
				t.Errorf("%s is\n%s\nnot\n%s", p, other[p], text)
				break
			}
		}
	}
	for _, s := range b.Samples {
		if s.Operator == "caller-drop" && s.Class != "access_control" {
			t.Errorf("%+v", s)
		}
	}

	// The output is a suite of proved pairs, and no file names the host.
	dir := t.TempDir()
	for p, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(p)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, p), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fresh := hosts(t, dir)[0]
	if len(fresh.Samples) != len(b.Samples) {
		t.Errorf("%d samples are written and %d made", len(fresh.Samples), len(b.Samples))
	}
	for i := range fresh.Samples {
		s := &fresh.Samples[i]
		if g := s.Meta.Provenance.Generated; s.Meta.Provenance.Kind != suite.Generated || g.Host != "clean/tin-box" ||
			g.Operator == "" {
			t.Errorf("%s: %+v", s.ID, s.Meta.Provenance)
		}
		for _, key := range s.Keys {
			v, _ := fresh.Variant(key)
			if v.Proof != bench.Proved {
				t.Errorf("%s is not proved", key)
			}
			text := v.Task.Files[0].Text
			for _, word := range []string{"tin", "Tin", "warden", "polish", "Warden"} {
				if strings.Contains(text, word) {
					t.Errorf("%s names its host by %q:\n%s", key, word, text)
				}
			}
			if v.Truth == bench.Vulnerable && len(v.Targets()) == 0 {
				t.Errorf("%s has no root cause", key)
			}
		}
	}
	if _, different := batch(2, 2); maps.Equal(files, different) {
		t.Error("another seed makes the same batch")
	}
}

// Pairs that could be guessed get harmless edits, are named for it, and are proved like any other.
func TestBalanced(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	list[0].Samples = slices.DeleteFunc(list[0].Samples, func(s suite.Sample) bool {
		return !slices.Contains([]string{"ds/coppermark-presale", "clean/goods-yard", "ds/phone-credit", "ds/grant-vault",
			"ds/stipend-trust"}, s.ID)
	})
	dir := filepath.Join(t.TempDir(), "fresh")
	b, err := generate.Into(t.Context(), &solidity.Generator{Suites: list, Compiler: c, Only: []string{"caller-drop"}},
		dir, generate.Options{Seed: 1, Count: 8})
	if err != nil {
		t.Fatal(err)
	}
	edited := 0
	for _, s := range hosts(t, dir)[0].Samples {
		list := s.Meta.Provenance.Generated.Harmless
		if len(list) != len(s.Meta.FixParts) {
			t.Errorf("%s has %q, and %v", s.ID, list, s.Meta.FixParts)
		}
		if edited += len(list); s.Evidence == nil || !s.Evidence.Proved {
			t.Errorf("%s is not proved", s.ID)
		}
	}
	if edited == 0 || len(b.Samples) < 2 {
		t.Errorf("%d pairs have %d harmless edits: %+v", len(b.Samples), edited, b.Yield)
	}
}

// A batch ends with its last sample, in the middle of a round: unfinished candidates are no failure.
func TestEnough(t *testing.T) {
	c := solctest.New(t)
	list := hosts(t, "testdata/hosts")
	b, err := generate.Into(t.Context(), &solidity.Generator{Suites: list, Compiler: c,
		Only: []string{"caller-drop", "guard-hollow", "effect-late"}},
		filepath.Join(t.TempDir(), "fresh"), generate.Options{Seed: 1, Count: 1})
	if err != nil || len(b.Samples) != 1 {
		t.Fatalf("%+v, %v", b, err)
	}
}

// Without a compiler no work is started, and a one-line error names what is missing.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", "")
	c, err := solc.New(solc.Options{Dir: t.TempDir(), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = generate.Into(t.Context(), &solidity.Generator{Suites: hosts(t, "testdata/hosts"), Compiler: c},
		filepath.Join(t.TempDir(), "fresh"), generate.Options{Count: 1})
	if err == nil || !strings.Contains(err.Error(), "0.8.30") || strings.Contains(strings.TrimSpace(err.Error()), "\n") {
		t.Errorf("%v", err)
	}
}
