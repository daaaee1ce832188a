package mutate_test

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/author/mutate"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/adequacy"
)

const schema = `
CREATE TABLE notes (org_id int NOT NULL, id int NOT NULL, author int, body text, secret_note text, status text CHECK (status IN ('draft', 'sent')), deleted_at timestamptz);
CREATE TABLE people (org_id int NOT NULL, id int NOT NULL, name text, active boolean, deleted_at timestamptz);
`

// Each operator on a small query: all that it proposes, in order. A mutant of the
// same text as one of an earlier operator has that one's name, so the queries
// are written to be the operator's own.
func TestOperators(t *testing.T) {
	tabled := map[string]bool{}
	for _, tt := range []struct {
		operator, code string
		want           []string
	}{
		{"drop-tenant-join", "SELECT n.id FROM notes n JOIN people p ON p.org_id = n.org_id AND p.id = " +
			"n.author WHERE n.org_id = :o", []string{
			"SELECT n.id FROM notes n JOIN people p ON p.id = n.author WHERE n.org_id = :o"}},
		{"drop-tenant-join", "SELECT 1 FROM notes n JOIN people p ON (p.org_id, p.id) = (n.org_id, n.author)", []string{
			"SELECT 1 FROM notes n JOIN people p ON (p.id) = (n.author)"}},
		{"drop-status-guard", "UPDATE notes SET status = 'sent' WHERE id = :id AND status IN ('draft')", []string{
			"UPDATE notes SET status = 'sent' WHERE id = :id"}},
		{"drop-exists", "SELECT id FROM notes n WHERE id > 1 AND NOT EXISTS (SELECT 1 FROM people)", []string{
			"SELECT id FROM notes n WHERE id > 1",
			"SELECT id FROM notes n WHERE id > 1 AND EXISTS (SELECT 1 FROM people)"}},
		{"drop-predicate", "SELECT id -- what\nFROM notes\nWHERE a BETWEEN 1 AND 2 -- first\n  AND b = 1 /* " +
			"second */\n  AND NOT c\nORDER BY 1", []string{
			"SELECT id -- what\nFROM notes\nWHERE  -- first\nb = 1 /* second */\n  AND NOT c\nORDER BY 1",
			"SELECT id -- what\nFROM notes\nWHERE a BETWEEN 1 AND 2 -- first\n   /* second */\n  AND NOT c\nORDER BY 1",
			"SELECT id -- what\nFROM notes\nWHERE a BETWEEN 1 AND 2 -- first\n  AND b = 1 /* second */\nORDER BY 1"}},
		{"drop-predicate", "SELECT id FROM notes WHERE id = 1 LIMIT 1", []string{"SELECT id FROM notes LIMIT 1"}},
		{"and-or", "SELECT 1 FROM t WHERE a AND (b OR c)", []string{
			"SELECT 1 FROM t WHERE a OR (b OR c)",
			"SELECT 1 FROM t WHERE a AND b OR c",
			"SELECT 1 FROM t WHERE a AND (b AND c)"}},
		{"comparison", "SELECT 1 FROM t WHERE a < 1 AND b = ANY (c) AND d IS NULL AND e NOT IN (1)", []string{
			"SELECT 1 FROM t WHERE a <= 1 AND b = ANY (c) AND d IS NULL AND e NOT IN (1)",
			"SELECT 1 FROM t WHERE a >= 1 AND b = ANY (c) AND d IS NULL AND e NOT IN (1)",
			"SELECT 1 FROM t WHERE a < 1 AND b <> ANY (c) AND d IS NULL AND e NOT IN (1)",
			"SELECT 1 FROM t WHERE a < 1 AND b >= ANY (c) AND d IS NULL AND e NOT IN (1)",
			"SELECT 1 FROM t WHERE a < 1 AND b = ANY (c) AND d IS NOT NULL AND e NOT IN (1)",
			"SELECT 1 FROM t WHERE a < 1 AND b = ANY (c) AND d IS NULL AND e IN (1)"}},
		{"move-filter", "SELECT 1 FROM notes n LEFT JOIN people p ON p.id = n.author AND p.active WHERE n.org_id = :o",
			[]string{
				"SELECT 1 FROM notes n LEFT JOIN people p ON p.active WHERE n.org_id = :o AND p.id = n.author",
				"SELECT 1 FROM notes n LEFT JOIN people p ON p.id = n.author WHERE n.org_id = :o AND p.active",
				"SELECT 1 FROM notes n LEFT JOIN people p ON p.id = n.author AND p.active AND n.org_id = :o"}},
		{"join-kind", "SELECT 1 FROM a LEFT JOIN b ON a.x = b.x JOIN c ON c.x = a.x", []string{
			"SELECT 1 FROM a JOIN b ON a.x = b.x JOIN c ON c.x = a.x",
			"SELECT 1 FROM a LEFT JOIN b ON a.x = b.x LEFT JOIN c ON c.x = a.x"}},
		{"wrong-alias", "SELECT n.body FROM notes n, people p WHERE n.deleted_at IS NULL AND p.active", []string{
			"SELECT n.body FROM notes n, people p WHERE p.deleted_at IS NULL AND p.active"}},
		{"limit", "SELECT 1 FROM t LIMIT LEAST(:n, 50)", []string{
			"SELECT 1 FROM t",
			"SELECT 1 FROM t LIMIT :n",
			"SELECT 1 FROM t LIMIT LEAST(:n, 500)"}},
		{"limit", "SELECT 1 FROM t LIMIT 50 OFFSET 1", []string{"SELECT 1 FROM t OFFSET 1",
			"SELECT 1 FROM t LIMIT 5000 OFFSET 1"}},
		{"drop-mask", "SELECT CASE WHEN :r IN ('hr') THEN p.name END AS name FROM people p",
			[]string{"SELECT p.name AS name FROM people p"}},
		{"add-column", "SELECT n.id FROM notes n", []string{"SELECT n.id, n.secret_note FROM notes n"}},
		{"coalesce-default", "SELECT COALESCE(p.active, false) FROM people p", []string{
			"SELECT COALESCE(false, p.active) FROM people p",
			"SELECT COALESCE(p.active, true) FROM people p"}},
		{"excluded", "INSERT INTO notes AS n (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET body = " +
			"EXCLUDED.body WHERE n.id > 1", []string{
			"INSERT INTO notes AS n (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET body = n.body WHERE n.id > 1",
			"INSERT INTO notes AS n (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET body = EXCLUDED.body WHERE EXCLUDED.id > 1"}},
		{"row-lock", "SELECT 1 FROM notes n FOR UPDATE OF n SKIP LOCKED", []string{
			"SELECT 1 FROM notes n",
			"SELECT 1 FROM notes n FOR KEY SHARE OF n SKIP LOCKED",
			"SELECT 1 FROM notes n FOR UPDATE OF n"}},
		{"format-quote", "CREATE FUNCTION f(a text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE " +
			"format('SELECT %1$L || %I || %%L', a, a); END $$", []string{
			"CREATE FUNCTION f(a text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE format('SELECT " +
				"%1$s || %I || %%L', a, a); END $$",
			"CREATE FUNCTION f(a text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE format('SELECT " +
				"%1$L || %s || %%L', a, a); END $$"}},
		{"policy-kind", "CREATE POLICY p ON notes AS RESTRICTIVE USING (true)",
			[]string{"CREATE POLICY p ON notes AS PERMISSIVE USING (true)"}},
		{"window-partition", "SELECT rank() OVER (PARTITION BY n.org_id ORDER BY n.id) FROM notes n",
			[]string{"SELECT rank() OVER (ORDER BY n.id) FROM notes n"}},
		{"between", "SELECT 1 FROM notes WHERE id BETWEEN :a AND :b + 1 AND author = 1", []string{
			"SELECT 1 FROM notes WHERE id <= :b + 1 AND author = 1",
			"SELECT 1 FROM notes WHERE id > :a AND id <= :b + 1 AND author = 1",
			"SELECT 1 FROM notes WHERE id >= :a AND author = 1",
			"SELECT 1 FROM notes WHERE id >= :a AND id < :b + 1 AND author = 1"}},
		{"like", "SELECT 1 FROM notes WHERE body LIKE replace(:q, '%', '\\%') || '%' OR strpos(body, :q) > 0 OR " +
			"position(:q IN body) > 0 OR starts_with(body, :q)", []string{
			"SELECT 1 FROM notes WHERE body LIKE :q || '%' OR strpos(body, :q) > 0 OR position(:q IN body) " +
				"> 0 OR starts_with(body, :q)",
			"SELECT 1 FROM notes WHERE body LIKE replace(:q, '%', '\\%') || '%' OR body LIKE '%' || :q || '%' OR position(:q " +
				"IN body) > 0 OR starts_with(body, :q)",
			"SELECT 1 FROM notes WHERE body LIKE replace(:q, '%', '\\%') || '%' OR strpos(body, :q) > 0 OR body LIKE '%' || " +
				":q || '%' OR starts_with(body, :q)",
			"SELECT 1 FROM notes WHERE body LIKE replace(:q, '%', '\\%') || '%' OR strpos(body, :q) > 0 OR position(:q IN " +
				"body) > 0 OR body LIKE :q || '%'"}},
		{"null-three", "SELECT id = 1 FROM notes WHERE author = :a AND status IS DISTINCT FROM 'sent' AND body IS NOT " +
			"DISTINCT FROM :b AND (id > 1) IS NOT TRUE AND id = 2", []string{
			"SELECT id = 1 FROM notes WHERE author IS NOT DISTINCT FROM :a AND status IS DISTINCT FROM 'sent' AND body IS NOT " +
				"DISTINCT FROM :b AND (id > 1) IS NOT TRUE AND id = 2",
			"SELECT id = 1 FROM notes WHERE author = :a AND status <> 'sent' AND body IS NOT DISTINCT FROM :b AND " +
				"(id > 1) IS NOT TRUE AND id = 2",
			"SELECT id = 1 FROM notes WHERE author = :a AND status IS DISTINCT FROM 'sent' AND body = :b AND " +
				"(id > 1) IS NOT TRUE AND id = 2",
			"SELECT id = 1 FROM notes WHERE author = :a AND status IS DISTINCT FROM 'sent' AND body IS NOT DISTINCT FROM :b " +
				"AND (id > 1) = false AND id = 2"}},
		{"distinct", "SELECT count(DISTINCT id) FROM (SELECT DISTINCT id FROM notes UNION SELECT 1 UNION ALL SELECT 2) AS x",
			[]string{
				"SELECT count(id) FROM (SELECT DISTINCT id FROM notes UNION SELECT 1 UNION ALL SELECT 2) AS x",
				"SELECT count(DISTINCT id) FROM (SELECT id FROM notes UNION SELECT 1 UNION ALL SELECT 2) AS x",
				"SELECT count(DISTINCT id) FROM (SELECT DISTINCT id FROM notes UNION ALL SELECT 1 UNION ALL SELECT 2) AS x",
				"SELECT count(DISTINCT id) FROM (SELECT DISTINCT id FROM notes UNION SELECT 1 UNION SELECT 2) AS x"}},
		{"aggregate", "SELECT SUM(id), bool_and(author > 1) FROM notes", []string{
			"SELECT MAX(id), bool_and(author > 1) FROM notes",
			"SELECT SUM(id), bool_or(author > 1) FROM notes"}},
		{"group", "SELECT count(*) FROM notes GROUP BY org_id, lower(body), author HAVING count(*) > 1", []string{
			"SELECT count(*) FROM notes GROUP BY lower(body), author HAVING count(*) > 1",
			"SELECT count(*) FROM notes GROUP BY org_id, author HAVING count(*) > 1",
			"SELECT count(*) FROM notes GROUP BY org_id, lower(body) HAVING count(*) > 1"}},
		{"rls-owner", "CREATE VIEW v WITH (security_invoker = true) AS SELECT 1",
			[]string{"CREATE VIEW v WITH (security_invoker = false) AS SELECT 1"}},
		{"order", "SELECT id FROM notes ORDER BY org_id, id DESC NULLS FIRST LIMIT 1", []string{
			"SELECT id FROM notes ORDER BY org_id DESC, id DESC NULLS FIRST LIMIT 1",
			"SELECT id FROM notes ORDER BY org_id, id NULLS FIRST LIMIT 1",
			"SELECT id FROM notes ORDER BY org_id, id DESC NULLS LAST LIMIT 1"}},
		{"parameter", "SELECT id FROM notes WHERE author = :user_id AND id = :note_id AND status = :status", []string{
			"SELECT id FROM notes WHERE author = :note_id AND id = :note_id AND status = :status",
			"SELECT id FROM notes WHERE author = :user_id AND id = :user_id AND status = :status"}},
		{"drop-predicate", "CREATE FUNCTION f(p int) RETURNS int LANGUAGE plpgsql AS $$\nDECLARE v int;\nBEGIN\n  SELECT " +
			"id INTO v FROM notes WHERE id = p AND body IS NULL;\n  PERFORM 1 FROM notes WHERE id = v;\n  IF v > 1 AND p > 1 " +
			"THEN RETURN 1; END IF;\n  RETURN v;\nEND $$", []string{
			"SELECT id INTO v FROM notes WHERE body IS NULL;", "SELECT id INTO v FROM notes WHERE id = p;",
			"PERFORM 1 FROM notes;", "IF p > 1 THEN", "IF v > 1 THEN"}},
	} {
		tabled[tt.operator] = true
		ms, err := mutate.Derive(tt.code, sqltext.Tables(schema))
		if err != nil {
			t.Errorf("%s: %v", tt.code, err)
			continue
		}
		var got []string
		for _, m := range ms {
			if m.Operator == tt.operator {
				got = append(got, m.Code)
			}
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s of\n%s\ngave %d:\n%s\nwant %d", tt.operator, tt.code, len(got), strings.Join(got, "\n--\n"),
				len(tt.want))
			continue
		}
		for i := range got {
			// A function's want is the piece that differs.
			if got[i] != tt.want[i] && !(strings.HasPrefix(tt.code, "CREATE FUNCTION") && strings.Contains(got[i], tt.want[i])) {
				t.Errorf("%s of\n%s\n got %s\nwant %s", tt.operator, tt.code, got[i], tt.want[i])
			}
		}
	}
	for _, op := range mutate.Operators() {
		if !tabled[op.Name] {
			t.Errorf("operator %s has no case here", op.Name)
		}
	}
}

// What the decisions add to the deletions: the parts that they decide, and the intervals that they move.
func TestDecisions(t *testing.T) {
	for _, tt := range []struct {
		code string
		want []string
	}{
		{"SELECT 1 FROM notes WHERE org_id = :o OR :id > 100", []string{"without org_id = :o", "without :id > 100"}},
		{"SELECT 1 FROM notes WHERE CASE WHEN :a > :b THEN org_id = :o END", []string{"true instead of :a > :b",
			"false instead of :a > :b"}},
		{"SELECT 1 FROM notes WHERE status IN ('draft', 'sent')", []string{"without 'draft' in IN ('draft', 'sent')",
			"without 'sent' in IN ('draft', 'sent')"}},
		{"SELECT 1 FROM notes WHERE left(body, 8) = :b", []string{"body instead of left(body, 8)"}},
		{"SELECT 1 FROM notes WHERE deleted_at::date > :now - interval '1 hour'", []string{
			"'0 hour' instead of '1 hour' in deleted_at::date > :now - interval '1 hour'",
			"'2 hour' instead of '1 hour' in deleted_at::date > :now - interval '1 hour'"}},
		{"SELECT id FROM notes UNION ALL (SELECT id FROM people) ORDER BY 1", []string{
			"without UNION ALL (SELECT id FROM people)", "without SELECT id FROM notes UNION"}},
		{"SELECT date_trunc('day', deleted_at) FROM notes", []string{"deleted_at instead of date_trunc('day', deleted_at)"}},
	} {
		got, err := mutate.Deletions(tt.code, sqltext.Tables(schema))
		if err != nil {
			t.Fatal(err)
		}
		for _, what := range tt.want {
			if !slices.ContainsFunc(got, func(r adequacy.Removal) bool { return r.Description == what }) {
				t.Errorf("%s: no %q in %v", tt.code, what, got)
			}
		}
	}
}

// Every operator is described, under its own name.
func TestOperatorsDescribed(t *testing.T) {
	var names []string
	for _, op := range mutate.Operators() {
		if op.Doc == "" || op.Name != strings.ToLower(op.Name) || slices.Contains(names, op.Name) {
			t.Errorf("operator %q: %q", op.Name, op.Doc)
		}
		names = append(names, op.Name)
	}
}

func TestDeriveRefuses(t *testing.T) {
	if _, err := mutate.Derive("SELECT FROM WHERE", nil); err == nil || !strings.Contains(err.Error(), "grammar") {
		t.Errorf("err = %v", err)
	}
}

// For any bytes: an error or mutants, each one edit away.
func FuzzDerive(f *testing.F) {
	f.Add("SELECT a.x FROM a JOIN b ON b.org_id = a.org_id WHERE a.org_id = :o AND (a.x = 1 OR NOT EXISTS (SELECT 1 " +
		"FROM c)) LIMIT LEAST(:n, 50) FOR UPDATE")
	f.Add("CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM a WHERE x = 1; " +
		"RETURN 1; END $$; SELECT f()")
	f.Add("INSERT INTO a AS n VALUES (1) ON CONFLICT (x) DO UPDATE SET y = EXCLUDED.y WHERE n.z = COALESCE(:a, false)")
	f.Add("SELECT rank() OVER (PARTITION BY x), CASE WHEN a THEN b END FROM t WHERE a BETWEEN 1 AND 2")
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 400 {
			t.Skip()
		}
		ms, err := mutate.Derive(code, nil)
		if err != nil {
			return
		}
		for _, m := range ms {
			if code[:m.Start]+m.Replacement+code[m.End:] != m.Code || m.Code == code {
				t.Errorf("%q: %+v is not one edit", code, m)
			}
		}
	})
}
