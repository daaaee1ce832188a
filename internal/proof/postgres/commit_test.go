package postgres

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

// A database in which a candidate only asked is used again, without its session. One that it changed in a way that
// is not compared is not, and nothing of it is there for the next one.
func TestLend(t *testing.T) {
	w, err := server(t).build(t.Context(), hostileSchema, hostileFixtures)
	if err != nil {
		t.Fatal(err)
	}
	const own = "CREATE VIEW mine AS SELECT * FROM notes; SELECT * FROM mine WHERE org_id = :org_id"
	call := sqlproof.Call{Params: map[string]sqlproof.Value{"org_id": {Kind: sqlproof.Number, Text: "1"}}}
	sets := map[string]*sqlproof.Set{"one call": {First: call}, "two calls": {First: call, Then: &call}}
	for _, c := range []struct {
		name, set, code string
		idle            int
	}{
		{"asks", "one call", "SELECT * FROM notes WHERE org_id = :org_id", 1},
		{"writes, which is taken back", "one call", "UPDATE notes SET body = 'x' WHERE org_id = :org_id", 1},
		{"has definitions", "one call", "SELECT lo_create(4711); SELECT * FROM notes WHERE org_id = :org_id", 0},
		{"has definitions of the suite", "one call", own, 1},
		{"commits", "two calls", "SELECT lo_create(CAST(4710 + random() * 100 AS int)) WHERE :org_id = '1'", 0},
	} {
		st, err := sqlproof.Compile(c.code)
		if err != nil {
			t.Fatal(err)
		}
		defined, err := sqlproof.Compile(own)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.committed(t.Context(), st, sets[c.set], &bounds{preludes: []string{defined.Prelude}})
		if err != nil || r.Err != nil || r.Fault != "" {
			t.Fatalf("%s: %v %+v", c.name, err, r)
		}
		if len(w.idle) != c.idle || c.idle > 0 && w.idle[0].app != nil {
			t.Errorf("%s: %d databases are kept, want %d, without a session", c.name, len(w.idle), c.idle)
		}
		l, err := w.borrow(t.Context(), "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		left, err := query(t.Context(), l.reader, "SELECT count(*) FROM pg_catalog.pg_largeobject_metadata")
		if err != nil || left[0][0] != "0" {
			t.Errorf("%s: %v %v large objects are left", c.name, err, left)
		}
		if err := l.close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(t.Context()); err != nil {
		t.Error(err)
	}
}

// What the suite's own texts commit is put back in the same database, with the order of rows and the numbers of
// sequences; one that had another given is used again when there are enough. Where the rules of an acceptance name rows
// by their place, none is.
func TestRenew(t *testing.T) {
	w, err := server(t).build(t.Context(), hostileSchema, hostileFixtures)
	if err != nil {
		t.Fatal(err)
	}
	call := sqlproof.Call{Params: map[string]sqlproof.Value{"org_id": {Kind: sqlproof.Number, Text: "1"}}}
	run := func(given, code string) string {
		t.Helper()
		st, err := sqlproof.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.committed(t.Context(), st, &sqlproof.Set{Given: given, First: call, Then: &call}, nil)
		if err != nil || r.Err != nil || r.Fault != "" {
			t.Fatalf("%s: %v %+v", code, err, r)
		}
		var out []string
		for _, row := range r.Rows {
			out = append(out, *row[0])
		}
		return fmt.Sprint(strings.Join(out, " "), ", ", len(r.Changes), " changes")
	}
	const (
		writes  = "UPDATE notes SET body = 'x' WHERE org_id = :org_id AND id = 7 RETURNING id"
		numbers = "INSERT INTO log (body) SELECT 'x' WHERE :org_id = 1 RETURNING id"
		defines = "CREATE VIEW mine AS SELECT * FROM notes; DELETE FROM mine WHERE org_id = :org_id AND id = 1 RETURNING id"
		first   = "SELECT id FROM notes WHERE org_id = :org_id AND id BETWEEN 6 AND 8"
		more    = "INSERT INTO log (body) VALUES ('given')"
	)
	start := w.server.count
	for range 2 {
		for _, c := range [][3]string{{"", writes, "7 7, 1 changes"}, {"", numbers, "2 3, 2 changes"},
			{"", defines, "1, 1 changes"}, {"", first, "6 7 8 6 7 8, 0 changes"}, {more, numbers, "3 4, 2 changes"},
			{more, defines, "1, 1 changes"}} {
			if got := run(c[0], c[1]); got != c[2] {
				t.Errorf("given %q, %s: got %s, want %s", c[0], c[1], got, c[2])
			}
		}
	}
	if made := w.server.count - start; made != 2 { // without a given and with one
		t.Errorf("%d databases were made, want 2", made)
	}
	for i := range maxIdle + 4 {
		given := fmt.Sprintf("DELETE FROM log; INSERT INTO log (body) SELECT 'x' FROM generate_series(1, %d)", i+1)
		if got, want := run(given, numbers), fmt.Sprintf("%d %d, 2 changes", i+3, i+4); got != want {
			t.Errorf("given %d: got %s, want %s", i, got, want)
		}
	}
	if made := w.server.count - start; made != maxIdle {
		t.Errorf("%d databases were made, want %d", made, maxIdle)
	}
	w.filled = nil
	start = w.server.count
	if run(more, writes); w.server.count == start {
		t.Error("a database whose rows must keep their place is used again")
	}
	if err := w.close(t.Context()); err != nil {
		t.Error(err)
	}
}
