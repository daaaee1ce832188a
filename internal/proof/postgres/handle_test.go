package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/core/suite/sqlapp"
	"assay/internal/proof/sqlproof"
)

// statements is a runner whose handlers are SQL statements.
type statements struct{}

func (statements) Ready() error   { return nil }
func (statements) Engine() string { return "statements 1" }
func (statements) Fresh() bool    { return false }

func (statements) Signature(code string) (params, optional []string, err error) {
	if code == "broken" {
		return nil, nil, &sqlproof.SQLError{Code: sqlproof.Thrown, Message: "it does not load"}
	}
	return []string{"id", "body"}, nil, nil
}

func (statements) Call(ctx context.Context, r sqlproof.Request) ([]string, [][]*string, error) {
	conn, err := pgconn.Connect(ctx, r.Database)
	if err != nil {
		return nil, nil, err
	}
	defer conn.Close(ctx)
	if err := execute(ctx, conn, "BEGIN; "+r.Before); err != nil {
		return nil, nil, err
	}
	st, err := sqlproof.Compile(r.Code)
	if err != nil {
		return nil, nil, err
	}
	var values [][]byte
	for _, name := range st.Params {
		v, own := r.Me[name]
		if !own {
			v = r.Params[name]
		}
		values = append(values, v.Bind(false))
	}
	got := conn.ExecParams(ctx, st.Text, values, nil, nil, nil).Read()
	var pg *pgconn.PgError
	if errors.As(got.Err, &pg) && pg.Code == "22012" { // a division by zero is an exception of the handler
		return nil, nil, &sqlproof.SQLError{Code: sqlproof.Thrown, Message: pg.Message}
	}
	if errors.As(got.Err, &pg) {
		return nil, nil, &sqlproof.SQLError{Code: pg.Code, Message: pg.Message}
	}
	var columns []string
	for _, f := range got.FieldDescriptions {
		columns = append(columns, f.Name)
	}
	var rows [][]*string
	for _, row := range got.Rows {
		var texts []*string
		for _, v := range row {
			text := string(v)
			texts = append(texts, &text)
		}
		rows = append(rows, texts)
	}
	end := "ROLLBACK"
	if r.Keep {
		end = "COMMIT"
	}
	return columns, rows, execute(ctx, conn, end)
}

// The documentation's example as handlers, with what a child reaches: a socket, one role, one database.
func TestHandlers(t *testing.T) {
	s := server(t)
	s.opt.Runners = map[string]sqlproof.Runner{"statements": statements{}}
	t.Cleanup(func() { s.opt.Runners = nil })
	app := example(t)
	app.Stack = &sqlapp.Stack{Name: "statements", Language: "words", Adapter: "none",
		Packages: map[string]string{"x": "1"}}
	app.Rules = "acceptance: {1: [{hide: {notes: org_id <> :org_id}}], 2: [{hide: {notes: deleted_at IS NOT NULL}}]}"
	app.Requirements = []int{1, 2}
	app.Shared = append(app.Shared, "\nrequirements: {1: all, 2: all}\n"...)
	q := &app.Queries[0]
	for i := range q.Tests {
		q.Tests[i].Language = "words"
	}
	e := verify(t, app)
	if !e.Proved || !strings.HasSuffix(e.Engine, ", statements 1") {
		t.Fatalf("%s: %s", e.Engine, strings.Join(e.Failures(), "\n"))
	}
	if q.Tests[0].Bad, q.Tests[1].Bad = true, false; verify(t, app).Proved {
		t.Error("a bad handler under the label good is proved")
	}
	q.Tests[0].Bad, q.Tests[1].Bad = false, true

	given, code := q.Proof, q.Tests[0].Code
	for set, want := range map[string]string{
		"then: {as: ann, params: {id: 3, body: Oats}}, expect: {rows: [[3, Eggs], [3, Oats]]}": "",
		"second: {as: ann, params: {id: 3, body: Oats}}":                                       "a set has no second",
	} {
		q.Proof = append(append([]byte{}, given...),
			"\n  - {name: more, requirement: 2, as: ann, params: {id: 3}, forbid_text: [SENTINEL-NONE], "+set+"}\n"...)
		e := verify(t, app)
		if f := strings.Join(e.Failures(), "\n"); want == "" && !e.Proved || !strings.Contains(f, want) {
			t.Errorf("%s: %q, want %q", set, f, want)
		}
	}
	q.Proof = append(append([]byte{}, given...),
		"\n  - {name: more, requirement: 2, as: ann, params: {id: 0}, expect: {error: allowed}, forbid_change: any}\n"...)
	q.Tests[0].Code = strings.Replace(code, "id = :id", "id = :id AND 1 / :id < 9", 1)
	q.Tests[0].Minimal = q.Tests[0].Code + " "
	if f := strings.Join(verify(t, app).Failures(), "\n"); !strings.Contains(f, "an error of its own instead of a refusal") ||
		strings.Contains(f, "minimal text") {
		t.Errorf("a good handler that throws, as its minimal text does: %q", f)
	}
	q.Tests[0].Code, q.Tests[0].Minimal, q.Proof = code, "", given

	// A text that does not load says nothing about the others of a part.
	tests := q.Tests
	q.Part, q.Tests = true, []sqlproof.Test{tests[0], {Name: "one", Language: "words", Code: "broken"},
		{Name: "two", Language: "words", Code: tests[1].Code}}
	e = verify(t, app)
	if len(e.Problems) > 0 || len(e.Tests) != 3 || !e.Tests[0].Proved || len(e.Tests[1].Cells) != 1 ||
		!strings.Contains(e.Tests[1].Cells[0].Failure, "it does not load") || e.Tests[2].Proved {
		t.Errorf("a part: %+v", e)
	}
	q.Part, q.Tests = false, tests
	for text, want := range map[string]string{
		"broken": "it does not load",
		"SELECT 1 FROM pg_sleep(30) WHERE :id > 0 AND :body <> '' AND :org_id > 0":                       "stopped at its limit",
		"SELECT 1 AS id, rolpassword AS body FROM pg_authid WHERE :id > 0 AND :body = '' OR :org_id > 0": "42501",
	} {
		q.Tests[0].Code = text
		if f := strings.Join(verify(t, app).Failures(), "\n"); !strings.Contains(f, want) {
			t.Errorf("%s: %q, want %q", text, f, want)
		}
	}
	q.Tests[0].Code = code
	app.Stack.Name = "another"
	if _, err := s.Verify(t.Context(), app); err == nil || !strings.Contains(err.Error(), "not executed here") {
		t.Errorf("a stack without a runner: %v", err)
	}
}
