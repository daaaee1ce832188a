package store

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Writer stores results as they arrive, many in one transaction when they arrive fast. It
// is safe for concurrent use.
type Writer struct {
	ctx   context.Context
	store *Store
	run   Run
	ids   map[*bench.Variant]string // ids of variants that are not in run.variants; used by loop alone
	// Reused by loop for each transaction.
	trials []item
	money  []*spending
	in     chan item
	done   chan struct{}
	once   sync.Once

	number atomic.Int64 // number of the writer in the ledger; the ids of its reservations follow it
	lastID atomic.Int64

	mu       sync.Mutex
	err      error
	reserved map[int64]string     // subjects of reservations that are not settled, by reservation
	held     map[int64]*heldTrial // by reservation
}

// maxBatch bounds the size of a transaction, and with it what a crash can lose.
const maxBatch = 512

// A transaction waits up to Gather for more entries if the previous one had at least Fast:
// most of its cost is the pages that it touches and the disk that it waits for, whatever it
// contains.
const (
	Gather = 5 * time.Millisecond
	Fast   = 8
)

// Writer returns a writer for the trials of a run. An interrupted run still stores its
// results, so ctx must outlive the interrupt.
func (s *Store) Writer(ctx context.Context, r Run) *Writer {
	w := &Writer{ctx: ctx, store: s, run: r, ids: map[*bench.Variant]string{}, in: make(chan item, maxBatch),
		done:     make(chan struct{}),
		reserved: map[int64]string{}, held: map[int64]*heldTrial{}}
	w.number.Store(newIDs())
	go w.loop()
	return w
}

// item is an ended trial, a judgement, an entry of the ledger or of the cache, or other
// work, with a channel for the caller that waits until it is durable.
type item struct {
	*bench.Trial
	request, response []byte // compressed
	spending          *spending
	keeping           *keeping
	judgement         *Judgement
	work              func(context.Context, *database.Tx) error
	stored            chan<- struct{} // nil when no caller waits
}

// item compresses in the goroutine of the caller: there is one loop, and many callers.
func (w *Writer) item(r bench.Trial) item {
	it := item{Trial: &r, request: w.store.pack.pack(r.Response.RawRequest),
		response: w.store.pack.pack(r.Response.RawResponse)}
	own := *r.Details // the caller's stays unchanged
	own.Response.RawRequest, own.Response.RawResponse = nil, nil
	r.Details = &own
	return it
}

// Write queues a result that can be computed again for free: it returns before the result
// is durable. It blocks while the database is slower than the run, and returns the first
// error of any earlier write.
func (w *Writer) Write(r bench.Trial) error {
	w.in <- w.item(r)
	return w.Err()
}

// Commit queues a result that was paid for, and returns when it is durable, so that a crash
// loses at most the requests in progress. Concurrent callers share a transaction.
func (w *Writer) Commit(r bench.Trial) error {
	return w.await(w.item(r))
}

// await queues an item and returns when it is durable.
func (w *Writer) await(it item) error {
	stored := make(chan struct{})
	it.stored = stored
	w.in <- it
	<-stored
	return w.Err()
}

// Err returns the first error so far.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Close stores the remaining items and returns the first error. Write must not be called after it.
func (w *Writer) Close() error {
	w.once.Do(func() { close(w.in) })
	<-w.done
	return w.Err()
}

func (w *Writer) loop() {
	defer close(w.done)
	batch := make([]item, 0, maxBatch)
	for r := range w.in {
		wait := over
		if len(batch) >= Fast {
			wait = time.After(Gather)
		}
		batch = w.fill(append(batch[:0], r), wait)
		if w.Err() == nil { // else keep draining, so that no worker blocks on a failed database
			if err := w.put(batch); err != nil {
				w.mu.Lock()
				w.err = err
				w.mu.Unlock()
			}
		}
		for i, r := range batch {
			if i%8 == 7 {
				runtime.Gosched() // otherwise all callers would run before goroutines that have an answer to read
			}
			if r.stored != nil {
				close(r.stored)
			}
		}
	}
}

// over is a channel that is always ready: no waiting time is left.
var over = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

// fill adds to a batch the queued items, and those that arrive before wait ends.
func (w *Writer) fill(batch []item, wait <-chan time.Time) []item {
	for len(batch) < maxBatch {
		var r item
		ok := false
		select {
		case r, ok = <-w.in:
		default:
			select {
			case r, ok = <-w.in:
			case <-wait:
			}
		}
		if !ok {
			return batch
		}
		batch = append(batch, r)
	}
	return batch
}

// put stores a batch in one transaction. An attempt that failed must have no effect, since
// the function is executed again.
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
	trials, money := w.trials[:0], w.money[:0]
	defer func() {
		clear(trials)
		clear(money)
		w.trials, w.money = trials, money
	}()
	for _, r := range batch {
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
			trials = append(trials, r)
		}
		if err != nil {
			return err
		}
	}
	for _, some := range byOccurrence(trials) {
		if err := w.putTrials(ctx, tx, some); err != nil {
			return err
		}
	}
	return w.putSpending(ctx, tx, money)
}

// byOccurrence divides the trials of one transaction into parts without repeated keys: the first
// of each key, the second of each, and so on.
func byOccurrence(all []item) [][]item {
	times := make(map[string]int, len(all))
	for _, x := range all {
		times[x.Key] = 0
	}
	if len(times) == len(all) {
		return [][]item{all}
	}
	var parts [][]item
	for _, x := range all {
		n := times[x.Key]
		times[x.Key]++
		if n == len(parts) {
			parts = append(parts, nil)
		}
		parts[n] = append(parts[n], x)
	}
	return parts
}

// putTrials stores trials of different keys.
func (w *Writer) putTrials(ctx context.Context, tx *database.Tx, trials []item) error {
	if len(trials) == 0 {
		return nil
	}
	rows := make([][]any, len(trials))
	for i, r := range trials {
		var err error
		if rows[i], err = w.trialRow(r); err != nil {
			return err
		}
	}
	ids, err := tx.PutRows(ctx, writeTrial, rows)
	if err != nil {
		return fmt.Errorf("storing trials: %w", err)
	}
	var bodies, derived [][]any
	for i, r := range trials {
		id := ids[i]
		if id == 0 {
			continue // another process ended it first: its answer is kept
		}
		// A failed trial continues at its last event when it is asked again.
		if _, _, agent := bench.EndingOf(r.Response.FinishRaw); agent && r.Outcome != bench.Failed {
			if err := w.forget(ctx, tx, r.Key); err != nil {
				return err
			}
		}
		bodies = append(bodies, []any{id, codecZstd, r.request, r.response, r.Response.Text})
		row, err := derivedRow(id, r.Trial)
		if err != nil {
			return err
		}
		derived = append(derived, row)
	}
	if err := tx.QueueRows(ctx, writeBody, bodies, nil); err != nil {
		return fmt.Errorf("storing responses: %w", err)
	}
	if err := tx.QueueRows(ctx, writeDerived, derived, nil); err != nil {
		return fmt.Errorf("storing verdicts: %w", err)
	}
	return nil
}

// trialRow returns the columns of a trial.
func (w *Writer) trialRow(r item) ([]any, error) {
	vid, ok := w.run.variants[r.Variant]
	if !ok {
		vid, ok = w.ids[r.Variant]
	}
	if !ok {
		var err error
		if vid, _, err = variantID(r.Variant); err != nil {
			return nil, err
		}
		w.ids[r.Variant] = vid
	}
	p, u := r.Response, r.Response.Usage
	return []any{r.Key, max(w.run.Round, w.run.instead[r.Key], r.Round), r.Subject, vid, r.Repetition, string(r.Outcome),
		r.Reason, string(p.Finish), p.FinishRaw, p.Model, p.Attempts,
		u.InputTokens, u.OutputTokens, u.ReasoningTokens, u.CachedTokens, u.CostUSD, p.Started.UnixMicro(),
		p.Elapsed.Microseconds(), boolean(p.Cached)}, nil
}

var (
	writeTrial = database.NewSerial("trial",
		`key text, round bigint, subject text, variant_id text, repetition bigint, outcome text, reason text, finish text, finish_raw text, model text, attempts bigint,
		input_tokens bigint, output_tokens bigint, reasoning_tokens bigint, cached_tokens bigint, cost_usd float8, started_us bigint, elapsed_us bigint, cached bigint`, "key",
		`ON CONFLICT (key, round) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, finish = excluded.finish, finish_raw = excluded.finish_raw,
		model = excluded.model, attempts = trial.attempts + excluded.attempts, input_tokens = excluded.input_tokens,
		output_tokens = excluded.output_tokens, reasoning_tokens = excluded.reasoning_tokens, cached_tokens = excluded.cached_tokens,
		cost_usd = excluded.cost_usd, started_us = excluded.started_us, elapsed_us = excluded.elapsed_us, cached = excluded.cached
		WHERE trial.outcome = 'failed'`)

	writeBody = database.NewRows("body", `trial_id bigint, codec bigint, request bytea, response bytea, text text`,
		`ON CONFLICT (trial_id) DO UPDATE SET codec = excluded.codec, request = excluded.request, response = excluded.response, text = excluded.text`)

	writeDerived = database.NewRows("derived",
		`trial_id bigint, parser text, judge text, said text, strict text, lenient text, explanation text, answer text, verdict text`,
		`ON CONFLICT (trial_id) DO UPDATE SET parser = excluded.parser, judge = excluded.judge, said = excluded.said, strict = excluded.strict,
		lenient = excluded.lenient, explanation = excluded.explanation, answer = excluded.answer, verdict = excluded.verdict`)
)

// writes are the statements that a writer executes for every trial.
var writes = append(writeTrial.Statements(), writeBody.Statement(), writeDerived.Statement(), writeSpending.Statement())

// putDerived stores the values derived from the response of a trial.
func putDerived(ctx context.Context, tx *database.Tx, t bench.Trial) error {
	row, err := derivedRow(t.ID, &t)
	if err != nil {
		return err
	}
	if err := tx.QueueRows(ctx, writeDerived, [][]any{row}, nil); err != nil {
		return fmt.Errorf("storing a verdict: %w", err)
	}
	return nil
}

func derivedRow(id int64, d *bench.Trial) ([]any, error) {
	var said, strict, lenient, answer, verdict any // nil is NULL
	explanation := ""
	if d.Answer != nil {
		b, err := json.Marshal(d.Answer)
		if err != nil {
			return nil, fmt.Errorf("storing an answer: %w", err)
		}
		said, answer, explanation = d.Answer.Verdict.String(), string(b), d.Answer.Explanation
	}
	if d.Verdict != nil {
		b, err := json.Marshal(d.Verdict)
		if err != nil {
			return nil, fmt.Errorf("storing a verdict: %w", err)
		}
		verdict = string(b)
		if d.Verdict.Strict != "" {
			strict, lenient = string(d.Verdict.Strict), string(d.Verdict.Lenient)
		}
	}
	return []any{id, d.Parser, d.Judge, said, strict, lenient, explanation, answer, verdict}, nil
}

// boolean returns the form in which both engines store a truth value in an integer column.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
