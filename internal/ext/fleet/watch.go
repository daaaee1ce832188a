package fleet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/internal/core/model"
	"assay/internal/core/store"
)

// State is the progress of the workers on a run.
type State struct {
	Waiting int              // shards without a worker
	Running int              // shards that a worker has
	Workers int              // workers that were alive within the last minute
	Halted  map[string]error // subjects that are no longer asked, with the reason
}

// Left reports whether shards remain.
func (s State) Left() bool { return s.Waiting+s.Running > 0 }

// Look reads the state of a run.
func Look(ctx context.Context, s *store.Store, run store.Run) (State, error) {
	st := State{Halted: map[string]error{}}
	db := s.Database().R
	err := db.QueryRowContext(ctx,
		`SELECT count(*) FILTER (WHERE state <> 'running'), count(*) FILTER (WHERE state = 'running'),
		(SELECT count(*) FROM worker WHERE gone = 0 AND seen_us > `+serverNow+` - 60000000)
		FROM river_job WHERE kind = $1 AND args ->> 'run' = $2 AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`,
		Shard{}.Kind(), run.ID).Scan(&st.Waiting, &st.Running, &st.Workers)
	if err != nil {
		return st, fmt.Errorf("reading the progress of the workers: %w", err)
	}
	rows, err := db.QueryContext(ctx, `SELECT subject, kind, reason FROM halt WHERE run_id = $1`, run.ID)
	if err != nil {
		return st, fmt.Errorf("reading the progress of the workers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var subject, kind, reason string
		if err := rows.Scan(&subject, &kind, &reason); err != nil {
			return st, err
		}
		st.Halted[subject] = &model.Error{Kind: model.ErrorKind(kind), Err: stored(reason)}
	}
	return st, rows.Err()
}

// Asking reads the progress of the workers on the newest distributed run of a plan; the zero
// values if there is none.
func Asking(ctx context.Context, s *store.Store, plan string) (run string, st State, err error) {
	db := s.Database()
	if db.Config() == nil {
		return "", st, nil
	}
	err = db.R.QueryRowContext(ctx,
		`SELECT r.id FROM run r JOIN dispatch d ON d.run_id = r.id WHERE r.plan = $1 ORDER BY r.round DESC, r.started_us DESC LIMIT 1`, plan).Scan(&run)
	if errors.Is(err, sql.ErrNoRows) {
		return "", st, nil
	}
	if err != nil {
		return "", st, fmt.Errorf("looking for workers: %w", err)
	}
	st, err = Look(ctx, s, store.Run{ID: run})
	return run, st, err
}

// stored is an error that another process recorded.
type stored string

func (e stored) Error() string { return string(e) }

// serverNow is the server's clock in microseconds.
const serverNow = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`
