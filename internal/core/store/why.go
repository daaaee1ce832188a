package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/internal/bench"
)

// Ending is one ending of a trial.
type Ending struct {
	Round    int
	Outcome  bench.Outcome
	Reason   string
	Attempts int
	Started  time.Time
}

// Explanation holds the facts about a trial key.
type Explanation struct {
	Key     string
	Parts   bench.TrialKey
	Variant string   // key of the variant
	Endings []Ending // by round; nil while the trial is pending

	// Nearest is the ended trial about the same variant with another key that differs in
	// the fewest parts, the newest of equals; "" without any.
	Nearest      string
	NearestParts bench.TrialKey
	NearestEnd   time.Time
}

// Explain finds a trial by its key or the beginning of its key.
func (s *Store) Explain(ctx context.Context, prefix string) (Explanation, error) {
	var e Explanation
	if len(prefix) < 4 || strings.Trim(prefix, "0123456789abcdef") != "" {
		return e, fmt.Errorf("%q is not a trial key: 32 hexadecimal digits, or the first of them, four at least", prefix)
	}
	n := 0
	err := each(ctx, s.db.R, "reading trial keys",
		`SELECT key, parts FROM trial_key WHERE key >= $1 AND key < $2 ORDER BY key LIMIT 2`, []any{prefix, prefix + "g"},
		func(rows *sql.Rows) error {
			n++
			var parts string
			if err := rows.Scan(&e.Key, &parts); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(parts), &e.Parts); err != nil {
				return fmt.Errorf("the parts of key %s cannot be read: %w", e.Key, err)
			}
			return nil
		})
	switch {
	case err != nil:
		return e, err
	case n == 0:
		return e, fmt.Errorf("no trial key begins with %s; keys that only older versions of assay planned are not explained",
			prefix)
	case n > 1:
		return e, fmt.Errorf("several trial keys begin with %s; give more digits", prefix)
	}
	err = s.db.R.QueryRowContext(ctx,
		`SELECT v.key FROM planned p JOIN variant v ON v.id = p.variant_id WHERE p.trial_key = $1 LIMIT 1`,
		e.Key).Scan(&e.Variant)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return e, fmt.Errorf("reading trial %s: %w", e.Key, err)
	}
	if e.Endings, err = s.endings(ctx, e.Key); err != nil {
		return e, err
	}
	return e, s.nearest(ctx, &e)
}

func (s *Store) endings(ctx context.Context, key string) ([]Ending, error) {
	var out []Ending
	err := each(ctx, s.db.R, "reading trial "+key,
		`SELECT round, outcome, reason, attempts, started_us FROM trial WHERE key = $1 ORDER BY round`, []any{key},
		func(rows *sql.Rows) error {
			var e Ending
			var us int64
			err := rows.Scan(&e.Round, &e.Outcome, &e.Reason, &e.Attempts, &us)
			e.Started = time.UnixMicro(us).UTC()
			out = append(out, e)
			return err
		})
	return out, err
}

func (s *Store) nearest(ctx context.Context, e *Explanation) error {
	fewest := -1
	return each(ctx, s.db.R, "looking for trials like "+e.Key, `SELECT k.key, k.parts, max(t.started_us) FROM variant v
		JOIN trial t ON t.variant_id = v.id JOIN trial_key k ON k.key = t.key
		WHERE v.key = $1 AND k.key <> $2 GROUP BY k.key, k.parts ORDER BY 3 DESC, 1`, []any{e.Variant, e.Key}, func(rows *sql.Rows) error {
		var key, text string
		var us int64
		var parts bench.TrialKey
		if err := rows.Scan(&key, &text, &us); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &parts); err != nil {
			return fmt.Errorf("the parts of key %s cannot be read: %w", key, err)
		}
		if n := len(parts.Diff(e.Parts)); fewest < 0 || n < fewest {
			fewest = n
			e.Nearest, e.NearestParts, e.NearestEnd = key, parts, time.UnixMicro(us).UTC()
		}
		return nil
	})
}
