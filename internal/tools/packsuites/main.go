// Command packsuites writes suites/suites.zip.zst and suites/more.zip.zst, which the program embeds, from the folders
// of the suites: go generate ./suites. Equal files give equal bytes: entries are sorted and have no dates.
//
// It also writes suites/versions.json, what assay version prints of them. With the names of archives it writes only
// those: go run ../internal/tools/packsuites more.zip.zst in suites, after a change of a project.
//
// The archive has the transformed variants of every text, which are made here, with the certificates that the evidence
// in the folders gives them. That evidence itself is for authors, who have the folders, and is left out.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/certify"
	"assay/suites"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		os.Stderr.WriteString("packsuites: " + err.Error() + "\n")
		os.Exit(1)
	}
}

// run packs the folders of the working directory. With the names of archives it writes only those.
func run(only []string) error {
	var versions []suites.Version
	for _, a := range []struct {
		file  string
		names []string
	}{{"suites.zip.zst", suites.Names}, {"more.zip.zst", suites.More}} {
		made := len(only) == 0 || slices.Contains(only, a.file)
		files, err := texts(os.DirFS("."), a.names)
		if err != nil {
			return err
		}
		for _, name := range a.names {
			s, err := load(os.DirFS("."), name)
			if err != nil {
				return err
			}
			if made && a.file == "suites.zip.zst" { // projects have no transformed variants
				if files[name+"/"+suite.VariantsFile], err = variants(s); err != nil {
					return err
				}
			}
			versions = append(versions, suites.Version{Name: s.Name, Hash: s.Hash, Samples: len(s.Samples)})
		}
		if !made {
			continue
		}
		packed, err := pack(files)
		if err == nil {
			err = os.WriteFile(a.file, packed, 0o644)
		}
		if err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(versions, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile("versions.json", append(text, '\n'), 0o644)
}

// texts returns all files of suites by name, except those whose names begin with a dot, and variants and their
// evidence.
func texts(from fs.FS, names []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, name := range names {
		err := fs.WalkDir(from, name, func(file string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasPrefix(d.Name(), ".") && d.IsDir() {
				return fs.SkipDir
			}
			if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") || d.Name() == suite.VariantsFile ||
				strings.HasSuffix(d.Name(), "variants.json") {
				return err
			}
			out[file], err = fs.ReadFile(from, file)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// load reads a suite.
func load(from fs.FS, name string) (*suite.Suite, error) {
	list, problems, err := suite.Load(from, name, name, name)
	if err != nil || len(problems) > 0 {
		return nil, fmt.Errorf("%s: %w, %v", name, err, problems)
	}
	return list[0], nil
}

// variants returns the variants.zip of a suite.
func variants(s *suite.Suite) ([]byte, error) {
	chains, err := certify.Chains(nil)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = certify.Write(&out, s, s.Programs(all(s)), chains, certify.Seed, nil)
	return out.Bytes(), err
}

// all returns the texts of a suite.
func all(s *suite.Suite) (out []*bench.Variant) {
	for i := range s.Variants {
		out = append(out, &s.Variants[i])
	}
	return out
}

// pack returns the archive of files by name.
func pack(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.SortedFunc(maps.Keys(files), func(a, b string) int { // files of one kind together
		return cmp.Or(cmp.Compare(path.Base(a), path.Base(b)), cmp.Compare(a, b))
	}) {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(1<<25)) // one window holds everything
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(out.Bytes(), nil), e.Close()
}
