package sqlproof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/core/suite/sqlapp"
)

func TestCompile(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       Statement
		fails      string
	}{
		{name: "one number for each name", code: "SELECT :a, :b::int, :a -- :c\nFROM t WHERE s = ':d' AND x[1:2] = :b;\n",
			want: Statement{Text: "SELECT $1, $2::int, $1 -- :c\nFROM t WHERE s = ':d' AND x[1:2] = $2",
				Params: []string{"a", "b"}}},
		{name: "prelude and call", code: "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql AS $$ SELECT x; " +
			"SELECT 1 $$;\nSELECT * FROM f(:x);",
			want: Statement{Prelude: "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql AS $$ SELECT x; SELECT 1 $$;\n",
				Text: "SELECT * FROM f($1)", Params: []string{"x"}}},
		{name: "standard body", code: "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN x > " +
			"0 THEN 1 END; SELECT 2; END; SELECT f(:x)",
			want: Statement{Prelude: "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN x > " +
				"0 THEN 1 END; SELECT 2; END; ", Text: "SELECT f($1)", Params: []string{"x"}}},
		{name: "synthesized call", code: "CREATE OR REPLACE FUNCTION app.f(p_user_id uuid, IN p_tags text[] DEFAULT " +
			"ARRAY['a', 'b'], size numeric(4, 2), OUT n int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
			want: Statement{Prelude: "CREATE OR REPLACE FUNCTION app.f(p_user_id uuid, IN p_tags text[] DEFAULT ARRAY['a', " +
				"'b'], size numeric(4, 2), OUT n int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
				Text:   "SELECT * FROM app.f(p_user_id => $1, p_tags => $2, size => $3)",
				Params: []string{"user_id", "tags", "size"}}},
		{name: "procedure without arguments", code: "CREATE PROCEDURE f() LANGUAGE sql AS ''",
			want: Statement{Prelude: "CREATE PROCEDURE f() LANGUAGE sql AS ''", Text: "CALL f()"}},
		{name: "copy", code: "COPY (SELECT 1 WHERE a = :a) TO STDOUT WITH CSV",
			want: Statement{Params: []string{"a"}, Copy: true, Pieces: []string{"COPY (SELECT 1 WHERE a = ",
				") TO STDOUT WITH CSV"}}},
		{name: "copy of a table", code: "COPY t TO STDOUT", fails: "is not COPY (query) TO STDOUT"},
		{name: "copy to a program", code: "COPY (SELECT 1) TO PROGRAM 'x'", fails: "is not COPY (query) TO STDOUT"},
		{name: "copy from", code: "COPY (SELECT ')') FROM STDIN", fails: "is not COPY (query) TO STDOUT"},
		{name: "nothing", code: " -- \n;;", fails: "holds no statement"},
		{name: "transaction", code: "SELECT 1; COMMIT", fails: "ends with COMMIT"},
		{name: "do", code: "DO $$ BEGIN END $$", fails: "ends with DO"},
		{name: "explain", code: "EXPLAIN ANALYZE SELECT 1", fails: "ends with EXPLAIN"},
		{name: "a view only", code: "CREATE VIEW v AS SELECT 1", fails: "ends with CREATE VIEW and runs nothing"},
		{name: "parameter too early", code: "CREATE VIEW v AS SELECT :x; SELECT 1",
			fails: "uses :x before the last statement"},
		{name: "parameter in a definition", code: "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN :x",
			fails: "uses :x before the last statement"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Compile(c.code)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Errorf("got %v, want %q", err, c.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(&c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestCanon(t *testing.T) {
	a := Canon("SELECT a -- x\nFROM T WHERE b = 'Ab';")
	for code, same := range map[string]bool{"select A from t\nwhere b='Ab'": true, "SELECT a FROM t WHERE b = 'ab'": false,
		"SELECT a FROM t; WHERE b = 'Ab'": false} {
		if (Canon(code) == a) != same {
			t.Errorf("%s: equal is %v, want %v", code, !same, same)
		}
	}
}

func TestValues(t *testing.T) {
	v := func(yaml string) Value {
		t.Helper()
		var d struct{ V Value }
		if err := decode([]byte("v: "+yaml), &d); err != nil {
			t.Fatal(err)
		}
		return d.V
	}
	s := func(s string) *string { return &s }
	for _, c := range []struct {
		yaml string
		got  *string
		want bool
	}{
		{"800.00", s("800.00"), true}, {"800", s("800.00"), true}, {"'800'", s("800.00"), false}, {"012", s("012"), true},
		{"null", nil, true}, {"~", nil, true}, {"''", s(""), true}, {"''", nil, false}, {"null", s(""), false},
		{"true", s("t"), true}, {"true", s("true"), true}, {"false", s("t"), false},
		{"2025-06-15 12:00:00+00", s("2025-06-15T12:00:00+00:00"), true},
		{"2025-06-15 14:00+02", s("2025-06-15 12:00:00+00"), true}, {"2025-06-15", s("2025-06-15 00:00:00+00"), true},
		{"2025-06-15 12:00:00.000001+00", s("2025-06-15 12:00:00+00"), false}, {"2025-06-15", s("2025-06-16"), false},
		{"{a: 1, b: [x, null]}", s(`{"b": ["x", null], "a": 1.0}`), true}, {"[1, 2]", s("[1,2]"), true},
		{"{a: 1}", s("{"), false},
	} {
		if got := v(c.yaml).Equal(c.got); got != c.want {
			t.Errorf("%s = %s is %v", c.yaml, show(c.got), got)
		}
	}
	if !v("[a, b]").Matches(s("b")) || v("[a, b]").Matches(s("c")) {
		t.Error("a list does not mean one of")
	}
	for yaml, want := range map[string]string{`[a, 'b"c', null, [1]]`: `{"a","b\"c",NULL,{"1"}}`,
		"{a: [1, x]}": `{"a":[1,"x"]}`, "2025-06-15 12:00+00": "2025-06-15 12:00+00", "'x'": "x", "-3": "-3"} {
		if got := string(v(yaml).Bind(false)); got != want {
			t.Errorf("%s binds %s, want %s", yaml, got, want)
		}
	}
	if got := string(v("[a, 1]").Bind(true)); got != `["a",1]` {
		t.Errorf("a JSON list binds %s", got)
	}
	// A parser error on times in lists in braces is repaired.
	if got := v("{rows: [[kit, 2026-03-16 00:00:00+00]]}"); got.List[0].List[0].List[1].Text != "2026-03-16 00:00:00+00" {
		t.Errorf("got %s", got)
	}
}

const smallest = `
principals: {ann: {user_id: 1}}
regular: [{name: one, as: ann, expect: {count: 1}}]
attacks: [{name: two, requirement: 1, like: one, params: {x: $$5}, max_rows: 0}]
`

func TestParse(t *testing.T) {
	p, err := Parse([]byte("now: 2025-01-01\nnames: {one: 1}\n"), []byte(smallest))
	if err != nil {
		t.Fatal(err)
	}
	two := p.Sets[1]
	if two.First.As != "ann" || two.First.Params["x"].Text != "$5" || two.First.Params["now"].Text != "2025-01-01" ||
		!two.Attack() || two.Commits() {
		t.Errorf("got %+v", two)
	}
	for _, c := range []struct{ old, new, want string }{
		{"count: 1", "count: 0", "a regular set expects rows"},
		{"requirement: 1, ", "", "names the `requirement`"},
		{", max_rows: 0", "", "an attack needs an oracle"},
		{"max_rows: 0", "max_rows: 0, second: {as: ann}, then: {as: ann}", "has both second and then"},
		{"max_rows: 0", "same_as: three", `same_as names "three"`},
		{"max_rows: 0", "forbid_change: all", "or the word any"},
		{"max_rows: 0", "forbid_change: [{tabel: x}]", `unknown field "tabel"`},
		{"max_rows: 0", "require_change: [{op: upsert}]", `op "upsert"`},
		{"name: two", "name: one", "two sets have this name"},
		{"like: one", "like: four", "which is not an earlier set"},
		{"$$5", "$five", "$five is not a constant"},
		{"as: ann, expect", "as: ann, max_rows: 3, expect", "a regular set has no requirement and no oracle"},
		{"{user_id: 1}", "{user_id: 1, settings: {role: x}}", "has no dot"},
		{"{user_id: 1}", "{user_id: 1, settings: 3}", "settings is a map"},
		{"{count: 1}", "{columns: [a], rows: [[1, 2]]}", "has 1 names and a row has 2 values"},
		{"regular: [{name: one, as: ann, expect: {count: 1}}]", "", "there is no `regular` set"},
		{"{user_id: 1}", "&x {user_id: *x}", ""},
	} {
		_, err := Parse(nil, []byte(strings.Replace(smallest, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
	if _, err := Parse([]byte("regular: []"), []byte(smallest)); err == nil {
		t.Error("sets in the shared file were accepted")
	}
}

func row(vals ...string) []*string {
	out := make([]*string, len(vals))
	for i := range vals {
		if vals[i] != "NULL" {
			out[i] = &vals[i]
		}
	}
	return out
}

func mustRow(t *testing.T, json string) Row {
	t.Helper()
	r, err := ParseRow(json)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every oracle fires on its subject and on nothing else.
func TestOracles(t *testing.T) {
	quiet := &Result{Columns: []string{"id", "doc"}, Rows: [][]*string{row("1", `{"a": [{"name": "x"}]}`),
		row("2", "NULL")}}
	changed := &Result{Columns: quiet.Columns, Rows: quiet.Rows,
		Changes: Pair("t", []string{"id"}, nil, []Row{mustRow(t, `{"id": 1, "org": 2, "s": "SENTINEL", "n": 1.50}`)},
			[]Row{mustRow(t, `{"id": 1, "org": 2, "s": "SENTINEL", "n": 2.50}`),
				mustRow(t, `{"id": 9, "org": 1, "s": null, "n": 0}`)})}
	failed := &Result{Err: &SQLError{"23505", "duplicate SENTINEL"}}
	noisy := &Result{Columns: []string{"SENTINEL_c"}, Notices: []string{"NOTICE: saw SENTINEL"}}
	other := &Result{Columns: quiet.Columns, Rows: [][]*string{row("2", "NULL"), row("1", `{"a": [{"name": "x"}]}`)}}
	for _, c := range []struct {
		oracle string
		r      *Result
		want   string // "" when it must not fire
	}{
		{"forbid_text: [SENTINEL]", quiet, ""}, {"forbid_text: [SENTINEL]", changed, `"SENTINEL" in s of update of t (id=1)`},
		{"forbid_returned: [SENTINEL]", changed, ""},
		{"forbid_returned: [SENTINEL]", failed, "in the error 23505"},
		{"forbid_returned: [SENTINEL]", noisy, "in the column name"}, {"forbid_returned: [saw]", noisy, "in the notice"},
		{"forbid_column: [name]", quiet, "has the key name"}, {"forbid_column: [doc]", quiet, "a column doc"},
		{"forbid_column: [x, a2]", quiet, ""},
		{"max_rows: 1", quiet, "2 rows, more than 1; row 2 (2, NULL)"}, {"max_rows: 2", quiet, ""},
		{"min_rows: 3", quiet, "fewer than 3"}, {"min_rows: 2", quiet, ""},
		{"require_text: [x, y]", quiet, `"y" is in none of 2 rows`}, {"require_text: [x]", quiet, ""},
		{"forbid_change: any", quiet, ""}, {"forbid_change: any", changed, "insert of t (id=9) n: 0, org: 1"},
		{"forbid_change: [{op: update, columns: [n]}]", changed, "update of t (id=1) n: 1.50 → 2.50"},
		{"forbid_change: [{columns: [s, org]}]", changed, ""},
		{"forbid_change: [{where_not: {org: 1}}]", changed, "id=1"},
		{"forbid_change: [{where_not: {org: [1, 2]}}]", changed, ""},
		{"forbid_change: [{where_not: {nothing: 1}}]", changed, ""},
		{"forbid_change: [{table: u}]", changed, ""}, {"forbid_change: [{set: {n: 2.5}}]", changed, "n: 1.50 → 2.50"},
		{"forbid_change: [{op: delete}]", changed, ""},
		{"require_change: [{op: insert, set: {s: null}}]", changed, ""},
		{"require_change: [{op: insert, count: 2}]", changed, "1 of 2 changes are {op: insert}"},
		{"require_change: [{op: delete, count: 0}]", changed, ""},
		{"require_change: [{}]", quiet, "0 of 0 changes"},
		{"forbid_error: any", failed, "23505"}, {"forbid_error: 23505", failed, "23505"}, {"forbid_error: 23503", failed, ""},
		{"forbid_error: any", quiet, ""},
		{"same_as: reference", changed, "2 rows, 2 changes here, 2 rows on"}, {"same_as: reference", other, ""},
		{"differs_from_good: true", quiet, ""}, {"differs_from_good: true", other, ""},
		{"differs_from_good: true", changed, "a change that the good file does not make"},
		{"differs_from_good: true", failed, "error 23505"},
	} {
		var s Set
		if err := decode([]byte(c.oracle), &s.Oracles); err != nil {
			t.Fatal(err)
		}
		fired := s.fired(c.r, quiet, nil, func(string) *Result { return quiet })
		got := ""
		if len(fired) > 0 {
			got = fired[0].Shown
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.oracle, got, c.want)
		}
	}
}

func TestExpect(t *testing.T) {
	r := &Result{Columns: []string{"id", "name"}, Rows: [][]*string{row("1", "a"), row("2", "NULL")},
		Changes: []Change{{Table: "t", After: Row{"id": nil}}}}
	for _, c := range []struct{ expect, want string }{
		{"rows: [[1, a], [2, null]]", ""}, {"rows: [[2, null], [1, a]]", ""},
		{"{ordered: true, rows: [[2, null], [1, a]]}", "unexpected row 1 (1, a); expected [2,null]"},
		{"rows: [[1, a]]", "unexpected row 2 (2, NULL); expected no more"},
		{"rows: [[1, a], [2, null], [2, null]]", "is missing"}, {"{columns: [name], rows: [[a], [null]]}", ""},
		{"{columns: [nome], rows: [[a]]}", "expected a column nome"}, {"rows: [[1], [2]]", "unexpected"}, {"count: 2", ""},
		{"count: 3", "expected 3 rows, got 2"}, {"contains: [a]", ""}, {"contains: [b]", `expected "b"`},
		{"changes: [{table: t}]", ""}, {"changes: []", "unexpected change: insert of t"},
		{"changes: [{op: delete}]", "expected the change {op: delete}, got 1 changes"}, {"error: allowed", ""},
		{"error: 23505", "expected the error 23505, got 2 rows"},
	} {
		s := Set{Expect: &Expect{}}
		if err := decode([]byte(c.expect), s.Expect); err != nil {
			t.Fatal(err)
		}
		if got := s.Unmet(r); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.expect, got, c.want)
		}
	}
	if got := (&Set{}).Unmet(&Result{Err: &SQLError{"22012", "division by zero"}}); !strings.Contains(got,
		"fails with 22012") {
		t.Errorf("an error without an expectation: %q", got)
	}
	if got := (&Set{}).Unmet(&Result{Fault: "stopped"}); got != "stopped" {
		t.Errorf("a fault: %q", got)
	}
}

// Columns named in `ignore` are not compared.
func TestIgnore(t *testing.T) {
	a := &Result{Columns: []string{"id", "v"}, Rows: [][]*string{row("x1", "1")},
		Changes: []Change{{Table: "t", After: mustRow(t, `{"id": "x1", "v": 1}`)}}}
	b := &Result{Columns: []string{"id", "v"}, Rows: [][]*string{row("x2", "1")},
		Changes: []Change{{Table: "t", After: mustRow(t, `{"id": "x2", "v": 1}`)}}}
	if difference(a, b, map[string]bool{"id": true, "t.id": true}, false) != "" {
		t.Error("ignored columns differ")
	}
	if difference(a, b, map[string]bool{"id": true}, false) == "" {
		t.Error("a table column is ignored by the name of a result column")
	}

	// the old values count: only values that the statement wrote may be random
	change := func(before, after string) *Result {
		c := Change{Table: "t"}
		if before != "" {
			c.Before = mustRow(t, before)
		}
		if after != "" {
			c.After = mustRow(t, after)
		}
		return &Result{Changes: []Change{c}}
	}
	for _, c := range []struct {
		name      string
		one, two  *Result
		different bool
	}{
		{"another row is removed", change(`{"id": 1, "v": 1}`, ""), change(`{"id": 2, "v": 1}`, ""), true},
		{"another row is changed", change(`{"id": 1, "v": 1}`, `{"id": 1, "v": 2}`),
			change(`{"id": 2, "v": 1}`, `{"id": 2, "v": 2}`), true},
		{"the column changes too", change(`{"id": 1, "v": 1}`, `{"id": 1, "v": 2}`),
			change(`{"id": 1, "v": 1}`, `{"id": 7, "v": 2}`), true},
		{"the column changes to another value", change(`{"id": 1, "v": 1}`, `{"id": 8, "v": 2}`),
			change(`{"id": 1, "v": 1}`, `{"id": 7, "v": 2}`), false},
	} {
		if got := difference(c.one, c.two, map[string]bool{"t.id": true}, false); (got != "") != c.different {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A statement may number several new rows in any order. The set of numbers itself counts.
func TestNumbered(t *testing.T) {
	changes := func(came ...string) *Result {
		rows := []Row{mustRow(t, `{"no": 3, "v": "changed"}`)}
		for _, r := range came {
			rows = append(rows, mustRow(t, r))
		}
		return &Result{Changes: Pair("log", []string{"no"}, []string{"no"}, []Row{mustRow(t, `{"no": 3, "v": "old"}`)}, rows)}
	}
	want := changes(`{"no": 9, "v": "a"}`, `{"no": 10, "v": "b"}`)
	if got := difference(changes(`{"no": 10, "v": "a"}`, `{"no": 9, "v": "b"}`), want, nil, false); got != "" {
		t.Errorf("numbered in another order: %s", got)
	}
	if got := want.Changes[1].String(); got != "insert of log (no=9) v: a" {
		t.Errorf("the first new row is %s", got)
	}
	for name, other := range map[string]*Result{
		"another number":              changes(`{"no": 9, "v": "a"}`, `{"no": 11, "v": "b"}`),
		"the number of a changed row": changes(`{"no": 9, "v": "changed"}`, `{"no": 10, "v": "b"}`),
	} {
		if difference(other, want, nil, false) == "" {
			t.Errorf("%s is not seen", name)
		}
	}
}

// A statement may return its rows in any order. The messages about them are the same
// for each order.
func TestAnyOrder(t *testing.T) {
	rows := [][]*string{row("1", "Eggs"), row("2", "SENTINEL-B"), row("3", "SENTINEL-C"), row("4", `{"secret": 1}`),
		row("5", `{"secret": 2}`)}
	good := &Result{Columns: []string{"id", "v"}, Rows: [][]*string{row("1", "Eggs"), row("8", "Ham"), row("9", "Tea")}}
	set := func(text string) *Set {
		s := Set{Expect: &Expect{}}
		if err := decode([]byte(text), s.Expect); err != nil {
			t.Fatal(err)
		}
		return &s
	}
	oracles := &Set{Oracles: Oracles{
		ForbidText: []Value{{Kind: Text, Text: "SENTINEL"}}, ForbidColumn: []string{"secret"}, MaxRows: new(int),
		Differs: true,
	}}
	say := func(rows, good [][]*string) []string {
		r, g := &Result{Columns: []string{"id", "v"}, Rows: rows}, &Result{Columns: []string{"id", "v"}, Rows: good}
		var out []string
		for _, f := range oracles.fired(r, g, nil, nil) {
			out = append(out, f.Oracle+": "+f.Shown)
		}
		return append(out, set("rows: [[1, Eggs]]").Unmet(r), difference(r, g, nil, false), difference(g, r, nil, false),
			beyond(r, g, nil))
	}
	want := say(rows, good.Rows)
	if len(want) != 8 {
		t.Fatalf("not all oracles fire: %q", want)
	}
	back, other := slices.Clone(rows), slices.Clone(good.Rows)
	slices.Reverse(back)
	slices.Reverse(other)
	if got := say(back, other); !slices.Equal(got, want) {
		t.Errorf("in one order:\n%s\nin the other:\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
	if got := set("{rows: [[1, Eggs]], ordered: true}").Unmet(&Result{Columns: []string{"id", "v"},
		Rows: back}); !strings.HasPrefix(got, "unexpected row 1 (5,") {
		t.Errorf("rows whose order is asked for: %s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(""), []byte(smallest))
	files, _ := filepath.Glob("../../../suites/tenantsql/*/*proof.yaml")
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add([]byte("names: {A: 1}"), b)
		}
	}
	f.Fuzz(func(t *testing.T, shared, query []byte) {
		p, err := Parse(shared, query)
		if err != nil {
			return
		}
		tests := []Test{{Name: "a", Code: "SELECT :x"}, {Name: "b", Code: "SELECT :y", Bad: true, Violates: []int{1},
			Twin: "a"}}
		statements := map[string]*Statement{}
		for _, x := range tests {
			statements[x.Name], _ = Compile(x.Code)
		}
		first := fmt.Sprint(p.Lint(tests, statements))
		if again := fmt.Sprint(p.Lint(tests, statements)); again != first {
			t.Errorf("lint is not the same twice:\n%s\n%s", first, again)
		}
		r := &Result{Columns: []string{"x"}, Rows: [][]*string{row("1")},
			Changes: []Change{{Table: "t", After: Row{"a": nil}}}}
		for i := range p.Sets {
			p.Sets[i].World()
		}
		p.Evaluate(tests, func(string, string) *Result { return r })
	})
}

func FuzzCompile(f *testing.F) {
	f.Add("CREATE FUNCTION f(a int) RETURNS int BEGIN ATOMIC SELECT 1; END; SELECT f(:a)")
	f.Add("COPY (SELECT :a) TO STDOUT")
	f.Add("create function")
	f.Fuzz(func(t *testing.T, code string) {
		st, err := Compile(code)
		Canon(code)
		sqlapp.Schema(code)
		if err == nil && st.Copy && len(st.Pieces) != len(st.Params)+1 {
			t.Errorf("%d pieces around %d parameters", len(st.Pieces), len(st.Params))
		}
	})
}

func FuzzParseRow(f *testing.F) {
	f.Add(`{"a": 1, "b": "x", "c": null, "d": {"e": [true]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseRow(text); err == nil {
			c := Change{Table: "t", After: r}
			_ = c.String()
		}
	})
}
