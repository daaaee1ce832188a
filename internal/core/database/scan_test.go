package database

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assay/internal/test/pgtest"
)

// Rows are read as they were stored, in every type, and the first error ends the reading.
func TestScan(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		d := open(t, at)
		texts := []string{"", "plain", "a\x00b", "\xff\xfe", "ünï \U0010FFFF"}
		err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			for i, s := range texts {
				if _, err := tx.ExecContext(t.Context(), `INSERT INTO n (id, v) VALUES ($1, $2)`, 1<<40+i, s); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		ask := `SELECT id, v, 0.5 * id, NULL FROM n WHERE id >= $1 AND v <> $2 ORDER BY id`
		if at != "" && IsURL(at) {
			ask = strings.Replace(ask, "0.5 * id", "CAST(0.5 * id AS DOUBLE PRECISION)", 1)
		}
		read := func(r *Row) error {
			i := int64(len(got))
			if r.Int(0) != 1<<40+i || r.Float(2) != float64(1<<39)+float64(i)/2 || r.Null(0) || !r.Null(3) || r.Text(3) != "" ||
				r.Int(3) != 0 || r.Float(3) != 0 {
				t.Errorf("row %d: %+v", i, r)
			}
			got = append(got, r.Text(1))
			return nil
		}
		if err := d.Scan(t.Context(), ask, []any{1 << 40, "none of them"}, read); err != nil ||
			strings.Join(got, "|") != strings.Join(texts, "|") {
			t.Errorf("%q is read as %q (%v)", texts, got, err)
		}

		n, enough := 0, errors.New("enough")
		if err := d.Scan(t.Context(), ask, []any{0, ""}, func(*Row) error { n++; return enough }); !errors.Is(err, enough) ||
			n != 1 {
			t.Errorf("%d rows after an error of the reader: %v", n, err)
		}
		err = d.Scan(t.Context(), ask, []any{0, ""}, func(r *Row) error { r.Int(1); return enough })
		if err == nil || !strings.Contains(err.Error(), "the column v holds a string, not a int64") {
			t.Errorf("a text read as a number: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		many := `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100000) SELECT x FROM c`
		n = 0
		if err := d.Scan(ctx, many, nil, func(*Row) error { n++; cancel(); return nil }); !errors.Is(err, context.Canceled) ||
			n > 50_000 {
			t.Errorf("%d rows for somebody who has gone: %v", n, err)
		}
		n = 0
		if err := d.Scan(t.Context(), many, nil, func(*Row) error { n++; return nil }); n != 100_000 || err != nil {
			t.Errorf("the next reads %d rows (%v)", n, err)
		}
		if err := d.Scan(t.Context(), `DELETE FROM n`, nil, read); err == nil {
			t.Error("the reading side can write")
		}
		if err := d.Scan(t.Context(), ask, []any{struct{}{}, ""}, read); err == nil ||
			!strings.Contains(err.Error(), "parameter 1") {
			t.Errorf("a parameter of no type: %v", err)
		}
	})
}
