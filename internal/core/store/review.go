package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/internal/core/database"
	"assay/internal/core/review"
)

// ErrStale means that a review has changed since its writer read it.
var ErrStale = errors.New("this review was changed in the meantime")

// PutReview stores an expert's review of a trial, replaces an earlier one by the same
// expert, and returns the time under which it is stored. seen is the time of the replaced
// review, the zero time for none; if another one is stored, nothing is written and the
// error is ErrStale. A later review has a later time, even if the clock went back; its
// duration in seconds remains that of the first decision. Reviews of other experts do not
// change.
func (s *Store) PutReview(ctx context.Context, r review.Review, seen time.Time) (time.Time, error) {
	if err := r.Validate(); err != nil {
		return time.Time{}, err
	}
	r.At = time.UnixMicro(r.At.UnixMicro()).UTC()
	if next := seen.Add(time.Microsecond); r.At.Before(next) {
		r.At = next.UTC()
	}
	var written int64
	err := s.db.Write(ctx, soon, func(tx *database.Tx) error {
		res, err := tx.ExecContext(ctx, writeReview+`
		ON CONFLICT (trial_id, expert) DO UPDATE SET at_us = excluded.at_us, found = excluded.found, type_right = excluded.type_right,
		location_right = excluded.location_right, rcir = excluded.rcir, ava = excluded.ava, fsv = excluded.fsv, note = excluded.note,
		seconds = coalesce(review.seconds, excluded.seconds)
		WHERE review.at_us = $12`, append(reviewValues(r), seen.UnixMicro())...)
		if err != nil {
			return err
		}
		written, err = res.RowsAffected()
		return err
	})
	switch {
	case err != nil:
		return time.Time{}, fmt.Errorf("storing a review: %w", err)
	case written == 0:
		return time.Time{}, ErrStale
	}
	return r.At, nil
}

const writeReview = `INSERT INTO review (trial_id, expert, at_us, found, type_right, location_right, rcir, ava, fsv, note, seconds)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

// reviewValues returns the arguments of writeReview.
func reviewValues(r review.Review) []any {
	return []any{r.Trial, r.Expert, r.At.UnixMicro(), decided(r.Found), decided(r.Type), decided(r.Location), r.RCIR,
		r.AVA, r.FSV, r.Note, r.Seconds}
}

// decided returns the stored form of a decision: NULL if there is none.
func decided(b *bool) any {
	if b == nil {
		return nil
	}
	return boolean(*b)
}

// Reviews returns all reviews of the trials of a run, in order of the plan, then of the
// expert. Reviews of answers that a later round replaced are kept and not returned.
func (s *Store) Reviews(ctx context.Context, r Run) ([]review.Record, error) {
	// In SQLite, CROSS JOIN fixes the join order: reviews are few, plans are long.
	var out []review.Record
	err := each(ctx, s.db.R, "reading reviews",
		`SELECT w.trial_id, w.expert, w.at_us, w.found, w.type_right, w.location_right, w.rcir, w.ava, w.fsv, w.note, w.seconds, t.key, f.key, t.subject, coalesce(d.strict, '')
		FROM review w CROSS JOIN trial t CROSS JOIN planned p JOIN facet f ON f.variant_id = p.variant_id
		LEFT JOIN derived d ON d.trial_id = t.id
		WHERE t.id = w.trial_id AND p.trial_key = t.key AND p.run_id = $1 AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = t.key AND u.round >= $2) ORDER BY p.seq + 0, w.expert`, []any{r.ID, r.Round}, func(rows *sql.Rows) error {
			x := review.Record{Run: r.ID}
			var at int64
			var found, kind, place sql.NullBool
			var scores [3]sql.NullFloat64
			var seconds sql.NullFloat64
			if err := rows.Scan(&x.Trial, &x.Expert, &at, &found, &kind, &place, &scores[0], &scores[1], &scores[2], &x.Note,
				&seconds, &x.Key, &x.Variant, &x.Subject, &x.Judge); err != nil {
				return err
			}
			x.At = time.UnixMicro(at).UTC()
			if seconds.Valid {
				x.Seconds = &seconds.Float64
			}
			for i, to := range []**bool{&x.Found, &x.Type, &x.Location} {
				if b := []sql.NullBool{found, kind, place}[i]; b.Valid {
					*to = &b.Bool
				}
			}
			for i, to := range []**float64{&x.RCIR, &x.AVA, &x.FSV} {
				if scores[i].Valid {
					*to = &scores[i].Float64
				}
			}
			out = append(out, x)
			return nil
		})
	return out, err
}
