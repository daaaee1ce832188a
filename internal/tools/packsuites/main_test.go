package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/certify"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// The embedded suites equal the folders.
func TestCurrent(t *testing.T) {
	for _, a := range []struct {
		fsys  fs.FS
		names []string
	}{{suites.FS, suites.Names}, {suites.MoreFS, suites.More}} {
		want, err := texts(os.DirFS("../../../suites"), a.names)
		if err != nil {
			t.Fatal(err)
		}
		err = fs.WalkDir(a.fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == suite.VariantsFile {
				return err
			}
			got, err := fs.ReadFile(a.fsys, name)
			if err == nil && !bytes.Equal(got, want[name]) {
				t.Errorf("%s differs from the folder: go generate ./suites", name)
			}
			delete(want, name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for name := range want {
			t.Errorf("%s is not embedded: go generate ./suites", name)
		}
	}
}

// Every clone and every program holds the archive of the default suites: it has at most 7,000,000 bytes.
func TestSize(t *testing.T) {
	const most = 7_000_000
	info, err := os.Stat("../../../suites/suites.zip.zst")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("suites.zip.zst has %d bytes, more than %d: leave samples in suites/next, or decide on another limit",
			info.Size(), most)
	}
}

// The embedded variants are what the texts, the chains and the stored evidence give.
func TestCurrentVariants(t *testing.T) {
	chains, err := certify.Chains(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range slices.Concat(suites.Names, suites.More) {
		list, problems, err := suite.Load(os.DirFS("../../../suites"), name, name, name)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		version := suites.Version{Name: list[0].Name, Hash: list[0].Hash, Samples: len(list[0].Samples)}
		if got := suites.Versions(); got[i] != version {
			t.Errorf("versions.json has %+v, and the folder is %+v: go generate ./suites", got[i], version)
		}
		if slices.Contains(suites.More, name) {
			continue // without variants
		}
		packed, err := fs.ReadFile(suites.FS, name+"/"+suite.VariantsFile)
		if err != nil {
			t.Fatal(err)
		}
		embedded, err := suite.ReadVariants(packed, name)
		if err != nil {
			t.Fatal(err)
		}
		bases, part := map[string]bool{}, corpustest.Every(t, 20)
		programs := slices.DeleteFunc(list[0].Programs(all(list[0])), func(p suite.Program) bool {
			if _, ok := bases[p.First.Base]; !ok {
				bases[p.First.Base] = part(len(bases))
			}
			return !bases[p.First.Base]
		})
		_, made, err := certify.Stored(list[0], programs, chains, certify.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for base, want := range made {
			got, err := embedded.Group(base)
			if err != nil {
				t.Fatal(err)
			}
			a, err1 := json.Marshal(got)
			b, err2 := json.Marshal(want)
			if err := cmp.Or(err1, err2); err != nil || !bytes.Equal(a, b) {
				t.Errorf("the embedded variants of %s/%s are out of date: go generate ./suites (%v)", name, base, err)
			}
		}
	}
}
