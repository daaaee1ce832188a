package knex_test

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/proof/runtimes/knex"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/npmtest"
)

func TestMake(t *testing.T) {
	m, err := knex.New(npmtest.Dir(t, "knex", "ASSAY_TEST_SOLC", "TypeScript is not called"))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Ready(); err != nil {
		t.Fatal(err)
	}
	params := map[string]sqlproof.Value{"id": {Kind: sqlproof.Number, Text: "7"}, "list": {Kind: sqlproof.List,
		List: []sqlproof.Value{{Kind: sqlproof.Text, Text: "a"}}}, "none": {}}
	for body, want := range map[string]string{
		"const q = db('t').where('id', p.id); if (p.list) q.whereIn('a', p.list); return q": `select * from "t" where "id" = $1 and "a" in ($2) <- 7 a`,
		"return db.raw('select ?::jsonb', [p.list])":                                        `select $1::jsonb <- ["a"]`,
		"return db('t').where({ a: p.none }).limit('x' as any)":                             `select * from "t" where "a" is null <-`,
		"return db('t').where('a', (p as any).absent)":                                      "thrown: Undefined binding(s) detected when compiling SELECT. Undefined column(s): [a] query: select * from \"t\" where \"a\" = ?",
		"throw new Error('no')":                                                             "thrown: no",
		"return 1 as any":                                                                   "thrown: it returns no query",
		"return require('fs')":                                                              "thrown: require is not defined",
		"return new Function('return 1')()":                                                 "thrown: Code generation from strings disallowed for this context",
		"for (;;) {}":                                                                       "thrown: Script execution timed out after 2000ms",
		"return (":                                                                          "thrown: the code does not load",
	} {
		code := "import type { Knex } from 'knex';\nexport function f(db: Knex, p: { id: number }): any {\n" + body + "\n}\n"
		text, values, err := m.Make(t.Context(), code, params)
		got := text + " <-"
		for _, v := range values {
			got += " " + v.String()
		}
		var thrown *sqlproof.SQLError
		if errors.As(err, &thrown) {
			got = thrown.Error()
		} else if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
		}
	}
}

// Missing requirements are reported in one line, with the command that installs them.
func TestMissing(t *testing.T) {
	m, err := knex.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Ready(); err == nil || !strings.Contains(err.Error(), "npm install --prefix '") {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := m.Ready(); err == nil || !strings.Contains(err.Error(), "Node.js 18 or later") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	if _, _, err := m.Make(t.Context(), "", nil); err == nil {
		t.Error("something was made without Node.js")
	}
}
