package pgtree_test

import (
	"testing"

	"assay/internal/proof/pgtree"
)

const function = `CREATE FUNCTION f(a int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT id FROM t WHERE org = a); -- only ours
END
$$;`

func TestDiffer(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"layout and comments", "SELECT id, name FROM t WHERE org = :org AND id = :id",
			"select id,\n  name -- all\nFROM t /* why */ WHERE org = :org\n AND id = :id", ""},
		{"a byte order mark", "\ufeffSELECT 1 FROM t", "\ufeff-- all\nSELECT 1 FROM t", ""},
		{"another operator", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE a <> 1", "another syntax tree"},
		{"another constant", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE a = 2", "another syntax tree"},
		{"a condition commented out", "SELECT 1 FROM t WHERE a = 1 AND b", "SELECT 1 FROM t WHERE a = 1 -- AND b",
			"another syntax tree"},
		{"parameters exchanged", "SELECT :a, :b", "SELECT :b, :a", "other parameters"},
		{"a parameter twice", "SELECT :a, :b", "SELECT :a, :a", "other parameters"},
		{"one for another later on", "SELECT :a, :b, :a", "SELECT :a, :b, :b", "another syntax tree"},
		{"a string with comment marks", "SELECT '-- a'", "SELECT '-- b'", "another syntax tree"},
		{"a body's comment", function, "CREATE FUNCTION f(a int) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (select id " +
			"FROM t /* x */ WHERE org = a); END $$;", ""},
		{"a body's condition", function,
			"CREATE FUNCTION f(a int) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT id FROM t); END $$;",
			"other words in function body 1"},
		{"a body's string", "DO $$ BEGIN RAISE 'A'; END $$", "DO $$ BEGIN RAISE 'a'; END $$",
			"other words in function body 1"},
		{"a function's language", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
			"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS 'SELECT 1'", "another syntax tree"},
	} {
		got, err := pgtree.Differ(c.a, c.b)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	for _, broken := range []string{"SELECT FROM WHERE", "SELECT 'open"} {
		if _, err := pgtree.Differ("SELECT 1", broken); err == nil {
			t.Errorf("%q parses", broken)
		}
	}
}

// A byte order mark before a text does not hide it, and counts in offsets.
func TestMark(t *testing.T) {
	n, err := pgtree.Parse("\ufeffSELECT a", 10)
	if err != nil || n.First() != 20 {
		t.Errorf("the first place is %d, error %v", n.First(), err)
	}
}
