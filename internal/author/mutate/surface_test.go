package mutate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
)

const surfaceSchema = `
CREATE TABLE notes (org_id int NOT NULL, id int NOT NULL, author int, body text, status text, deleted_at timestamptz);
CREATE TABLE people (org_id int NOT NULL, id int NOT NULL, name text, active boolean);
`

// everywhere applies one rewriting to all its places.
func everywhere(t *testing.T, name, code string, seed uint64) string {
	t.Helper()
	all := Rewritings()
	i := slices.IndexFunc(all, func(r Rewriting) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("there is no rewriting %q", name)
	}
	s := &Surfaced{Code: code, Applied: map[string]int{}}
	if err := all[i].apply(s, sqltext.Tables(surfaceSchema), true, 1, rand.New(rand.NewPCG(seed, seed))); err != nil {
		t.Fatal(err)
	}
	return s.Code
}

// Each rewriting on a small query. Without `want` the text has to stay.
func TestRewritings(t *testing.T) {
	tabled := map[string]bool{}
	for _, tt := range []struct{ name, code, want string }{
		{"exists-in", "SELECT 1 FROM notes n WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = n.author AND p.active)",
			"SELECT 1 FROM notes n WHERE n.author IN (SELECT p.id FROM people p WHERE p.active)"},
		{"exists-in", "SELECT 1 FROM notes n WHERE n.author IN (SELECT id FROM people WHERE active)",
			"SELECT 1 FROM notes n WHERE EXISTS (SELECT 1 FROM people WHERE active AND people.id = n.author)"},
		{"exists-in", "SELECT 1 FROM notes n WHERE NOT EXISTS (SELECT 1 FROM people p WHERE p.id = n.author AND p.active)",
			""},
		{"exists-in", "SELECT 1 FROM notes n WHERE NOT (n.id = 1 AND EXISTS (SELECT 1 FROM people p WHERE " +
			"p.id = n.author AND p.active))", ""},
		{"exists-in", "SELECT 1 FROM notes n WHERE n.id = 1 AND (n.author NOT IN (SELECT p.id FROM people p WHERE p.active))",
			""},
		{"exists-in", "SELECT EXISTS (SELECT 1 FROM people p WHERE p.id = n.author AND p.active) FROM notes n", ""},
		{"on-where", "SELECT n.id FROM notes n JOIN people p ON p.id = n.author WHERE n.org_id = 1 AND p.active IS TRUE",
			"SELECT n.id FROM notes n JOIN people p ON p.id = n.author AND n.org_id = 1 WHERE p.active IS TRUE"},
		{"on-where", "SELECT n.id FROM notes n LEFT JOIN people p ON p.id = n.author WHERE n.org_id = 1 AND p.active", ""},
		{"derived-table", "SELECT n.id FROM notes AS n JOIN people p ON p.id = n.author WHERE n.org_id = 1 AND p.active",
			"SELECT n.id FROM (\n    SELECT n.*\n    FROM notes AS n\n    WHERE n.org_id = 1\n  ) AS n JOIN people p ON " +
				"p.id = n.author WHERE p.active"},
		{"derived-table", "SELECT n.id FROM notes AS n JOIN people p ON p.id = n.author WHERE " +
			"n.org_id = 1 AND p.active FOR UPDATE", ""},
		{"named-subquery", "SELECT q.id FROM (SELECT id FROM notes) AS q",
			"WITH q AS (SELECT id FROM notes)\nSELECT q.id FROM q"},
		{"inlined-subquery", "WITH q AS (SELECT id FROM notes) SELECT q.id FROM q",
			"SELECT q.id FROM (SELECT id FROM notes) AS q"},
		{"inlined-subquery", "WITH q AS (SELECT id FROM notes) SELECT a.id FROM q a JOIN q b ON a.id = b.id", ""},
		{"inlined-subquery", "WITH q AS (DELETE FROM notes RETURNING id) SELECT q.id FROM q", ""},
		{"coalesce-case", "SELECT COALESCE(n.body, '-') FROM notes n",
			"SELECT CASE WHEN n.body IS NULL THEN '-' ELSE n.body END FROM notes n"},
		{"coalesce-case", "SELECT COALESCE(random(), 1)", ""},
		{"between-bounds", "SELECT 1 FROM notes WHERE id BETWEEN 1 AND 5", "SELECT 1 FROM notes WHERE id >= 1 AND id <= 5"},
		{"between-bounds", "SELECT 1 FROM notes WHERE random() BETWEEN 0.1 AND 0.5", ""},
		{"in-list", "SELECT 1 FROM notes WHERE id IN (1, 2)", "SELECT 1 FROM notes WHERE (id = 1 OR id = 2)"},
		{"in-list", "SELECT 1 FROM notes WHERE id NOT IN (1, 2)", "SELECT 1 FROM notes WHERE (id <> 1 AND id <> 2)"},
		{"in-list", "SELECT 1 FROM notes WHERE status IN ('a', 'b')", "SELECT 1 FROM notes WHERE status = ANY ('{a,b}')"},
		{"row-equality", "SELECT 1 FROM notes n WHERE n.org_id = :o AND n.id = :i AND n.body > ''",
			"SELECT 1 FROM notes n WHERE (n.org_id, n.id) = (:o, :i) AND n.body > ''"},
		{"row-equality", "SELECT 1 FROM notes n WHERE n.org_id = :o OR n.id = :i", ""},
		{"condition-order", "SELECT 1 FROM notes WHERE a AND (b OR c)", "SELECT 1 FROM notes WHERE (c OR b) AND a"},
		{"condition-order", "SELECT 1 FROM notes WHERE a -- first\n AND b", ""},
		{"join-order", "SELECT n.id FROM notes n LEFT JOIN people p ON p.id = n.author JOIN people o ON o.id = n.org_id",
			"SELECT n.id FROM notes n JOIN people o ON o.id = n.org_id LEFT JOIN people p ON p.id = n.author"},
		{"join-order", "SELECT n.id FROM notes n LEFT JOIN people p ON p.id = n.author JOIN people o ON o.id = p.org_id",
			""},
		{"join-order", "SELECT * FROM notes n JOIN people p ON p.id = n.author", ""},
		{"join-order", "SELECT n.id FROM notes n JOIN people p ON p.id = n.author LIMIT 5", ""},
		{"comparison-sides", "SELECT 1 FROM notes WHERE id < 5 AND org_id = :o",
			"SELECT 1 FROM notes WHERE 5 > id AND :o = org_id"},
		{"comparison-sides", "SELECT 1 FROM notes WHERE (org_id, id) = (SELECT 1, 2) AND id = ANY (:list)", ""},
		{"argument-order", "SELECT LEAST(:n, 50)", "SELECT LEAST(50, :n)"},
		{"list-order", "SELECT 1 FROM notes WHERE status IN ('a', 'b', 'c')",
			"SELECT 1 FROM notes WHERE status IN ('c', 'b', 'a')"},
		{"cast-form", "SELECT :a::int, n.id::text, now()::date[] FROM notes n",
			"SELECT CAST(:a AS int), CAST(n.id AS text), CAST(now() AS date[]) FROM notes n"},
		{"fetch-first", "SELECT 1 FROM notes LIMIT LEAST(:n, 5)",
			"SELECT 1 FROM notes FETCH FIRST (LEAST(:n, 5)) ROWS ONLY"},
		{"fetch-first", "SELECT 1 FROM notes LIMIT ALL", ""},
		{"ascending", "SELECT 1 FROM notes ORDER BY id, body DESC", "SELECT 1 FROM notes ORDER BY id ASC, body DESC"},
		{"inner-word", "SELECT 1 FROM a JOIN b ON true LEFT JOIN c ON true CROSS JOIN d",
			"SELECT 1 FROM a INNER JOIN b ON true LEFT JOIN c ON true CROSS JOIN d"},
		{"outer-word", "SELECT 1 FROM a LEFT JOIN b ON true", "SELECT 1 FROM a LEFT OUTER JOIN b ON true"},
		{"not-equal", "SELECT a <> b", "SELECT a != b"},
		{"as-word", "SELECT n.id AS x FROM notes AS n", "SELECT n.id AS x FROM notes n"},
		{"as-word", "INSERT INTO notes AS n (id) VALUES (1)", ""},
		{"exists-target", "SELECT 1 WHERE EXISTS (SELECT 1 FROM notes)", "SELECT 1 WHERE EXISTS (SELECT NULL FROM notes)"},
		{"exists-target", "SELECT 1 WHERE EXISTS (SELECT 1 FROM notes UNION SELECT 2)", ""},
		{"brackets", "SELECT 1 FROM notes WHERE a = 1 AND b", "SELECT 1 FROM notes WHERE (a = 1) AND b"},
		{"query-names", "WITH q AS (SELECT id FROM notes) SELECT q.id FROM q",
			"WITH main AS (SELECT id FROM notes) SELECT main.id FROM main"},
		{"alias-names", "SELECT m.id AS m FROM notes m WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = m.author)",
			"SELECT note.id AS m FROM notes note WHERE EXISTS (SELECT 1 FROM people peo WHERE peo.id = note.author)"},
		{"alias-names", "SELECT to_jsonb(m) FROM notes m", ""},
		{"lower-case", "SELECT 'A', Id FROM notes -- ALL", "select 'A', Id from notes -- ALL"},
	} {
		tabled[tt.name] = true
		want := tt.want
		if want == "" {
			want = tt.code
		}
		var got []string
		for seed := range uint64(20) { // the dice choose forms and names
			if got = append(got, everywhere(t, tt.name, tt.code, seed)); got[seed] == want && tt.want != "" {
				break
			}
			if tt.want == "" && got[seed] != want {
				break
			}
		}
		if got[len(got)-1] != want {
			t.Errorf("%s: %s\n got %q\nwant %q", tt.name, tt.code, slices.Compact(got), want)
		}
	}
	for _, r := range Rewritings() {
		if !tabled[r.Name] || r.Doc == "" {
			t.Errorf("%s has no case or no documentation", r.Name)
		}
	}
}

const query = `-- The notes of a person.
SELECT n.id, n.body
FROM notes AS n
JOIN people AS p ON p.org_id = n.org_id AND p.id = n.author
WHERE n.org_id = :org_id
  AND n.deleted_at IS NULL -- live ones
  AND p.active
ORDER BY n.id
LIMIT 50;
`

func TestSurface(t *testing.T) {
	seen := map[string]bool{}
	for i := range 20 {
		name := fmt.Sprint("notes-", i)
		s, err := Surface(query, sqltext.Tables(surfaceSchema), 1, name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Surface(query, sqltext.Tables(surfaceSchema), 1, name)
		if err != nil || again.Code != s.Code {
			t.Errorf("%s: %v, another text the second time:\n%s\n%s", name, err, s.Code, again.Code)
		}
		if !slices.Equal(comments(s.Code), comments(query)) || strings.Count(s.Code, ":org_id") != 1 ||
			parses(s.Code, true) != nil {
			t.Errorf("%s: a comment, a parameter or the grammar is lost:\n%s", name, s.Code)
		}
		seen[s.Code] = true
	}
	if len(seen) < 18 {
		t.Errorf("20 names have %d surfaces", len(seen))
	}
	for i := range 20 { // nothing but blanks to change: its query is data
		const code = "CREATE FUNCTION f() RETURNS SETOF int LANGUAGE plpgsql AS $$\nBEGIN\n  RETURN QUERY EXECUTE " +
			"'SELECT 1';\nEND $$;\nselect f();\n"
		if s, err := Surface(code, nil, 1, fmt.Sprint(i)); err != nil || s.Code == code ||
			!strings.Contains(s.Code, "'SELECT 1'") {
			t.Errorf("%d: %v\n%s", i, err, s.Code)
		}
	}
	if _, err := Surface("SELECT FROM WHERE", nil, 1, "x"); err == nil {
		t.Error("no SQL, no error")
	}
}

// refusing is an engine that proves every test, but for texts with a word.
type refusing struct {
	words []string
	runs  int
}

func (r *refusing) Verify(_ context.Context, app *sqlproof.App) ([]evidence.SQLEvidence, error) {
	r.runs++
	var out []evidence.SQLEvidence
	for _, q := range app.Queries {
		e := evidence.SQLEvidence{Tests: q.Labels(), Proved: true}
		for i, x := range q.Tests {
			c := evidence.SQLCell{Kind: evidence.Surface}
			if slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(x.Code, w) }) {
				c.Failure = "no"
			}
			e.Tests[i].Cells = []evidence.SQLCell{c}
		}
		out = append(out, e)
	}
	return out, nil
}

func TestReword(t *testing.T) {
	app := &sqlproof.App{Name: "app", Schema: surfaceSchema, Queries: []sqlproof.Query{{Name: "notes"}}}
	for i := range 8 {
		app.Queries[0].Tests = append(app.Queries[0].Tests, sqlproof.Test{Name: fmt.Sprintf("notes-%02d-good", i),
			Code: "reworded", Minimal: query})
	}
	out, err := Reword(t.Context(), &refusing{words: []string{"FETCH", "fetch"}}, app, 1)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, r := range out {
		if strings.Contains(strings.ToLower(r.Code), "fetch") || r.Minimal != query {
			t.Errorf("a text that the engine refused:\n%s", r.Code)
		}
		for _, l := range r.LeftOut {
			left++
			if l.Because != "no" || l.Rewriting != "fetch-first" && l.Rewriting != "all" {
				t.Errorf("left out: %+v", l)
			}
		}
	}
	if left == 0 {
		t.Error("the engine refused nothing")
	}
	out, err = Reword(t.Context(), &refusing{words: []string{"o"}}, app, 1)
	if err != nil || slices.ContainsFunc(out, func(r Reworded) bool {
		return r.Code != query || len(r.LeftOut) != 1 || r.LeftOut[0].Rewriting != "all"
	}) {
		t.Errorf("an engine that refuses everything: %v %+v", err, out)
	}
}
