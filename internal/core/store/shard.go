package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Instead returns the rounds of the trials that the run asks again while their earlier
// answer is kept, by key; nil without any.
func (r Run) Instead() map[string]int { return maps.Clone(r.instead) }

// AskAgain makes r ask trials in the given rounds, as [Run.Instead] of another
// process returned them.
func (r *Run) AskAgain(rounds map[string]int) { r.instead = maps.Clone(rounds) }

// Database returns the database that holds the results.
func (s *Store) Database() *database.DB { return s.db }

// Shard returns the planned trials of a run at the given places of its plan, in the order
// of places, and the keys of those that need not be asked: see [Store.Begin].
func (s *Store) Shard(ctx context.Context, r Run, places []int) ([]bench.Trial, map[string]bool, error) {
	if len(places) == 0 {
		return nil, nil, nil
	}
	var out []bench.Trial
	done := map[string]bool{}
	variants := map[string]*bench.Variant{}
	err := each(ctx, s.db.R, "reading a shard of run "+r.ID,
		`SELECT p.trial_key, p.subject, p.repetition, v.id, v.meta, coalesce(k.parts, '{}'),
		coalesce((SELECT max(t.round) FROM trial t WHERE t.key = p.trial_key AND t.outcome <> 'failed'), -1)
		FROM planned p JOIN variant v ON v.id = p.variant_id LEFT JOIN trial_key k ON k.key = p.trial_key
		WHERE p.run_id = $1 AND p.seq IN `+marks(len(places), 2)+` ORDER BY p.seq`, append([]any{r.ID}, anys(places)...), func(rows *sql.Rows) error {
			var p bench.Trial
			var vid, meta, parts string
			var ended int
			if err := rows.Scan(&p.Key, &p.Subject, &p.Repetition, &vid, &meta, &parts, &ended); err != nil {
				return err
			}
			if variants[vid] == nil {
				variants[vid] = new(bench.Variant)
				if err := json.Unmarshal([]byte(meta), variants[vid]); err != nil {
					return fmt.Errorf("variant %s cannot be read: %w", vid, err)
				}
			}
			if err := json.Unmarshal([]byte(parts), &p.Parts); err != nil {
				return fmt.Errorf("the parts of key %s cannot be read: %w", p.Key, err)
			}
			p.Variant = variants[vid]
			done[p.Key] = ended >= max(r.Round, r.instead[p.Key])
			out = append(out, p)
			return nil
		})
	return out, done, err
}

// Endings returns the outcomes of the ended trials of a run, by key, in the run's round or
// the round in which they are asked again. A trial that failed in an earlier start of the
// run counts as ended until it is asked again.
func (s *Store) Endings(ctx context.Context, r Run) (map[string]bench.Outcome, error) {
	out := map[string]bench.Outcome{}
	return out, each(ctx, s.db.R, "reading the outcomes of run "+r.ID,
		`SELECT p.trial_key, t.outcome, t.round FROM planned p JOIN trial t ON t.key = p.trial_key AND t.round >= $2
		WHERE p.run_id = $1 ORDER BY t.round`, []any{r.ID, r.Round}, func(rows *sql.Rows) error {
			var key string
			var o bench.Outcome
			var round int
			err := rows.Scan(&key, &o, &round)
			if err == nil && round >= r.instead[key] {
				out[key] = o
			}
			return err
		})
}
