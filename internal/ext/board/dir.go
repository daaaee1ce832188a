package board

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
)

// BuildFiles opens files and builds a board from them. The end of ctx is returned as an interrupt.
func BuildFiles(ctx context.Context, names []string, opt Options) (*Board, error) {
	var inputs []Input
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		defer f.Close()
		info, err := f.Stat()
		switch {
		case err != nil:
			return nil, exit.Usage("%v", err)
		case !info.Mode().IsRegular():
			return nil, exit.Usage("%s is not a file", name)
		}
		inputs = append(inputs, Input{Name: filepath.Base(name), At: f, Size: info.Size()})
	}
	b, err := Build(ctx, inputs, opt)
	if ctx.Err() != nil {
		return nil, exit.With(exit.Interrupt, "interrupted; nothing was written")
	}
	return b, err
}

// Replaceable returns an error for a directory that contains anything other than a board.
func Replaceable(dir string) error {
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return exit.Usage("%v", err)
	}
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == name })
	}
	if len(list) > 0 && !(has("board.json") && has("index.html")) {
		return exit.Usage("%s is not a board; choose another directory with --output", dir)
	}
	return nil
}

// WriteDir writes the site into a directory. It replaces the previous contents once the site is complete.
func (b *Board) WriteDir(dir string) error {
	dir, err := outfile.Dir(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), ".assay-board-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := os.Chmod(made, 0o755); err != nil {
		return err
	}
	err = b.Write(func(path string) (io.WriteCloser, error) {
		path = filepath.Join(made, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		return os.Create(path)
	})
	if err != nil {
		return err
	}
	old := made + ".old"
	switch err := os.Rename(dir, old); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		defer os.RemoveAll(old)
	}
	return os.Rename(made, dir)
}
