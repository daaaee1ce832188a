package suite

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/sqlapp"
)

var (
	testRE        = regexp.MustCompile(`^(.+)-(\d{2})-(good|bad)\.md$`)
	nearlyTestRE  = regexp.MustCompile(`(?i)-\d+-(good|bad)\.md$`)
	requirementRE = regexp.MustCompile(`^\s*(\d+)[.)]\s+\S`)
	hazardRE      = regexp.MustCompile(`^\s*(?:[-*]\s*)?(\d+)\s*[:.]\s*([a-z_]+)\s*$`)
)

// app is one SQL application whose tests are being read.
type app struct {
	name         string // as in keys and tables
	stack        *sqlapp.Stack
	dir          string
	spec         string              // the `# Prompt` section
	requirements map[int]bool        // numbers of the requirements that the prompt defines
	hazards      map[int]bench.Class // `# Hazards`, an addition of assay: requirement → class
	// `# Minimal`, an addition of assay: key of a test → the text that its code rephrases
	minimal map[string]string
}

// loadApp reads one application in the seed suite's layout.
func (l *loader) loadApp(s *Suite, dir string) {
	a, ok := l.spec(s, dir)
	if !ok {
		return
	}
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		l.unreadable(dir, err)
		return
	}
	var tests []*bench.Variant
	named := 0                   // number of files with the name of a test
	twins := map[string]string{} // key → file name given in `# Twin`
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir() || path.Ext(name) != ".md" || name == "SPEC.md":
		case testRE.MatchString(name):
			named++
			if v, twin, ok := l.test(s, a, name); ok {
				tests = append(tests, v)
				twins[v.Key] = twin
			}
		case nearlyTestRE.MatchString(name):
			l.problem(path.Join(dir, name), 0, "looks like a test; tests are named <query>-<01..06>-<good|bad>.md")
		default:
			l.notes = append(l.notes, l.show(path.Join(dir, name))+" is not a test and was passed over")
		}
	}
	if named == 0 {
		l.problem(dir, 0, "has a SPEC.md and no test file <query>-<01..06>-<good|bad>.md")
	}
	l.pair(a, tests, twins)
	vouched := l.executableApp(s, a, tests)
	for _, v := range tests {
		s.Variants = append(s.Variants, *v)
		s.Samples = append(s.Samples, Sample{ID: v.Sample, Group: v.Group, Class: v.Class, Title: v.Class.Title(), Dir: dir,
			Keys: []string{v.Key}, vouched: vouched[v.Key]})
	}
}

// spec reads SPEC.md.
func (l *loader) spec(s *Suite, dir string) (*app, bool) {
	file := path.Join(dir, "SPEC.md")
	text, ok := l.read(file)
	if !ok {
		return nil, false
	}
	hidden(file, text, l.hints(s))
	a := &app{name: path.Base(l.show(dir)), dir: dir, requirements: map[int]bool{}, hazards: map[int]bench.Class{},
		minimal: map[string]string{}}
	if a.name == "." || a.name == "/" {
		a.name = "app"
	}
	l.stack(a)
	sections := splitSections(text)
	prompt, ok := sections["prompt"]
	if !ok || strings.TrimSpace(prompt.body) == "" {
		l.problem(file, 0, "has no `# Prompt` section with the schema and the requirements")
		return nil, false
	}
	a.spec = prompt.body
	for _, line := range strings.Split(outsideFences(prompt.body), "\n") {
		if m := requirementRE.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			a.requirements[n] = true
		}
	}
	hz := sections["hazards"]
	for i, line := range strings.Split(hz.body, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		m := hazardRE.FindStringSubmatch(line)
		if m == nil {
			if c := strings.TrimLeft(line, " \t-*"); c != "" && '0' <= c[0] && c[0] <= '9' {
				l.problem(file, hz.line+i, "%q is not `<requirement>: <class>`", c)
			}
			continue // text outside the table
		}
		n, _ := strconv.Atoi(m[1])
		if k, known := bench.Class(m[2]).Info(); !known || k.Format != bench.Queries {
			l.problem(file, hz.line+i, "%q is not a class of the taxonomy; `assay samples classes` lists them", m[2])
		} else if !a.requirements[n] {
			l.problem(file, hz.line+i, "the prompt has no requirement %d", n)
		}
		a.hazards[n] = bench.Class(m[2])
	}
	return a, true
}

// test reads one test file. twin is the file named in its `# Twin` section, or "".
func (l *loader) test(s *Suite, a *app, name string) (v *bench.Variant, twin string, ok bool) {
	file := path.Join(a.dir, name)
	text, ok := l.read(file)
	if !ok {
		return nil, "", false
	}
	hidden(file, text, l.hints(s))
	parts := testRE.FindStringSubmatch(name)
	sections := splitSections(text)
	lang, code, line, err := fencedCode(sections["code"])
	if err != nil {
		l.problem(file, line, "%v", err)
		return nil, "", false
	}
	exp := sections["expected"]
	expected := strings.ToLower(strings.TrimSpace(exp.body))
	if expected != "good" && expected != "bad" {
		l.problem(file, exp.line, "`# Expected` says %q; write good or bad", strings.TrimSpace(exp.body))
		return nil, "", false
	}
	if expected != parts[3] {
		l.problem(file, exp.line, "is named %s and `# Expected` says %s; they must agree", parts[3], expected)
		return nil, "", false
	}

	id := path.Join(a.name, strings.TrimSuffix(name, ".md"))
	v = &bench.Variant{
		Key: s.Name + "/" + id, Suite: s.Name, Format: bench.Queries, Sample: id, Base: path.Join(a.name, parts[1]),
		Group:  a.name,
		Source: l.show(file), Truth: bench.Safe, Proof: bench.Unproved,
		Task: bench.Task{Language: lang, Files: []bench.File{{Path: parts[1] + "." + extension(lang), Text: code}},
			Spec: a.spec},
	}
	for _, h := range findHints(code) {
		s.Hints = append(s.Hints, Problem{File: l.show(file), Line: line + h.line - 1,
			Msg: fmt.Sprintf("the word %q gives the answer away; rename it or reword the comment", h.word)})
	}
	if sec, has := sections["minimal"]; has {
		speaks, text, at, err := fencedCode(sec)
		switch {
		case err != nil:
			l.problem(file, at, "%s", strings.ReplaceAll(err.Error(), "# Code", "# Minimal"))
		case speaks != lang:
			l.problem(file, at-1, "`# Minimal` is in %q and `# Code` in %q; it is the same query in other words", speaks, lang)
		case text != code:
			a.minimal[v.Key] = text
		}
	}
	if expected == "good" {
		if _, has := sections["violates"]; has {
			l.problem(file, sections["violates"].line, "a good test violates nothing; remove `# Violates`")
		}
		return v, "", true
	}
	v.Truth = bench.Vulnerable
	v.RootCause = strings.TrimSpace(sections["description"].body)
	v.Labels = []bench.Label{l.violation(a, file, sections["violates"], v)}
	return v, strings.TrimSpace(sections["twin"].body), true
}

// violation reads `# Violates`. When there is none, as in a directory of the seed suite, the label names no
// requirement, and no judge can score the target.
func (l *loader) violation(a *app, file string, sec section, v *bench.Variant) bench.Label {
	label := bench.Label{Function: bench.RootCause, Note: v.RootCause, Span: bench.Span{
		File: v.Task.Files[0].Path, End: len(v.Task.Files[0].Text), Line: 1, EndLine: 1 +
			strings.Count(v.Task.Files[0].Text, "\n")}}
	for _, w := range strings.FieldsFunc(sec.body, func(r rune) bool { return !('0' <= r && r <= '9') }) {
		n, err := strconv.Atoi(w)
		if err != nil || !a.requirements[n] {
			l.problem(file, sec.line, "`# Violates` names requirement %s, which SPEC.md does not have", w)
			continue
		}
		label.Requirements = append(label.Requirements, n)
	}
	slices.Sort(label.Requirements)
	label.Requirements = slices.Compact(label.Requirements)
	if len(label.Requirements) > 0 {
		label.Class = cmp.Or(a.hazards[label.Requirements[0]], "requirement")
	}
	v.Class = label.Class
	return label
}

// pair assigns a safe counterpart to every bad test: the one it names, or else the good test of its query that
// shares most words with it.
func (l *loader) pair(a *app, tests []*bench.Variant, named map[string]string) {
	goods := map[string][]*bench.Variant{}
	for _, v := range tests {
		if v.Truth == bench.Safe {
			goods[v.Base] = append(goods[v.Base], v)
		}
	}
	for _, v := range tests {
		if v.Truth != bench.Vulnerable {
			continue
		}
		if name := named[v.Key]; name != "" {
			i := slices.IndexFunc(goods[v.Base], func(g *bench.Variant) bool { return path.Base(g.Source) == name })
			if i < 0 {
				l.problem(path.Join(a.dir, path.Base(v.Source)), 0, "`# Twin` names %q, which is not a good test of this query",
					name)
				continue
			}
			v.Twin = goods[v.Base][i].Key
			continue
		}
		best := -1
		for _, g := range goods[v.Base] {
			if d := wordDistance(a.pairText(v), a.pairText(g)); best < 0 || d < best {
				best, v.Twin = d, g.Key
			}
		}
	}
	for _, v := range tests {
		// A safe variant carries the class of its counterpart, as a fixed twin does.
		if v.Truth == bench.Vulnerable && v.Twin != "" {
			for _, g := range goods[v.Base] {
				if g.Key == v.Twin && g.Class == "" {
					g.Class = v.Class
				}
			}
		}
	}
}

// pairText returns the text by which a test is compared with others of its query.
func (a *app) pairText(v *bench.Variant) string {
	return cmp.Or(a.minimal[v.Key], v.Task.Files[0].Text)
}

// wordDistance counts the words by which two texts differ as multisets.
func wordDistance(a, b string) int {
	count := map[string]int{}
	for _, w := range strings.Fields(a) {
		count[w]++
	}
	for _, w := range strings.Fields(b) {
		count[w]--
	}
	d := 0
	for _, n := range count {
		d += max(n, -n)
	}
	return d
}

func extension(lang string) string {
	switch lang {
	case "javascript":
		return "js"
	case "typescript":
		return "ts"
	case "python":
		return "py"
	case "":
		return "txt"
	}
	return lang
}

// Hazards returns the class of a violation of each requirement, from the section `# Hazards` of a SPEC.md. Lines
// without such an entry are skipped.
func Hazards(spec string) map[int]bench.Class {
	out := map[int]bench.Class{}
	for line := range strings.Lines(splitSections(spec)["hazards"].body) {
		if m := hazardRE.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			n, _ := strconv.Atoi(m[1])
			out[n] = bench.Class(m[2])
		}
	}
	return out
}
