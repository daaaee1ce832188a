// Package suites holds the embedded data: the blockbench samples and the
// tenantsql applications. It has no code but the embedding; package suite
// reads the files.
package suites

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"sync"
)

//go:generate go run ../internal/tools/packsuites

// Names are the suites, which are folders beside this file.
var Names = []string{"blockbench", "tenantsql"}

// FS holds the suites under their names, as suites.zip has them; a file is inflated when it is opened. A
// test compares the archive with the folders. It is safe for concurrent use.
var FS fs.FS = files{}

//go:embed suites.zip
var packed []byte

var archive = sync.OnceValue(func() *zip.Reader {
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		panic("suites.zip: " + err.Error()) // the build is broken
	}
	return r
})

// files opens the archive with the first file.
type files struct{}

// Open implements fs.FS.
func (files) Open(name string) (fs.File, error) { return archive().Open(name) }
