// Package outfile writes the files and directories that a user names: completely or not at all, and without replacing
// what is not a regular file.
package outfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write calls write with a file that replaces the one at path when it is complete. A new file gets the permissions of
// mode, another keeps its own. A symbolic link stays, and its target is written. What is neither a regular file nor a
// directory, such as a device or a named pipe, is written directly.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	target, err := follow(path)
	if err != nil {
		return err
	}
	before, err := os.Stat(target)
	switch {
	case err == nil && before.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is a directory")}
	case err == nil && (!before.Mode().IsRegular() || descriptor(target)):
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		return fill(f, write)
	case err == nil:
		mode = before.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".assay-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := cmp.Or(fill(f, write), os.Chmod(f.Name(), mode)); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// Within is [Write] of a text for a file of a folder with many; name is relative to the folder. A link that leaves the
// folder is an error: a folder that somebody else made must not decide which other files are written.
func Within(folder, name string, text []byte) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	target, err := follow(path)
	if err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(target))
	if err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(root, dir); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s is a link that leaves %s; nothing was written: replace it by a file", path, folder)
	}
	return Write(path, 0o644, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// Dir returns the path of a directory that is to be replaced as a whole: path, or the target of a link. It is an error
// if something else than a directory is there.
func Dir(path string) (string, error) {
	target, err := follow(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(target); err == nil && !info.IsDir() {
		return "", &fs.PathError{Op: "write", Path: path, Err: errors.New("is not a directory")}
	}
	return target, nil
}

// fill writes and closes a file.
func fill(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	return cmp.Or(cmp.Or(write(b), b.Flush()), f.Close())
}

// follow returns where a path leads after all links of its last element. The target may not exist.
func follow(path string) (string, error) {
	const most = 40 // links, as in Linux
	for range most {
		to, err := os.Readlink(path)
		if err != nil || descriptor(path) { // no link, or one that names no file
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "write", Path: path, Err: errors.New("too many links")}
}

// descriptor reports whether a path, such as the target of /dev/stdout, names a file that this process has open.
func descriptor(path string) bool { return strings.HasPrefix(path, "/proc/") }
