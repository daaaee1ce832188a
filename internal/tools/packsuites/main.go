// Command packsuites writes suites/suites.zip.zst, which the program embeds, from the folders of the suites:
// go generate ./suites. Equal files give equal bytes: entries are sorted by name and have no dates.
//
// It also writes suites/versions.json, what assay version prints of them.
//
// The archive has the transformed variants of every text, which are made here, with the certificates that the evidence
// in the folders gives them. That evidence itself is for authors, who have the folders, and is left out.
package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/certify"
	"assay/suites"
)

func main() {
	if err := run(); err != nil {
		os.Stderr.WriteString("packsuites: " + err.Error() + "\n")
		os.Exit(1)
	}
}

// run packs the folders of the working directory.
func run() error {
	files, err := texts(os.DirFS("."))
	if err != nil {
		return err
	}
	var versions []suites.Version
	for _, name := range suites.Names {
		var s *suite.Suite
		if files[name+"/"+suite.VariantsFile], s, err = variants(os.DirFS("."), name); err != nil {
			return err
		}
		versions = append(versions, suites.Version{Name: s.Name, Hash: s.Hash, Samples: len(s.Samples)})
	}
	text, err := json.MarshalIndent(versions, "", "\t")
	if err == nil {
		err = os.WriteFile("versions.json", append(text, '\n'), 0o644)
	}
	if err != nil {
		return err
	}
	packed, err := pack(files)
	if err != nil {
		return err
	}
	return os.WriteFile("suites.zip.zst", packed, 0o644)
}

// texts returns all files of the suites by name, except those whose names begin with a dot, and variants and their
// evidence.
func texts(from fs.FS) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, name := range suites.Names {
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

// variants returns the variants.zip of a suite, and the suite.
func variants(from fs.FS, name string) ([]byte, *suite.Suite, error) {
	list, problems, err := suite.Load(from, name, "", name)
	if err != nil || len(problems) > 0 {
		return nil, nil, fmt.Errorf("%s: %w, %v", name, err, problems)
	}
	chains, err := certify.Chains(nil)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	err = certify.Write(&out, list[0], list[0].Programs(all(list[0])), chains, certify.Seed, nil)
	return out.Bytes(), list[0], err
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
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
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
