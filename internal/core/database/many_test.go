package database

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/test/pgtest"
)

// Rows inserted together give the same as rows inserted one by one: every type, NULLs, empty
// bytes, texts that PostgreSQL cannot store, conflicts, and returned rows.
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
	want := []row{{1, "a\x00\xff", []byte("x"), &half, 0}, {2, "again", []byte("y"), &half, 1}, {3, "c", nil, nil, 0},
		{4, "d", nil, nil, 0}, {5, "alone", nil, nil, 0}}
	pgtest.Engines(t, func(t *testing.T, at string) {
		d := openWith(t, at, fstest.MapFS{"2_b.sql": writerTable, "1_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE m " +
			"(id INTEGER PRIMARY KEY, v TEXT NOT NULL, b BLOB, f DOUBLE PRECISION, twice INTEGER NOT NULL);\n")}})
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
		if pgtest.IsPostgres(at) { // SQLite accepts any type
			err = d.Write(t.Context(), time.Minute, func(tx *Tx) error {
				return tx.QueueRows(t.Context(), r, [][]any{{6, 7, nil, nil, 0}, {8, "x", nil, nil, 0}}, nil)
			})
			if err == nil || !strings.Contains(err.Error(), "rows of m: column 2") {
				t.Error(err)
			}
		}
		// Existing rows are an error of Append, and Insert skips them.
		one := func(yield func([]any, error) bool) { yield([]any{5, "other", nil, nil, 0}, nil) }
		columns := []string{"id", "v", "b", "f", "twice"}
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			return tx.Append(t.Context(), "m", columns,
				one)
		}); err == nil {
			t.Error("a row was there and was appended")
		}
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			return tx.Insert(t.Context(), "m", columns,
				one)
		}); err != nil {
			t.Error(err)
		}
	})
}

// New rows get new ids, existing rows keep theirs, and a row that was left unchanged has
// none.
func TestPutRows(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		d := openWith(t, at, fstest.MapFS{"2_b.sql": writerTable, "1_a.sql": {Data: []byte(
			"-- +goose Up\nCREATE TABLE s (id INTEGER PRIMARY KEY, k TEXT NOT NULL UNIQUE, n INTEGER NOT NULL);\n")}})
		s := NewSerial("s", "k text, n bigint", "k", `ON CONFLICT (k) DO UPDATE SET n = excluded.n WHERE s.n < excluded.n`)
		if err := d.Prepare(t.Context(), s.Statements()...); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			rows [][]any
			want []int64 // on SQLite, where ids are assigned in order
		}{
			{[][]any{{"a", 1}, {"b", 5}}, []int64{1, 2}},
			{[][]any{{"c", 1}, {"a", 2}, {"b", 3}, {"d", 1}}, []int64{3, 1, 0, 4}},
			{[][]any{{"e", 1}}, []int64{5}},
			{nil, []int64{}},
		} {
			var got []int64
			if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
				var err error
				got, err = tx.PutRows(t.Context(), s, c.rows)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" && !pgtest.IsPostgres(at) {
				t.Errorf("%v: -want +got:\n%s", c.rows, diff)
			}
			for i, id := range got {
				var k string
				err := d.R.QueryRow(`SELECT k FROM s WHERE id = $1`, id).Scan(&k)
				if left := c.want[i] == 0; left != (id == 0) || !left && (err != nil || k != c.rows[i][0]) {
					t.Errorf("%v has id %d, which is of %q, %v", c.rows[i], id, k, err)
				}
			}
		}
		var all string
		if err := d.R.QueryRow(`SELECT string_agg(k || n, ' ' ORDER BY k) FROM s`).Scan(&all); err != nil ||
			all != "a2 b5 c1 d1 e1" {
			t.Errorf("%q, %v", all, err)
		}
	})
}
