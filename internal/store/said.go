package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/database"
)

// Said is what came of a trial in words.
type Said struct {
	Text   string        // of the response
	Answer *bench.Answer // nil without one
}

// Said returns what came of trials by their keys, as a run shows it. A trial that
// has not ended is left out.
func (s *Store) Said(ctx context.Context, r Run, keys []string) (map[string]Said, error) {
	out := make(map[string]Said, len(keys))
	for some := range slices.Chunk(keys, 500) {
		var marks []string
		args := []any{r.Round}
		for i, key := range some {
			marks, args = append(marks, fmt.Sprintf("$%d", i+2)), append(args, key)
		}
		err := s.db.Scan(ctx, `SELECT t.key, b.text, d.answer FROM trial t LEFT JOIN body b ON b.trial_id = t.id LEFT JOIN derived d ON d.trial_id = t.id
			WHERE t.key IN (`+strings.Join(marks, ", ")+`) AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = t.key AND u.round >= $1)`, args, func(row *database.Row) error {
			said := Said{Text: row.Text(1)}
			if !row.Null(2) {
				said.Answer = new(bench.Answer)
				if err := json.Unmarshal([]byte(row.Text(2)), said.Answer); err != nil {
					return fmt.Errorf("answer of trial %s: %w", row.Text(0), err)
				}
			}
			out[row.Text(0)] = said
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading what was said in run %s: %w", r.ID, err)
		}
	}
	return out, nil
}
