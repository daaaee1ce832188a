package cli

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"assay/internal/suite"
)

// maxBundle bounds what a suite may be to travel to other machines.
const maxBundle = 64 << 20

// bundle packs the files of a suite, and names them by a hash of paths and
// contents. Evidence stays behind, since evidence of what was executed before is
// not executed, but that on originals, with which variants are compared.
func bundle(fsys fs.FS, dir string, originals bool) (hash string, packed []byte, err error) {
	var b bytes.Buffer
	h := sha256.New()
	z := zip.NewWriter(&b)
	total := 0
	err = fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular(), isEvidence(d.Name(), "variants.json"), !originals && isEvidence(d.Name(), "evidence.json"):
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if total += len(text); total > maxBundle {
			return usage("%s holds more than %d MB, which is too much to send to workers: give the directory of one suite", dir, maxBundle>>20)
		}
		fmt.Fprintf(h, "%d %s %d ", len(name), name, len(text))
		h.Write(text)
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return "", nil, err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), b.Bytes(), nil
}

// isEvidence tells a file of evidence by its name, of a sample or of a query.
func isEvidence(name, kind string) bool { return name == kind || strings.HasSuffix(name, "."+kind) }

// unbundle reads the suites of a bundle.
func unbundle(packed []byte, dir, name string) ([]*suite.Suite, error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fmt.Errorf("the texts that are to be executed cannot be read: %w", err)
	}
	list, problems, err := suite.Load(z, dir, name, path.Join("bundle", dir))
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%d problems, the first: %s", len(problems), problems[0])
	}
	if err != nil {
		return nil, fmt.Errorf("the texts that are to be executed cannot be read: %w", err)
	}
	return list, nil
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
