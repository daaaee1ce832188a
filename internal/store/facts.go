package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/database"
)

// Facts is what a reader keeps of a run: all planned trials without a text, in
// the order of the plan, and how far they were read. Nobody changes it.
type Facts struct {
	List []Fact

	run     string
	round   int
	newest  int64            // id of a trial: those up to it were seen
	derived int64            // derivation.count
	places  map[string][]int // in List, by key; nil at first, then shared with what follows from it
}

// ending is the columns of a trial that has ended, and what was derived from it.
type ending struct {
	id                             sql.NullInt64
	cost                           sql.NullFloat64
	outcome, said, strict, lenient sql.NullString
}

// endingColumns are read by ending.columns.
const endingColumns = `t.id, t.outcome, t.cost_usd, d.said, d.strict, d.lenient`

func (e *ending) columns() []any {
	return []any{&e.id, &e.outcome, &e.cost, &e.said, &e.strict, &e.lenient}
}

func (e *ending) put(f *Fact) error {
	f.ID, f.Outcome, f.Said, f.CostUSD = e.id.Int64, bench.Outcome(e.outcome.String), 0, nil
	f.Strict, f.Lenient = bench.Decision(e.strict.String), bench.Decision(e.lenient.String)
	if e.cost.Valid {
		f.CostUSD = new(e.cost.Float64)
	}
	if e.said.Valid {
		if err := f.Said.UnmarshalText([]byte(e.said.String)); err != nil {
			return fmt.Errorf("trial %s: %w", f.Key, err)
		}
	}
	return nil
}

const (
	// manyFailed bounds the trials that are looked up one by one: a failed one
	// that is asked again keeps its id.
	manyFailed = 500

	// overlap is how many ids are looked at again: where several machines write,
	// a lower id may be stored after a higher one.
	overlap = 2000
)

// Facts reads what is known of a run. last is what the reader had, nil at first:
// where nothing but new endings can have come since, those alone are read.
func (s *Store) Facts(ctx context.Context, r Run, last *Facts) (*Facts, error) {
	out := &Facts{run: r.ID, round: r.Round}
	// Before the trials: what comes in between is read twice rather than never.
	err := s.db.R.QueryRowContext(ctx, `SELECT (SELECT coalesce(max(count), 0) FROM derivation), (SELECT coalesce(max(id), 0) FROM trial)`).Scan(&out.derived, &out.newest)
	if err != nil {
		return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	if last != nil && last.run == out.run && last.round == out.round && last.derived == out.derived {
		done, err := s.follow(ctx, r, last, out)
		if done || err != nil {
			return out, err
		}
	}
	out.List, err = s.facts(ctx, r)
	return out, err
}

// follow makes out of last and of what has ended since; done is false where too
// much is to be looked up.
func (s *Store) follow(ctx context.Context, r Run, last, out *Facts) (done bool, err error) {
	var failed []any
	for i := range last.List {
		if last.List[i].Outcome == bench.Failed {
			if failed = append(failed, last.List[i].ID); len(failed) > manyFailed {
				return false, nil
			}
		}
	}
	out.List, out.places = slices.Clone(last.List), last.places
	if out.places == nil {
		out.places = make(map[string][]int, len(out.List))
		for i := range out.List {
			out.places[out.List[i].Key] = append(out.places[out.List[i].Key], i)
		}
	}
	args := []any{r.Round, last.newest - overlap}
	where := ""
	if len(failed) > 0 {
		marks := make([]string, len(failed))
		for i := range failed {
			marks[i] = fmt.Sprintf("$%d", i+3)
		}
		where = ` OR t.id IN (` + strings.Join(marks, ", ") + `)`
		args = append(args, failed...)
	}
	rows, err := s.db.R.QueryContext(ctx, `SELECT t.key, `+endingColumns+` FROM trial t LEFT JOIN derived d ON d.trial_id = t.id
		WHERE t.round >= $1 AND (t.id > $2`+where+`) ORDER BY t.round, t.id`, args...)
	if err != nil {
		return false, fmt.Errorf("reading the newest trials of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var e ending
		if err := rows.Scan(append([]any{&key}, e.columns()...)...); err != nil {
			return false, fmt.Errorf("reading the newest trials of run %s: %w", r.ID, err)
		}
		for _, i := range out.places[key] {
			if e.id.Int64 < out.List[i].ID { // of an earlier round
				continue
			}
			if err := e.put(&out.List[i]); err != nil {
				return false, err
			}
		}
	}
	return true, rows.Err()
}

// derivedAgain counts that stored trials are no longer what a reader may have kept.
func derivedAgain(ctx context.Context, tx *database.Tx) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO derivation (id, count) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET count = derivation.count + 1`); err != nil {
		return fmt.Errorf("storing what was derived: %w", err)
	}
	return nil
}
