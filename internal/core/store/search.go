package store

import (
	"context"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Search returns the trials of a run whose response contains a text, with [Details] and [Texts], in the
// order of the plan, at most limit; more reports whether there are others. ASCII letters
// match in either case; for other letters this depends on the database. subject "" means any.
func (s *Store) Search(ctx context.Context, r Run, text, subject string,
	limit int) (found []bench.Trial, more bool, err error) {
	like := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
	keys := []string{}
	err = s.db.Scan(ctx, `SELECT p.trial_key FROM planned p JOIN trial t ON `+latest+` JOIN body b ON b.trial_id = t.id
		WHERE p.run_id = $1 AND ($3 = '' OR p.subject = $3) AND lower(b.text) LIKE lower($4) ESCAPE '!' ORDER BY p.seq LIMIT $5`,
		[]any{r.ID, r.Round, subject, like, limit + 1}, func(row *database.Row) error {
			keys = append(keys, row.Text(0))
			return nil
		})
	if err != nil {
		return nil, false, fmt.Errorf("searching the answers of run %s: %w", r.ID, err)
	}
	for t, err := range s.Trials(ctx, r, Wanted{Columns: Details | Texts, Keys: keys}) {
		if err != nil {
			return nil, false, err
		}
		if len(found) == limit {
			return found, true, nil
		}
		found = append(found, t)
	}
	return found, false, nil
}
