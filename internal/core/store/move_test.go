package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/model"
	"assay/internal/core/review"
	"assay/internal/test/pgtest"
)

// rows returns all rows of all tables, by table.
func rows(t *testing.T, s *Store) map[string][][]any {
	t.Helper()
	tables, err := s.db.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][][]any{}
	for _, table := range tables {
		rows, err := s.db.R.Query(`SELECT * FROM ` + table + ` ORDER BY 1, 2`)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		head := make([]any, len(columns))
		for i, c := range columns {
			head[i] = c
		}
		out[table] = [][]any{head}
		for rows.Next() {
			row, to := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				to[i] = &row[i]
			}
			if err := rows.Scan(to...); err != nil {
				t.Fatal(err)
			}
			out[table] = append(out[table], row)
		}
		rows.Close()
	}
	return out
}

// The copy of a database holds all its content, and so does the copy of the copy: texts that
// PostgreSQL cannot store, empty and missing bodies, numbers of rows.
func TestCopy(t *testing.T) {
	a, pg, b := open(t, filepath.Join(t.TempDir(), "a.db")), open(t, pgtest.URL(t)),
		open(t, filepath.Join(t.TempDir(), "b.db"))
	p := plan(6)
	r, _ := begin(t, a, p, false)
	x := result(p[1], bench.Answered)
	x.Response.Text, x.Reason, x.Response.RawRequest, x.Response.RawResponse = "a\x00b \xff \U0010FF00", "\xfe", []byte{},
		nil
	x.Response.Usage.CostUSD = nil
	write(t, a, r, result(p[0], bench.Answered), x, result(p[2], bench.Failed))
	w := a.Writer(context.Background(), r)
	if _, ok, err := w.Reserve("m", 700, 1000); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := w.Open(model.Batch{Name: "one", Account: "a", At: time.UnixMicro(2)},
		[]model.BatchEntry{{Trial: p[5].Key, Encoded: model.Encoded{Body: []byte("b"), Memo: []byte("{}")}}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Append(p[4].Key, 0, []byte("{}")), w.Keep("key", x.Response),
		w.Judged(Judgement{Judge: "j/1", Question: "q", Gold: "right", Variant: "v", Outcome: Decided,
			Verdict: &bench.Verdict{Judge: "j/1"}, Response: x.Response}), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.PutReview(t.Context(), review.Review{Trial: read(t, a, r)[1].ID, Expert: "ann", At: time.UnixMicro(1),
		Mark: review.Mark{Note: "<\x00>"}}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Rederive(t.Context(), r, read(t, a, r)[:1]),
		a.PutNote(t.Context(), r.ID, Note{Name: "n", Tags: []string{"t"}, Text: "x"}, time.UnixMicro(1))); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{`INSERT INTO dispatch VALUES ('` + r.ID + `', '{}', '[]')`, `INSERT INTO halt VALUES ('` +
		r.ID + `', 'm', 'auth', 'no key')`, `INSERT INTO worker VALUES ('w', 1, 0)`,
		`INSERT INTO hold VALUES ('p', 'h', 0, 'here', 1, '', 2, 3)`} {
		if _, err := a.db.W.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	told := map[string]int{}
	for _, c := range [][2]*Store{{a, pg}, {pg, b}} {
		clear(told)
		if err := Copy(t.Context(), c[0], c[1], func(table string, n int) { told[table] = n }); err != nil {
			t.Fatal(err)
		}
	}
	want := rows(t, a)
	for table, list := range want {
		if len(list) == 1 {
			t.Errorf("table %s is empty: nothing is known of how it is copied", table)
		}
		if told[table] != len(list)-1 {
			t.Errorf("%d rows of %s were told of, there are %d", told[table], table, len(list)-1)
		}
	}
	for name, s := range map[string]*Store{"PostgreSQL": pg, "SQLite again": b} {
		if diff := cmp.Diff(want, rows(t, s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		// New rows get new numbers.
		run, done := begin(t, s, p, false)
		if run.ID != r.ID || len(done) != 2 {
			t.Errorf("%s: began %+v with %v done", name, run, done)
		}
		write(t, s, run, result(p[3], bench.Answered), result(p[4], bench.Answered))
		if got := read(t, s, run); got[4].Outcome != bench.Answered || got[4].ID <= got[2].ID {
			t.Errorf("%s: after the copy %+v", name, got[4])
		}
	}
	before := rows(t, pg)
	if err := Copy(t.Context(), a, pg, func(string, int) {}); err == nil || !strings.Contains(err.Error(), "holds") {
		t.Errorf("copied into a database that holds something: %v", err)
	}
	if diff := cmp.Diff(before, rows(t, pg)); diff != "" {
		t.Errorf("a copy that was refused changed something:\n%s", diff)
	}
}

func TestStatus(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered))
		st, err := StatusOf(t.Context(), at, database.Options{})
		if err != nil || st.Schema != st.Newest || st.Schema < 6 || st.Runs != 1 || st.Running != 1 || st.Trials != 1 ||
			!strings.Contains(st.Engine, "SQL") {
			t.Errorf("%+v, %v", st, err)
		}
	})
	if _, err := StatusOf(t.Context(), filepath.Join(t.TempDir(), "none.db"), database.Options{}); !errors.Is(err,
		ErrNone) {
		t.Errorf("of nothing: %v", err)
	}
	// Reading the status of an empty database creates no tables.
	at := pgtest.URL(t)
	if st, err := StatusOf(t.Context(), at, database.Options{}); err != nil || st.Schema != 0 || st.Newest < 6 {
		t.Errorf("%+v, %v", st, err)
	}
	if st, err := StatusOf(t.Context(), at, database.Options{}); err != nil || st.Schema != 0 {
		t.Errorf("the second look: %+v, %v", st, err)
	}
	db, err := database.Open(t.Context(), at, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var made int
	if err := db.R.QueryRow(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`).Scan(&made); err != nil ||
		made != 0 {
		t.Errorf("looking made %d tables (%v)", made, err)
	}
}
