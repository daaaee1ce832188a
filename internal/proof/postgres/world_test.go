package postgres

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

// build makes an application with one query from codes: the good file first; each bad
// one after the number that it violates and a bar.
func build(schema, fixtures, proofYAML string, codes ...string) *App {
	q := Query{Name: "q", Proof: []byte(proofYAML)}
	for i, code := range codes {
		test := sqlproof.Test{Name: fmt.Sprintf("q-%02d", i+1), Code: code}
		if violates, rest, bad := strings.Cut(code, "|"); bad && i > 0 {
			n, err := strconv.Atoi(violates)
			if err != nil {
				panic(err)
			}
			test.Bad, test.Code, test.Twin, test.Violates = true, rest, "q-01", []int{n}
		}
		q.Tests = append(q.Tests, test)
	}
	return &App{Name: "app", Schema: schema, Fixtures: fixtures, Queries: []Query{q}}
}

// Every way to make a world: races, sequences, given rows, settings with
// row-level security, views, procedures, exports.
func TestWorlds(t *testing.T) {
	for _, c := range []struct {
		name string
		app  *App
		hits map[string]string // test → what its hit shows
		fail string
	}{
		{
			name: "race: a job is claimed once",
			app: build("CREATE TABLE jobs (id int PRIMARY KEY, owner int)", "INSERT INTO jobs VALUES (1, NULL), (2, NULL)", `
principals: {a: {user_id: 1}, b: {user_id: 2}}
regular: [{name: claim, as: a, expect: {rows: [[1]], changes: [{table: jobs, op: update, set: {owner: 1}}]}}]
attacks:
  - {name: two at once, requirement: 1, as: a, second: {as: b}, expect: {rows: [[1], [2]]}, forbid_change: [{where_not: {owner: null}}], require_change: [{table: jobs, set: {owner: 1}}, {table: jobs, set: {owner: 2}}]}
`, "UPDATE jobs SET owner = :user_id WHERE id = (SELECT id FROM jobs WHERE owner IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id",
				"1|UPDATE jobs SET owner = :user_id WHERE id = (SELECT id FROM jobs WHERE owner IS NULL "+
					"ORDER BY id LIMIT 1) RETURNING id"),
			hits: map[string]string{"q-02": "0 of 1 changes are {table: jobs, set: {owner: 1}}"},
		},
		{
			name: "race: write skew in a function",
			app: build("CREATE TABLE admins (id int PRIMARY KEY, active boolean)",
				"INSERT INTO admins VALUES (1, true), (2, true), (3, false)", `
principals: {a: {user_id: 1}, b: {user_id: 2}}
regular: [{name: leave, as: a, expect: {changes: [{table: admins, where: {id: 1}, set: {active: false}}]}}]
attacks:
  - {name: both leave, requirement: 2, as: a, second: {as: b}, expect: {changes: [{table: admins, where: {id: 1}, set: {active: false}}]}, forbid_change: [{where: {id: 2}}]}
`, `CREATE FUNCTION leave(p_user_id int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM admins WHERE active ORDER BY id FOR UPDATE;
  UPDATE admins SET active = false WHERE id = p_user_id AND (SELECT count(*) FROM admins WHERE active) > 1;
  RETURN FOUND;
END $$;`, `2|CREATE FUNCTION leave(p_user_id int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM admins WHERE active ORDER BY id;
  UPDATE admins SET active = false WHERE id = p_user_id AND (SELECT count(*) FROM admins WHERE active) > 1;
  RETURN FOUND;
END $$;`),
			hits: map[string]string{"q-02": "update of admins (id=2) active: true → false"},
		},
		{
			name: "sequence: a second run posts nothing",
			app: build("CREATE TABLE posted (period int, amount int); CREATE UNIQUE INDEX ON posted (period)",
				"INSERT INTO posted VALUES (1, 5)", `
principals: {a: {user_id: 1}}
defaults: {period: 2}
regular: [{name: post, as: a, expect: {count: 1, changes: [{table: posted, op: insert, where: {period: 2}}]}}]
attacks:
  - {name: twice, requirement: 3, as: a, then: {as: a}, expect: {count: 1}, max_rows: 1, forbid_change: [{set: {amount: 14}}]}
`, "INSERT INTO posted VALUES (:period, 7 * :user_id) ON CONFLICT DO NOTHING RETURNING period",
				"3|INSERT INTO posted VALUES (:period, 7 * :user_id) ON CONFLICT (period) DO UPDATE SET amount = "+
					"posted.amount + 7 RETURNING period"),
			hits: map[string]string{"q-02": "2 rows, more than 1"},
		},
		{
			name: "given: a NULL in the list",
			app: build("CREATE TABLE people (id int PRIMARY KEY); CREATE TABLE reviews (person int)",
				"INSERT INTO people VALUES (1), (2); INSERT INTO reviews VALUES (1)", `
principals: {a: {user_id: 1}}
defaults: {page: 5}
regular: [{name: open, as: a, expect: {rows: [[2]]}}]
attacks:
  - {name: a review of nobody, requirement: 4, as: a, given: "INSERT INTO reviews VALUES (NULL)", expect: {rows: [[2]]}, require_text: ["2"]}
`, "SELECT id FROM people AS p WHERE NOT EXISTS (SELECT 1 FROM reviews AS r WHERE r.person = p.id) AND :user_id = 1 LIMIT :page",
				"4|SELECT id FROM people AS p WHERE id NOT IN (SELECT person FROM reviews) AND :user_id = 1 LIMIT :page"),
			hits: map[string]string{"q-02": `"2" is in none of 0 rows`},
		},
		{
			name: "given that does not load",
			app: build("CREATE TABLE t (a int PRIMARY KEY)", "INSERT INTO t VALUES (1)", `
principals: {u: {x: 1}}
regular: [{name: all, as: u, expect: {count: 1}}]
attacks: [{name: again, requirement: 1, as: u, given: "INSERT INTO t VALUES (1)", max_rows: 3}]
`, "SELECT a FROM t WHERE :x = 1"),
			fail: `q-01, set "again": ` + "`given`" + ` does not load: 23505`,
		},
		{
			name: "settings: row-level security and a view",
			app: build(`CREATE TABLE notes (org int, body text); ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON notes USING (org = current_setting('app.org')::int);`, "INSERT INTO notes VALUES (1, 'mine'), (2, 'SENTINEL')", `
principals: {a: {user_id: 1, settings: {app.org: 1}}}
defaults: {text: "%"}
regular: [{name: mine, as: a, params: {text: mine}, expect: {rows: [[mine]]}}]
attacks:
  - {name: all, requirement: 5, as: a, expect: {rows: [[mine]]}, forbid_text: [SENTINEL]}
`, "CREATE VIEW v WITH (security_invoker = true) AS SELECT * FROM notes; SELECT body FROM v WHERE body LIKE :text",
				"5|CREATE VIEW v AS SELECT * FROM notes; SELECT body FROM v WHERE body LIKE :text"),
			hits: map[string]string{"q-02": `"SENTINEL" in row 1, body: SENTINEL`},
		},
		{
			name: "export: COPY binds by quoting",
			app: build("CREATE TABLE notes (org int, body text)", "INSERT INTO notes VALUES (1, 'it''s'), (2, 'SENTINEL')", `
principals: {a: {org: 1}}
regular: [{name: mine, as: a, params: {body: "it's"}, expect: {columns: [copy], rows: [["1,it's"]]}}]
attacks:
  - {name: another word, requirement: 6, as: a, params: {body: SENTINEL}, expect: {rows: []}, max_rows: 0}
  - {name: a quote, requirement: 6, as: a, params: {body: "' OR '1'='1"}, expect: {rows: []}, max_rows: 0}
`, "COPY (SELECT * FROM notes WHERE org = :org AND body = :body) TO STDOUT (FORMAT csv)",
				"6|COPY (SELECT * FROM notes WHERE org >= :org AND body = :body) TO STDOUT (FORMAT csv)"),
			hits: map[string]string{"q-02": "1 rows, more than 0; row 1 (2,SENTINEL)"},
		},
		{
			name: "procedure, deferred constraint, error codes and notices",
			app: build("CREATE TABLE t (a int PRIMARY KEY, b int REFERENCES t DEFERRABLE INITIALLY DEFERRED)",
				"INSERT INTO t VALUES (1, 1)", `
principals: {u: {x: 1}}
regular: [{name: fine, as: u, params: {a: 2, b: 2}, expect: {changes: [{table: t, op: insert, where: {a: 2}}]}}]
attacks:
  - {name: dangling, requirement: 7, as: u, params: {a: 3, b: 9}, expect: {error: 23503}, forbid_change: any}
  - {name: taken, requirement: 8, as: u, params: {a: 1, b: 1}, expect: {error: allowed}, forbid_error: "23505", forbid_text: [SENTINEL]}
  - {name: like a free one, requirement: 9, like: taken, same_as: dangling, expect: {error: allowed}}
`, `CREATE PROCEDURE p(p_a int, p_b int) LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT 1 FROM t WHERE a = p_a) THEN RAISE foreign_key_violation USING MESSAGE = 'insert or update on table "t" violates foreign key constraint "t_b_fkey"'; END IF;
  INSERT INTO t VALUES (p_a, p_b);
END $$;`, `8|CREATE PROCEDURE p(p_a int, p_b int) LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO t VALUES (p_a, p_b);
END $$;`),
			fail: `q-02, set "like a free one": same_as of requirement 9 fires, but the file violates 8 only`,
		},
		{
			name: "race: a lost update",
			app: build("CREATE TABLE t (a int PRIMARY KEY, b int)", "INSERT INTO t VALUES (1, 0), (2, 0)", `
principals: {u: {x: 1}}
regular: [{name: fine, as: u, params: {a: 1}, expect: {count: 1}}]
attacks:
  - {name: both add one, requirement: 1, as: u, params: {a: 1}, second: {as: u}, expect: {rows: [[1], [1]]}, forbid_change: [{set: {b: 1}}]}
`, "UPDATE t SET b = b + 1 WHERE a = :a RETURNING a", "1|UPDATE t AS x SET b = y.b + 1 FROM t AS y WHERE x.a = :a AND y.a = x.a RETURNING x.a"),
			hits: map[string]string{"q-02": "update of t (a=1) b: 0 → 1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := verify(t, c.app)
			failures := strings.Join(e.Failures(), "\n")
			if c.fail == "" && !e.Proved {
				t.Errorf("not proved:\n%s", failures)
			}
			if c.fail != "" && c.hits == nil && !strings.Contains(failures, c.fail) {
				t.Errorf("failures:\n%s\nwant %q", failures, c.fail)
			}
			for name, want := range c.hits {
				x, _ := e.Test(name)
				if got := x.Summary(); !strings.Contains(got, want) {
					t.Errorf("%s: %s, want %q\n%s", name, got, want, failures)
				}
			}
		})
	}
}
