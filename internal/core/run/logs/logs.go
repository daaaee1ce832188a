// Package logs reads the scores in logs of any program, for comparisons that need no suite. The formats are
// registered by the program; a file's content decides which one it has.
package logs

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/report"
	"assay/internal/core/stats/scored"
)

// File is what a format can be recognised by.
type File struct {
	Path    string
	Head    []byte   // the first 64 KiB, or less
	Keys    []string // keys of the JSON object that the file begins with, as far as Head goes
	Members []string // of a zip file
}

// Has reports whether the file begins with a JSON object that has all keys.
func (f File) Has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool { return !slices.Contains(f.Keys, k) })
}

// Fields are the names that a log can have its own names for.
var Fields = []string{"item", "subject", "score", "cluster", "epoch", "text", "filter", "answer"}

// Options say how logs are read.
type Options struct {
	Map map[string]string // own name of a log by one of Fields
	Say func(string)      // called with what to know about a log
	// Texts asks for what was shown and answered.
	Texts bool

	cluster *regexp.Regexp
}

// NewOptions parses the flags --map and --cluster.
func NewOptions(pairs []string, cluster string, say func(string)) (Options, error) {
	o := Options{Map: map[string]string{}, Say: say}
	for _, p := range pairs {
		ours, theirs, ok := strings.Cut(p, "=")
		ours, theirs = strings.TrimSpace(ours), strings.TrimSpace(theirs)
		switch {
		case !ok || theirs == "":
			return o, exit.Usage("--map %q is not of the form name=NAME", p)
		case !slices.Contains(Fields, ours):
			return o, exit.Usage("--map %q: %q is not one of %s", p, ours, strings.Join(Fields, ", "))
		case o.Map[ours] != "":
			return o, exit.Usage("--map names %s twice", ours)
		}
		o.Map[ours] = theirs
	}
	if cluster == "" {
		return o, nil
	}
	if o.Map["cluster"] != "" {
		return o, exit.Usage("--cluster and --map cluster=… both name the clusters; use one of them")
	}
	var err error
	if o.cluster, err = regexp.Compile(cluster); err != nil {
		return o, exit.Usage("--cluster: %v", err)
	}
	return o, nil
}

// Name returns the log's own name for a field.
func (o Options) Name(field string) string { return cmp.Or(o.Map[field], field) }

// clusterOf returns the part of an id that the pattern finds: its first group, or all of it.
func (o Options) clusterOf(id string) string {
	m := o.cluster.FindStringSubmatch(id)
	if len(m) > 1 {
		return m[1]
	}
	return strings.Join(m, "")
}

// Format is a format of logs.
type Format struct {
	Name string // for the reader: "a log of Inspect"
	Mine func(File) bool
	// Ext lists the extensions of its files, with a dot, for a format that Mine hardly tells from others: files of a
	// directory need one of them. nil for any.
	Ext []string
	// Read passes every score to take, and stops at its error. Its error is one line that begins with the place.
	Read func(path string, o Options, take func(scored.Score) error) error
}

var formats []Format

// Add adds formats, which are tried in order. A program calls it before it uses the package.
func Add(f ...Format) { formats = append(formats, f...) }

// Into reads a log, or the logs in a directory, as number log of a set.
func Into(ctx context.Context, set *scored.Set, log int, path string, o Options) error {
	own := func(d *report.Data) error { return Run(set, log, d, "", o) }
	return Each(ctx, path, o, own, func(x scored.Score) error { return set.Add(log, x) })
}

// Each passes the scores of a log, or of the logs in a directory, to take, and archives of runs to own.
func Each(ctx context.Context, path string, o Options, own func(*report.Data) error,
	take func(scored.Score) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return exit.Usage("%v", err)
	}
	if !info.IsDir() {
		return read(ctx, path, o, false, own, take)
	}
	found := false
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		err = read(ctx, p, o, true, own, take)
		if errors.Is(err, errUnknown) {
			return nil
		}
		found = true
		return err
	})
	if err == nil && !found {
		err = exit.Usage("%s: no log is in it", path)
	}
	return err
}

var errUnknown = errors.New("of no known format")

// read reads one file. Of a directory, files of no known format are left out.
func read(ctx context.Context, path string, o Options, listed bool, own func(*report.Data) error,
	take func(scored.Score) error) error {
	f, err := headOf(path)
	if err != nil {
		return exit.Usage("%s: %v", path, err)
	}
	if slices.Contains(f.Members, "archive.json") {
		if err := unpacked(ctx, path, o.Say, own); err != nil {
			return exit.Usage("%s: %v", path, err)
		}
		return nil
	}
	i := slices.IndexFunc(formats, func(x Format) bool {
		return x.Mine(f) && (!listed || x.Ext == nil || slices.Contains(x.Ext, strings.ToLower(filepath.Ext(path))))
	})
	if i < 0 && listed {
		return errUnknown
	}
	if i < 0 {
		var names []string
		for _, x := range formats {
			names = append(names, x.Name)
		}
		return exit.Usage("%s: it is neither a run nor one of: %s", path, strings.Join(names, "; "))
	}
	n := 0
	err = formats[i].Read(path, o, func(x scored.Score) error {
		if n++; o.cluster != nil {
			x.Cluster = o.clusterOf(x.Item)
		}
		return take(x)
	})
	if err == nil && n == 0 && !listed {
		err = fmt.Errorf("%s: %s without an answer", path, formats[i].Name)
	}
	if err != nil {
		return exit.Usage("%v", err)
	}
	return nil
}

// headOf reads what a format is recognised by.
func headOf(path string) (File, error) {
	f := File{Path: path}
	file, err := os.Open(path)
	if err != nil {
		return f, err
	}
	defer file.Close()
	f.Head = make([]byte, 64<<10)
	n, err := io.ReadFull(file, f.Head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return f, err
	}
	f.Head = bytes.TrimPrefix(f.Head[:n], []byte("\xef\xbb\xbf"))
	switch {
	case n == 0:
		return f, errors.New("it is empty")
	case bytes.HasPrefix(f.Head, []byte("SQLite format 3")):
		return f, errors.New("it is a results database: name a run or a subject in it, with --db FILE")
	case !bytes.HasPrefix(f.Head, []byte("PK")) && bytes.IndexByte(f.Head, 0) >= 0:
		return f, errors.New("it is no text and no zip file")
	case bytes.HasPrefix(f.Head, []byte("PK")):
		info, err := file.Stat()
		if err != nil {
			return f, err
		}
		z, err := zip.NewReader(file, info.Size())
		if err != nil {
			return f, fmt.Errorf("not a whole file: %w; if it was cut, copy it again", err)
		}
		for _, m := range z.File {
			f.Members = append(f.Members, m.Name)
		}
	default:
		f.Keys = keysOf(f.Head)
	}
	return f, nil
}

// keysOf returns the keys of the JSON object that a text begins with, up to where the text or the object ends.
func keysOf(text []byte) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		t, err := d.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			break
		}
		out = append(out, key)
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			break
		}
	}
	return out
}
