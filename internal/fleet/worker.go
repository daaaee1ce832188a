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

	"assay/internal/store"
)

// Config is what a worker works with.
type Config struct {
	Store *store.Store
	// makes what asks for a run, from its terms
	Open func(context.Context, store.Run, json.RawMessage, *store.Writer) (*Desk, error)
	// whether this worker can ask through an account; nil is always
	Serves func(queue string) bool

	ID          string        // of this process, different from all others; "" makes one
	Connections int           // requests at once to one account, which the desks' models keep to; at least 1
	Rescue      time.Duration // silence after which a worker loses its shards; the same for all
	Grace       time.Duration // for running work when the worker is to stop
	Log         *slog.Logger
	ClockOffset time.Duration // by which this machine's clock is wrong, for tests
}

type worker struct {
	cfg    Config
	log    *slog.Logger
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	queues map[string]bool // used by alive alone
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

// Work takes shards until stop is closed, then lets running work finish for
// the grace period, gives back the rest and returns. Ending ctx abandons running
// trials. Its error means that results could not be stored.
func Work(ctx context.Context, stop <-chan struct{}, cfg Config) error {
	if cfg.ID == "" {
		host, _ := os.Hostname()
		var b [6]byte
		rand.Read(b[:]) // never fails
		cfg.ID = fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), hex.EncodeToString(b[:]))
	}
	if err := Prepare(ctx, cfg.Store); err != nil { // which is patient itself
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
		Queues:        map[string]river.QueueConfig{"idle": {MaxWorkers: 1}}, // those of models come with the runs
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
	// The database may go away now as it may later.
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
		abandon() // requests are on their way and have had their time
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		w.client.StopAndCancel(last)
		cancel()
	}
	die()
	wg.Wait()
	return errors.Join(w.failure, w.close(context.WithoutCancel(ctx)))
}

// close ends the desks and signs off.
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
	// The shards still held are free for others at once.
	w.pool.Exec(ctx, `UPDATE worker SET gone = 1 WHERE id = $1`, w.cfg.ID) // else they wait for the rescue period
	return errors.Join(errs...)
}

// atOnce is how many shards are under way: enough to keep all connections busy
// while the last trials of some are waited for.
func (w *worker) atOnce() int { return 2 + 2*((w.cfg.Connections+ShardSize-1)/ShardSize) }

// fail ends the worker: what it asks it cannot store.
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
	if !w.shard(ctx, j.Args) { // it has not ended: others may have it
		back, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		err = w.giveBack(back, j.ID)
		cancel()
	}
	w.mu.Lock()
	delete(w.active, j.ID)
	w.mu.Unlock()
	return err
}

// soon is River's part in trying again, which is what to do when a shard could
// not even be given back.
type soon struct{}

// NextRetry implements [river.ClientRetryPolicy].
func (soon) NextRetry(j *rivertype.JobRow) time.Time { return time.Now().Add(time.Second) }

// clock is the time that River goes by.
type clock struct{ offset time.Duration }

// Now implements [rivertype.TimeGenerator].
func (c clock) Now() time.Time { return time.Now().Add(c.offset) }

// NowOrNil implements [rivertype.TimeGenerator].
func (c clock) NowOrNil() *time.Time { return nil }

// quiet passes on only what someone has to know of River.
type quiet struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && q.Handler.Enabled(ctx, l)
}
