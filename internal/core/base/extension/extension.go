// Package extension reads a user's additions to the program, which need no build: a folder
// with one YAML file, and next to it texts, or the program that one of its commands runs. It
// does not interpret the content.
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

// A Folder is an extension opened for reading, valid inside the function that [Open]
// calls. No link leads out of FS.
type Folder struct {
	Name string // of the folder, and therefore of the extension
	Path string // absolute
	FS   fs.FS
}

// Open reads an extension from a folder that contains the named file, or all such
// subfolders of a directory, in order of their names. page is the documentation with an
// example. The error is one line; it names the folder if there are several.
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
		return nil, fmt.Errorf("neither it nor a folder in it contains %s; %s has an example", file, page)
	}
	return out, nil
}

// holds reports whether a folder contains the file that makes it an extension.
func holds(dir, file string) bool {
	info, err := os.Stat(filepath.Join(dir, file))
	return err == nil && info.Mode().IsRegular()
}

// IsPath reports whether a word is the path of a folder and not a name: it begins with a
// dot, or is absolute.
func IsPath(word string) bool {
	return strings.HasPrefix(word, ".") || strings.HasPrefix(word, "/") || filepath.IsAbs(word)
}

var nameRE = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

// Decode decodes the YAML file of an extension; an unknown key is an error. named
// points to the name in the file, which must be the folder's. The error names the file and
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
		return fmt.Errorf("%s: %q is not a name: use letters, digits, dots and dashes", file, f.Name)
	}
	return nil
}

// Command returns the words of a command with each word that is the path of a file in
// the folder made absolute, so that the command can be run from any directory.
// It fails if there is no word.
func (f Folder) Command(words []string) ([]string, error) {
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("command: the program is missing")
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

// Limits of the files that are hashed.
const (
	maxFiles = 1000
	maxBytes = 32 << 20
)

// Hash identifies the files of the folder: a changed file means another version. It ignores
// files and folders whose names begin with a dot or two underscores: interpreters keep
// their caches there. It fails if there are too many files or too many bytes.
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
			return fmt.Errorf("more than %d files or %d bytes: keep data outside the folder", maxFiles, maxBytes)
		}
		fmt.Fprintf(h, "%d:%s%d:", len(p), p, len(b))
		h.Write(b)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:4]), err
}
