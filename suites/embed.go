// Package suites holds the embedded data: the blockbench samples, the
// tenantsql applications, and projects. It has no code but the embedding; package suite
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

// Names are the suites that commands use by default, which are folders beside this file.
var Names = []string{"blockbench", "tenantsql"}

// More are the suites that are used only where a command names them.
var More = []string{"blockbench-projects", "tenancy"}

// FS holds the suites of Names, as suites.zip.zst has them, and MoreFS those of More, from an archive of their own:
// the first file that is opened decompresses all of its archive. A test compares the archives with the folders. Both
// are safe for concurrent use.
var (
	FS     fs.FS = files(sync.OnceValue(func() *zip.Reader { return archive("suites.zip.zst", packed) }))
	MoreFS fs.FS = files(sync.OnceValue(func() *zip.Reader { return archive("more.zip.zst", more) }))
)

//go:embed suites.zip.zst
var packed []byte

//go:embed more.zip.zst
var more []byte

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
func archive(name string, packed []byte) *zip.Reader {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constant
	}
	defer d.Close()
	whole, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic(name + ": " + err.Error()) // the build is broken
	}
	r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		panic(name + ": " + err.Error())
	}
	return r
}

// files opens the archive with the first file.
type files func() *zip.Reader

// Open implements fs.FS.
func (f files) Open(name string) (fs.File, error) { return f().Open(name) }
