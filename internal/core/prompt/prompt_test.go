package prompt

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Two fixed tasks: the goldens show what a model is asked.
var (
	solidityTask = bench.Task{
		Language: "solidity",
		Files: []bench.File{{Path: "Till.sol", Text: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Till {
    mapping(address => uint256) public paid;

    function pay() external payable {
        paid[msg.sender] += msg.value;
    }
}
`}},
		Context:  []bench.File{{Path: "IRate.sol", Text: "interface IRate {}\n"}},
		Protocol: "People pay in.",
	}
	sqlTask = bench.Task{
		Language: "sql",
		Files:    []bench.File{{Path: "list-notes.sql", Text: "SELECT id, body\nFROM notes\nWHERE org_id = :org_id"}},
		Spec: "## Schema (Postgres)\n\n```sql\nCREATE TABLE notes (id uuid, org_id uuid, body text);\n```\n\n## " +
			"Requirements\n\n1. Only notes of the caller's organization are read.\n2. Lists are ordered and limited.\n",
		Aids: map[string]string{bench.AidWorld: "## Principals\n\n- ann: org_id: 1", bench.AidPackages: "Python 3",
			bench.AidSession: `{"org_id": 1}`},
	}
)

// task returns a fixed task of a format that a strategy can ask about.
func task(s Strategy, format bench.Format) bench.Task {
	if format == bench.Queries {
		return sqlTask
	}
	t := solidityTask
	if s.Task() == bench.TaskChange {
		t.Aids = map[string]string{bench.AidChange: "Title: Pay later\n\nThe change:\n\n```diff\n-a\n+b\n```"}
	}
	return t
}

// rendered asks about a fixed task of a format, or about a fixed incident.
func rendered(t *testing.T, s Strategy, format bench.Format) Prompt {
	t.Helper()
	p, err := Render(s, task(s, format))
	if s.Asks == ForKnowledge {
		p, err = RenderIncident(s, "Three Rivers bridge")
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// aboutCode returns the strategies that ask about code.
func aboutCode() []Strategy {
	return slices.DeleteFunc(All(), func(s Strategy) bool { return s.Asks == ForKnowledge })
}

func TestGolden(t *testing.T) {
	goldens := map[string]bool{}
	for _, s := range All() {
		for _, format := range s.Formats {
			p := rendered(t, s, format)
			got := "=== system\n" + p.System + "\n=== user\n" + p.User + "\n=== hash\n" + p.Hash + "\n"
			file := filepath.Join("testdata", s.Name+"."+string(format)+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; run go test ./internal/core/prompt -update", err)
			}
			if got != string(want) {
				t.Errorf("%s (-want +got):\n%s", file, diff(string(want), got))
			}
			goldens[file] = true
		}
	}
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !goldens[file] {
			t.Errorf("%s belongs to no strategy", file)
		}
	}
}

// diff shows the first line that differs.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return "-" + w[i] + "\n+" + g[i]
		}
	}
	return "one is the beginning of the other"
}

// The text of a sample arrives unchanged.
func TestVerbatim(t *testing.T) {
	for _, code := range []string{
		"{{ .Code }} {{ range . }} {% if %} {# gone #} ${x}",
		"<<code>> <<spec>> <<if protocol>> <<end>> << >>",
		"%s %d %!v(MISSING) %%",
		"$1 $& \\1 \\\\ \\u0041",
		"```solidity\n```\n````\n~~~",
		"a\r\nb\rc\n\n\n",
		"\xff\xfe\x80 \x01\x1b[31m \ufeff\u202e\u2028",
		"  leading and trailing  ",
		"\n\n\nx",
		"no final newline",
	} {
		for _, s := range aboutCode() {
			for _, format := range s.Formats {
				task := task(s, format)
				task.Files = []bench.File{{Path: "A.sol", Text: code}}
				p, err := Render(s, task)
				if err != nil {
					t.Fatal(err)
				}
				if n := strings.Count(p.User, code); n != 1 {
					t.Errorf("%s: %q stands %d times in the prompt", s.Name, code, n)
				}
				if got := lastBlock(t, p.User); got != code && got != code+"\n" {
					t.Errorf("%s: %q reads as %q", s.Name, code, got)
				}
			}
		}
	}
}

// lastBlock reads the last code block of a text as Markdown does: it is closed by
// a line of at least as many backquotes as opened it.
func lastBlock(t *testing.T, text string) string {
	t.Helper()
	var block, last strings.Builder
	fence := ""
	for line := range strings.Lines(text + "\n") {
		quotes := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(quotes) >= 3:
			fence = quotes
			block.Reset()
		case fence != "" && len(quotes) >= len(fence) && strings.TrimSpace(line) == quotes:
			fence = ""
			last.Reset()
			last.WriteString(block.String())
		case fence != "":
			block.WriteString(line)
		}
	}
	if fence != "" {
		t.Errorf("a block is not closed:\n%s", text)
	}
	return last.String()
}

func FuzzVerbatim(f *testing.F) {
	f.Add("<<code>>", "<<spec>>", "```")
	f.Add("{{.}}", "%s", "$1")
	s, err := For(bench.Queries, "")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, code, spec, lang string) {
		p, err := Render(s, bench.Task{Language: lang, Files: []bench.File{{Path: "q", Text: code}}, Spec: spec})
		if spec == "" {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.User, spec) || !strings.Contains(p.User, "\n"+code) {
			t.Errorf("changed: %q", p.User)
		}
		if extra := len(p.User) - len(spec) - len(code) - len(s.user.fixed()); extra < 0 {
			t.Errorf("%d bytes are missing", -extra)
		}
	})
}

func TestSeveralFiles(t *testing.T) {
	s, err := For(bench.Contracts, "")
	if err != nil {
		t.Fatal(err)
	}
	task := solidityTask
	task.Files = []bench.File{{Path: "A.sol", Text: "contract A {}"}, {Path: "lib/B.sol", Text: "// ```` \n"}}
	p, err := Render(s, task)
	if err != nil {
		t.Fatal(err)
	}
	want := "File A.sol:\n\n```solidity\ncontract A {}\n```\n\nFile lib/B.sol:\n\n`````solidity\n// ```` \n`````\n"
	if !strings.Contains(p.User, want) {
		t.Errorf("got:\n%s", p.User)
	}
}

func TestRenderErrors(t *testing.T) {
	direct, sql := must(t, bench.Contracts), must(t, bench.Queries)
	for name, try := range map[string]func() error{
		"wrong language":      func() error { _, err := Render(direct, sqlTask); return err },
		"no spec":             func() error { _, err := Render(sql, solidityTask); return err },
		"no code":             func() error { _, err := Render(direct, bench.Task{Language: "solidity"}); return err },
		"no code asked about": func() error { _, err := Render(found(t, "knowledge"), solidityTask); return err },
		"code asked about":    func() error { _, err := RenderIncident(direct, "x"); return err },
		"no incident":         func() error { _, err := RenderIncident(found(t, "knowledge"), ""); return err },
	} {
		if try() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A strategy that does not apply to a task returns an error of a specific type.
func TestMismatch(t *testing.T) {
	bare := solidityTask
	bare.Context, bare.Protocol = nil, ""
	for name, try := range map[string]func() error{
		"it is for solidity":        func() error { _, err := Render(must(t, bench.Contracts), sqlTask); return err },
		"shows the context":         func() error { _, err := Render(found(t, "zero-shot"), bare); return err },
		"shows the protocol":        func() error { _, err := Render(found(t, "protocol=yes"), bare); return err },
		"of format blockbench, not": func() error { _, err := For(bench.Queries, "adversarial"); return err },
	} {
		var m *MismatchError
		if err := try(); !errors.As(err, &m) || m.Strategy == "" || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A strategy whose answer is executed shows everything that the task has.
	for _, name := range []string{"exploit", "patch"} {
		with, without := found(t, name), found(t, name)
		p, err := Render(with, solidityTask)
		q, err2 := Render(without, bare)
		if err != nil || err2 != nil || !strings.Contains(p.User, "People pay in.") || len(q.User) >= len(p.User) {
			t.Errorf("%s: %v %v", name, err, err2)
		}
	}
}

func found(t *testing.T, name string) Strategy {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t *testing.T, format bench.Format) Strategy {
	t.Helper()
	s, err := For(format, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The hash covers the question: equal questions have equal hashes, and any change changes it.
func TestHash(t *testing.T) {
	s := must(t, bench.Contracts)
	base, err := Render(s, solidityTask)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Render(s, solidityTask); again.Hash != base.Hash {
		t.Error("rendering twice gives two hashes")
	}
	change := func(f func(*Strategy, *bench.Task)) string {
		s2, t2 := s, solidityTask
		t2.Files = slices.Clone(t2.Files)
		f(&s2, &t2)
		p, err := Render(s2, t2)
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash
	}
	for name, hash := range map[string]string{
		"code":   change(func(_ *Strategy, t *bench.Task) { t.Files[0].Text += " " }),
		"user":   change(func(s *Strategy, _ *bench.Task) { s.user = append(slices.Clone(s.user), piece{text: "."}) }),
		"system": change(func(s *Strategy, _ *bench.Task) { s.system = nil }),
		"schema": change(func(s *Strategy, _ *bench.Task) { s.Schema = []byte("{}") }),
	} {
		if hash == base.Hash {
			t.Errorf("another %s has the same hash", name)
		}
	}
	if hidden := change(func(_ *Strategy, t *bench.Task) { t.Protocol = "unused" }); hidden != base.Hash {
		t.Error("what is not shown changes the hash")
	}
}

func TestFor(t *testing.T) {
	for _, tt := range []struct {
		format     bench.Format
		name, want string
	}{
		{bench.Contracts, "", "direct"},
		{bench.Contracts, "direct", "direct"},
		{bench.Queries, "", "sql-default"},
		{bench.Contracts, "cot=yes", "cot=yes"},
		{bench.Queries, "sql-default,cot=yes", "sql-cot"},
		{bench.Queries, "direct", ""},
		{bench.Queries, "cot=yes", ""},
		{bench.Contracts, "no-such", ""},
		{"no-such", "", ""},
	} {
		s, err := For(tt.format, tt.name)
		if s.Name != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("For(%q, %q) = %q, %v", tt.format, tt.name, s.Name, err)
		}
	}
	if f := FormatOf(sqlTask); f != bench.Queries {
		t.Error(f)
	}
	if f := FormatOf(solidityTask); f != bench.Contracts {
		t.Error(f)
	}
}
