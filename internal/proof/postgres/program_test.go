package postgres

import (
	"strings"
	"testing"
)

// The documentation's example as programs: proved like SQL, races and refusals included.
func TestPrograms(t *testing.T) {
	app := example(t)
	q := &app.Queries[0]
	const code = `export function editNote(db: Knex, p: { org_id: number; id: number; body: string; now: string; strict?: boolean }): Knex.QueryBuilder {
  if (p.id === 2 && p.strict) throw new Error('no such note');
  return db('notes').where({ org_id: p.org_id, id: p.id }).whereNull('deleted_at').update({ body: p.body }).returning(['id', 'body']);
}
`
	for i, change := range [][2]string{{"", ""}, {"org_id: p.org_id, ", ""},
		{".whereNull('deleted_at')", ".where((w) => w.whereNull('deleted_at').orWhere('deleted_at', '<', p.now))"}} {
		q.Tests[i].Code, q.Tests[i].Language = strings.Replace(code, change[0], change[1], 1), "ts"
	}
	q.Tests[0].Minimal = strings.Replace(code, "{ org_id: p.org_id, id: p.id }", "{ id: p.id }).where('org_id', p.org_id", 1)
	s := server(t)
	if _, err := s.Verify(t.Context(), app); s.opt.Maker == nil &&
		(err == nil || !strings.Contains(err.Error(), "TypeScript")) {
		t.Errorf("without anything that calls programs: %v", err)
	}
	if !programs(t, s) {
		return
	}
	e := verify(t, app)
	if f := e.Failures(); !e.Proved || !strings.Contains(e.Engine, "Knex") {
		t.Fatalf("not proved: %s", strings.Join(f, "\n"))
	}
	given := string(q.Proof)
	for _, c := range []struct{ set, want string }{
		{"second: {as: ann, params: {id: 3, body: Oats}}, expect: {rows: [[3, Eggs], [3, Oats]]}", ""},
		{"params: {id: 2, strict: true}, expect: {rows: [], error: thrown}", ""},
		{"params: {id: 2, strict: true}", "fails with thrown: no such note"},
		{"params: {id: 3, other: 1}", "gives :other, which no file uses"},
		{"params: {body: Eggs}", "gives no :id"},
	} {
		if !strings.Contains(c.set, "params: {id: 2") && !strings.HasPrefix(c.set, "params") {
			c.set = "params: {id: 3}, " + c.set
		}
		q.Proof = []byte(given + "\n  - {name: one more, requirement: 2, as: ann, forbid_text: [SENTINEL-NONE], " + c.set + "}\n")
		e := verify(t, app)
		f := strings.Join(e.Failures(), "\n")
		if c.want == "" && !e.Proved || !strings.Contains(f, c.want) {
			t.Errorf("%s: %q, want %q", c.set, f, c.want)
		}
	}
	q.Proof = []byte(given)
	for change, want := range map[string]string{
		"returning(['id', 'body'])": "does not PREPARE",
		"return db('notes')":        "makes no statement: it makes no single SELECT",
		"export function":           "exports no single function",
	} {
		q.Tests[0].Minimal = strings.Replace(code, change, map[string]string{"returning(['id', 'body'])": "returning('gone')",
			"return db('notes')": "return db.raw('DROP TABLE notes'); db('notes')", "export function": "function"}[change], 1)
		if f := strings.Join(verify(t, app).Failures(), "\n"); !strings.Contains(f, want) {
			t.Errorf("%s: %q, want %q", change, f, want)
		}
	}
}
