package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/database"
)

const runColumns = `id, plan, round, status, started_us, ended_us, manifest`

func scanRun(row interface{ Scan(...any) error }) (Run, error) {
	var r Run
	var started int64
	var ended sql.NullInt64
	var manifest string
	if err := row.Scan(&r.ID, &r.Plan, &r.Round, &r.Status, &started, &ended, &manifest); err != nil {
		return r, err
	}
	r.Started = time.UnixMicro(started).UTC()
	if ended.Valid {
		r.Ended = time.UnixMicro(ended.Int64).UTC()
	}
	if err := json.Unmarshal([]byte(manifest), &r.Manifest); err != nil {
		return r, fmt.Errorf("the manifest of run %s cannot be read: %w", r.ID, err)
	}
	return r, nil
}

// Runs returns all runs, newest first.
func (s *Store) Runs(ctx context.Context) ([]Run, error) {
	rows, err := s.db.R.QueryContext(ctx, `SELECT `+runColumns+` FROM run ORDER BY started_us DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("reading runs: %w", err)
	}
	defer rows.Close()
	var out []Run
	for rows.Next() {
		r, err := scanRun(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// Run returns the run with the given id; "" means the newest. It is ErrNone when
// there is no such run.
func (s *Store) Run(ctx context.Context, id string) (Run, error) {
	r, err := scanRun(s.db.R.QueryRowContext(ctx, `SELECT `+runColumns+` FROM run WHERE id = $1 OR $1 = '' ORDER BY started_us DESC, id DESC LIMIT 1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows) && id != "":
		return r, fmt.Errorf("there is no run %q; `assay report --list` shows the runs", id)
	case errors.Is(err, sql.ErrNoRows):
		return r, ErrNone
	case err != nil:
		return r, fmt.Errorf("reading run %s: %w", id, err)
	}
	return r, nil
}

// Trials calls f for every planned trial of a run in the order of the plan.
// Trials of one variant share its pointer. Raw request and response bytes are
// not read.
func (s *Store) Trials(ctx context.Context, r Run, f func(bench.Trial) error) error {
	variants, err := s.variants(ctx, r.ID)
	if err != nil {
		return err
	}
	rows, err := s.db.R.QueryContext(ctx, `
		SELECT p.trial_key, p.subject, p.variant_id, p.repetition,
		       t.id, t.outcome, t.reason, t.finish, t.finish_raw, t.model, t.attempts, t.input_tokens, t.output_tokens, t.reasoning_tokens, t.cached_tokens,
		       t.cost_usd, t.started_us, t.elapsed_us, t.cached, b.text, d.parser, d.judge, d.answer, d.verdict
		FROM planned p
		LEFT JOIN trial t ON t.key = p.trial_key AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = p.trial_key AND u.round >= $2)
		LEFT JOIN body b ON b.trial_id = t.id
		LEFT JOIN derived d ON d.trial_id = t.id
		WHERE p.run_id = $1 ORDER BY p.seq`, r.ID, r.Round)
	if err != nil {
		return fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	defer rows.Close()
	for rows.Next() {
		st, vid, err := scanTrial(rows)
		if err != nil {
			return fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
		}
		st.Variant = variants[vid]
		if err := f(st); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (s *Store) variants(ctx context.Context, run string) (map[string]*bench.Variant, error) {
	rows, err := s.db.R.QueryContext(ctx, `SELECT id, meta FROM variant WHERE id IN (SELECT variant_id FROM planned WHERE run_id = $1)`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the variants of run %s: %w", run, err)
	}
	defer rows.Close()
	out := map[string]*bench.Variant{}
	for rows.Next() {
		var id, meta string
		if err := rows.Scan(&id, &meta); err != nil {
			return nil, err
		}
		v := new(bench.Variant)
		if err := json.Unmarshal([]byte(meta), v); err != nil {
			return nil, fmt.Errorf("variant %s cannot be read: %w", id, err)
		}
		out[id] = v
	}
	return out, rows.Err()
}

func scanTrial(rows *sql.Rows) (bench.Trial, string, error) {
	var (
		st                                                    bench.Trial
		vid                                                   string
		id, attempts, in, out, think, cached, start, dur, hit sql.NullInt64
		outcome, reason, finish, raw, model, text             sql.NullString
		parser, judge, answer, verdict                        sql.NullString
		cost                                                  sql.NullFloat64
	)
	if err := rows.Scan(&st.Key, &st.Subject, &vid, &st.Repetition, &id, &outcome, &reason, &finish, &raw, &model, &attempts,
		&in, &out, &think, &cached, &cost, &start, &dur, &hit, &text, &parser, &judge, &answer, &verdict); err != nil {
		return st, "", err
	}
	st.Details = &bench.Details{}
	if !id.Valid {
		return st, vid, nil
	}
	st.ID, st.Outcome, st.Reason = id.Int64, bench.Outcome(outcome.String), reason.String
	st.Response = bench.Response{
		Text: text.String, Finish: bench.Outcome(finish.String), FinishRaw: raw.String, Model: model.String, Attempts: int(attempts.Int64), Cached: hit.Int64 == 1,
		Usage:   bench.Usage{InputTokens: in.Int64, OutputTokens: out.Int64, ReasoningTokens: think.Int64, CachedTokens: cached.Int64},
		Started: time.UnixMicro(start.Int64).UTC(), Elapsed: time.Duration(dur.Int64) * time.Microsecond,
	}
	if cost.Valid {
		st.Response.Usage.CostUSD = &cost.Float64
	}
	spent := st.Response.Spent()
	st.Spent = &spent
	st.Parser, st.Judge = parser.String, judge.String
	if answer.Valid {
		st.Answer = new(bench.Answer)
		if err := json.Unmarshal([]byte(answer.String), st.Answer); err != nil {
			return st, "", fmt.Errorf("answer of trial %s: %w", st.Key, err)
		}
	}
	if verdict.Valid {
		st.Verdict = new(bench.Verdict)
		if err := json.Unmarshal([]byte(verdict.String), st.Verdict); err != nil {
			return st, "", fmt.Errorf("verdict of trial %s: %w", st.Key, err)
		}
	}
	return st, vid, nil
}

// Rederive replaces what was derived for the given trials, in one transaction,
// and their outcomes with it: a better parser may read an answer where an
// older one saw none.
func (s *Store) Rederive(ctx context.Context, changed []bench.Trial) error {
	if err := s.db.Prepare(ctx, writes...); err != nil {
		return fmt.Errorf("storing verdicts: %w", err)
	}
	return s.db.Write(ctx, never, func(tx *database.Tx) error {
		for _, c := range changed {
			if err := putDerived(ctx, tx, c); err != nil {
				return err
			}
			if err := tx.Queue(ctx, `UPDATE trial SET outcome = $1, reason = $2 WHERE id = $3`, []any{string(c.Outcome), c.Reason, c.ID}, nil); err != nil {
				return fmt.Errorf("storing an outcome: %w", err)
			}
		}
		return derivedAgain(ctx, tx)
	})
}
