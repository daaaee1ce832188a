package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
)

// Folder is a directory that appears completely or not at all: until Keep, its files are in
// a temporary directory next to it.
type Folder struct{ to, tmp string }

var _ outfile.Folder = (*Folder)(nil)

// NewFolder starts a directory, which must not exist.
func NewFolder(to string) (*Folder, error) {
	switch _, err := os.Lstat(to); {
	case err == nil:
		return nil, exit.Usage("%s already exists; name another directory", to)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, exit.Usage("%v", err)
	}
	tmp, err := os.MkdirTemp(filepath.Dir(filepath.Clean(to)), ".assay-folder-*")
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", to, err)
	}
	return &Folder{to, tmp}, nil
}

// Create implements [outfile.Folder].
func (f *Folder) Create(name string) (io.WriteCloser, error) {
	p := filepath.Join(f.tmp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return nil, fmt.Errorf("writing %s: %w", f.to, err)
	}
	file, err := os.OpenFile(p, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", f.to, err)
	}
	return buffered{bufio.NewWriter(file), file}, nil
}

type buffered struct {
	*bufio.Writer
	file *os.File
}

func (b buffered) Close() error { return errors.Join(b.Flush(), b.file.Close()) }

// Keep moves the directory to its final path.
func (f *Folder) Keep() error {
	err := os.Chmod(f.tmp, 0o755)
	if err == nil {
		err = os.Rename(f.tmp, f.to)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.to, err)
	}
	return nil
}

// Drop removes the files unless Keep has moved them.
func (f *Folder) Drop() { os.RemoveAll(f.tmp) }
