package postgres

import (
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
