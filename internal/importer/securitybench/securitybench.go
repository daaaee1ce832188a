// Package securitybench reads a checkout of security-bench: SQL applications with
// their tests, in the early layout and in the later one, which adds files of
// parameters. Comments in the SQL are blank: in the original, those of bad tests
// say SAFE, and a reader of comments alone is right nearly always. Whoever wants
// the comments runs the directory as it is, which needs no import.
package securitybench

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"assay/internal/importer"
	"assay/internal/sqltext"
)

// Format is the layout.
var Format = importer.Format{
	Name: "security-bench",
	From: "security-bench",
	Doc:  "Read security-bench: SQL applications, tests and parameter files, with blank comments.",
	Read: read,
}

var testRE = regexp.MustCompile(`^(.+)-(\d{2})-(good|bad)\.md$`)

func read(in *importer.Input) {
	for _, spec := range in.Files(".", "SPEC.md") {
		if path.Base(spec) == "SPEC.md" {
			readApp(in, path.Dir(spec))
		}
	}
}

func readApp(in *importer.Input, dir string) {
	name := importer.Slug(path.Base(dir))
	if dir == "." {
		name = "app"
	}
	spec, ok := in.Text(path.Join(dir, "SPEC.md"))
	if !ok {
		return
	}
	if !strings.Contains("\n"+spec, "\n# Prompt") {
		in.Problem(path.Join(dir, "SPEC.md"), 0, "has no `# Prompt` section; the application was left out")
		return
	}
	tests, passed := 0, 0
	for _, file := range in.Files(dir, ".md") {
		base := path.Base(file)
		if path.Dir(file) != dir || base == "SPEC.md" {
			continue
		}
		text, ok := in.Text(file)
		if !ok {
			continue
		}
		if m := testRE.FindStringSubmatch(base); m != nil {
			out, line, why := test(text, m[3])
			if why != "" {
				in.Problem(file, line, "%s", why)
				continue
			}
			in.File(path.Join(name, base), out, 1)
			tests++
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
			in.File(path.Join(name, strings.TrimSuffix(base, ".md")+".parameters.json"), string(b)+"\n", 0)
		}
	}
	if tests == 0 {
		in.Problem(dir, 0, "has a SPEC.md and no test <query>-<NN>-<good|bad>.md that can be read")
		return
	}
	in.File(path.Join(name, "SPEC.md"), spec, 0)
	if passed > 0 {
		in.Note("%s: %d .md files that are neither tests nor parameters were passed over", name, passed)
	}
}

var (
	fenceRE    = regexp.MustCompile("(?m)^(```+|~~~+)[ \t]*([A-Za-z]*)[^\n]*$")
	expectedRE = regexp.MustCompile(`(?mi)^# Expected[ \t]*\n\s*(\S+)`)
)

// test returns a test with blank comments, or why it is none, and on which line.
func test(text, named string) (out string, line int, why string) {
	m := expectedRE.FindStringSubmatchIndex(text)
	if m == nil {
		return "", 0, "has no `# Expected` section"
	}
	if got := strings.ToLower(text[m[2]:m[3]]); got != named {
		return "", importer.LineAt(text, int64(m[2])), "is named " + named + ", and `# Expected` says " + strings.ToLower(strings.ToValidUTF8(got[:min(len(got), 20)], "")) + "; they must agree"
	}
	at := strings.Index("\n"+text, "\n# Code")
	if at < 0 {
		return "", 0, "has no `# Code` section"
	}
	open := fenceRE.FindStringSubmatchIndex(text[at:])
	if open == nil {
		return "", importer.LineAt(text, int64(at)), "`# Code` has no fenced block"
	}
	fence, lang := text[at+open[2]:at+open[3]], text[at+open[4]:at+open[5]]
	start := min(at+open[1]+1, len(text))
	end := strings.Index("\n"+text[start:], "\n"+fence)
	if end < 0 {
		return "", importer.LineAt(text, int64(start)), "the code fence is not closed"
	}
	code := text[start : start+end]
	if l := strings.ToLower(lang); l == "sql" || l == "" {
		code = blank(code)
	}
	if strings.TrimSpace(code) == "" {
		return "", importer.LineAt(text, int64(start)), "the code block holds no code"
	}
	return text[:start] + code + text[start+end:], 0, ""
}

// blank takes the comments out of SQL; lines keep their numbers.
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

// parameters are the sets with which a query was executed, for whoever writes a
// proof of it.
type parameters struct {
	Sets   []json.RawMessage `json:"sets"`
	Verify string            `json:"verify,omitempty"` // a SELECT that shows what a mutation did
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
				return nil, i + 1, "is no JSON object of parameters"
			}
			p.Sets = append(p.Sets, json.RawMessage(l))
		}
	}
	if p != nil && len(p.Sets) == 0 {
		return nil, 1, "`# Parameters` lists none"
	}
	return p, 0, ""
}
