package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"assay/internal/bench"
	"assay/internal/database"
)

// RunsPage returns one page of runs, newest first, and their total number.
func (s *Store) RunsPage(ctx context.Context, offset, limit int) (runs []Run, total int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT count(*) FROM run`).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("reading runs: %w", err)
	}
	runs, err = s.runs(ctx, ` LIMIT $1 OFFSET $2`, limit, offset)
	return runs, total, err
}

// Counts returns the number of planned trials of a run by outcome; "" counts those that have not ended.
func (s *Store) Counts(ctx context.Context, r Run) (map[bench.Outcome]int, error) {
	out := map[bench.Outcome]int{}
	return out, each(ctx, s.db.R, "counting the trials of run "+r.ID, `SELECT coalesce(t.outcome, ''), count(*) FROM planned p
		LEFT JOIN trial t ON `+latest+`
		WHERE p.run_id = $1 GROUP BY 1`, []any{r.ID, r.Round}, func(rows *sql.Rows) error {
		var o bench.Outcome
		var n int
		err := rows.Scan(&o, &n)
		out[o] = n
		return err
	})
}

// Past returns the parts of a trial key, and every ending of the trial, by round. The parts
// are zero if only an older version planned the trial.
func (s *Store) Past(ctx context.Context, key string) (parts bench.TrialKey, endings []Ending, err error) {
	var text string
	err = s.db.R.QueryRowContext(ctx, `SELECT parts FROM trial_key WHERE key = $1`, key).Scan(&text)
	if err == nil {
		err = json.Unmarshal([]byte(text), &parts)
	} else if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err != nil {
		return parts, nil, fmt.Errorf("reading the parts of key %s: %w", key, err)
	}
	endings, err = s.endings(ctx, key)
	return parts, endings, err
}

// variantsByID returns variants in the order of their ids. A missing variant is an error.
func (s *Store) variantsByID(ctx context.Context, ids []string) ([]*bench.Variant, error) {
	const piece = 200
	out := make([]*bench.Variant, len(ids))
	err := inParallel((len(ids)+piece-1)/piece, func(_, i int) error {
		some := ids[i*piece : min((i+1)*piece, len(ids))]
		place := map[string]int{}
		for j, id := range some {
			place[id] = i*piece + j
		}
		err := s.db.Scan(ctx, `SELECT id, meta FROM variant WHERE id IN `+marks(len(some), 1), anys(some),
			func(row *database.Row) error {
				v := new(bench.Variant)
				if err := json.Unmarshal([]byte(row.Text(1)), v); err != nil {
					return fmt.Errorf("variant %s cannot be read: %w", row.Text(0), err)
				}
				out[place[row.Text(0)]] = v
				return nil
			})
		if err != nil {
			return err
		}
		for _, id := range some {
			if out[place[id]] == nil {
				return fmt.Errorf("the variant %s is missing", id)
			}
		}
		return nil
	})
	return out, err
}

const facetColumns = `variant_id, key, suite, format, sample, base, grp, tier, class, chain, twin, truth, proof, certificate`

const writeFacet = `INSERT INTO facet (` + facetColumns +
	`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (variant_id) DO NOTHING`

// putFacet stores the properties of a variant that lists show.
func putFacet(ctx context.Context, tx *database.Tx, id string, v *bench.Variant) error {
	if err := tx.Queue(ctx, writeFacet, facetOf(id, v), nil); err != nil {
		return fmt.Errorf("storing %s: %w", v.Key, err)
	}
	return nil
}

// facetOf returns the columns of a variant's facet.
func facetOf(id string, v *bench.Variant) []any {
	return []any{id, v.Key, v.Suite, v.Format, v.Sample, v.Base, v.Group, v.Tier, string(v.Class), v.Chain, v.Twin,
		v.Truth.String(), string(v.Proof), v.Certificate}
}
