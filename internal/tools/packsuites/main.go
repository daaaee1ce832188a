// Command packsuites writes suites/suites.zip.zst, which the program embeds, from the folders of the suites:
// go generate ./suites. Equal files give equal bytes: entries are sorted by name and have no dates.
package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

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
	packed, err := pack(os.DirFS("."))
	if err != nil {
		return err
	}
	return os.WriteFile("suites.zip.zst", packed, 0o644)
}

// pack returns the archive of all files of the suites, except those whose names begin with a dot.
func pack(from fs.FS) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	var names []string
	for _, suite := range suites.Names {
		err := fs.WalkDir(from, suite, func(name string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasPrefix(d.Name(), ".") && d.IsDir() {
				return fs.SkipDir
			}
			if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		entry, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(text); err != nil {
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
