package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Outcomes of a judgement.
const (
	Decided  = "decided"
	Unscored = "unscored" // the judge replied, and its reply contains no decision
	Failed   = "failed"   // the judge did not reply; asked again by the next run
)

// Judgement is the decision of one judge on one answer: that of a trial, or a gold answer
// for calibration.
type Judgement struct {
	TrialID  int64  // 0 for a gold answer
	Gold     string // kind of the gold answer; "" for the answer of a trial
	Variant  string // key of the gold answer's variant; "" for the answer of a trial
	Judge    string // name and version
	Question string // hash of everything that the decision is based on
	Outcome  string // Decided, Unscored or Failed
	Reason   string // why nothing was decided; "" after a decision
	Injected string // place where the answer addresses its judge; "" without one
	Asked    bool   // a model was asked, or code was executed
	Verdict  *bench.Verdict
	Response bench.Response
}

// maxJudgement bounds the texts of a judgement, in bytes: a database refuses a value that is much larger, and with
// it the whole batch.
const maxJudgement = 64 << 20

// storable returns the judgement, or one without a decision in its place if it is too large.
func storable(j Judgement) Judgement {
	p := &j.Response
	size := len(j.Reason) + len(p.Text) + len(p.FinishRaw) + len(p.RawRequest) + len(p.RawResponse)
	if v := j.Verdict; v != nil {
		size += len(v.Reason)
		for _, f := range v.Findings {
			size += len(f.Reason)
		}
	}
	if size > maxJudgement {
		j.Outcome, j.Verdict = Unscored, nil
		j.Reason = fmt.Sprintf("the judgement has %d MB, of which at most %d are stored", size>>20, maxJudgement>>20)
		p.Text, p.FinishRaw, p.RawRequest, p.RawResponse = "", "", nil, nil
	}
	return j
}

// Judged stores a judgement, or that it is too large to be stored. If a judge was asked for it, it returns when
// the judgement is durable, like [Writer.Commit], else like [Writer.Write]. Of two judgements on one question the
// first is kept, unless it failed.
func (w *Writer) Judged(j Judgement) error {
	j = storable(j)
	it := item{judgement: &j, request: w.store.pack.pack(j.Response.RawRequest),
		response: w.store.pack.pack(j.Response.RawResponse)}
	j.Response.RawRequest, j.Response.RawResponse = nil, nil
	if !j.Asked {
		w.in <- it
		return w.Err()
	}
	return w.await(it)
}

func putJudgement(ctx context.Context, tx *database.Tx, it item) error {
	j := it.judgement
	var verdict any // nil is NULL
	if j.Verdict != nil {
		b, err := json.Marshal(j.Verdict)
		if err != nil {
			return fmt.Errorf("storing a judgement: %w", err)
		}
		verdict = string(b)
	}
	p, u := j.Response, j.Response.Usage
	// Add the attempts and known costs of an earlier judgement that failed.
	err := tx.Queue(ctx,
		`INSERT INTO judgement (trial_id, gold, variant, judge, question, outcome, reason, injected, verdict, asked, finish, finish_raw, model,
		attempts, input_tokens, output_tokens, reasoning_tokens, cached_tokens, cost_usd, started_us, elapsed_us, cached, text, codec, request, response)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
		ON CONFLICT (trial_id, gold, judge, question) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, injected = excluded.injected,
		verdict = excluded.verdict, asked = excluded.asked, finish = excluded.finish, finish_raw = excluded.finish_raw, model = excluded.model,
		attempts = judgement.attempts + excluded.attempts, input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
		reasoning_tokens = excluded.reasoning_tokens, cached_tokens = excluded.cached_tokens, cost_usd = excluded.cost_usd, started_us = excluded.started_us,
		elapsed_us = excluded.elapsed_us, cached = excluded.cached, text = excluded.text, codec = excluded.codec, request = excluded.request, response = excluded.response
		WHERE judgement.outcome = 'failed'`, []any{
			j.TrialID, j.Gold, j.Variant, j.Judge, j.Question, j.Outcome, j.Reason, j.Injected, verdict, boolean(j.Asked),
			string(p.Finish), p.FinishRaw, p.Model,
			p.Attempts, u.InputTokens, u.OutputTokens, u.ReasoningTokens, u.CachedTokens, u.CostUSD, p.Started.UnixMicro(),
			p.Elapsed.Microseconds(), boolean(p.Cached),
			p.Text, codecZstd, it.request, it.response}, nil)
	if err != nil {
		return fmt.Errorf("storing a judgement: %w", err)
	}
	return nil
}

// judgementColumns are read by scanJudgement, in this order.
const judgementColumns = `j.trial_id, j.gold, j.variant, j.judge, j.question, j.outcome, j.reason, j.injected, j.verdict, j.asked, j.finish, j.finish_raw, j.model,
	j.attempts, j.input_tokens, j.output_tokens, j.reasoning_tokens, j.cached_tokens, j.cost_usd, j.started_us, j.elapsed_us, j.cached, j.text`

func scanJudgement(rows *sql.Rows) (j Judgement, err error) {
	var verdict sql.NullString
	var cost sql.NullFloat64
	var asked, cached, started, elapsed int64
	p := &j.Response
	if err := rows.Scan(&j.TrialID, &j.Gold, &j.Variant, &j.Judge, &j.Question, &j.Outcome, &j.Reason, &j.Injected,
		&verdict, &asked, &p.Finish, &p.FinishRaw, &p.Model,
		&p.Attempts, &p.Usage.InputTokens, &p.Usage.OutputTokens, &p.Usage.ReasoningTokens, &p.Usage.CachedTokens, &cost,
		&started, &elapsed, &cached, &p.Text); err != nil {
		return j, err
	}
	j.Asked, p.Cached = asked == 1, cached == 1
	p.Started, p.Elapsed = time.UnixMicro(started).UTC(), time.Duration(elapsed)*time.Microsecond
	if cost.Valid {
		p.Usage.CostUSD = &cost.Float64
	}
	if verdict.Valid {
		j.Verdict = new(bench.Verdict)
		if err := json.Unmarshal([]byte(verdict.String), j.Verdict); err != nil {
			return j, fmt.Errorf("the verdict of %s on trial %d cannot be read: %w", j.Judge, j.TrialID, err)
		}
	}
	return j, nil
}

// Judgements returns the judgements of the answers of a run, by trial, in the order in
// which they were stored. Raw bytes are not read.
func (s *Store) Judgements(ctx context.Context, r Run) (map[int64][]Judgement, error) {
	return byTrial(s.judgements(ctx, `j.trial_id IN (
		SELECT t.id FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 AND t.round >= $2)`, r.ID, r.Round))
}

// JudgementsOf is [Store.Judgements] for the given trials only.
func (s *Store) JudgementsOf(ctx context.Context, trials ...int64) (map[int64][]Judgement, error) {
	if len(trials) == 0 {
		return map[int64][]Judgement{}, nil
	}
	return byTrial(s.judgements(ctx, `j.trial_id IN `+marks(len(trials), 1), anys(trials)...))
}

// Calibration returns the judgements of gold answers in the order in which they were
// stored; judge is a name with its version, or "" for all judges.
func (s *Store) Calibration(ctx context.Context, judge string) ([]Judgement, error) {
	return s.judgements(ctx, `j.trial_id = 0 AND (j.judge = $1 OR $1 = '')`, judge)
}

// judgements returns the judgements that match a condition, in the order in which they were stored.
func (s *Store) judgements(ctx context.Context, where string, args ...any) (out []Judgement, err error) {
	err = each(ctx, s.db.R, "reading judgements", `SELECT `+judgementColumns+` FROM judgement j WHERE `+where+` ORDER BY j.id`, args,
		func(rows *sql.Rows) error {
			j, err := scanJudgement(rows)
			out = append(out, j)
			return err
		})
	return out, err
}

func byTrial(list []Judgement, err error) (map[int64][]Judgement, error) {
	out := map[int64][]Judgement{}
	for _, j := range list {
		out[j.TrialID] = append(out[j.TrialID], j)
	}
	return out, err
}

// Rejudge replaces the values derived from stored replies, outcome, reason and verdict, in
// one transaction.
func (s *Store) Rejudge(ctx context.Context, changed []Judgement) error {
	err := s.db.Write(ctx, never, func(tx *database.Tx) error {
		for _, j := range changed {
			b, err := json.Marshal(j.Verdict)
			if err != nil {
				return err
			}
			if err := tx.Queue(ctx,
				`UPDATE judgement SET outcome = $1, reason = $2, verdict = $3 WHERE trial_id = $4 AND gold = $5 AND judge = $6 AND question = $7`,
				[]any{j.Outcome, j.Reason, string(b), j.TrialID, j.Gold, j.Judge, j.Question}, nil); err != nil {
				return err
			}
		}
		return derivedAgain(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("storing judgements: %w", err)
	}
	return nil
}

// SetManifest replaces the manifest of a run. A later start of the same plan may judge in
// another way.
func (s *Store) SetManifest(ctx context.Context, id string, m bench.Manifest) error {
	b, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("storing the manifest: %w", err)
	}
	if err := s.exec(ctx, `UPDATE run SET manifest = $1 WHERE id = $2`, string(b), id); err != nil {
		return fmt.Errorf("storing the manifest: %w", err)
	}
	return nil
}
