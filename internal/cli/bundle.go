package cli

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/suite"
)

// maxBundle bounds what a suite may be to travel to other machines.
const maxBundle = 64 << 20

// bundle packs the files of a suite that are wanted, and extra ones, by path, in
// their place or beside them. It names the bundle by a hash of paths and contents.
func bundle(fsys fs.FS, dir string, wanted func(name string) bool, extra map[string][]byte) (hash string, packed []byte, err error) {
	files := maps.Clone(extra)
	if files == nil {
		files = map[string][]byte{}
	}
	total := 0
	err = fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular(), files[name] != nil, !wanted(d.Name()):
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if total += len(text); total > maxBundle && err == nil {
			return usage("%s holds more than %d MB, which is too much to send to workers: give the directory of one suite", dir, maxBundle>>20)
		}
		files[name] = text
		return err
	})
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	h := sha256.New()
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%d %s %d ", len(name), name, len(files[name]))
		h.Write(files[name])
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return "", nil, err
		}
	}
	if err := z.Close(); err != nil {
		return "", nil, err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), b.Bytes(), nil
}

// What of a suite is wanted. Evidence of what is to be executed stays behind, lest
// it decide what the execution is called.
func textsOnly(name string) bool {
	return !isEvidence(name, "evidence.json") && !isEvidence(name, "variants.json")
}
func withOriginals(name string) bool { return !isEvidence(name, "variants.json") } // with which variants are compared
func everything(string) bool         { return true }

// isEvidence tells a file of evidence by its name, of a sample or of a query.
func isEvidence(name, kind string) bool { return name == kind || strings.HasSuffix(name, "."+kind) }

// unbundle reads the suites of a bundle.
func unbundle(packed []byte, dir, name string) ([]*suite.Suite, error) {
	list, problems, err := loadPacked(packed, dir, name, path.Join("bundle", dir))
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%d problems, the first: %s", len(problems), problems[0])
	}
	if err != nil {
		return nil, fmt.Errorf("the texts that are to be executed cannot be read: %w", err)
	}
	return list, nil
}

func loadPacked(packed []byte, dir, name, display string) ([]*suite.Suite, []suite.Problem, error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, nil, err
	}
	return suite.Load(z, dir, name, display)
}

// oneSuite returns the one of a list that holds a sample.
func oneSuite(list []*suite.Suite, id string) (*suite.Suite, *suite.Sample) {
	for _, st := range list {
		if i := slices.IndexFunc(st.Samples, func(s suite.Sample) bool { return s.ID == id }); i >= 0 {
			return st, &st.Samples[i]
		}
	}
	return nil, nil
}
