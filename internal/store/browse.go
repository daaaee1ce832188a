package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/database"
)

// Fact is one planned trial without its texts: what lists and tables are made of.
type Fact struct {
	ID         int64 // of the trial row, 0 while the trial has not ended
	Key        string
	Subject    string
	Variant    *bench.Variant // without task, labels, seed and words; one pointer for each variant
	Repetition int
	Outcome    bench.Outcome // "" while the trial has not ended
	Said       bench.Truth   // 0 without an answer
	Strict     bench.Decision
	Lenient    bench.Decision
	CostUSD    *float64
}

// RunsPage returns some runs, newest first, and how many there are.
func (s *Store) RunsPage(ctx context.Context, offset, limit int) (runs []Run, total int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT count(*) FROM run`).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("reading runs: %w", err)
	}
	rows, err := s.db.R.QueryContext(ctx, `SELECT `+runColumns+` FROM run ORDER BY started_us DESC, id DESC LIMIT $1 OFFSET $2`, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("reading runs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRun(rows)
		if err != nil {
			return nil, 0, err
		}
		runs = append(runs, r)
	}
	return runs, total, rows.Err()
}

// current joins planned p with the ending of its trial that a run shows; $2 is the run's round.
const current = ` FROM planned p
		LEFT JOIN trial t ON t.key = p.trial_key AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = p.trial_key AND u.round >= $2)
		LEFT JOIN derived d ON d.trial_id = t.id `

// Counts returns how many planned trials of a run ended how; "" counts those that have not.
func (s *Store) Counts(ctx context.Context, r Run) (map[bench.Outcome]int, error) {
	rows, err := s.db.R.QueryContext(ctx, `SELECT coalesce(t.outcome, ''), count(*) FROM planned p
		LEFT JOIN trial t ON t.key = p.trial_key AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = p.trial_key AND u.round >= $2)
		WHERE p.run_id = $1 GROUP BY 1`, r.ID, r.Round)
	if err != nil {
		return nil, fmt.Errorf("counting the trials of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	out := map[bench.Outcome]int{}
	for rows.Next() {
		var o bench.Outcome
		var n int
		if err := rows.Scan(&o, &n); err != nil {
			return nil, err
		}
		out[o] = n
	}
	return out, rows.Err()
}

// facts returns all planned trials of a run in the order of the plan, without
// reading a text.
func (s *Store) facts(ctx context.Context, r Run) ([]Fact, error) {
	variants, err := s.facets(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.R.QueryContext(ctx, `SELECT p.trial_key, p.subject, p.variant_id, p.repetition, `+endingColumns+
		current+`WHERE p.run_id = $1 ORDER BY p.seq`, r.ID, r.Round)
	if err != nil {
		return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	var out []Fact
	subjects := map[string]string{} // one string for all trials of a subject
	for rows.Next() {
		var f Fact
		var vid string
		var e ending
		if err := rows.Scan(append([]any{&f.Key, &f.Subject, &vid, &f.Repetition}, e.columns()...)...); err != nil {
			return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
		}
		if name, ok := subjects[f.Subject]; ok {
			f.Subject = name
		}
		subjects[f.Subject] = f.Subject
		f.Variant = variants[vid]
		if err := e.put(&f); err != nil {
			return nil, err
		}
		if f.Variant == nil {
			return nil, fmt.Errorf("trial %s of run %s speaks of no variant", f.Key, r.ID)
		}
		out = append(out, f)
	}
	return out, rows.Err()
}

// TrialsOn calls f for the planned trials of a run on the variants with the
// given keys, as [Store.Trials] does for all.
func (s *Store) TrialsOn(ctx context.Context, r Run, keys []string, f func(bench.Trial) error) error {
	for _, key := range keys {
		if err := s.some(ctx, r, `p.variant_id IN (SELECT q.variant_id FROM facet q WHERE q.key = $3)`, key, f); err != nil {
			return err
		}
	}
	return nil
}

// TrialOf returns one planned trial of a run; its ID is 0 while it has not
// ended, its Variant nil when the run plans no such trial.
func (s *Store) TrialOf(ctx context.Context, r Run, key string) (bench.Trial, error) {
	var out bench.Trial
	err := s.some(ctx, r, `p.trial_key = $3`, key, func(t bench.Trial) error { out = t; return nil })
	return out, err
}

// Past returns what the key of a trial is made of, zero where only an older
// version planned it, and every time that it ended, by round.
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

// some reads the trials that where picks. The order is computed, which keeps
// the planner from walking a whole plan to have it for nothing.
func (s *Store) some(ctx context.Context, r Run, where, arg string, f func(bench.Trial) error) error {
	rows, err := s.db.R.QueryContext(ctx, `SELECT p.trial_key, p.subject, p.variant_id, p.repetition,
		       t.id, t.outcome, t.reason, t.finish, t.finish_raw, t.model, t.attempts, t.input_tokens, t.output_tokens, t.reasoning_tokens, t.cached_tokens,
		       t.cost_usd, t.started_us, t.elapsed_us, t.cached, b.text, d.parser, d.judge, d.answer, d.verdict`+current+
		`LEFT JOIN body b ON b.trial_id = t.id WHERE p.run_id = $1 AND `+where+` ORDER BY p.seq + 0`, r.ID, r.Round, arg)
	if err != nil {
		return fmt.Errorf("reading trials of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	var found []bench.Trial
	var ids []string
	for rows.Next() {
		st, vid, err := scanTrial(rows)
		if err != nil {
			return fmt.Errorf("reading trials of run %s: %w", r.ID, err)
		}
		found, ids = append(found, st), append(ids, vid)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	variants := map[string]*bench.Variant{}
	for i, st := range found {
		v := variants[ids[i]]
		if v == nil {
			if v, err = s.variantByID(ctx, ids[i]); err != nil {
				return err
			}
			variants[ids[i]] = v
		}
		st.Variant = v
		if err := f(st); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) variantByID(ctx context.Context, id string) (*bench.Variant, error) {
	var meta string
	if err := s.db.R.QueryRowContext(ctx, `SELECT meta FROM variant WHERE id = $1`, id).Scan(&meta); err != nil {
		return nil, fmt.Errorf("reading variant %s: %w", id, err)
	}
	v := new(bench.Variant)
	if err := json.Unmarshal([]byte(meta), v); err != nil {
		return nil, fmt.Errorf("variant %s cannot be read: %w", id, err)
	}
	return v, nil
}

// variantsByID returns variants in the order of their ids, each of which is there.
func (s *Store) variantsByID(ctx context.Context, ids []string) ([]*bench.Variant, error) {
	const piece = 200
	out := make([]*bench.Variant, len(ids))
	err := inParallel((len(ids)+piece-1)/piece, func(_, i int) error {
		some := ids[i*piece : min((i+1)*piece, len(ids))]
		place := map[string]int{}
		var marks []string
		var args []any
		for j, id := range some {
			place[id] = i*piece + j
			marks, args = append(marks, fmt.Sprintf("$%d", j+1)), append(args, id)
		}
		err := s.db.Scan(ctx, `SELECT id, meta FROM variant WHERE id IN (`+strings.Join(marks, ", ")+`)`, args, func(row *database.Row) error {
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

const writeFacet = `INSERT INTO facet (` + facetColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (variant_id) DO NOTHING`

// putFacet stores what lists need to know of a variant.
func putFacet(ctx context.Context, tx *database.Tx, id string, v *bench.Variant) error {
	if err := tx.Queue(ctx, writeFacet, facetOf(id, v), nil); err != nil {
		return fmt.Errorf("storing %s: %w", v.Key, err)
	}
	return nil
}

// facetOf returns the columns of a variant's facet.
func facetOf(id string, v *bench.Variant) []any {
	return []any{id, v.Key, v.Suite, v.Format, v.Sample, v.Base, v.Group, v.Tier, string(v.Class), v.Chain, v.Twin, v.Truth.String(), string(v.Proof), v.Certificate}
}

// facets returns the variants of a run by id, without texts.
func (s *Store) facets(ctx context.Context, run string) (map[string]*bench.Variant, error) {
	rows, err := s.db.R.QueryContext(ctx, `SELECT `+facetColumns+` FROM facet WHERE variant_id IN (SELECT variant_id FROM planned WHERE run_id = $1)`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the variants of run %s: %w", run, err)
	}
	defer rows.Close()
	out := map[string]*bench.Variant{}
	for rows.Next() {
		v := new(bench.Variant)
		var id, truth string
		if err := rows.Scan(&id, &v.Key, &v.Suite, &v.Format, &v.Sample, &v.Base, &v.Group, &v.Tier, &v.Class, &v.Chain, &v.Twin, &truth, &v.Proof, &v.Certificate); err != nil {
			return nil, fmt.Errorf("reading the variants of run %s: %w", run, err)
		}
		if err := v.Truth.UnmarshalText([]byte(truth)); err != nil {
			return nil, fmt.Errorf("variant %s cannot be read: %w", id, err)
		}
		out[id] = v
	}
	return out, rows.Err()
}
