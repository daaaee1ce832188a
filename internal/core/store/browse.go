package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"assay/internal/bench"
)

// RunsPage returns one page of runs, newest first, and their total number.
func (s *Store) RunsPage(ctx context.Context, offset, limit int) (runs []Run, total int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT count(*) FROM run`).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("reading runs: %w", err)
	}
	runs, err = s.runs(ctx, ` LIMIT $1 OFFSET $2`, limit, offset)
	return runs, total, err
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

const facetColumns = `variant_id, key, suite, format, sample, base, grp, tier, class, chain, twin, truth, proof, certificate`

// facetOf returns the columns of a variant's facet: the properties that lists show.
func facetOf(id string, v *bench.Variant) []any {
	return []any{id, v.Key, v.Suite, v.Format, v.Sample, v.Base, v.Group, v.Tier, string(v.Class), v.Chain, v.Twin,
		v.Truth.String(), string(v.Proof), v.Certificate}
}
