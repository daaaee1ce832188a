package postgres

import (
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
)

// A reworded text is compared with its minimal text on every set.
func TestReworded(t *testing.T) {
	minimal := func(code string) *evidence.SQLEvidence {
		app := example(t)
		good := &app.Queries[0].Tests[0]
		good.Minimal = good.Code
		if code != "" {
			good.Minimal = code
		}
		good.Code = strings.Replace(good.Code, "org_id = :org_id AND id = :id", "(:id, :org_id) = (id, org_id)", 1)
		e := verify(t, app)
		if why := e.Stale(app.Files(&app.Queries[0]), app.Queries[0].Labels()); why != "" {
			t.Errorf("fresh evidence is stale: %s", why)
		}
		good.Minimal += " "
		if why := e.Stale(app.Files(&app.Queries[0]), app.Queries[0].Labels()); !strings.Contains(why,
			"edit-note-01-good, minimal changed") {
			t.Errorf("another minimal text: stale says %q", why)
		}
		return e
	}
	e := minimal("")
	good, _ := e.Test("edit-note-01-good")
	last := good.Cells[len(good.Cells)-1]
	if !e.Proved || last.Kind != evidence.Surface || last.Attempts != 3 {
		t.Errorf("not proved, or not on three sets: %v %+v", e.Failures(), good.Cells)
	}
	for text, want := range map[string]string{
		"UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id AND deleted_at IS NULL RETURNING id, body, author;": "its minimal text shows something else",
		"UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id RETURNING id, body;":                                `set "a deleted note": its minimal text shows something else`,
		"UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id AND gone IS NULL RETURNING id, body;":               "its minimal text does not PREPARE",
	} {
		if e := minimal(text); e.Proved || !strings.Contains(strings.Join(e.Failures(), "\n"), want) {
			t.Errorf("%s\nproved: %v, %q, want %q", text, e.Proved, e.Failures(), want)
		}
	}
}
