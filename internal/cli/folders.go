package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// fromFolders reads an extension from a folder that holds a file of this name, or all
// such folders of a directory, in order of their names. No link leads out of a folder.
// page is the documentation that shows one.
func fromFolders[T any](dir, file, page string, open func(fsys fs.FS, name string) (T, error)) ([]T, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	one := func(dir string) (T, error) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			var none T
			return none, err
		}
		defer root.Close()
		return open(root.FS(), filepath.Base(dir))
	}
	if holds(abs, file) {
		v, err := one(abs)
		return []T{v}, err
	}
	entries, err := os.ReadDir(abs) // sorted by name
	if err != nil {
		return nil, err
	}
	var out []T
	for _, e := range entries {
		if !holds(filepath.Join(abs, e.Name()), file) {
			continue
		}
		v, err := one(filepath.Join(abs, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no %s in it or in a folder of it; %s shows one", file, page)
	}
	return out, nil
}

// holds reports whether a folder has the file that makes it an extension.
func holds(dir, file string) bool {
	info, err := os.Stat(filepath.Join(dir, file))
	return err == nil && info.Mode().IsRegular()
}
