// Package securitybench reads a checkout of security-bench: SQL applications with their tests, in the early
// layout and in the later one, which adds files of parameters. Comments in the SQL are blanked: in the
// original, those of bad tests say SAFE, and a reader of comments alone is nearly always right. A user who
// wants the comments can run the directory unchanged, without an import.
package securitybench

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/core/suite"
	"assay/internal/lang/sqltext"
)

// Format is the layout.
var Format = importer.Format{
	Name: "security-bench",
	From: "security-bench",
	Doc:  "Read security-bench: SQL applications, tests and parameter files, with blank comments.",
	Read: read,
}

// testRE also matches files that only look like tests: these are then reported.
var testRE = regexp.MustCompile(`(?i)-\d+-(good|bad)\.md$`)

func read(in *importer.Input) {
	var apps []string
	for _, spec := range in.Files(".", "SPEC.md") {
		if path.Base(spec) != "SPEC.md" {
			continue
		}
		apps = append(apps, path.Dir(spec))
		// The top directory may have a SPEC.md for the tool itself.
		if slices.ContainsFunc(in.Files(path.Dir(spec), ".md"), func(f string) bool {
			return path.Dir(f) == path.Dir(spec) && testRE.MatchString(path.Base(f))
		}) {
			readApp(in, path.Dir(spec), spec)
		}
	}
	for _, file := range in.Files(".", ".md") {
		if testRE.MatchString(path.Base(file)) && !slices.Contains(apps, path.Dir(file)) {
			in.Left("tests without a SPEC.md beside them", file)
		}
	}
}

func readApp(in *importer.Input, dir, spec string) {
	name := importer.Slug(path.Base(dir))
	if name == "" {
		name = "app"
	}
	text, ok := in.Text(spec)
	if !ok {
		return
	}
	in.File(path.Join(name, "SPEC.md"), text, spec)
	passed := 0
	for _, file := range in.Files(dir, ".md") {
		base := path.Base(file)
		if path.Dir(file) != dir || base == "SPEC.md" {
			continue
		}
		text, ok := in.Text(file)
		if !ok {
			continue
		}
		if testRE.MatchString(base) {
			in.File(path.Join(name, base), test(text), file)
			continue
		}
		p, line, why := readParameters(text)
		switch {
		case why != "":
			in.Problem(file, line, "%s", why)
		case p == nil:
			passed++
		default:
			b, err := json.MarshalIndent(p, "", "  ")
			if err != nil {
				panic("securitybench: decoded JSON cannot fail to encode: " + err.Error())
			}
			in.File(path.Join(name, strings.TrimSuffix(base, ".md")+".parameters.json"), string(b)+"\n", "")
		}
	}
	if passed > 0 {
		in.Note("%s: skipped %d .md files that are neither tests nor parameters", name, passed)
	}
}

// test returns a test with blank comments; any other text is returned unchanged, so that the suite's loader
// refuses it.
func test(text string) string {
	lang, code, line, err := suite.TestCode(text)
	if err != nil || lang != "sql" && lang != "" {
		return text
	}
	lines := strings.Split(text, "\n")
	to := line - 1 + strings.Count(code, "\n")
	if line < 1 || to > len(lines) || strings.Join(lines[line-1:to], "\n")+"\n" != code {
		return text
	}
	return strings.Join(slices.Concat(lines[:line-1], strings.Split(strings.TrimSuffix(blank(code), "\n"), "\n"),
		lines[to:]), "\n")
}

// blank blanks the comments in SQL; lines keep their numbers.
func blank(sql string) string {
	var b strings.Builder
	for _, t := range sqltext.Lex(sql) {
		text := t.Text(sql)
		if t.Comment() {
			text = " " + strings.Repeat("\n", strings.Count(text, "\n"))
		}
		b.WriteString(text)
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// parameters are the sets with which a query was executed, for authors of a proof of it.
type parameters struct {
	Sets   []json.RawMessage `json:"sets"`
	Verify string            `json:"verify,omitempty"` // a SELECT that shows the effect of a mutation
}

// readParameters reads `# Parameters`, one JSON object a line, and `# Verify`. It
// returns nil for a file without the first.
func readParameters(text string) (p *parameters, line int, why string) {
	section := ""
	for i, l := range strings.Split(text, "\n") {
		if h, ok := strings.CutPrefix(l, "# "); ok {
			section = strings.ToLower(strings.TrimSpace(h))
			if section == "parameters" && p == nil {
				p = &parameters{}
			}
			continue
		}
		l = strings.TrimSpace(l)
		switch {
		case p == nil || strings.HasPrefix(l, "```"):
		case section == "verify":
			p.Verify = strings.TrimSpace(p.Verify + "\n" + l)
		case section == "parameters" && l != "":
			var set map[string]any
			if err := json.Unmarshal([]byte(l), &set); err != nil || set == nil {
				return nil, i + 1, "is not a JSON object of parameters"
			}
			p.Sets = append(p.Sets, json.RawMessage(l))
		}
	}
	if p != nil && len(p.Sets) == 0 {
		return nil, 1, "`# Parameters` lists none"
	}
	return p, 0, ""
}
