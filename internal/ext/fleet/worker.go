package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"assay/internal/core/store"
)

// Config is the configuration of a worker.
type Config struct {
	Store *store.Store
	// makes the desk of a run from its terms
	Open func(context.Context, store.Run, json.RawMessage, *store.Writer) (*Desk, error)
	// reports whether this worker can ask through an account; nil means always
	Serves func(queue string) bool

	ID          string        // unique id of this process; "" generates one
	Connections int           // maximum concurrent requests to one account, enforced by the desks' models; at least 1
	Rescue      time.Duration // silence after which a worker loses its shards; the same for all workers
	Grace       time.Duration // time for running work after stop
	Log         *slog.Logger
	ClockOffset time.Duration // error of this machine's clock, for tests
}

type worker struct {
	cfg    Config
	log    *slog.Logger
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	queues map[string]bool // used only by alive
	stop   <-chan struct{}
	broken chan struct{} // closed when results cannot be stored

	mu      sync.Mutex
	lease   *lease
	until   time.Time
	renewed chan struct{} // closed when a lapsed lease is replaced
	active  map[int64]bool
	missed  map[int64]bool
	desks   map[string]*desk
	failure error
}

// Work takes shards until stop is closed. Then it lets running work finish for the grace
// period, requeues the rest and returns. Ending ctx abandons running trials. An error means
// that the worker could not start or results could not be stored.
func Work(ctx context.Context, stop <-chan struct{}, cfg Config) error {
	if cfg.ID == "" {
		host, _ := os.Hostname()
		var b [6]byte
		rand.Read(b[:]) // never fails
		cfg.ID = fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), hex.EncodeToString(b[:]))
	}
	if err := Prepare(ctx, cfg.Store); err != nil { // waits for the database itself
		return err
	}
	pool, err := newPool(ctx, cfg.Store, 5)
	if err != nil {
		return err
	}
	defer pool.Close()
	w := &worker{cfg: cfg, log: cfg.Log, pool: pool, queues: map[string]bool{}, stop: stop, broken: make(chan struct{}),
		lease:   &lease{make(chan struct{}), make(chan struct{})},
		renewed: make(chan struct{}), active: map[int64]bool{}, desks: map[string]*desk{},
		until: time.Now().Add(cfg.Rescue / 2)}
	workers := river.NewWorkers()
	river.AddWorker(workers, &shardWorker{w: w})
	w.client, err = river.NewClient(riverpgxv5.New(pool), &river.Config{
		ID: cfg.ID, Workers: workers, Logger: slog.New(quiet{cfg.Log.Handler()}),
		Queues:        map[string]river.QueueConfig{"idle": {MaxWorkers: 1}}, // the queues of models come with the runs
		FetchCooldown: 20 * time.Millisecond, FetchPollInterval: 500 * time.Millisecond,
		JobTimeout: -1, RescueStuckJobsAfter: 1000 * time.Hour, // a shard takes as long as its model; see alive
		RetryPolicy: soon{}, CompletedJobRetentionPeriod: time.Hour, DiscardedJobRetentionPeriod: time.Hour,
		Test: river.TestConfig{Time: clock{cfg.ClockOffset}},
	})
	if err != nil {
		return err
	}
	working, abandon := context.WithCancel(ctx)
	defer abandon()
	joining, enough := context.WithCancel(ctx)
	defer enough()
	go func() {
		select {
		case <-stop:
			enough()
		case <-joining.Done():
		}
	}()
	// The database may become unreachable now as well as later.
	for _, join := range []func() error{func() error { return w.beat(joining) },
		func() error { return w.client.Start(working) }} {
		if err := cfg.Store.Database().Patiently(joining, join); err != nil && closed(stop) {
			return nil
		} else if err != nil {
			return fmt.Errorf("joining the workers: %w", err)
		}
	}
	living, die := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { w.alive(living) })
	select {
	case <-stop:
	case <-w.broken:
	case <-ctx.Done():
	}
	w.log.Info("stops", "worker", cfg.ID)
	grace, over := context.WithTimeout(ctx, cfg.Grace)
	defer over()
	if err := w.client.Stop(grace); err != nil {
		abandon() // requests are in progress and have used up the grace period
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		w.client.StopAndCancel(last)
		cancel()
	}
	die()
	wg.Wait()
	return errors.Join(w.failure, w.close(context.WithoutCancel(ctx)))
}

// close closes the writers and signs off.
func (w *worker) close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, d := range w.desks {
		if d.writer != nil {
			errs = append(errs, d.writer.Close())
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	// Release the remaining shards immediately.
	w.pool.Exec(ctx, `UPDATE worker SET gone = 1 WHERE id = $1`, w.cfg.ID) // else they wait for the rescue period
	return errors.Join(errs...)
}

// atOnce returns the number of concurrent shards: enough to keep all connections busy while
// the last trials of some shards are still running.
func (w *worker) atOnce() int { return 2 + 2*((w.cfg.Connections+ShardSize-1)/ShardSize) }

// fail stops the worker, since it cannot store results.
func (w *worker) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failure == nil {
		w.failure = err
		close(w.broken)
	}
}

type shardWorker struct {
	river.WorkerDefaults[Shard]
	w *worker
}

// Work implements [river.Worker].
func (s *shardWorker) Work(ctx context.Context, j *river.Job[Shard]) error {
	w := s.w
	w.mu.Lock()
	w.active[j.ID] = true
	w.mu.Unlock()
	var err error
	if !w.shard(ctx, j.Args) { // it has not ended: other workers may take it
		back, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		err = w.giveBack(back, j.ID)
		cancel()
	}
	w.mu.Lock()
	delete(w.active, j.ID)
	w.mu.Unlock()
	return err
}

// soon is River's retry policy, for a shard that could not even be requeued.
type soon struct{}

// NextRetry implements [river.ClientRetryPolicy].
func (soon) NextRetry(j *rivertype.JobRow) time.Time { return time.Now().Add(time.Second) }

// clock is the clock that River uses.
type clock struct{ offset time.Duration }

// Now implements [rivertype.TimeGenerator].
func (c clock) Now() time.Time { return time.Now().Add(c.offset) }

// NowOrNil implements [rivertype.TimeGenerator].
func (c clock) NowOrNil() *time.Time { return nil }

// quiet passes on only the messages of River that users need.
type quiet struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && q.Handler.Enabled(ctx, l)
}
