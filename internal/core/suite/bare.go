package suite

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"assay/internal/core/suite/sqlapp"
)

// Bare is a SQL application without fixtures.sql, in the layout of a directory of the seed suite: its statements
// can be prepared and run, but not proved.
type Bare struct {
	Name    string
	Dir     string // as the user would write it
	Schema  string
	Tests   []BareTest
	Queries map[string]*BareQuery // the facts about a query that are in files next to its tests
}

// BareTest is one test file. File is its path as the user would write it.
type BareTest struct {
	Name, Query, File, Code string
	Problem                 string // the reason why there is no code
}

// BareQuery holds the parameter sets of a query, from `# Parameters` of
// <query>.md or from <query>.parameters.json, and its `# Verify`.
type BareQuery struct {
	Sets   []map[string]any // JSON, with numbers as written
	Verify string
	File   string
}

// LoadBare reads the applications without fixtures below root of fsys. Problems in their texts do not stop it from
// reading the rest.
func LoadBare(fsys fs.FS, root, display string) ([]Bare, []Problem, error) {
	l := &loader{fsys: fsys, root: root, display: display}
	if err := l.walk(); err != nil {
		return nil, nil, err
	}
	var out []Bare
	for _, dir := range l.apps {
		if _, ok := l.optional(path.Join(dir, "fixtures.sql")); ok {
			continue
		}
		if a, ok := l.bare(dir); ok {
			out = append(out, a)
		}
	}
	return out, l.problems, nil
}

var queryRE = regexp.MustCompile(`^([a-z0-9][a-z0-9_-]*)\.(md|parameters\.json)$`)

func (l *loader) bare(dir string) (Bare, bool) {
	spec, ok := l.read(path.Join(dir, "SPEC.md"))
	if !ok {
		return Bare{}, false
	}
	a := Bare{Name: path.Base(l.show(dir)), Dir: l.show(dir), Queries: map[string]*BareQuery{}}
	a.Schema = sqlapp.Schema(spec)
	if sections := splitSections(spec); sections["prompt"].body != "" {
		a.Schema = sqlapp.Schema(sections["prompt"].body)
	}
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		l.unreadable(dir, err)
		return a, false
	}
	for _, e := range entries {
		name := e.Name()
		file := path.Join(dir, name)
		if m := testRE.FindStringSubmatch(name); m != nil {
			t := BareTest{Name: strings.TrimSuffix(name, ".md"), Query: m[1], File: l.show(file)}
			text, ok := l.read(file)
			if !ok {
				continue
			}
			lang, code, _, err := TestCode(text)
			switch {
			case err != nil:
				t.Problem = err.Error()
			case lang != "sql" && lang != "postgresql" && lang != "":
				continue // nothing that a database could run
			}
			t.Code = code
			a.Tests = append(a.Tests, t)
			continue
		}
		m := queryRE.FindStringSubmatch(name)
		if m == nil || name == "SPEC.md" {
			continue
		}
		text, ok := l.read(file)
		if !ok {
			continue
		}
		q := a.Queries[m[1]]
		if q == nil {
			q = &BareQuery{File: l.show(file)}
		}
		sets := text
		if m[2] == "md" {
			sections := splitSections(text)
			sets = sections["parameters"].body
			if _, code, _, err := fencedCode(sections["verify"]); err == nil {
				q.Verify = code
			}
		}
		more, err := parameterSets(sets)
		if err != nil {
			l.problem(file, 0, "%v", err)
		}
		if q.Sets = append(q.Sets, more...); len(q.Sets) > 0 {
			a.Queries[m[1]] = q
		}
	}
	return a, true
}

// parameterSets reads a JSON array of objects, or a sequence of objects.
func parameterSets(text string) ([]map[string]any, error) {
	d := json.NewDecoder(strings.NewReader(strings.TrimSpace(text)))
	d.UseNumber()
	var out []map[string]any
	var add func(any) error
	add = func(v any) error {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				if err := add(e); err != nil {
					return err
				}
			}
			return nil
		case map[string]any:
			out = append(out, v)
			return nil
		}
		return errors.New("a parameter set is an object of names and values")
	}
	for d.More() {
		var v any
		if err := d.Decode(&v); err != nil {
			return out, errors.New("the parameter sets are not JSON: " + err.Error())
		}
		if err := add(v); err != nil {
			return out, err
		}
	}
	return out, nil
}
