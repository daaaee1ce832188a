package tenantcolumn

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

const spec = "```sql\nCREATE TABLE orgs (id int);\nCREATE TABLE notes (id int, org_id int REFERENCES orgs, body text);\n" +
	"CREATE TABLE tags (id int, org_id int REFERENCES orgs, note_id int);\nCREATE TABLE words (id int);\n```\n" +
	"1. Every row that is read or written must belong to the organization :org_id.\n"

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		sql  string
		want string // tables without a condition, in order
	}{
		{"SELECT * FROM notes WHERE id = :id", "notes"},
		{"SELECT * FROM notes n WHERE n.org_id = :org_id", ""},
		{"SELECT org_id FROM notes AS n WHERE n.id = 1", "notes"},                                         // it is only selected
		{"SELECT 1 FROM Notes n JOIN tags t ON t.note_id = n.id WHERE n.org_id = 1", "tags"},              // of the other table
		{"SELECT 1 FROM notes n, tags t WHERE org_id = 1", ""},                                            // of either
		{"SELECT 1 FROM notes n, (SELECT 2) x, tags t WHERE n.org_id = 1", "tags"},                        // a list of tables
		{"SELECT f(1, notes) FROM words", ""},                                                             // no table
		{"SELECT 1 FROM words", ""},                                                                       // of no tenant
		{"SELECT * FROM notes UNION SELECT * FROM notes WHERE org_id = 1", "notes"},                       // one half
		{"SELECT 1 FROM notes n WHERE org_id = 1 AND EXISTS (SELECT 1 FROM tags t WHERE id = 1)", "tags"}, // within
		{"SELECT 1 FROM notes WHERE org_id IN (SELECT t.org_id FROM tags t WHERE t.id = 1)", ""},
		{"SELECT 1 FROM notes WHERE (org_id, 'x)') = (1, ';(')", ""},
		{"UPDATE notes SET body = '' WHERE id = 1; DELETE FROM tags USING notes n WHERE n.org_id = 1", "notes tags"},
		{"INSERT INTO notes (id, org_id) VALUES (1, :org_id)", ""},
		{"SELECT 1 FROM orgs o WHERE o.id = :org_id", ""},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 FROM \"notes\" $$", "notes"},
		{"SELECT 1 -- FROM notes\n", ""},
	} {
		task := bench.Task{Language: "sql", Spec: spec, Files: []bench.File{{Path: "q.sql", Text: c.sql}}}
		r, err := New().Detect(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		wanted := strings.Fields(c.want)
		for _, table := range wanted {
			if !strings.Contains(r.Text, "bad") || !strings.Contains(r.Text, "on "+table) {
				t.Errorf("%s: nothing about %s in %s", c.sql, table, r.Text)
			}
		}
		if len(wanted) == 0 && !strings.Contains(r.Text, `"good"`) {
			t.Errorf("%s: %s", c.sql, r.Text)
		}
	}
}

// What no requirement demands is no flaw, and another language is not asked about.
func TestDoesNotApply(t *testing.T) {
	task := bench.Task{Language: "sql", Spec: strings.Split(spec, "1. ")[0], Files: []bench.File{{Text: "SELECT * FROM notes"}}}
	if r, err := New().Detect(t.Context(), task); err != nil || !strings.Contains(r.Text, `"good"`) {
		t.Errorf("%s, %v", r.Text, err)
	}
	task.Language = "solidity"
	if _, err := New().PromptHash(task); !errors.Is(err, detect.ErrNotApplicable) {
		t.Error(err)
	}
	if _, err := New().Detect(t.Context(), task); !errors.Is(err, detect.ErrNotApplicable) {
		t.Error(err)
	}
}
