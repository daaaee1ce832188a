package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"assay/internal/core/base/jsonl"
	"assay/internal/core/suite"
)

// Bounds of the input. A contract of ten thousand lines is not a sample.
const (
	maxText  = 1 << 20
	maxLines = 10_000
	maxData  = 64 << 20
	maxFiles = 200_000
)

// Input is a directory of external data while a format reads it, and the results so far. It is not safe for
// concurrent use.
type Input struct {
	fsys    fs.FS
	from    string
	suite   string
	display string
	licence string
	mute    bool              // blank all comments
	columns map[string]string // of a table: our name by theirs

	language string   // of the texts of a table; "" is Solidity
	files    []string // regular files, in lexical order
	has      map[string]bool
	texts    map[string]seenText // imported samples, by text
	chained  map[string]string   // by text of a chain: its sample
	repeats  map[string]string   // by path of a text that was left out as a repetition: the place of the first one
	origin   map[string]string   // sources of the samples' directories, and of the files of applications
	left     map[string][]string // files that are not imported, by kind
	res      *Result
}

// seenText is a text that is part of the suite.
type seenText struct {
	subset, id string
	safe       bool
	marks      string
}

// walk lists the regular files. Links are problems: their targets may be anywhere.
func (in *Input) walk() error {
	err := fs.WalkDir(in.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch base := path.Base(p); {
		case err != nil:
			return err
		case d.IsDir() && p != "." && (strings.HasPrefix(base, ".") || base == "node_modules"):
			return fs.SkipDir
		case d.IsDir():
		case d.Type()&fs.ModeSymlink != 0:
			in.Problem(p, 0, "is a symbolic link, which is not followed; replace it by the file")
		case !d.Type().IsRegular():
			in.Problem(p, 0, "is not a regular file")
		case len(in.files) == maxFiles:
			return fmt.Errorf("more than %d files", maxFiles)
		default:
			in.files = append(in.files, p)
			in.has[p] = true
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("reading %s: %w", in.display, err)
	}
	return nil
}

// Suite returns the name of the new suite, for answers that name its samples.
func (in *Input) Suite() string { return in.suite }

// Has reports whether there is a regular file at p.
func (in *Input) Has(p string) bool { return in.has[p] }

// Files returns the files below dir whose names end with suffix, in lexical order.
func (in *Input) Files(dir, suffix string) []string {
	var out []string
	for _, p := range in.files {
		if (dir == "." || strings.HasPrefix(p, dir+"/")) && strings.HasSuffix(p, suffix) {
			out = append(out, p)
		}
	}
	return out
}

// Dirs returns the names of the directories in dir that hold files, in order.
func (in *Input) Dirs(dir string) []string {
	var out []string
	for _, p := range in.Files(dir, "") {
		rel := p
		if dir != "." {
			rel = strings.TrimPrefix(p, dir+"/")
		}
		if name, _, deeper := strings.Cut(rel, "/"); deeper && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Problem records the problem with a file; line 0 is the file as a whole.
func (in *Input) Problem(file string, line int, format string, args ...any) {
	if in.display != "" {
		file = path.Join(in.display, file)
	}
	in.res.Problems = append(in.res.Problems, suite.Problem{File: file, Line: line, Msg: fmt.Sprintf(format, args...)})
}

// Note records a fact that is no problem but that a user should know.
func (in *Input) Note(format string, args ...any) {
	in.res.Notes = append(in.res.Notes, fmt.Sprintf(format, args...))
}

func (in *Input) solidity() bool { return in.language == "" || in.language == "solidity" }

// main is the name of every imported text.
func (in *Input) main() string {
	if in.solidity() {
		return Main
	}
	return "Code.txt"
}

// clean removes the comments of a text that may give its answer away. Those of another language than Solidity
// stay: its comments are not known.
func (in *Input) clean(text string, shown func(line int) bool) string {
	if !in.solidity() {
		return text
	}
	return clean(text, in.mute, shown)
}

// Left counts a file of a kind that is not imported, which is no problem of the file.
func (in *Input) Left(kind, file string) {
	in.left[kind] = append(in.left[kind], file)
}

// Unplaced counts a record whose place in the suite is not known; its import needs the user's consent
// ([Result.Unplaced]).
func (in *Input) Unplaced(kind, file string) {
	in.Left(kind, file)
	in.res.Unplaced++
}

// Repeats returns the sample that already has the text of a file.
func (in *Input) Repeats(file string) (sample string, ok bool) {
	sample, ok = in.repeats[file]
	return sample, ok
}

// Named returns the file that external data names, or records at file:line that no file has the name or that it
// leads out of the directory.
func (in *Input) Named(name, file string, line int) (string, bool) {
	name = strings.TrimPrefix(name, "./")
	switch {
	case !fs.ValidPath(name) || strings.Contains(name, `\`):
		in.Problem(file, line, "the name %.200q points outside the directory", name)
	case !in.has[name]:
		in.Problem(file, line, "names the missing file %.200q", name)
	default:
		return name, true
	}
	return "", false
}

// Text returns a source text with LF line ends, or records why it cannot be used.
func (in *Input) Text(p string) (string, bool) {
	text, ok := in.read(p, maxText)
	if n := strings.Count(text, "\n"); ok && n > maxLines {
		in.Problem(p, 0, "has %d lines; at most %d are read", n, maxLines)
		return "", false
	}
	return text, ok
}

// Data is like Text for lists and records, which may be larger.
func (in *Input) Data(p string) (string, bool) { return in.read(p, maxData) }

func (in *Input) read(p string, limit int64) (string, bool) {
	if !in.has[p] {
		in.Problem(p, 0, "is missing")
		return "", false
	}
	info, err := fs.Stat(in.fsys, p)
	if err == nil && !info.Mode().IsRegular() {
		in.Problem(p, 0, "is not a regular file")
		return "", false
	}
	if err == nil && info.Size() > limit {
		in.Problem(p, 0, "has %d bytes; at most %d are read", info.Size(), limit)
		return "", false
	}
	b, readErr := fs.ReadFile(in.fsys, p)
	if err = errors.Join(err, readErr); err != nil {
		in.Problem(p, 0, "cannot be read: %v", err)
		return "", false
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			what := "is not UTF-8"
			if r == 0 {
				what = "contains a NUL byte"
			}
			in.Problem(p, 1+bytes.Count(b[:i], []byte("\n")), "%s; save it as UTF-8 text", what)
			return "", false
		}
		i += n
	}
	text := strings.ReplaceAll(string(b), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", " "), true
}

// LineAt returns the 1-based line of a byte offset in text.
func LineAt(text string, offset int64) int {
	return 1 + strings.Count(text[:min(max(int(offset), 0), len(text))], "\n")
}

// JSON decodes one JSON file into v. Members that v does not have are ignored: external data grows.
func (in *Input) JSON(p string, v any) bool {
	text, ok := in.Data(p)
	return ok && in.decode(p, text, 0, text, v)
}

// decode decodes raw, which is at offset in text.
func (in *Input) decode(p, text string, offset int64, raw string, v any) bool {
	err := json.Unmarshal(jsonl.Finite([]byte(raw)), v)
	if err == nil {
		return true
	}
	msg, at := JSONError(err)
	in.Problem(p, LineAt(text, offset+at), "is not the expected JSON: %s", msg)
	return false
}

// JSONError describes a problem with JSON in terms of the data, and returns the offset of its byte; 0 where
// that is not known.
func JSONError(err error) (msg string, offset int64) {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return err.Error(), syntax.Offset
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q is %s; expected %s", strings.ToLower(kind.Field), kind.Value, kind.Type.Kind()), kind.Offset
	}
	return strings.TrimPrefix(err.Error(), "json: "), 0
}

// Elements decodes the elements of a JSON array one by one into new values, and passes them to each with their
// lines. An element of another type is a problem; a syntax error ends the list.
func Elements[T any](in *Input, p string, each func(line int, v T)) {
	text, ok := in.Data(p)
	if !ok {
		return
	}
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		in.Problem(p, 1, "is not a JSON array")
		return
	}
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			msg, at := JSONError(err)
			in.Problem(p, LineAt(text, max(at, d.InputOffset())), "%s; the rest was not read", msg)
			return
		}
		start := d.InputOffset() - int64(len(raw))
		var v T
		if in.decode(p, text, start, string(raw), &v) {
			each(LineAt(text, start), v)
		}
	}
	if _, err := d.Token(); err != nil {
		in.Problem(p, LineAt(text, d.InputOffset()), "the array does not end: %v", err)
	}
}

// YAML decodes one YAML file into v. Anchors are refused: a few lines of them can expand to gigabytes.
func (in *Input) YAML(p string, v any) bool {
	text, ok := in.Text(p)
	if !ok {
		return false
	}
	for _, t := range lexer.Tokenize(text) {
		if t.Type == token.AnchorType || t.Type == token.AliasType || t.Type == token.MergeKeyType {
			in.Problem(p, t.Position.Line, "has an anchor or an alias; write the value instead")
			return false
		}
	}
	err := yaml.Unmarshal([]byte(text), v)
	if err == nil {
		return true
	}
	line, msg := 0, err.Error()
	var ye yaml.Error
	if errors.As(err, &ye) {
		msg = ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			line = t.Position.Line
		}
	}
	msg, _, _ = strings.Cut(strings.TrimSpace(msg), "\n")
	in.Problem(p, line, "%s", msg)
	return false
}

var licenceRE = regexp.MustCompile(`(?i)^(licen[cs]e|copying)([.-][a-z0-9.-]*)?$`)

// findLicence returns the first line of the data set's licence file.
func (in *Input) findLicence() string {
	for _, p := range in.files {
		if !licenceRE.MatchString(p) {
			continue
		}
		if text, ok := in.Text(p); ok {
			for line := range strings.SplitSeq(text, "\n") {
				if line = oneLine(strings.TrimLeft(line, "# \t")); line != "" {
					return fmt.Sprintf("%.100s (%s)", line, p)
				}
			}
		}
	}
	return "unknown: there is no licence file"
}
