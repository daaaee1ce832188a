package database

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/pgserver/pgtest"
)

// Many rows at once are what they are one by one: every type, NULLs, empty bytes,
// texts that no PostgreSQL takes, conflicts, and what is returned.
func TestQueueRows(t *testing.T) {
	type row struct {
		ID    int64
		V     string
		B     []byte
		F     *float64
		Twice int64
	}
	half := 0.5
	batches := [][][]any{
		{{1, "a\x00\xff", []byte("x"), &half, int64(0)}, {int64(2), "", []byte{}, nil, 0}, {3, "c", nil, (*float64)(nil), 0}},
		{{2, "again", []byte("y"), half, 0}, {4, "d", nil, nil, 0}},
		{{5, "alone", nil, nil, 0}},
		{},
	}
	want := []row{{1, "a\x00\xff", []byte("x"), &half, 0}, {2, "again", []byte("y"), &half, 1}, {3, "c", nil, nil, 0}, {4, "d", nil, nil, 0}, {5, "alone", nil, nil, 0}}
	pgtest.Engines(t, func(t *testing.T, at string) {
		d, err := Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := d.Migrate(t.Context(), fstest.MapFS{"1_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE m (id INTEGER PRIMARY KEY, v TEXT NOT NULL, b BLOB, f DOUBLE PRECISION, twice INTEGER NOT NULL);\n")}}); err != nil {
			t.Fatal(err)
		}
		r := NewRows("m", "id bigint, v text, b bytea, f float8, twice bigint",
			`ON CONFLICT (id) DO UPDATE SET v = excluded.v, b = excluded.b, f = excluded.f, twice = m.twice + 1 RETURNING id`)
		if err := d.Prepare(t.Context(), r.Statement()); err != nil {
			t.Fatal(err)
		}
		for _, rows := range batches {
			var ids []int64
			if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
				ids = nil
				return tx.QueueRows(t.Context(), r, rows, func(scan func(...any) error) error {
					var id int64
					err := scan(&id)
					ids = append(ids, id)
					return err
				})
			}); err != nil {
				t.Fatal(err)
			}
			if len(ids) != len(rows) {
				t.Errorf("%d rows came back of %d", len(ids), len(rows))
			}
		}
		var got []row
		rows, err := d.R.Query(`SELECT id, v, b, f, twice FROM m ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var x row
			if err := rows.Scan(&x.ID, &x.V, &x.B, &x.F, &x.Twice); err != nil {
				t.Fatal(err)
			}
			got = append(got, x)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if pgtest.IsPostgres(at) { // SQLite takes anything
			err = d.Write(t.Context(), time.Minute, func(tx *Tx) error {
				return tx.QueueRows(t.Context(), r, [][]any{{6, 7, nil, nil, 0}, {8, "x", nil, nil, 0}}, nil)
			})
			if err == nil || !strings.Contains(err.Error(), "rows of m: column 2") {
				t.Error(err)
			}
		}
		// What is there already is an error of Append, and is skipped by Insert.
		one := func(yield func([]any, error) bool) { yield([]any{5, "other", nil, nil, 0}, nil) }
		columns := []string{"id", "v", "b", "f", "twice"}
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error { return tx.Append(t.Context(), "m", columns, one) }); err == nil {
			t.Error("a row was there and was appended")
		}
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error { return tx.Insert(t.Context(), "m", columns, one) }); err != nil {
			t.Error(err)
		}
	})
}
