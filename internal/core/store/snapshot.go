package store

import (
	"context"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Snapshot holds the planned trials of a run, with [Lists] of them, in the order of the
// plan, and how far they were read. It is shared and must not be changed.
type Snapshot struct {
	Trials []bench.Trial

	run     string
	round   int
	newest  int64            // highest trial id that was read
	derived int64            // derivation.count
	places  map[string][]int // index in Trials, by key; nil at first, then shared with later snapshots
}

const (
	// manyFailed is the maximum number of trials that are looked up individually: a failed
	// trial that is asked again keeps its id.
	manyFailed = 500

	// overlap is the number of ids that are read again: when several machines write, a
	// lower id may be stored after a higher one.
	overlap = 2000
)

// Snapshot reads the trials of a run. last is the reader's previous snapshot, nil at first:
// if only new endings can have been added since, only those are read.
func (s *Store) Snapshot(ctx context.Context, r Run, last *Snapshot) (*Snapshot, error) {
	out := &Snapshot{run: r.ID, round: r.Round}
	// Read this before the trials: what is stored in between is then read twice, not skipped.
	err := s.db.R.QueryRowContext(ctx,
		`SELECT (SELECT coalesce(max(count), 0) FROM derivation), (SELECT coalesce(max(id), 0) FROM trial)`).Scan(
		&out.derived, &out.newest)
	if err != nil {
		return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	if last != nil && last.run == out.run && last.round == out.round && last.derived == out.derived {
		done, err := s.follow(ctx, r, last, out)
		if done || err != nil {
			return out, err
		}
	}
	for t, err := range s.Trials(ctx, r, Wanted{Columns: Lists}) {
		if err != nil {
			return nil, err
		}
		out.Trials = append(out.Trials, t)
	}
	return out, nil
}

// follow builds out from last and the trials that ended since; done is false if too many
// must be looked up.
func (s *Store) follow(ctx context.Context, r Run, last, out *Snapshot) (done bool, err error) {
	var failed []any
	for i := range last.Trials {
		if last.Trials[i].Outcome == bench.Failed {
			if failed = append(failed, last.Trials[i].ID); len(failed) > manyFailed {
				return false, nil
			}
		}
	}
	out.Trials, out.places = slices.Clone(last.Trials), last.places
	if out.places == nil {
		out.places = make(map[string][]int, len(out.Trials))
		for i := range out.Trials {
			out.places[out.Trials[i].Key] = append(out.places[out.Trials[i].Key], i)
		}
	}
	args := []any{r.Round, last.newest - overlap}
	where := ""
	if len(failed) > 0 {
		where = ` OR t.id IN ` + marks(len(failed), 3)
		args = append(args, failed...)
	}
	e := endings{columns: Lists}
	err = s.db.Scan(ctx, `SELECT t.key, `+Lists.sql()+` FROM trial t LEFT JOIN derived d ON d.trial_id = t.id
		WHERE t.round >= $1 AND (t.id > $2`+where+`) ORDER BY t.round, t.id`, args, func(row *database.Row) error {
		for _, i := range out.places[row.Text(0)] {
			if row.Int(1) < out.Trials[i].ID { // from an earlier round
				continue
			}
			if err := e.put(&out.Trials[i], row, 1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("reading the newest trials of run %s: %w", r.ID, err)
	}
	return true, nil
}

// derivedAgain records that stored trials have changed, so that readers read them again.
func derivedAgain(ctx context.Context, tx *database.Tx) error {
	if _, err := tx.ExecContext(ctx,
		`INSERT INTO derivation (id, count) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET count = derivation.count + 1`); err != nil {
		return fmt.Errorf("storing derived values: %w", err)
	}
	return nil
}
