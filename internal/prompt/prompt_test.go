package prompt

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/answer"
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
		Spec:     "## Schema (Postgres)\n\n```sql\nCREATE TABLE notes (id uuid, org_id uuid, body text);\n```\n\n## Requirements\n\n1. Only notes of the caller's organization are read.\n2. Lists are ordered and limited.\n",
	}
)

func task(format string) bench.Task {
	if format == TenantSQL {
		return sqlTask
	}
	return solidityTask
}

func TestGolden(t *testing.T) {
	for _, s := range All() {
		for _, format := range s.Formats {
			p, err := Render(s, task(format))
			if err != nil {
				t.Fatal(err)
			}
			got := "=== system\n" + p.System + "\n=== user\n" + p.User + "\n=== hash\n" + p.Hash + "\n"
			file := filepath.Join("testdata", s.Name+"."+format+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; run go test ./internal/prompt -update", err)
			}
			if got != string(want) {
				t.Errorf("%s (-want +got):\n%s", file, diff(string(want), got))
			}
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

// Whatever stands in a sample arrives as it is.
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
		for _, s := range All() {
			for _, format := range s.Formats {
				task := task(format)
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
	s, err := Default(TenantSQL)
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
	s, err := Default(BlockBench)
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
	direct, sql := must(t, BlockBench), must(t, TenantSQL)
	for name, try := range map[string]func() error{
		"wrong language": func() error { _, err := Render(direct, sqlTask); return err },
		"no spec":        func() error { _, err := Render(sql, solidityTask); return err },
		"no code":        func() error { _, err := Render(direct, bench.Task{Language: "solidity"}); return err },
	} {
		if try() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func must(t *testing.T, format string) Strategy {
	t.Helper()
	s, err := Default(format)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The hash covers the question: the same again, and another for any change.
func TestHash(t *testing.T) {
	s := must(t, BlockBench)
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
	for _, tt := range []struct{ format, name, want string }{
		{BlockBench, "", "direct"},
		{BlockBench, "direct", "direct"},
		{TenantSQL, "", "sql-default"},
		{TenantSQL, "direct", ""},
		{BlockBench, "no-such", ""},
		{"no-such", "", ""},
	} {
		s, err := For(tt.format, tt.name)
		if s.Name != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("For(%q, %q) = %q, %v", tt.format, tt.name, s.Name, err)
		}
	}
	if f := FormatOf(sqlTask); f != TenantSQL {
		t.Error(f)
	}
	if f := FormatOf(solidityTask); f != BlockBench {
		t.Error(f)
	}
}

// Each strategy asks for what package answer reads, and its schema is one that
// strict servers take.
func TestSchemas(t *testing.T) {
	for _, s := range All() {
		if s.Schema == nil {
			continue
		}
		var schema map[string]any
		if err := json.Unmarshal(s.Schema, &schema); err != nil {
			t.Fatal(err)
		}
		strict(t, s.Name, schema)
		for _, verdict := range []string{"verdict", "assessment"} {
			if props := schema["properties"].(map[string]any); props[verdict] != nil {
				for _, word := range props[verdict].(map[string]any)["enum"].([]any) {
					if _, reason, ok := answer.Parse(`{"`+verdict+`":"`+word.(string)+`"}`, false); !ok {
						t.Errorf("%s: %q is not read: %s", s.Name, word, reason)
					}
				}
			}
		}
		// The order of the members is the order in which models write them.
		p, err := Render(s, task(s.Formats[0]))
		if err != nil {
			t.Fatal(err)
		}
		at := -1
		for _, m := range members(t, s.Schema) {
			i := strings.Index(p.User, `"`+m+`"`)
			if i < at {
				t.Errorf("%s: %q stands elsewhere in the prompt than in the schema", s.Name, m)
			}
			at = i
		}
	}
}

// strict checks what OpenAI demands of schemas.
func strict(t *testing.T, name string, schema map[string]any) {
	t.Helper()
	if items, ok := schema["items"].(map[string]any); ok {
		strict(t, name, items)
	}
	props, ok := schema["properties"].(map[string]any)
	if !ok {
		return
	}
	if schema["additionalProperties"] != false || len(schema["required"].([]any)) != len(props) {
		t.Errorf("%s: an object of the schema is not strict", name)
	}
	for _, p := range props {
		strict(t, name, p.(map[string]any))
	}
}

// members returns the names of the top-level properties in file order.
func members(t *testing.T, schema []byte) []string {
	t.Helper()
	var s struct{ Properties json.RawMessage }
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(s.Properties))
	var out []string
	d.Token()
	for d.More() {
		k, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, k.(string))
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
