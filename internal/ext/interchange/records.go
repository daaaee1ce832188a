package interchange

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/core/detect/imported"
)

// ReadFiles returns the answers in all named files, and in the files of named directories
// that have the format, in order of names. subject is the subject of all answers; "" for
// the one that each file names. left counts the other records in them, also with an error
// that there is no answer.
func ReadFiles(f Answers, names []string, subject string) (
	lines []imported.Line, left map[string]int, err error) {
	files, err := filesOf(f, names)
	if err != nil {
		return nil, nil, err
	}
	left = map[string]int{}
	for _, name := range files {
		r, err := readAnswers(f, name, subject)
		if err != nil {
			return nil, nil, err
		}
		lines = append(lines, r.Lines...)
		for kind, n := range r.Left {
			left[kind] += n
		}
	}
	if len(lines) == 0 {
		return nil, left, fmt.Errorf("%s: contains no answer", strings.Join(names, ", "))
	}
	return lines, left, nil
}

// filesOf returns the named files, and the files of named directories that have the format.
func filesOf(f Answers, names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && f.Mine(d.Name()) {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s: contains no file in the format of %s", name, f.Name)
		}
	}
	return out, nil
}

// maxSecond is the maximum size in bytes of a second file that describes the first.
const maxSecond = 64 << 20

func readAnswers(f Answers, name, subject string) (Record, error) {
	file, err := Open(name)
	if err != nil {
		return Record{}, err
	}
	defer file.Close()
	file.Subject = subject
	return f.Read(file.File)
}

// Opened is a file on disk.
type Opened struct {
	File
	disk *os.File
}

// Open opens a file on disk, which the caller closes.
func Open(name string) (*Opened, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return &Opened{File{
		Name: filepath.ToSlash(name), Data: file, Size: info.Size(), Parent: filepath.Base(filepath.Dir(abs)),
		Sibling: func(other string) []byte {
			p := filepath.Join(filepath.Dir(name), filepath.Base(other))
			if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() || info.Size() > maxSecond {
				return nil
			}
			b, err := os.ReadFile(p)
			if err != nil {
				return nil
			}
			return b
		},
	}, file}, nil
}

// Close closes the file.
func (o *Opened) Close() error { return o.disk.Close() }

// Read reads on in the file.
func (o *Opened) Read(p []byte) (int, error) { return o.disk.Read(p) }
