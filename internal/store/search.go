package store

import (
	"context"
	"fmt"
	"strings"
)

// Match is an answer that contains a searched text.
type Match struct {
	Key, Subject, Variant string
	Repetition            int
	Text                  string // the whole response
}

// Search returns the trials of a run whose response contains a text, in the order of
// the plan, limit at most, and whether there are more. Letters of ASCII match in
// either case; whether others do is up to the database. subject "" means any.
func (s *Store) Search(ctx context.Context, r Run, text, subject string, limit int) (found []Match, more bool, err error) {
	like := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
	rows, err := s.db.R.QueryContext(ctx, `SELECT p.trial_key, p.subject, f.key, p.repetition, b.text FROM planned p
		JOIN facet f ON f.variant_id = p.variant_id
		JOIN trial t ON t.key = p.trial_key AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = p.trial_key AND u.round >= $2)
		JOIN body b ON b.trial_id = t.id
		WHERE p.run_id = $1 AND ($3 = '' OR p.subject = $3) AND lower(b.text) LIKE lower($4) ESCAPE '!' ORDER BY p.seq LIMIT $5`,
		r.ID, r.Round, subject, like, limit+1)
	if err != nil {
		return nil, false, fmt.Errorf("searching the answers of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	for rows.Next() {
		var m Match
		if err := rows.Scan(&m.Key, &m.Subject, &m.Variant, &m.Repetition, &m.Text); err != nil {
			return nil, false, fmt.Errorf("searching the answers of run %s: %w", r.ID, err)
		}
		if len(found) == limit {
			return found, true, rows.Err()
		}
		found = append(found, m)
	}
	if err := rows.Err(); err != nil {
		return nil, false, fmt.Errorf("searching the answers of run %s: %w", r.ID, err)
	}
	return found, false, nil
}
