// Package fleet spreads the trials of a run over workers on many machines. A plan
// is cut into shards of some trials of one model; each is a job of River, put
// into PostgreSQL in the transaction that stores the plan. Workers take shards
// and end their trials as a run on one machine does.
//
// The store is the truth: a shard's work is the trials that are planned and have not
// ended, so that a shard may be lost, repeated or done twice, and nothing that
// was answered is asked again. A trial that was in flight when its worker died
// is asked again; nobody can know what became of it.
//
// A worker says at times that it is there. One that was silent for the rescue
// period loses its shards to others, and has by then sent nothing new for half
// of it: no two workers hold one shard. Only the server's clock is compared with
// itself, and a machine's with itself.
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
	"assay/internal/database"
	"assay/internal/store"
)

// ShardSize is how many trials a shard has, but for the last of a model: large
// enough that jobs are few, small enough that what a dead worker leaves is little.
const ShardSize = 25

// Shard is the work of one job.
type Shard struct {
	Run    string         `json:"run"`
	Places []int          `json:"places"` // in the plan
	Again  map[string]int `json:"again,omitempty"`
}

// Kind implements [river.JobArgs].
func (Shard) Kind() string { return "assay_shard" }

// Part is a shard to be, with the account that its model is asked through.
type Part struct {
	Queue  string
	Places []int
}

// Split cuts a plan into parts. queue names the account of a subject, "" for one
// that is not to be spread. A question that is planned twice is asked once. The
// same plan gives the same parts.
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

// Queue turns the name of an account into that of a queue.
func Queue(account string) string {
	name := strings.Trim(notQueueRE.ReplaceAllString(strings.ToLower(account), "-"), "-")
	return strings.TrimRight(name[:min(len(name), 60)], "-")
}

// unfinished are the states of a job that someone has or will have.
var unfinished = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending,
	rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}

// inserter puts jobs into the transactions of others.
func inserter() (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(nil), &river.Config{})
}

// insert makes jobs, except those that exist and are not finished.
func insert(ctx context.Context, tx pgx.Tx, jobs []river.InsertManyParams) (int, error) {
	c, err := inserter()
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
	// What fails is looked at by its worker; River's count of attempts decides nothing.
	return river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{Queue: queue, MaxAttempts: 10_000,
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}}
}

// Enqueue puts the parts of a run that are not done into their queues, with the
// terms on which workers ask. It is called inside [store.Store.BeginWith].
// Parts that workers have already are left to them.
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
			return 0, fmt.Errorf("spreading the run: %w", err)
		}
	}
	n := 0
	err = tx.Native(ctx, func(ptx pgx.Tx) error {
		var err error
		n, err = insert(ctx, ptx, jobs)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("spreading the run: %w", err)
	}
	return n, nil
}

// Prepare makes River's tables as far as they are missing. It is an error on a
// database that is no PostgreSQL.
func Prepare(ctx context.Context, s *store.Store) error {
	db := s.Database()
	if db.Config() == nil {
		return errors.New("runs are spread over machines through a PostgreSQL: give its URL with --db")
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

// newPool returns connections for River and for what watches it.
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
