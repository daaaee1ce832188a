package postgres

import (
	"strings"
	"testing"
)

// accepted is the acceptance of the example of docs/sql-proofs.md.
const accepted = `
sessions: :org_id::int IN (1, 2) AND :user_id::int IN (SELECT author FROM notes)
acceptance:
  1: [{hide: {notes: "org_id <> :org_id"}}]
  2: [{hide: {notes: "deleted_at IS NOT NULL"}}]
`

// What a requirement says about rows binds labels and results to it: what contradicts it is rejected, though every
// oracle that the author wrote agrees.
func TestAcceptance(t *testing.T) {
	edit := func(s *string, old, now string) {
		t.Helper()
		if !strings.Contains(*s, old) {
			t.Fatalf("the example no longer has %q", old)
		}
		*s = strings.Replace(*s, old, now, 1)
	}
	proof := func(pairs ...string) func(*App) {
		return func(a *App) {
			text := string(a.Queries[0].Proof)
			for i := 0; i < len(pairs); i += 2 {
				edit(&text, pairs[i], pairs[i+1])
			}
			a.Queries[0].Proof = []byte(text)
		}
	}
	rule := func(old, now string) func(*App) {
		return func(a *App) { edit(&a.Rules, old, now) }
	}
	for _, c := range []struct {
		kind  string
		build func(*App)
		want  string
	}{
		{"as it is", func(*App) {}, ""},
		{"an attack and a label of another requirement", func(a *App) {
			a.Queries[0].Tests[1].Violates = []int{2}
			proof("requirement: 1", "requirement: 2")(a)
			a.Shared, a.Requirements = []byte("requirements: {2: all}"), []int{2}
			rule("  1: [{hide: {notes: \"org_id <> :org_id\"}}]\n", "")(a)
		}, "edit-note-02-bad: is labelled to violate requirement 2, and does on no attack on it"},
		{"a good file that does what is hidden", func(a *App) {
			edit(&a.Queries[0].Tests[0].Code, "deleted_at IS NULL", "(deleted_at IS NULL OR id = 2)")
			edit(&a.Queries[0].Tests[1].Code, "deleted_at IS NULL", "(deleted_at IS NULL OR id = 2)")
			proof("    expect: {rows: [], changes: []}\n    forbid_text: [SENTINEL-DELETED]", "    forbid_column: [secret]")(a)
			a.Queries[0].Tests = a.Queries[0].Tests[:2]
		}, `set "a deleted note": the acceptance of requirement 2 in acceptance.yaml forbids this: update of notes (org_id=1, id=2)`},
		{"a good file whose result depends on what is hidden", func(a *App) {
			edit(&a.Queries[0].Tests[0].Code, "RETURNING id, body", "RETURNING id, (SELECT count(*) FROM notes) AS body")
			edit(&a.Queries[0].Tests[1].Code, "RETURNING id, body", "RETURNING id, (SELECT count(*) FROM notes) AS body")
			edit(&a.Queries[0].Tests[2].Code, "RETURNING id, body", "RETURNING id, (SELECT count(*) FROM notes) AS body")
			proof("rows: [[1, Eggs]]", "rows: [[1, 4]]", "rows: [[3, Eggs]]", "rows: [[3, 4]]")(a)
		}, `set "a note of one's own": the acceptance of requirement 1 in acceptance.yaml forbids this: the result depends on ` +
			"rows that are hidden"},
		{"a masked column", rule(`notes: "org_id <> :org_id"}`, `notes: "org_id <> :org_id"}, mask: {notes.id: "true"}`),
			"is in a primary key"},
		{"a masked column that is returned", rule(`notes: "org_id <> :org_id"}`,
			`notes: "org_id <> :org_id"}, mask: {notes.author: "true"}`), ""},
		{"a refused change", rule(`notes: "org_id <> :org_id"}`,
			`notes: "org_id <> :org_id"}, refuse: {notes: new.body = 'Eggs' AND old.body = 'Milk'}`),
			`set "a note of one's own": the acceptance of requirement 1`},
		{"a page", rule(`notes: "org_id <> :org_id"}`, `notes: "org_id <> :org_id"}, at_most: 0`), "at most 0 are allowed"},
		{"a returned row", rule(`notes: "org_id <> :org_id"}`, `notes: "org_id <> :org_id"}, return: row->>'body' = 'Eggs'`),
			"row 1 of the result is"},
		{"all changes together", rule(`notes: "org_id <> :org_id"}`,
			`notes: "org_id <> :org_id"}, together: (SELECT count(*) FROM changes) = (SELECT count(*) FROM returned)`),
			"what it does together"},
		{"a parameter that nothing gives is NULL", rule("org_id <> :org_id", "org_id <> :org"),
			"edit-note-02-bad: is labelled to violate requirement 1, and does on no attack on it"},
		{"a rule with a column that is not there", rule("org_id <> :org_id", "organisation <> :org_id"),
			`column "organisation" does not exist`},
		{"a table that is not there", rule("notes: \"org_id", "memos: \"org_id"), `names "memos", which is not a table`},
		{"a forged principal", proof("principals:\n", "principals:\n  eve: {user_id: 99, org_id: 1}\n"),
			"principal eve: the server begins no such session"},
		{"a requirement without acceptance", rule("  2: [{hide: {notes: \"deleted_at IS NOT NULL\"}}]\n", ""),
			"acceptance.yaml: requirement 2 of SPEC.md has no acceptance"},
		{"a requirement that SPEC.md lacks", rule("  2:", "  3: [{at_most: 1}]\n  2:"), "SPEC.md has no requirement 3"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			app := example(t)
			app.Requirements, app.Shared, app.Rules = []int{1, 2}, []byte("requirements: {1: all, 2: all}"), accepted
			c.build(app)
			evidence, err := server(t).Verify(t.Context(), app)
			if err != nil {
				if c.want == "" || !strings.Contains(err.Error(), c.want) {
					t.Fatal(err)
				}
				return
			}
			got := strings.Join(evidence[0].Failures(), "\n")
			if c.want == "" && !evidence[0].Proved {
				t.Errorf("not proved: %s", got)
			}
			if c.want != "" && (evidence[0].Proved || !strings.Contains(got, c.want)) {
				t.Errorf("want %q, got proved: %v, %s", c.want, evidence[0].Proved, got)
			}
		})
	}
}
