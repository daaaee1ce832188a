package skeleton

import (
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/goccy/go-yaml"

	"assay/internal/core/base/outfile"
	"assay/internal/core/judge/llm"
)

//go:embed kinds
var embedded embed.FS

// kind is the content of a folder's new.yaml. Paths, lines and Next are templates,
// with .Name for the argument and the functions of words.
type kind struct {
	name string

	Doc      string `yaml:"doc"`
	Checkout bool   `yaml:"checkout"` // the skeleton is code of this program and goes into a checkout of it
	Argument string `yaml:"argument"`
	Pattern  string `yaml:"pattern"` // of the argument
	Rule     string `yaml:"rule"`    // the pattern in words
	Folder   string `yaml:"folder"`  // new folder of the skeleton, which must not exist; optional
	Files    []struct {
		Path string `yaml:"path"` // in the folder; must not exist either
		From string `yaml:"from"` // a template next to new.yaml
	} `yaml:"files"`
	Lines []line `yaml:"lines"`
	Next  string `yaml:"next"` // next steps for the user
}

// line is inserted into an existing file: before the first Before that follows After.
type line struct {
	File   string `yaml:"file"`
	After  string `yaml:"after"`
	Before string `yaml:"before"`
	Line   string `yaml:"line"`
}

func loadKinds() ([]*kind, error) {
	entries, err := embedded.ReadDir("kinds")
	if err != nil {
		return nil, err
	}
	var out []*kind
	for _, e := range entries {
		k := &kind{name: e.Name()}
		text, err := embedded.ReadFile(path.Join("kinds", k.name, "new.yaml"))
		if err != nil {
			return nil, err
		}
		if err := yaml.UnmarshalWithOptions(text, k, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("kinds/%s/new.yaml: %w", k.name, err)
		}
		out = append(out, k)
	}
	return out, nil
}

func names(kinds []*kind) string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return strings.Join(out, ", ")
}

// make writes a skeleton. It never overwrites existing files: it checks everything
// before it writes anything.
func (k *kind) make(root, name string, out io.Writer, now time.Time) error {
	ok, err := regexp.MatchString(`^(?:`+k.Pattern+`)$`, name)
	if err != nil {
		return fmt.Errorf("kinds/%s/new.yaml: %w", k.name, err)
	}
	if pkg := packageOf(name); !ok || token.IsKeyword(pkg) || reserved[pkg] {
		return fmt.Errorf("%q is not a name for a %s: %s", name, k.name, k.Rule)
	}
	funcs := words(now)
	fill := func(text string) (string, error) {
		t, err := template.New(k.name).Funcs(funcs).Parse(text)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = t.Execute(&b, map[string]string{"Name": name})
		return b.String(), err
	}
	folder, err := fill(k.Folder)
	if err != nil {
		return err
	}
	free := func(p string) error {
		if _, err := os.Lstat(filepath.Join(root, p)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s already exists; choose another name or continue with it", p)
		}
		return nil
	}
	if folder != "" {
		if err := free(folder); err != nil {
			return err
		}
	}
	made := map[string]string{} // path below root to contents
	for _, f := range k.Files {
		text, err := embedded.ReadFile(path.Join("kinds", k.name, f.From))
		if err != nil {
			return err
		}
		p, err := fill(path.Join(k.Folder, f.Path))
		if err != nil {
			return err
		}
		if err := free(p); err != nil {
			return err
		}
		if made[p], err = fill(string(text)); err != nil {
			return fmt.Errorf("kinds/%s/%s: %w", k.name, f.From, err)
		}
	}
	changed := map[string]string{}
	for _, l := range k.Lines {
		if changed[l.File], err = l.insert(root, changed[l.File], fill); err != nil {
			return err
		}
	}
	for _, files := range []map[string]string{made, changed} {
		for p, text := range files {
			if strings.HasSuffix(p, ".go") {
				formatted, err := format.Source([]byte(text))
				if err != nil {
					return fmt.Errorf("%s: %w", p, err)
				}
				files[p] = string(formatted)
			}
		}
	}
	return k.write(root, made, changed, fill, out)
}

// insert returns the text of l's file with the line inserted; text is the result of an
// earlier line, "" for the file on disk.
func (l line) insert(root, text string, fill func(string) (string, error)) (string, error) {
	if text == "" {
		b, err := os.ReadFile(filepath.Join(root, l.File))
		if err != nil {
			return "", err
		}
		text = string(b)
	}
	add, err := fill(l.Line)
	if err != nil {
		return "", err
	}
	after := strings.Index(text, l.After)
	if after < 0 {
		return "", fmt.Errorf("%s has no %q any more; add the line %q yourself and correct kinds", l.File, l.After,
			strings.TrimSpace(add))
	}
	after += len(l.After)
	before := strings.Index(text[after:], l.Before)
	if before < 0 || strings.Contains(text, add+"\n") {
		return "", fmt.Errorf("%s has no place for the line %q, or has it already", l.File, strings.TrimSpace(add))
	}
	return text[:after+before] + "\n" + add + text[after+before:], nil
}

func (k *kind) write(root string, made, changed map[string]string, fill func(string) (string, error),
	out io.Writer) error {
	next, err := fill(k.Next)
	if err != nil {
		return err
	}
	for _, p := range slices.Sorted(maps.Keys(made)) {
		full := filepath.Join(root, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		f, err := os.OpenFile(full, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = f.WriteString(made[p])
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		fmt.Fprintln(out, "made   ", p)
	}
	for _, p := range slices.Sorted(maps.Keys(changed)) {
		if err := outfile.Within(root, p, []byte(changed[p])); err != nil {
			return err
		}
		fmt.Fprintln(out, "changed", p)
	}
	fmt.Fprint(out, "\n", next)
	return nil
}

// reserved are package names that the go command treats specially.
var reserved = map[string]bool{"internal": true, "vendor": true, "testdata": true, "main": true, "all": true}

// packageOf removes the characters that a package name cannot have.
func packageOf(name string) string {
	return strings.ReplaceAll(path.Base(name), "-", "")
}

// words returns the functions of the templates; all files of a skeleton share one uuid.
func words(now time.Time) template.FuncMap {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return template.FuncMap{
		"package": packageOf,
		"base":    path.Base,
		"dir":     path.Dir,
		"pascal":  func(name string) string { return pascal(path.Base(name)) },
		"camel": func(name string) string {
			first, rest, _ := strings.Cut(name, "-")
			return first + pascal(rest)
		},
		"upper":  func(name string) string { return strings.ToUpper(packageOf(name)) },
		"prompt": llm.Text,
		"today":  func() string { return now.Format(time.DateOnly) },
		"uuid": func() string {
			return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
		},
	}
}

// pascal joins words separated by dashes, each with a capital.
func pascal(name string) string {
	var b strings.Builder
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}
