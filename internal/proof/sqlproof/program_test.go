package sqlproof

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// maker returns a text, or fails.
type maker struct {
	text string
	err  error
}

func (maker) Ready() error   { return nil }
func (maker) Engine() string { return "none" }
func (m maker) Make(_ context.Context, _ string, params map[string]Value) (string, []Value, error) {
	return m.text, []Value{params["id"]}, m.err
}

func TestProgram(t *testing.T) {
	for code, want := range map[string]string{
		"export function f(db: Knex, p: { id: number; q?: string; more: { deep: number } }) { return db('a'); }": "id q? more",
		"export function f(\n  db: Knex,\n  p: {\n    id: number\n    q?: string[]\n  },\n): X {}":               "id q?",
		"type In = { id: number, f: (a: number) => void }\nexport function f(db: Knex, p: In): X {}":             "id f",
		"export function f(db: Knex, p: In) {}\ninterface In { id?: Record<string, unknown>; b: 1 | 2 }":         "id? b",
		"export function f(db: Knex, { id }: { id: number }) {}":                                                 "id",
		"function f(db: Knex, p: { id: number }) {}":                                                             "exports no single function",
		"export const x = 1; export function f(db: Knex, p: { id: number }) {}":                                  "exports no single function",
		"export function f(db: Knex) {}":                                                                         "declares no parameters",
		"export function f(db: Knex, p: Missing) {}":                                                             "declares no parameters",
		"export function f(db: Knex, p: { id: number":                                                            "bracket",
	} {
		s, err := CompileIn("ts", code, nil)
		var got []string
		for _, name := range s.Params {
			if slices.Contains(s.Optional, name) {
				name += "?"
			}
			got = append(got, name)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if !strings.Contains(strings.Join(got, " "), want) {
			t.Errorf("%s\n%q, want %q", code, got, want)
		}
	}
}

func TestFor(t *testing.T) {
	code := "export function f(db: Knex, p: { id: number }) {}"
	call := &Call{As: "ann", Params: map[string]Value{"id": {Kind: Number, Text: "7"}, "now": {Kind: Text, Text: "x"}},
		Settings: map[string]string{"app.a": "1"}}
	s, err := CompileIn("typescript", code, maker{text: "SELECT $1"})
	if err != nil || !s.Makes() {
		t.Fatal(err)
	}
	made, own, err := s.For(t.Context(), call)
	if err != nil || made.Text != "SELECT $1" || made.Makes() || own.Params["1"].Text != "7" || len(own.Params) != 1 ||
		own.Settings["app.a"] != "1" {
		t.Errorf("%+v %+v %v", made, own, err)
	}
	for _, text := range []string{"", "DROP TABLE a", "SELECT 1; SELECT 2", "COPY (SELECT 1) TO STDOUT"} {
		s, _ := CompileIn("ts", code, maker{text: text})
		var thrown *SQLError
		if _, _, err := s.For(t.Context(), call); !errors.As(err, &thrown) || thrown.Code != Thrown {
			t.Errorf("%q: %v", text, err)
		}
	}
	if s, _ := CompileIn("ts", code, nil); s != nil {
		if _, _, err := s.For(t.Context(), call); err == nil {
			t.Error("a program was called without anything that calls it")
		}
	}
}

// Comments, blanks and quotes are parsed as TypeScript; SQL in a string counts by its words.
func TestProgramTokens(t *testing.T) {
	a := "// it's one\nconst q = db('notes as n').where('n.a', p.a); /* two */"
	if got := comments(a, "ts"); !slices.Equal(got, []string{"// it's one", "/* two */"}) {
		t.Errorf("comments: %q", got)
	}
	if CanonIn("ts", a) != CanonIn("ts", "const q=db( 'notes as n' )\n.where('n.a', p.a);") || CanonIn("ts", a) == CanonIn("ts", "const q = 1") {
		t.Error("the same code with other comments and blanks is not the same")
	}
	if !Names(a, "ts", "notes") || !Names("db(`notes`)", "ts", "notes") || Names(a, "ts", "n2") {
		t.Error("the tables that a program names are not found")
	}
	twin := "db.raw(`select a from b where a = ? and b = ?`, [p.a]).limit(1)"
	bad := "db.raw(`select a from b where a = ? or b = ?`, [p.a]).limit(2)"
	parts := Parts(bad, twin, "ts")
	if len(parts) != 2 || !strings.Contains(parts[0], "a = ?  or  b = ?`") || !strings.HasSuffix(parts[0], ".limit(1)") {
		t.Errorf("parts: %q", parts)
	}
}
