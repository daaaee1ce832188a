package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// endsReader reads the endings of the trials of a Table.
type endsReader struct {
	*Table
	keep func(place int) keep
	mu   [64]sync.Mutex // each for the places with its index as remainder modulo 64
}

const endColumns = `t.key, t.round, t.outcome, t.reason, t.model, t.attempts, t.input_tokens, t.output_tokens, t.reasoning_tokens,
	t.cost_usd, t.elapsed_us, t.started_us, d.parser, d.judge, d.answer, d.verdict, t.finish_raw, t.variant_id`

// Two queries for the endings of a run. Reading all trials in the order in which they were
// stored is much faster, unless most belong to other runs.
const (
	endsOfAll = `SELECT ` + endColumns +
		` FROM trial t LEFT JOIN derived d ON d.trial_id = t.id WHERE t.id >= $1 AND t.id < $2 AND t.round >= $3`
	endsOfRun = `SELECT ` + endColumns + ` FROM planned p CROSS JOIN trial t LEFT JOIN derived d ON d.trial_id = t.id
		WHERE p.run_id = $4 AND p.seq >= $1 AND p.seq < $2 AND t.key = p.trial_key AND t.round >= $3`
)

// manyTimes is the maximum number of stored trials per trial of the run for reading all of them.
const manyTimes = 3

func (b *Table) readEnds(ctx context.Context, s *Store, r Run, manyTimes int) error {
	const piece = 16384
	b.ends = make([]tableEnd, b.Len())
	for range maxWorkers {
		b.readers = append(b.readers, &tableReader{})
	}
	e := endsReader{Table: b, keep: b.plan.keep(r)}
	var newest int
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM trial`).Scan(&newest); err != nil {
		return err
	}
	query, n, args := endsOfAll, newest+1, []any{r.Round}
	if newest > manyTimes*b.Len() {
		query, n, args = endsOfRun, b.Len(), append(args, r.ID)
	}
	err := inParallel((n+piece-1)/piece, func(worker, i int) error {
		return s.db.Scan(ctx, query, append([]any{i * piece, min((i+1)*piece, n)}, args...), func(row *database.Row) error {
			return e.put(worker, row)
		})
	})
	b.plan.index = nil
	return err
}

// put stores a row of endColumns at the places of its key, unless a later round is already
// there.
func (e *endsReader) put(reader int, row *database.Row) error {
	first, others, ok := e.plan.index.find(row.Text(0))
	if !ok {
		return nil // belongs to another run
	}
	by := e.readers[reader]
	words := endValues{row.Text(2), row.Text(3), row.Text(4), row.Text(12), row.Text(13), int(row.Int(5))}
	judgedBy := func(place uint32) bool { return e.plan.ids[e.plan.rest[place].variant] == row.Text(17) }
	if !judgedBy(first) && !slices.ContainsFunc(others, judgedBy) {
		words.parser, words.judge = "", "" // other labels, as in [relabelled]
	}
	i, _ := by.words.of(words, words.parse)
	end := tableEnd{words: e.listed(reader, i), round: int32(row.Int(1)),
		spent: bench.Spent{InputTokens: row.Int(6), OutputTokens: row.Int(7), ReasoningTokens: row.Int(8), Began: row.Int(11),
			CostUSD: row.Float(9), Priced: !row.Null(9), Elapsed: time.Duration(row.Int(10)) * time.Microsecond,
			Turns: bench.TurnsOf(row.Text(16))}}
	if !row.Null(15) {
		i, err := by.verdict(row.Text(15))
		if err != nil {
			return fmt.Errorf("verdict of trial %s: %w", row.Text(0), err)
		}
		end.verdict = e.listed(reader, i)
	}
	put := func(place uint32) error {
		if !row.Null(14) {
			i, err := by.answer(row.Text(14), e.keep(int(place)))
			if err != nil {
				return fmt.Errorf("answer of trial %s: %w", row.Text(0), err)
			}
			end.answer = e.listed(reader, i)
		}
		mu := &e.mu[place%64]
		mu.Lock()
		defer mu.Unlock()
		if was := &e.ends[place]; was.words == 0 || was.round < end.round {
			*was = end
		}
		return nil
	}
	if err := put(first); err != nil {
		return err
	}
	for _, place := range others {
		if err := put(place); err != nil {
			return err
		}
	}
	return nil
}

// tableReader holds what one goroutine has read: lists of the values of trials.
type tableReader struct {
	words    once[endValues, sharedEnd]
	verdicts once[string, *bench.Verdict]
	answers  once[answerKey, *bench.Answer]
}

// endValues are values that many trials share.
type endValues struct {
	outcome, reason, model, parser, judge string
	attempts                              int
}

// sharedEnd is endValues in the form of a trial.
type sharedEnd struct {
	outcome bench.Outcome
	details *bench.Details
}

func (w endValues) parse() (sharedEnd, error) {
	return sharedEnd{bench.Outcome(w.outcome), &bench.Details{Reason: w.reason, Parser: w.parser, Judge: w.judge,
		Response: bench.Response{Model: w.model, Attempts: w.attempts}}}, nil
}

func (b *tableReader) verdict(text string) (uint32, error) {
	return b.verdicts.of(text, func() (*bench.Verdict, error) {
		v := new(bench.Verdict)
		return v, json.Unmarshal([]byte(text), v)
	})
}

// once is a list without repeated values, up to maxShared of them.
type once[K comparable, V any] struct {
	list []V
	at   map[K]uint32
	last K // key of the last lookup, with its index in hit
	hit  uint32
}

// maxShared bounds the remembered values of a kind: judges may write something different about every answer.
const maxShared = 20_000

// of returns the index of the value with a key; thing makes the value if it is missing.
func (o *once[K, V]) of(k K, thing func() (V, error)) (uint32, error) {
	if len(o.list) > 0 && k == o.last {
		return o.hit, nil
	}
	i, ok := o.at[k]
	if !ok {
		v, err := thing()
		if err != nil {
			return 0, err
		}
		if i = o.add(v); len(o.at) < maxShared {
			if o.at == nil {
				o.at = map[K]uint32{}
			}
			o.at[k] = i
		}
	}
	o.last, o.hit = k, i
	return i, nil
}

// add appends a value without looking for an equal one.
func (o *once[K, V]) add(v V) uint32 {
	o.list = append(o.list, v)
	return uint32(len(o.list) - 1)
}
