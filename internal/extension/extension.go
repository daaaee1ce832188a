// Package extension reads what a user adds to the program without building it: a folder
// with one YAML file, and beside it texts, or the program that a command of it runs. It
// decides nothing about what stands in it.
package extension

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// A Folder is an extension that is open for reading, inside the function that [Open]
// calls. No link leads out of FS.
type Folder struct {
	Name string // of the folder, which is the name of the extension
	Path string // absolute
	FS   fs.FS
}

// Open reads an extension from a folder that holds a file of this name, or all such
// folders of a directory, in order of their names. page is the documentation that shows
// one. The error is one line; it names the folder where there are several.
func Open[T any](dir, file, page string, read func(Folder) (T, error)) ([]T, error) {
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
		return read(Folder{filepath.Base(dir), dir, root.FS()})
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

// IsPath reports whether a word names a folder and not a name: it begins with a dot, or
// is absolute.
func IsPath(word string) bool {
	return strings.HasPrefix(word, ".") || strings.HasPrefix(word, "/") || filepath.IsAbs(word)
}

var nameRE = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

// Decode reads the YAML file of an extension, in which an unknown key is an error. named
// is what the file says its name is; it must be the folder's. The error says the file and
// the line.
func (f Folder) Decode(file string, into any, named *string) error {
	b, err := fs.ReadFile(f.FS, file)
	if err != nil {
		return err
	}
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(into); err != nil && !errors.Is(err, io.EOF) {
		var at yaml.Error
		if errors.As(err, &at) {
			if tok := at.GetToken(); tok != nil && tok.Position != nil {
				file = fmt.Sprintf("%s:%d", file, tok.Position.Line)
			}
			err = errors.New(at.GetMessage())
		}
		line, _, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
		return fmt.Errorf("%s: %s", file, line)
	}
	if *named != f.Name {
		return fmt.Errorf("%s: name is %q, and the folder is called %q", file, *named, f.Name)
	}
	if !nameRE.MatchString(f.Name) {
		return fmt.Errorf("%s: %q is no name: letters, digits, dots and dashes", file, f.Name)
	}
	return nil
}

// Command returns the words of a command in which each word that is the path of a file of
// the folder is that file's absolute path, so that the command can be run from anywhere.
// It fails where there is no word.
func (f Folder) Command(words []string) ([]string, error) {
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("command: it names no program")
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if clean := filepath.ToSlash(filepath.Clean(w)); w != "" && fs.ValidPath(clean) {
			if info, err := fs.Stat(f.FS, clean); err == nil && info.Mode().IsRegular() {
				out[i] = filepath.Join(f.Path, filepath.FromSlash(clean))
			}
		}
	}
	return out, nil
}

// Limits of a folder whose files are read for their hash.
const (
	maxFiles = 1000
	maxBytes = 32 << 20
)

// Hash identifies the files of the folder: a changed file is another version. Files and
// folders whose names begin with a dot or two underscores are left out: interpreters keep
// their caches there. It fails where there are too many files, or too many bytes.
func (f Folder) Hash() (string, error) {
	h := sha256.New()
	n, size := 0, int64(0)
	err := fs.WalkDir(f.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); p != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "__")) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		b, err := fs.ReadFile(f.FS, p)
		if err != nil {
			return err
		}
		if n, size = n+1, size+int64(len(b)); n > maxFiles || size > maxBytes {
			return fmt.Errorf("more than %d files or %d bytes: keep data elsewhere", maxFiles, maxBytes)
		}
		fmt.Fprintf(h, "%d:%s%d:", len(p), p, len(b))
		h.Write(b)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:4]), err
}
