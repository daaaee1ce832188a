package postgres

import (
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

// Errors that the author of a suite can make, each built into the example of
// docs/sql-proofs.md, are rejected with a message that says which. The table of
// docs/proofs.md lists them.
func TestAuthorErrors(t *testing.T) {
	edit := func(old, now string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("the example no longer has %q", old)
			}
			return strings.Replace(s, old, now, 1)
		}
	}
	code := func(i int, change func(string) string) func(*App) {
		return func(a *App) { x := &a.Queries[0].Tests[i]; x.Code = change(x.Code) }
	}
	proof := func(change func(string) string) func(*App) {
		return func(a *App) { a.Queries[0].Proof = []byte(change(string(a.Queries[0].Proof))) }
	}
	add := func(text string) func(*App) { return proof(func(s string) string { return s + "\n" + text }) }
	all := func(changes ...func(*App)) func(*App) {
		return func(a *App) {
			for _, c := range changes {
				c(a)
			}
		}
	}
	second := func(a *App) { // another good file, which leaves a blank line's worth of difference
		a.Queries[0].Tests = append(a.Queries[0].Tests, sqlproof.Test{Name: "edit-note-02-good",
			Code: "WITH n AS (SELECT :org_id::int AS org_id, :id::int AS id)\nUPDATE notes SET body = :body FROM n\nWHERE notes.org_id = n.org_id AND notes.id = n.id AND deleted_at IS NULL\nRETURNING notes.id, body;"})
	}
	for _, c := range []struct {
		kind  string
		build func(*App)
		want  string
	}{
		{"fixtures without a second tenant", func(a *App) {
			a.Fixtures = edit("(1, 3, 11, 'Bread', NULL),\n  (2, 3, 20, 'SENTINEL-B', NULL)", "(1, 3, 11, 'Bread', NULL)")(a.Fixtures)
		},
			"table notes has rows of one tenant only"},
		{"no attack for a stated requirement", func(a *App) {
			a.Requirements, a.Shared = []int{1, 2, 3}, []byte("requirements: {1: all, 2: all, 3: [edit-note]}")
		}, "requirement 3 of SPEC.md applies to this query, and no attack probes it"},
		{"a requirement that is not assigned", func(a *App) { a.Requirements, a.Shared = []int{1, 2, 3}, []byte("requirements: {1: all, 2: all}") },
			"does not say which queries requirement 3 of SPEC.md applies to"},
		{"an attack on a requirement that does not apply", func(a *App) { a.Requirements, a.Shared = []int{1, 2}, []byte("requirements: {1: all, 2: []}") },
			"an attack probes requirement 2, which does not apply"},
		{"a good file that shows removed rows", code(0, edit(" AND deleted_at IS NULL", "")), `edit-note-01-good, set "a deleted note": unexpected row 1 (2, Eggs)`},
		{"control: a time bound that is right", all(
			code(0, edit("deleted_at IS NULL", "(deleted_at IS NULL OR deleted_at > :now)")), code(2, edit("deleted_at < :now", "deleted_at >= :now")),
			proof(edit("    params: {id: 2}", "    now: 2025-01-01 00:00+00\n    params: {id: 2}"))), ""},
		{"the same with the bound included", all(
			code(0, edit("deleted_at IS NULL", "(deleted_at IS NULL OR deleted_at >= :now)")),
			proof(edit("    params: {id: 2}", "    now: 2025-01-01 00:00+00\n    params: {id: 2}"))), "edit-note-01-good, set \"a deleted note\""},
		{"a second flaw under also", all(code(1, edit("deleted_at IS NULL", "deleted_at IS DISTINCT FROM :now")), add("also: {edit-note-02-bad: [2]}")),
			"also lists requirement 2, but a part of the change falls for it alone"},
		{"other comments than the twin", code(1, func(s string) string { return "-- by number only\n" + s }), "its comments differ from those of its twin edit-note-01-good"},
		{"another twin than the one it was made from", all(second, func(a *App) { a.Queries[0].Tests[1].Twin = "edit-note-02-good" }), "is nearer to edit-note-01-good than to its twin edit-note-02-good"},
		{"a twin that does not exist", func(a *App) { a.Queries[0].Tests[1].Twin = "edit-note-09-good" }, `its twin "edit-note-09-good" is no good file`},
		{"a stricter query", all(code(1, edit(":org_id > 0", "org_id = :org_id AND author = 10")), proof(edit("    forbid_text: [SENTINEL-B]\n    max_rows: 1\n    forbid_change: [{where_not: {org_id: 1}}]", "    min_rows: 1"))),
			"gives less than its twin and nothing else"},
		{"the same code under both labels", code(1, func(string) string {
			return "update notes set body = :body where org_id = :org_id and id = :id and deleted_at is null returning id, body"
		}), "has the same code as edit-note-01-good"},
		{"a flaw that no attack shows", code(1, edit(":org_id > 0", "org_id = (:org_id + 0)")), "passes every attack on requirement 1"},
		{"a flaw of another requirement", func(a *App) { a.Queries[0].Tests[1].Violates = []int{2} }, "of requirement 1 fires, but the file violates 2 only"},
		{"honest use that shows nothing", proof(edit("      rows: [[1, Eggs]]\n      changes:\n        - {table: notes, op: update, where: {org_id: 1, id: 1}, set: {body: Eggs}}", "      rows: []")), "a file that does nothing must fail it"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			app := example(t)
			c.build(app)
			e := verify(t, app)
			got := strings.Join(e.Failures(), "\n")
			if c.want == "" {
				if !e.Proved {
					t.Errorf("not proved: %s", got)
				}
				return
			}
			if e.Proved || !strings.Contains(got, c.want) {
				t.Errorf("want %q, got proved: %v, %s", c.want, e.Proved, got)
			}
		})
	}
}
