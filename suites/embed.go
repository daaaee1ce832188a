// Package suites holds the embedded data: the blockbench samples and the
// tenantsql applications. It has no code but the embedding; package suite
// reads the files.
package suites

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"io/fs"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:generate go run ../internal/tools/packsuites

// Names are the suites, which are folders beside this file.
var Names = []string{"blockbench", "tenantsql"}

// FS holds the suites under their names, as suites.zip.zst has them: the first file that is opened decompresses all.
// A test compares the archive with the folders. It is safe for concurrent use.
var FS fs.FS = files{}

//go:embed suites.zip.zst
var packed []byte

//go:embed versions.json
var versions []byte

// Version says which content a suite has: its hash and the number of samples.
type Version struct {
	Name    string `json:"name"`
	Hash    string `json:"hash"`
	Samples int    `json:"samples"`
}

// Versions returns the versions of the suites without reading them.
func Versions() (out []Version) {
	if err := json.Unmarshal(versions, &out); err != nil {
		panic("versions.json: " + err.Error()) // the build is broken
	}
	return out
}

// archive reads the zip, whose entries are not compressed: one compressor for all of them finds three times as much
// that repeats.
var archive = sync.OnceValue(func() *zip.Reader {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constant
	}
	defer d.Close()
	whole, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic("suites.zip.zst: " + err.Error()) // the build is broken
	}
	r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		panic("suites.zip.zst: " + err.Error())
	}
	return r
})

// files opens the archive with the first file.
type files struct{}

// Open implements fs.FS.
func (files) Open(name string) (fs.File, error) { return archive().Open(name) }
