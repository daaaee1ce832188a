// Package interchangetest holds what the tests of formats share: a folder in memory, and a check that bad input
// gives a one-line error with its place. It is for tests only.
package interchangetest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/interchange"
)

// Folder is a folder in memory.
type Folder map[string][]byte

type file struct {
	bytes.Buffer
	close func([]byte)
}

func (f *file) Close() error { f.close(f.Bytes()); return nil }

// Create implements [outfile.Folder].
func (m Folder) Create(name string) (io.WriteCloser, error) {
	return &file{close: func(b []byte) { m[name] = b }}, nil
}

// File returns a file with the given text in the directory parent.
func File(name, parent, text string) interchange.File {
	return interchange.File{Name: name, Parent: parent, Data: strings.NewReader(text), Size: int64(len(text))}
}

// Refuses checks that each text, by name, is refused with an error line that begins as wanted.
func Refuses(t *testing.T, f interchange.Answers, cases map[string][2]string) {
	t.Helper()
	for name, c := range cases {
		_, err := f.Read(File("f", "vendor__m", c[0]))
		if err == nil || !strings.HasPrefix(err.Error(), c[1]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", name, err, c[1])
		}
	}
}

// Fuzz feeds arbitrary bytes to a format: the result must be valid lines, or an error that names the file.
func Fuzz(f *testing.F, a interchange.Answers, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := a.Read(File("f", "vendor__m", string(b)))
		if err != nil && !strings.HasPrefix(err.Error(), "f") {
			t.Errorf("%v does not begin with the place", err)
		}
		for _, l := range r.Lines {
			if l.Subject == "" || (l.Sample == "") == (l.Prompt == "") || l.Place == "" || l.Finish == "" {
				t.Errorf("%+v", l)
			}
		}
	})
}

// Scores reads the scores of a file with the given text, whose path below a new directory is name. pairs is as in
// --map. said is what the format says about the file. The name of the file stands in messages without its directory.
func Scores(t *testing.T, f logs.Format, name, text string, pairs ...string) (
	got []scored.Score, said []string, err error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	short := func(s string) string { return strings.ReplaceAll(s, dir+"/", "") }
	o, err := logs.NewOptions(pairs, "", func(s string) { said = append(said, short(s)) })
	if err != nil {
		t.Fatal(err)
	}
	err = f.Read(file, o, func(s scored.Score) error { got = append(got, s); return nil })
	if err != nil {
		err = errors.New(short(err.Error()))
	}
	return got, said, err
}
