package postgres

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

// Without fixtures, statements are prepared and run with their parameters; statements
// of the schema that PostgreSQL refuses are named, and the others loaded.
func TestTry(t *testing.T) {
	const schema = `
CREATE TYPE state AS ENUM ('open', 'shut');
CREATE TABLE orgs (id int PRIMARY KEY, name text NOT NULL, UNIQUE (lower(name)), CHECK (id > 0));
CREATE TABLE visits (id serial PRIMARY KEY, at timestamptz);
CREATE TABLE items (id int PRIMARY KEY, org_id int NOT NULL REFERENCES orgs, state state NOT NULL);
EXISTS (SELECT 1 FROM orgs);`
	one := func(id string) []map[string]sqlproof.Value {
		return []map[string]sqlproof.Value{{"id": {Kind: sqlproof.Text, Text: id},
			"org_id": {Kind: sqlproof.Number, Text: "1"}}}
	}
	refused, tried, err := server(t).Try(t.Context(), schema, []Trial{
		{Name: "runs", Code: "SELECT id FROM items WHERE org_id = :org_id AND id = :id", Sets: one("7"),
			Verify: "SELECT name FROM orgs WHERE id = :org_id"},
		{Name: "refers to nothing", Code: "INSERT INTO items VALUES (:id, :org_id, 'open')", Sets: one("7")},
		{Name: "wrong type", Code: "SELECT id FROM items WHERE state LIKE 'o%'"},
		{Name: "no such table", Code: "SELECT id FROM thing"},
		{Name: "no statement", Code: "COMMIT"},
		{Name: "a set of another type", Code: "SELECT id FROM items WHERE id = :id", Sets: one("item-7")},
		{Name: "a set without a name", Code: "SELECT id FROM items WHERE id = :item", Sets: one("7")},
		{Name: "a broken check", Code: "SELECT id FROM items", Verify: "SELECT nothing FROM items"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(refused) != 2 || !strings.Contains(refused[0], `loaded without "UNIQUE (lower(name))"`) ||
		!strings.Contains(refused[1], "EXISTS") {
		t.Errorf("refused: %q", refused)
	}
	want := []string{"", "", "does not PREPARE: 42883", "does not PREPARE: 42P01", "ends with COMMIT",
		"parameter set 1: error 22P02", "parameter set 1 gives no :item", "# Verify does not PREPARE: 42703"}
	for i, x := range tried {
		got := strings.Join(append(slices.Clone(x.Sets), x.Refused), "")
		if (want[i] == "") != (got == "") || !strings.Contains(got, want[i]) {
			t.Errorf("trial %d: got %q, want %q", i+1, got, want[i])
		}
	}
	if refused, tried, err := server(t).Try(t.Context(), "SELECT 1", []Trial{{Name: "x", Code: "SELECT 1"}}); err != nil ||
		tried != nil || len(refused) != 1 {
		t.Errorf("a schema without tables: %q %v %v", refused, tried, err)
	}
}

// A statement of which the server refuses part after part is left out in the end, and reported.
func TestTooManyRefusedParts(t *testing.T) {
	schema := "CREATE TABLE items (id int" + strings.Repeat(", UNIQUE (lower(id))", 21) + ");"
	refused, _, err := server(t).Try(t.Context(), schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(refused, "\n"); !strings.Contains(all, "refuses more than 20 of its parts; it is left out") {
		t.Errorf("refused: %q", refused)
	}
}
