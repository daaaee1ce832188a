package prompt

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

//go:embed */strategy.yaml */*.tmpl */*.json
var folders embed.FS

var embedded = sync.OnceValues(func() ([]Strategy, error) { return load(folders) })

// partsDir holds text that several templates share.
const partsDir = "parts"

// file is strategy.yaml. Unknown keys are errors. A file that refers to templates takes languages, formats,
// schema and the requested answer from the folder that it names.
type file struct {
	Name      string            `yaml:"name"`
	Doc       string            `yaml:"doc"`
	Asks      Asks              `yaml:"asks"`
	Languages []string          `yaml:"languages"`
	Formats   []bench.Format    `yaml:"formats"`
	Default   bool              `yaml:"default"`
	Schema    string            `yaml:"schema"`
	Repair    string            `yaml:"repair_schema"` // the schema at the level repair=yes
	Templates string            `yaml:"templates"`
	Factors   map[string]string `yaml:"factors"`
}

// load reads every folder of fsys as a strategy, and the parts.
func load(fsys fs.FS) ([]Strategy, error) {
	entries, err := fs.ReadDir(fsys, ".") // sorted by name
	if err != nil {
		return nil, err
	}
	parts, err := loadParts(fsys)
	if err != nil {
		return nil, err
	}
	files := map[string]file{}
	var names []string
	for _, e := range entries {
		if !e.IsDir() || e.Name() == partsDir {
			continue
		}
		f, err := loadFile(fsys, e.Name())
		if err != nil {
			return nil, fmt.Errorf("strategy %s: strategy.yaml: %w", e.Name(), err)
		}
		files[e.Name()] = f
		names = append(names, e.Name())
	}
	if len(names) == 0 {
		return nil, errors.New("there are no strategies")
	}
	var all []Strategy
	asking := map[string]string{} // name by content of the question
	for _, name := range names {
		s, err := loadOne(fsys, files, parts, name)
		if err != nil {
			return nil, fmt.Errorf("strategy %s: %w", name, err)
		}
		identity := s.identity()
		if other, ok := asking[identity]; ok {
			return nil, fmt.Errorf("strategies %s and %s ask the same", other, s.Name)
		}
		asking[identity] = name
		all = append(all, s)
	}
	return all, defaults(all)
}

// defaults checks that each format has exactly one default strategy.
func defaults(all []Strategy) error {
	first := map[bench.Format]string{}
	for _, s := range all {
		for _, f := range s.Formats {
			if !s.Default {
				continue
			}
			if other := first[f]; other != "" {
				return fmt.Errorf("strategies %s and %s are both the default of %s", other, s.Name, f)
			}
			first[f] = s.Name
		}
	}
	for _, s := range all {
		for _, f := range s.Formats {
			if first[f] == "" {
				return fmt.Errorf("%s has strategy %s and no default", f, s.Name)
			}
		}
	}
	return nil
}

func loadFile(fsys fs.FS, dir string) (file, error) {
	b, err := fs.ReadFile(fsys, path.Join(dir, "strategy.yaml"))
	if err != nil {
		return file{}, err
	}
	var f file
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(&f); err != nil {
		return file{}, err
	}
	if f.Asks == "" && f.Templates == "" {
		f.Asks = ForVerdict
	}
	return f, f.check(dir)
}

// loadOne returns the strategy of a folder: with its own templates, or with another folder's at other levels.
func loadOne(fsys fs.FS, files map[string]file, parts map[string]string, dir string) (Strategy, error) {
	f, home := files[dir], dir
	if f.Templates != "" {
		home = f.Templates
		if other, ok := files[home]; !ok || other.Templates != "" {
			return Strategy{}, fmt.Errorf("templates: there is no folder %q with templates of its own", home)
		}
		for _, name := range []string{"system.tmpl", "user.tmpl"} {
			if _, err := fs.Stat(fsys, path.Join(dir, name)); err == nil {
				return Strategy{}, fmt.Errorf("it uses the templates of %s and has a %s of its own", home, name)
			}
		}
	}
	b, err := loadBase(fsys, files[home], parts, home)
	if err != nil {
		return Strategy{}, err
	}
	s := Strategy{Name: f.Name, Doc: f.Doc, Default: f.Default, Templates: home,
		Asks: files[home].Asks, Languages: files[home].Languages, Formats: files[home].Formats,
		base: b, levels: map[string]string{}}
	for _, p := range slices.Concat(b.system, b.user) {
		if p.level != "" {
			if err := checkLevel(p.condition, p.level); err != nil {
				return Strategy{}, err
			}
			k, _ := factor(p.condition)
			s.levels[k.Name] = k.Levels[0]
		}
	}
	if !s.Asks.OfMemory() {
		s.levels[HintFactor] = HintNone
	}
	if s.Asks == ForVerdict && slices.Contains(s.Formats, bench.Contracts) {
		s.levels[ExtentFactor] = ExtentFile
	}
	return s.with(f.Factors)
}

// base is the content of a folder with templates, at all levels.
type base struct {
	system, user template
	schema       []byte
	repair       []byte // the schema with repairs
}

// loadSchema reads a JSON schema; nil for the name "".
func loadSchema(fsys fs.FS, dir, name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	schema, err := fs.ReadFile(fsys, path.Join(dir, name))
	if err != nil {
		return nil, err
	}
	var object map[string]any
	if err := json.Unmarshal(schema, &object); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return schema, nil
}

func loadBase(fsys fs.FS, f file, parts map[string]string, dir string) (b base, err error) {
	if b.schema, err = loadSchema(fsys, dir, f.Schema); err != nil {
		return base{}, err
	}
	if b.repair, err = loadSchema(fsys, dir, f.Repair); err != nil {
		return base{}, err
	}
	if b.system, err = loadTemplate(fsys, parts, dir, "system.tmpl"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return base{}, err
	}
	if b.user, err = loadTemplate(fsys, parts, dir, "user.tmpl"); err != nil {
		return base{}, err
	}
	shown := map[string]int{}
	for _, p := range slices.Concat(b.system, b.user) {
		if (p.name == "code" || p.name == "incident") && p.condition != "" {
			return base{}, fmt.Errorf("<<%s>> stands inside <<if>>; it is always shown", p.name)
		}
		shown[p.name]++
	}
	want, other := "code", "incident"
	if f.Asks == ForKnowledge {
		want, other = other, want
	}
	if shown[want] != 1 || shown[other] != 0 {
		return base{}, fmt.Errorf("the templates show <<%s>> %d times and <<%s>> %d times, want once and never", want,
			shown[want], other, shown[other])
	}
	return b, nil
}

func (f file) check(dir string) error {
	switch {
	case f.Name != dir:
		return fmt.Errorf("the name %q is not the folder's, %q", f.Name, dir)
	case strings.ContainsAny(f.Name, ",="):
		return errors.New("a name has no comma and no equals sign; they make combinations")
	case f.Doc == "" || strings.HasSuffix(f.Doc, ".") || strings.Contains(f.Doc, "\n"):
		return errors.New("doc must be one line without a period at its end")
	case f.Templates != "" && (len(f.Languages) > 0 || len(f.Formats) > 0 || f.Schema != "" || f.Asks != ""):
		return fmt.Errorf("asks, languages, formats and schema are those of %s, whose templates it uses", f.Templates)
	case f.Templates != "":
		return nil
	case !slices.Contains(asks, f.Asks):
		return fmt.Errorf("asks: %q is none of %v", f.Asks, asks)
	case len(f.Languages) == 0:
		return errors.New(`languages is missing; "*" is any`)
	case len(f.Formats) == 0:
		return errors.New("formats is missing")
	case f.Default && f.Asks != ForVerdict:
		return errors.New("default: a strategy to begin with asks for a verdict")
	case f.Schema != path.Base(f.Schema) && f.Schema != "":
		return errors.New("schema must be a file of the folder")
	}
	for _, name := range f.Formats {
		if name != bench.Contracts && name != bench.Queries {
			return fmt.Errorf("format %q is neither %s nor %s", name, bench.Contracts, bench.Queries)
		}
	}
	return nil
}

// loadParts reads the texts that templates include with <<part NAME>>.
func loadParts(fsys fs.FS) (map[string]string, error) {
	names, err := fs.Glob(fsys, partsDir+"/*.tmpl")
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, name := range names {
		text, err := loadText(fsys, name)
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(path.Base(name), ".tmpl")] = text
	}
	return out, nil
}

func loadText(fsys fs.FS, name string) (string, error) {
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return "", err
	}
	if bytes.ContainsRune(b, '\r') {
		return "", fmt.Errorf("%s has carriage returns; prompts would differ between machines", name)
	}
	return string(b), nil
}

func loadTemplate(fsys fs.FS, parts map[string]string, dir, name string) (template, error) {
	text, err := loadText(fsys, path.Join(dir, name))
	if err != nil {
		return nil, err
	}
	t, err := parse(text, parts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}
