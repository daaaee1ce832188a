// Package fleet distributes the trials of a run over workers on many machines. It cuts a
// plan into shards of some trials of one model. Each shard is a job of River, stored in
// PostgreSQL in the transaction that stores the plan. Workers take shards and process their
// trials as a run on one machine does.
//
// The store is authoritative: the work of a shard is its planned trials that have not
// ended. So a shard may be lost, repeated or processed twice, and no answered trial is asked
// again. A trial that was in progress when its worker died is asked again, since its result
// cannot be known.
//
// Workers regularly confirm that they are alive. A worker that was silent for the rescue
// period loses its shards to others, and has then sent nothing new for half of that period:
// no two workers hold one shard. Times of the server's clock are compared only with each
// other, and so are those of a machine's clock.
package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/store"
)

// ShardSize is the number of trials in a shard, except the last of a model: large enough for
// few jobs, and small enough that a dead worker leaves little.
const ShardSize = 25

// Shard is the work of one job.
type Shard struct {
	Run    string         `json:"run"`
	Places []int          `json:"places"` // places in the plan
	Again  map[string]int `json:"again,omitempty"`
}

// Kind implements [river.JobArgs].
func (Shard) Kind() string { return "assay_shard" }

// Part is a future shard, with the account through which its model is asked.
type Part struct {
	Queue  string
	Places []int
}

// Split cuts a plan into parts. queue returns the queue of a subject, "" for one that is not
// distributed. A question that is planned twice is asked once. Equal plans give equal parts.
func Split(plan []bench.Trial, queue func(subject string) string, size int) []Part {
	var out []Part
	open := map[string]int{} // subject → the part that is being filled
	taken := map[string]bool{}
	for i, p := range plan {
		q := queue(p.Subject)
		if q == "" || taken[p.Key] {
			continue
		}
		taken[p.Key] = true
		at, ok := open[p.Subject]
		if !ok || len(out[at].Places) == size {
			at = len(out)
			open[p.Subject] = at
			out = append(out, Part{Queue: q})
		}
		out[at].Places = append(out[at].Places, i)
	}
	return out
}

var notQueueRE = regexp.MustCompile(`[^a-z0-9]+`)

// Queue returns the name of the queue of an account.
func Queue(account string) string {
	name := strings.Trim(notQueueRE.ReplaceAllString(strings.ToLower(account), "-"), "-")
	return strings.TrimRight(name[:min(len(name), 60)], "-")
}

// unfinished are the states of a job that a worker has or will get.
var unfinished = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending,
	rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}

// insert makes jobs, except those that exist and are unfinished.
func insert(ctx context.Context, tx pgx.Tx, jobs []river.InsertManyParams) (int, error) {
	c, err := river.NewClient(riverpgxv5.New(nil), &river.Config{}) // without a pool it only inserts into transactions
	if err != nil {
		return 0, err
	}
	n := 0
	for some := range slices.Chunk(jobs, 1000) {
		results, err := c.InsertManyTx(ctx, tx, some)
		if err != nil {
			return n, err
		}
		for _, r := range results {
			if !r.UniqueSkippedAsDuplicate {
				n++
			}
		}
	}
	return n, nil
}

func job(args Shard, queue string) river.InsertManyParams {
	// The worker handles failures; River's count of attempts decides nothing.
	return river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{Queue: queue, MaxAttempts: 10_000,
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}}
}

// Enqueue puts the parts of a run that are not done into their queues, with the terms on
// which workers ask. Call it inside [store.Store.BeginWith]. It leaves parts that workers
// already have.
func Enqueue(ctx context.Context, tx *database.Tx, run store.Run, plan []bench.Trial, parts []Part,
	done map[string]bool, terms json.RawMessage) (int, error) {
	var jobs []river.InsertManyParams
	queues := []string{}
	for _, p := range parts {
		if !slices.ContainsFunc(p.Places, func(i int) bool { return !done[plan[i].Key] }) {
			continue
		}
		s := Shard{Run: run.ID, Places: p.Places}
		for _, i := range p.Places {
			if round, ok := run.Instead()[plan[i].Key]; ok {
				if s.Again == nil {
					s.Again = map[string]int{}
				}
				s.Again[plan[i].Key] = round
			}
		}
		jobs = append(jobs, job(s, p.Queue))
		if !slices.Contains(queues, p.Queue) {
			queues = append(queues, p.Queue)
		}
	}
	list, err := json.Marshal(queues)
	if err != nil {
		return 0, err
	}
	for _, st := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO dispatch (run_id, terms, queues) VALUES ($1, $2, $3) ON CONFLICT (run_id) DO UPDATE SET terms = excluded.terms, queues = excluded.queues`,
			[]any{run.ID, string(terms), string(list)}},
		{`DELETE FROM halt WHERE run_id = $1`, []any{run.ID}},
		{`UPDATE run SET status = 'running' WHERE id = $1`, []any{run.ID}},
	} {
		if _, err := tx.ExecContext(ctx, st.sql, st.args...); err != nil {
			return 0, fmt.Errorf("distributing the run: %w", err)
		}
	}
	n := 0
	err = tx.Native(ctx, func(ptx pgx.Tx) error {
		var err error
		n, err = insert(ctx, ptx, jobs)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("distributing the run: %w", err)
	}
	return n, nil
}

// Prepare makes the missing tables of River. It returns an error on a database other than
// PostgreSQL.
func Prepare(ctx context.Context, s *store.Store) error {
	db := s.Database()
	if db.Config() == nil {
		return errors.New("distributed runs need a PostgreSQL database: give its URL with --db")
	}
	pool, err := newPool(ctx, s, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	m, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	err = db.Write(ctx, 0, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, "river"); err != nil {
			return err
		}
		_, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("making the tables of the queue: %w", err)
	}
	return nil
}

// newPool returns connections for River and for reading its state.
func newPool(ctx context.Context, s *store.Store, most int32) (*pgxpool.Pool, error) {
	own := s.Database().Config()
	cfg, err := pgxpool.ParseConfig(own.ConnString())
	if err != nil {
		return nil, errors.New(database.Redact(err.Error()))
	}
	cfg.ConnConfig = own.Copy()
	cfg.MaxConns, cfg.MinConns, cfg.MaxConnIdleTime = most, 0, time.Minute
	return pgxpool.NewWithConfig(ctx, cfg)
}
