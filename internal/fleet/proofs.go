package fleet

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"assay/internal/database"
	"assay/internal/store"
)

// BatchSize is how many proofs a job has, but for the last of a queue.
const BatchSize = 8

// Proofs is the work of a job that executes: inputs by their keys.
type Proofs struct {
	Keys []string `json:"keys"`
}

// Kind implements [river.JobArgs].
func (Proofs) Kind() string { return "assay_proofs" }

// Task is something to be executed: what it is is said by Input, JSON of whoever
// executes it.
type Task struct {
	Queue string // of machines that have what it takes
	Input json.RawMessage
}

// Key identifies a task by its input: whatever decides the evidence is in it.
func (t Task) Key() string {
	sum := sha256.Sum256(t.Input)
	return hex.EncodeToString(sum[:16])
}

func keysOf(tasks []Task) []string {
	keys := make([]string, len(tasks))
	for i, t := range tasks {
		keys[i] = t.Key()
	}
	return keys
}

// Prover executes for others. Its methods are safe for concurrent use.
type Prover struct {
	Queues []string // that it serves
	AtOnce int      // jobs; at least 1

	// Prove executes an input and returns the evidence, JSON. That something is
	// not proved is evidence; an error means that this machine cannot tell, and
	// another may try.
	Prove func(ctx context.Context, input json.RawMessage) (json.RawMessage, error)
}

// Execute stores tasks and the bundles that they speak of, by hash, and queues
// those without evidence, all in one transaction. It returns how many have
// evidence already. Tasks that workers have already are left to them.
func Execute(ctx context.Context, s *store.Store, bundles map[string][]byte, tasks []Task) (known int, err error) {
	if err := Prepare(ctx, s); err != nil {
		return 0, err
	}
	err = s.Database().Write(ctx, 0, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, "proofs"); err != nil { // two starts queue nothing twice
			return err
		}
		if err := tx.Insert(ctx, "bundle", []string{"hash", "files"}, func(yield func([]any, error) bool) {
			for hash, files := range bundles {
				if !yield([]any{hash, files}, nil) {
					return
				}
			}
		}); err != nil {
			return err
		}
		if err := tx.Insert(ctx, "proof", []string{"key", "input"}, func(yield func([]any, error) bool) {
			for _, t := range tasks {
				if !yield([]any{t.Key(), string(t.Input)}, nil) {
					return
				}
			}
		}); err != nil {
			return err
		}
		return tx.Native(ctx, func(ptx pgx.Tx) error {
			known, err = enqueue(ctx, ptx, tasks)
			return err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("queueing what is to be executed: %w", err)
	}
	return known, nil
}

// enqueue makes jobs of the tasks that have no evidence and are in no job.
func enqueue(ctx context.Context, tx pgx.Tx, tasks []Task) (known int, err error) {
	keys := keysOf(tasks)
	column := func(query string, args ...any) (map[string]bool, error) {
		rows, err := tx.Query(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		out := map[string]bool{}
		for _, k := range list {
			out[k] = true
		}
		return out, err
	}
	done, err := column(`SELECT key FROM proof WHERE key = ANY($1) AND evidence IS NOT NULL`, keys)
	if err != nil {
		return 0, err
	}
	queued, err := column(`SELECT jsonb_array_elements_text(args -> 'keys') FROM river_job WHERE kind = $1 AND state = ANY($2::river_job_state[])`, Proofs{}.Kind(), states())
	if err != nil {
		return 0, err
	}
	byQueue := map[string][]string{}
	var order []string
	for i, t := range tasks {
		switch {
		case done[keys[i]]:
			known++
			continue
		case queued[keys[i]]:
			continue
		}
		queued[keys[i]] = true
		if byQueue[t.Queue] == nil {
			order = append(order, t.Queue)
		}
		byQueue[t.Queue] = append(byQueue[t.Queue], keys[i])
	}
	var jobs []river.InsertManyParams
	for _, q := range order {
		for some := range slices.Chunk(byQueue[q], BatchSize) {
			jobs = append(jobs, job(Proofs{some}, q))
		}
	}
	_, err = insert(ctx, tx, jobs)
	return known, err
}

func states() []string {
	out := make([]string, len(unfinished))
	for i, s := range unfinished {
		out[i] = string(s)
	}
	return out
}

// Evidence returns what came of tasks, by key, as far as they were executed.
func Evidence(ctx context.Context, s *store.Store, tasks []Task) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	list, err := json.Marshal(keysOf(tasks))
	if err != nil {
		return nil, err
	}
	rows, err := s.Database().R.QueryContext(ctx, `SELECT key, evidence FROM proof WHERE key IN (SELECT jsonb_array_elements_text($1::jsonb)) AND evidence IS NOT NULL`, string(list))
	if err != nil {
		return nil, fmt.Errorf("reading what was executed: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key, text string
		if err := rows.Scan(&key, &text); err != nil {
			return nil, err
		}
		out[key] = json.RawMessage(text)
	}
	return out, rows.Err()
}

// Bundle returns the bundle of a hash.
func Bundle(ctx context.Context, s *store.Store, hash string) ([]byte, error) {
	var files []byte
	err := s.Database().R.QueryRowContext(ctx, `SELECT files FROM bundle WHERE hash = $1`, hash).Scan(&files)
	if err != nil {
		return nil, fmt.Errorf("reading the texts %s that are to be executed: %w", hash, err)
	}
	return files, nil
}

type proofWorker struct {
	river.WorkerDefaults[Proofs]
	w *worker
}

// Work implements [river.Worker].
func (p *proofWorker) Work(ctx context.Context, j *river.Job[Proofs]) error {
	return p.w.job(ctx, j.ID, func() bool { return p.w.proofs(ctx, j.Args.Keys) })
}

// proofs executes what of a job has no evidence yet. It has ended when all has.
func (w *worker) proofs(ctx context.Context, keys []string) (ended bool) {
	w.mu.Lock()
	ours := w.lease.lost
	w.mu.Unlock()
	for _, key := range keys {
		if closed(ours) || closed(w.stop) || closed(w.broken) || ctx.Err() != nil {
			return false
		}
		err := w.prove(ctx, key)
		if err == nil {
			continue
		}
		w.log.Error("something cannot be executed here", "key", key, "error", err.Error())
		select {
		case <-time.After(time.Second):
		case <-w.stop:
		case <-ours:
		case <-ctx.Done():
		}
		return false // perhaps another worker can
	}
	return true
}

func (w *worker) prove(ctx context.Context, key string) error {
	var input string
	var evidence sql.NullString
	err := w.cfg.Store.Database().R.QueryRowContext(ctx, `SELECT input, evidence FROM proof WHERE key = $1`, key).Scan(&input, &evidence)
	if errors.Is(err, sql.ErrNoRows) || evidence.Valid {
		return nil // nobody wants it, or somebody else was faster
	}
	if err != nil {
		return err
	}
	made, err := w.cfg.Prover.Prove(ctx, json.RawMessage(input))
	if err != nil {
		return err
	}
	return w.cfg.Store.Database().Write(context.WithoutCancel(ctx), time.Minute, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE proof SET evidence = $1, worker = $2 WHERE key = $3 AND evidence IS NULL`, string(made), w.cfg.ID, key)
		return err
	})
}
