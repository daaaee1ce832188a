package postgres

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

// The worlds and conditions of the tests below, which are about the note of another tenant.
const (
	twoTenants = "INSERT INTO notes VALUES (7, 1, 5, 'mine', NULL), (8, 1, 6, 'theirs', NULL), (7, 2, 5, 'gone', '2024-01-01')"
	ownOnly    = "NOT EXISTS (SELECT FROM changes WHERE old->>'org_id' <> '7')"
)

// trials are tests of a query that violates tenant isolation. Those with why do not count: it is a part of the reason.
var trials = []struct {
	name, world, assert, why string
	passes                   bool // on good code
	noticed                  int  // of two others
}{
	{"a right test", twoTenants, ownOnly + " AND EXISTS (SELECT FROM changes)", "", true, 2},
	{"a test of the rows that are returned", twoTenants, "(SELECT count(*) = 1 FROM returned)", "", true, 2},
	{"a test that notices one violation only", twoTenants + ", (9, 2, 5, 'other', NULL)", "(SELECT count(*) <> 2 FROM changes)",
		"", true, 1},
	{"a test that always fails", twoTenants, "false", "it fails on good code, too", false, 0},
	{"a test that always holds", twoTenants, "true", "it passes on the code that was shown", true, 0},
	{"a test that says nothing of other tenants", twoTenants, "EXISTS (SELECT FROM changes WHERE new->>'body' = 'New')",
		"it passes on the code that was shown", true, 0},
	{"a test on constants of the fixtures", "", "EXISTS (SELECT FROM changes WHERE old->>'body' = 'Milk')",
		"it fails on good code, too", false, 0},
	{"a test that reads a table of the fixtures", twoTenants, "EXISTS (SELECT FROM notes WHERE body = 'Milk')",
		"it fails on good code, too", false, 0},
	{"a test that wants what it filled in", twoTenants, "(SELECT count(*) = 3 FROM notes)", "it fails on good code, too",
		false, 0},
	{"a test that does not parse", twoTenants, "NOT EXISTS (SELECT FROM", "its condition fails: error 42601", false, 0},
	{"a world that does not load", "INSERT INTO notes VALUES (7)", ownOnly, "its world does not load", false, 0},
	{"a test that reads statements of others", twoTenants, "EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE '%> 0%')",
		"pg_stat_activity", false, 0},
	{"a name of the catalogue in other letters", twoTenants, `EXISTS (SELECT FROM U&"\0070g_stat_activity")`, "0070g_stat",
		false, 0},
	{"a function that runs a text", twoTenants, "query_to_xml('SELECT query FROM p' || 'g_stat_activity', true, true, '') IS NULL",
		"query_to_xml", false, 0},
	{"a trigger that reads the statement", "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'; " + twoTenants,
		ownOnly, "begins with CREATE FUNCTION", false, 0},
	{"rights for the role of the code", "GRANT ALL ON notes TO PUBLIC; " + twoTenants, ownOnly, "begins with GRANT ALL", false, 0},
	{"another role in the world", "SET ROLE postgres; " + twoTenants, ownOnly, "begins with SET ROLE", false, 0},
	{"a definition in the text of a row", "INSERT INTO notes VALUES (7, 1, 5, $$x$$, NULL)", ownOnly, "$$x$$", false, 0},
	{"a test that draws", twoTenants, "random() < 0.5", "random()", false, 0},
	{"a test that draws a number", twoTenants, "gen_random_uuid()::text < '8'", "gen_random_uuid", false, 0},
	{"a test that looks at the clock", twoTenants, "clock_timestamp() > '2020-01-01'", "clock_timestamp()", false, 0},
	{"a counter of the server", twoTenants, "txid_current() % 2 = 0", "txid_current", false, 0},
	{"the time in the world", "INSERT INTO notes VALUES (7, 1, 5, 'x', now())", ownOnly, "now()", false, 0},
	{"two conditions", twoTenants, "true; SELECT false", "one condition, not 2 statements", false, 0},
	{"a condition that ends its brackets", twoTenants, "true) UNION ALL SELECT (false", "not one truth value", false, 0},
	{"a condition that is not known", twoTenants, "NULL", "not one truth value", false, 0},
	{"a condition that writes", twoTenants,
		"true) FROM (WITH w AS (INSERT INTO notes VALUES (1, 1, 1, '', NULL) RETURNING 1) SELECT 1 FROM w) AS x WHERE (true",
		"its condition fails", false, 0},
	{"a condition without end", twoTenants, "(SELECT count(*) FROM generate_series(1, 3000000000)) = 0", "its condition fails",
		false, 0},
	{"a world without end", "INSERT INTO notes SELECT 7, g, 1, repeat('x', 1000), NULL FROM generate_series(1, 2000000000) AS g",
		ownOnly, "its world does not", false, 0},
}

// wants is the test of a call of the example's query.
func wants(t *testing.T, world, assert, session, params string) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"world": world, "assert": assert,
		"calls": []any{map[string]any{"session": json.RawMessage(session), "params": json.RawMessage(params)}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// openExample loads the example of the documentation, with mutants of its good query.
func openExample(t *testing.T) (w *World, good, bad sqlproof.Test) {
	t.Helper()
	s, app := server(t), example(t)
	q := &app.Queries[0]
	old := s.opt.Mutants
	s.opt.Mutants = func(language, code, schema string) ([]string, error) {
		all := strings.Replace(code, "WHERE org_id = :org_id AND id = :id", "WHERE :org_id > 0 AND :id > 0", 1)
		one := strings.Replace(code, "WHERE org_id = :org_id", "WHERE (:org_id = org_id OR org_id > 0)", 1)
		gone := strings.Replace(code, "AND deleted_at IS NULL", "", 1)
		if language != "sql" && language != "" || schema != app.Schema || all == code || one == code || gone == code {
			t.Errorf("the example's query is another: %s", code)
		}
		return []string{all, one, gone, code, "SELECT FROM", "SELECT :id, :body, :org_id FROM nothing"}, nil
	}
	w, err := s.Open(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.opt.Mutants = old
		w.Close(context.Background())
	})
	return w, q.Tests[0], q.Tests[1]
}

// What is known of tests, of which most do not test anything, is what their execution shows.
func TestTrials(t *testing.T) {
	w, good, bad := openExample(t)
	for _, c := range trials {
		got, err := w.Try(t.Context(), "edit-note", bad, good, wants(t, c.world, c.assert, `{"user_id": 5, "org_id": 7}`,
			`{"id": 1, "body": "New"}`), []int{1})
		if err != nil {
			t.Fatal(c.name, err)
		}
		counts := c.noticed > 0
		if got.Fails != counts || got.Passes != c.passes || !strings.Contains(got.Why, c.why) || (got.Why == "") != counts ||
			got.Noticed != c.noticed || counts && (got.Others != 2 || got.Goods != 1) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A call names what the session and the client have, and nothing else.
func TestTrialCalls(t *testing.T) {
	w, good, bad := openExample(t)
	for call, why := range map[[2]string]string{
		{`{"user_id": 5, "org_id": 7}`, `{"id": 1, "body": "New"}`}:             "",
		{`{"user_id": 5, "org_id": 7}`, `{"id": 1}`}:                            "the parameter :body is missing",
		{`{"user_id": 5, "org_id": 7}`, `{"id": 1, "body": "", "more": 1}`}:     "it has no parameter :more",
		{`{"user_id": 5, "org_id": 7}`, `{"id": 1, "body": "", "org_id": 8}`}:   "derives org_id from the session",
		{`{"org_id": 7}`, `{"id": 1, "body": "New"}`}:                           "the session lacks user_id",
		{`{"user_id": 5, "org_id": 7, "x": 1}`, `{"id": 1, "body": "New"}`}:     `the session has no "x"`,
		{`{"user_id": 5, "org_id": 7, "settings": {"role": "postgres"}}`, `{}`}: `no setting "role"`,
	} {
		got, err := w.Try(t.Context(), "edit-note", bad, good, wants(t, twoTenants, ownOnly, call[0], call[1]), []int{1})
		if err != nil || !strings.Contains(got.Why, why) || (why == "") != got.Fails || !got.Parses {
			t.Errorf("%s: %+v %v", call, got, err)
		}
	}
	for text, why := range map[string]string{
		"{": "not as asked for", `{"calls":[],"assert":"true"}`: "no calls", `{"more":1}`: "not as asked for",
		`{"calls":[{},{},{},{},{},{},{},{},{}],"assert":"true"}`: "9 calls", `{"race":true,"calls":[{}],"assert":"true"}`: "a race",
		`{"calls":[{}],"assert":"true"} x`: "something follows", `{"calls":[{}],"assert":" "}`: "not 0 statements",
	} {
		got, err := w.Try(t.Context(), "edit-note", bad, good, text, []int{1})
		if err != nil || got.Parses || !strings.Contains(got.Why, why) {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
}
