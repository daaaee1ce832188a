package store

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/bench"
	"assay/internal/database"
)

// Result is one trial that has ended.
type Result struct {
	Planned
	Outcome  bench.Outcome
	Reason   string // why there is no answer, "" with one
	Response bench.Response
	Round    int // at least; 0 is that of the run
	Derived
}

// Derived is what was made of a response.
type Derived struct {
	Parser  string
	Judge   string
	Answer  *bench.Answer
	Verdict *bench.Verdict
}

// Writer stores results as they come, many in one transaction when they come
// fast. It is safe for concurrent use.
type Writer struct {
	ctx   context.Context
	store *Store
	run   Run
	ids   map[*bench.Variant]string // of those that the run does not know; used by loop alone
	in    chan item
	done  chan struct{}
	once  sync.Once

	firstID int64 // of reservations
	lastID  atomic.Int64

	mu  sync.Mutex
	err error
}

// maxBatch bounds a transaction, and with it what a crash can lose.
const maxBatch = 256

// When things come fast, a transaction waits so long for more of them: most of what
// a transaction costs is the pages that it touches and the disk that it waits for,
// whatever it holds. Fast is so many in the transaction before.
const (
	gather = 10 * time.Millisecond
	fast   = 8
)

// Writer returns a writer for the trials of a run. ctx ends the process's
// interest in the database, not the run: an interrupted run still stores what
// it has, so pass a context that outlives the interrupt.
func (s *Store) Writer(ctx context.Context, r Run) *Writer {
	w := &Writer{ctx: ctx, store: s, run: r, ids: map[*bench.Variant]string{}, in: make(chan item, maxBatch), done: make(chan struct{}), firstID: newIDs()}
	go w.loop()
	return w
}

// item is a result, a judgement, an entry for the ledger or for the cache, or other work, with whoever waits for it to be durable.
type item struct {
	*Result
	request, response []byte // compressed
	spending          *spending
	keeping           *keeping
	judgement         *Judgement
	work              func(context.Context, *database.Tx) error
	stored            chan<- struct{} // nil when nobody waits
}

// item compresses on the caller's time: the loop is one, callers are many.
func (w *Writer) item(r Result, stored chan<- struct{}) item {
	it := item{Result: &r, request: w.store.pack.pack(r.Response.RawRequest), response: w.store.pack.pack(r.Response.RawResponse), stored: stored}
	r.Response.RawRequest, r.Response.RawResponse = nil, nil
	return it
}

// Write hands over one result that could be had again for free: it returns
// before the result is durable. It blocks while the database is slower than the
// run, and returns the first error of any earlier write.
func (w *Writer) Write(r Result) error {
	w.in <- w.item(r, nil)
	return w.Err()
}

// Commit hands over one result that somebody paid for, and returns when it is
// durable, so that what a crash loses is never more than what was in flight.
// Many callers at once share a transaction.
func (w *Writer) Commit(r Result) error {
	stored := make(chan struct{})
	w.in <- w.item(r, stored)
	<-stored
	return w.Err()
}

// Err returns the first error so far.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Close stores what is left and returns the first error. No Write may follow.
func (w *Writer) Close() error {
	w.once.Do(func() { close(w.in) })
	<-w.done
	return w.Err()
}

func (w *Writer) loop() {
	defer close(w.done)
	batch := make([]item, 0, maxBatch)
	for r := range w.in {
		var wait <-chan time.Time
		if len(batch) >= fast {
			wait = time.After(gather)
		}
		batch = w.fill(append(batch[:0], r), wait)
		if w.Err() == nil { // else keep draining, so that no worker hangs on a dead database
			if err := w.put(batch); err != nil {
				w.mu.Lock()
				w.err = err
				w.mu.Unlock()
			}
		}
		for _, r := range batch {
			if r.stored != nil {
				close(r.stored)
			}
		}
	}
}

// fill adds what is there to a batch, and what comes before wait, which may be nil, is over.
func (w *Writer) fill(batch []item, wait <-chan time.Time) []item {
	for len(batch) < maxBatch {
		select {
		case r, ok := <-w.in:
			if !ok {
				return batch
			}
			batch = append(batch, r)
			continue
		default:
		}
		if wait == nil {
			return batch
		}
		select {
		case r, ok := <-w.in:
			if !ok {
				return batch
			}
			batch = append(batch, r)
		case <-wait:
			wait = nil
		}
	}
	return batch
}

// put stores a batch in one transaction. Nothing may come of one that is tried
// again: f is run anew.
func (w *Writer) put(batch []item) error {
	if err := w.store.db.Prepare(w.ctx, writes...); err != nil {
		return fmt.Errorf("storing results: %w", err)
	}
	if err := w.store.db.Write(w.ctx, soon, func(tx *database.Tx) error { return w.putIn(tx, batch) }); err != nil {
		return fmt.Errorf("storing results: %w", err)
	}
	return nil
}

func (w *Writer) putIn(tx *database.Tx, batch []item) error {
	ctx := w.ctx
	ids := make([]int64, len(batch)) // of trials that are stored now
	var money []*spending
	for i, r := range batch {
		var err error
		switch {
		case r.work != nil:
			err = r.work(ctx, tx)
		case r.spending != nil:
			money = append(money, r.spending)
		case r.keeping != nil:
			err = putKeeping(ctx, tx, r)
		case r.judgement != nil:
			err = putJudgement(ctx, tx, r)
		default:
			err = w.putTrial(ctx, tx, r, &ids[i])
		}
		if err != nil {
			return err
		}
	}
	if err := tx.Flush(ctx); err != nil {
		return err
	}
	for i, r := range batch {
		if ids[i] == 0 {
			continue // no trial, or another process ended it first: its answer stands
		}
		if err := tx.Queue(ctx, writeBody, []any{ids[i], codecZstd, r.request, r.response, r.Response.Text}, nil); err != nil {
			return fmt.Errorf("storing the response of %s: %w", r.Key, err)
		}
		if err := putDerived(ctx, tx, ids[i], r.Derived); err != nil {
			return err
		}
	}
	return putSpending(ctx, tx, w.run.Plan, money)
}

// putTrial stores a trial; id becomes that of its row once the queue is flushed.
func (w *Writer) putTrial(ctx context.Context, tx *database.Tx, r item, id *int64) error {
	vid, ok := w.run.variants[r.Variant]
	if !ok {
		vid, ok = w.ids[r.Variant]
	}
	if !ok {
		var err error
		if vid, _, err = variantID(r.Variant); err != nil {
			return err
		}
		w.ids[r.Variant] = vid
	}
	p, u := r.Response, r.Response.Usage
	if err := tx.Queue(ctx, writeTrial, []any{r.Key, max(w.run.Round, w.run.instead[r.Key], r.Round), r.Subject, vid, r.Repetition, string(r.Outcome), r.Reason, string(p.Finish), p.FinishRaw, p.Model, p.Attempts,
		u.InputTokens, u.OutputTokens, u.ReasoningTokens, u.CachedTokens, u.CostUSD, p.Started.UnixMicro(), p.Elapsed.Microseconds(), boolean(p.Cached)},
		func(scan func(...any) error) error { return scan(id) }); err != nil {
		return fmt.Errorf("storing trial %s: %w", r.Key, err)
	}
	return nil
}

const (
	writeTrial = `INSERT INTO trial (key, round, subject, variant_id, repetition, outcome, reason, finish, finish_raw, model, attempts,
		input_tokens, output_tokens, reasoning_tokens, cached_tokens, cost_usd, started_us, elapsed_us, cached)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
		ON CONFLICT (key, round) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, finish = excluded.finish, finish_raw = excluded.finish_raw,
		model = excluded.model, attempts = trial.attempts + excluded.attempts, input_tokens = excluded.input_tokens,
		output_tokens = excluded.output_tokens, reasoning_tokens = excluded.reasoning_tokens, cached_tokens = excluded.cached_tokens,
		cost_usd = excluded.cost_usd, started_us = excluded.started_us, elapsed_us = excluded.elapsed_us, cached = excluded.cached
		WHERE trial.outcome = 'failed'
		RETURNING id`

	writeBody = `INSERT INTO body (trial_id, codec, request, response, text) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (trial_id) DO UPDATE SET codec = excluded.codec, request = excluded.request, response = excluded.response, text = excluded.text`

	writeDerived = `INSERT INTO derived (trial_id, parser, judge, said, strict, lenient, explanation, answer, verdict)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (trial_id) DO UPDATE SET parser = excluded.parser, judge = excluded.judge, said = excluded.said, strict = excluded.strict,
		lenient = excluded.lenient, explanation = excluded.explanation, answer = excluded.answer, verdict = excluded.verdict`
)

// writes is what a writer executes for every trial.
var writes = []string{writeTrial, writeBody, writeDerived, writeSpending}

func putDerived(ctx context.Context, tx *database.Tx, id int64, d Derived) error {
	var said, strict, lenient, answer, verdict any // nil is NULL
	explanation := ""
	if d.Answer != nil {
		b, err := json.Marshal(d.Answer)
		if err != nil {
			return fmt.Errorf("storing an answer: %w", err)
		}
		said, answer, explanation = d.Answer.Verdict.String(), string(b), d.Answer.Explanation
	}
	if d.Verdict != nil {
		b, err := json.Marshal(d.Verdict)
		if err != nil {
			return fmt.Errorf("storing a verdict: %w", err)
		}
		verdict = string(b)
		if d.Verdict.Strict != "" {
			strict, lenient = string(d.Verdict.Strict), string(d.Verdict.Lenient)
		}
	}
	if err := tx.Queue(ctx, writeDerived, []any{id, d.Parser, d.Judge, said, strict, lenient, explanation, answer, verdict}, nil); err != nil {
		return fmt.Errorf("storing a verdict: %w", err)
	}
	return nil
}

// boolean is how both engines store a truth value in a column of integers.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
