package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"reflect"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/review"
)

// Restore stores a run from a dump under its own id. fill passes the records, from the
// start at each call. Either everything is stored or nothing.
//
// The run must show what it showed before, so it is an error if the run exists already, or
// if one of its trials has another ending in this database than in the dump.
func (s *Store) Restore(ctx context.Context, r Run, fill func(Receiver) error) error {
	return s.db.Write(ctx, never, func(tx *database.Tx) error {
		x := &restoring{ctx: ctx, s: s, tx: tx, run: r, plan: sha256.New(), variants: map[string]string{},
			planned: map[string]bool{}, ended: map[string]int{}, judged: map[string]int{}}
		if err := x.begin(); err != nil {
			return err
		}
		if err := fill(x); err != nil {
			return err
		}
		if err := tx.Flush(ctx); err != nil {
			return fmt.Errorf("storing run %s: %w", r.ID, err)
		}
		if err := x.check(); err != nil {
			return err
		}
		return derivedAgain(ctx, tx)
	})
}

// ErrHeld means that a database has other data under the same key.
var ErrHeld = errors.New("import it into a separate database, with --db")

// restoring is the [Receiver] that stores the records.
type restoring struct {
	ctx      context.Context
	s        *Store
	tx       *database.Tx
	run      Run
	seq      int
	plan     hash.Hash
	variants map[string]string // id → key
	planned  map[string]bool   // keys
	ended    map[string]int    // key → endings in the dump
	judged   map[string]int    // key → judgements in the dump; those of gold answers by judge
}

func (x *restoring) begin() error {
	var id string
	err := x.tx.QueryRowContext(x.ctx, `SELECT id FROM run WHERE id = $1`, x.run.ID).Scan(&id)
	switch {
	case err == nil:
		return fmt.Errorf("run %s is in the database already; `assay report %s` shows it", id, id)
	case !errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("looking for run %s: %w", x.run.ID, err)
	}
	m, err := json.Marshal(x.run.Manifest)
	if err != nil {
		return fmt.Errorf("storing the manifest: %w", err)
	}
	var ended any // nil is NULL
	if !x.run.Ended.IsZero() {
		ended = x.run.Ended.UnixMicro()
	}
	return x.exec(`INSERT INTO run (id, plan, round, status, started_us, ended_us, manifest) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		x.run.ID, x.run.Plan, x.run.Round, x.run.Status, x.run.Started.UnixMicro(), ended, string(m))
}

func (x *restoring) exec(query string, args ...any) error {
	if _, err := x.tx.ExecContext(x.ctx, query, args...); err != nil {
		return fmt.Errorf("storing run %s: %w", x.run.ID, err)
	}
	return nil
}

// Variant implements [Receiver].
func (x *restoring) Variant(meta []byte) error {
	v := new(bench.Variant)
	if err := json.Unmarshal(meta, v); err != nil {
		return fmt.Errorf("a variant cannot be read: %w", err)
	}
	sum := sha256.Sum256(meta)
	id := hex.EncodeToString(sum[:16])
	if v.Key == "" || x.variants[id] != "" {
		return fmt.Errorf("variant %q is duplicate or has no key", v.Key)
	}
	x.variants[id] = v.Key
	if err := x.exec(`INSERT INTO variant (id, key, source, truth, meta) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`,
		id, v.Key, v.Source, v.Truth.String(), string(meta)); err != nil {
		return err
	}
	return x.exec(`INSERT INTO facet (`+facetColumns+
		`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (variant_id) DO NOTHING`, facetOf(id, v)...)
}

// Planned implements [Receiver].
func (x *restoring) Planned(p PlannedRecord) error {
	switch {
	case x.variants[p.Variant] == "":
		return fmt.Errorf("trial %s is about variant %s, which is not there", p.Key, p.Variant)
	case p.Parts != nil && p.Parts.Hash() != p.Key:
		return fmt.Errorf("trial %s is not the hash of its parts", p.Key)
	}
	x.planned[p.Key] = true
	fmt.Fprintln(x.plan, p.Key)
	if err := x.exec(`INSERT INTO planned (run_id, seq, trial_key, subject, variant_id, repetition) VALUES ($1, $2, $3, $4, $5, $6)`,
		x.run.ID, x.seq, p.Key, p.Subject, p.Variant, p.Repetition); err != nil {
		return err
	}
	x.seq++
	if p.Parts == nil {
		return nil
	}
	parts, err := json.Marshal(p.Parts)
	if err != nil {
		return fmt.Errorf("storing trial keys: %w", err)
	}
	return x.exec(`INSERT INTO trial_key (key, version, parts) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING`, p.Key,
		p.Parts.Version, string(parts))
}

// Trial implements [Receiver].
func (x *restoring) Trial(t TrialRecord) error {
	switch {
	case !x.planned[t.Key]:
		return fmt.Errorf("trial %s has ended and was not planned", t.Key)
	case x.variants[t.Variant] == "":
		return fmt.Errorf("trial %s is about variant %s, which is not there", t.Key, t.Variant)
	}
	x.ended[t.Key]++
	here, err := x.here(t.Key, t.Round)
	if err != nil {
		return err
	}
	if here != nil {
		if !reflect.DeepEqual(*here, t) {
			return fmt.Errorf("trial %s has another ending in this database: %w", t.Key, ErrHeld)
		}
		return nil
	}
	var id int64
	err = x.tx.QueryRowContext(x.ctx,
		`INSERT INTO trial (key, round, subject, variant_id, repetition, outcome, reason, finish, finish_raw, model, attempts,
		input_tokens, output_tokens, reasoning_tokens, cached_tokens, cost_usd, started_us, elapsed_us, cached)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`,
		t.Key, t.Round, t.Subject, t.Variant, t.Repetition, t.Outcome, string(t.Reason), t.Finish, string(t.FinishRaw),
		string(t.Model), t.Attempts,
		t.InputTokens, t.OutputTokens, t.ReasoningTokens, t.CachedTokens, t.CostUSD, t.StartedUS, t.ElapsedUS,
		boolean(t.Cached)).Scan(&id)
	if err != nil {
		return fmt.Errorf("storing trial %s: %w", t.Key, err)
	}
	if err := x.exec(`INSERT INTO body (trial_id, codec, request, response, text) VALUES ($1, $2, $3, $4, $5)`,
		id, codecZstd, x.s.pack.pack(t.Request), x.s.pack.pack(t.Response), string(t.Text)); err != nil {
		return err
	}
	return putDerived(x.ctx, x.tx, bench.Trial{ID: id, Answer: t.Answer, Verdict: t.Verdict,
		Details: &bench.Details{Parser: t.Parser, Judge: t.Judge}})
}

// here returns the ending of a trial in the database; nil without one.
func (x *restoring) here(key string, round int) (*TrialRecord, error) {
	var out *TrialRecord
	err := dump{ctx: x.ctx, tx: x.tx}.each(func(rows *sql.Rows) error {
		t, err := scanTrialRecord(x.s, rows)
		out = &t
		return err
	}, dumpTrial+`WHERE x.key = $1 AND x.round = $2`, key, round)
	return out, err
}

// trial returns the row id of an ending; 0 for the key "", which means a gold answer.
func (x *restoring) trial(key string, round int) (id int64, err error) {
	if key == "" {
		return 0, nil
	}
	err = x.tx.QueryRowContext(x.ctx, `SELECT id FROM trial WHERE key = $1 AND round = $2`, key, round).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("a record refers to trial %s, round %d, which is missing", key, round)
	}
	return id, err
}

// Judgement implements [Receiver].
func (x *restoring) Judgement(j JudgementRecord) error {
	x.judged[cmp.Or(j.Key, j.Judge)]++
	id, err := x.trial(j.Key, j.Round)
	if err != nil {
		return err
	}
	var here *JudgementRecord
	err = dump{ctx: x.ctx, tx: x.tx}.each(func(rows *sql.Rows) error {
		r, err := scanJudgementRecord(x.s, rows)
		here = &r
		return err
	}, dumpJudgement+`WHERE x.trial_id = $1 AND x.gold = $2 AND x.judge = $3 AND x.question = $4`, id, j.Gold, j.Judge,
		j.Question)
	if err != nil {
		return err
	}
	if here != nil {
		if !reflect.DeepEqual(*here, j) {
			return fmt.Errorf("%s has another judgement in this database: %w", j.Judge, ErrHeld)
		}
		return nil
	}
	it := item{request: x.s.pack.pack(j.Request), response: x.s.pack.pack(j.Response), judgement: &Judgement{
		TrialID: id, Gold: j.Gold, Variant: j.Variant, Judge: j.Judge, Question: j.Question, Outcome: j.Outcome,
		Reason: string(j.Reason), Injected: string(j.Injected),
		Asked: j.Asked, Verdict: j.Verdict, Response: bench.Response{
			Text: string(j.Text), Finish: bench.Outcome(j.Finish), FinishRaw: string(j.FinishRaw), Model: string(j.Model),
			Attempts: j.Attempts, Cached: j.Cached,
			Usage: bench.Usage{InputTokens: j.InputTokens, OutputTokens: j.OutputTokens, ReasoningTokens: j.ReasoningTokens,
				CachedTokens: j.CachedTokens,
				CostUSD:      j.CostUSD},
			Started: time.UnixMicro(j.StartedUS), Elapsed: time.Duration(j.ElapsedUS) * time.Microsecond,
		}}}
	return putJudgement(x.ctx, x.tx, it)
}

// Review implements [Receiver].
func (x *restoring) Review(w ReviewRecord) error {
	id, err := x.trial(w.Key, w.Round)
	if err != nil {
		return err
	}
	r := review.Review{Trial: id, Expert: w.Expert, At: time.UnixMicro(w.AtUS), Seconds: w.Seconds,
		Mark: review.Mark{Found: w.Found, Type: w.Type, Location: w.Location, RCIR: w.RCIR, AVA: w.AVA, FSV: w.FSV,
			Note: w.Note}}
	if err := r.Validate(); err != nil {
		return fmt.Errorf("the review of trial %s by %q: %w", w.Key, w.Expert, err)
	}
	return x.exec(writeReview+` ON CONFLICT (trial_id, expert) DO NOTHING`, reviewValues(r)...)
}

// check compares the restored run with its own record, and with the earlier contents of the
// database.
func (x *restoring) check() error {
	if got := hex.EncodeToString(x.plan.Sum(nil)[:16]); got != x.run.Plan {
		return fmt.Errorf("the plan of run %s is incomplete: its trials hash to %s, not to %s", x.run.ID, got, x.run.Plan)
	}
	if err := x.count("ended", x.ended,
		`SELECT key, count(*) FROM trial WHERE key IN (SELECT trial_key FROM planned WHERE run_id = $1) GROUP BY key`,
		x.run.ID); err != nil {
		return err
	}
	if err := x.count("was judged", x.judged, `SELECT t.key, count(*) FROM judgement j JOIN trial t ON t.id = j.trial_id
		WHERE t.key IN (SELECT trial_key FROM planned WHERE run_id = $1) GROUP BY t.key`, x.run.ID); err != nil {
		return err
	}
	for _, judge := range x.run.Manifest.Judging.Others() {
		if err := x.count("was calibrated", x.judged,
			`SELECT judge, count(*) FROM judgement WHERE trial_id = 0 AND judge = $1 GROUP BY judge`, judge); err != nil {
			return err
		}
	}
	return nil
}

// count compares the numbers in the database with those in the dump, by key.
func (x *restoring) count(what string, dumped map[string]int, query string, arg string) error {
	return dump{ctx: x.ctx, tx: x.tx}.each(func(rows *sql.Rows) error {
		var key string
		var n int
		if err := rows.Scan(&key, &n); err != nil {
			return err
		}
		if n != dumped[key] {
			return fmt.Errorf("%s %s more often in this database: %w", key, what, ErrHeld)
		}
		return nil
	}, query, arg)
}
