package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/store"
)

// Desk holds what a worker needs to ask the trials of a run.
type Desk struct {
	Detectors []detect.Detector
	Budget    *model.Budget     // budget of their models; it keeps its ledger through the writer
	Ended     func(bench.Trial) // called with every trial that was stored; may be nil
}

type desk struct {
	Desk
	run    store.Run
	writer *store.Writer
	byName map[string]detect.Detector
	ready  chan struct{} // closed when the other fields may be read
	err    error
}

// shard processes the trials of a shard. ended means that this or another worker can do
// nothing more for it.
func (w *worker) shard(ctx context.Context, s Shard) (ended bool) {
	asked := map[string]bool{} // by this worker, including failed trials
	w.mu.Lock()
	ours := w.lease.lost // once closed, the shard belongs to another worker, even if the lease is renewed
	w.mu.Unlock()
	for {
		l, ok := w.hold(ctx, ours)
		if !ok {
			return false
		}
		err := w.trials(ctx, l, s, asked)
		switch {
		case err == nil:
			return true
		case errors.Is(err, errLapsed):
			continue
		case errors.Is(err, errStopping), ctx.Err() != nil:
			return false
		case database.Passes(err):
			w.log.Warn("a shard waits for the database", "run", s.Run, "error", err.Error())
		default:
			w.log.Error("a shard cannot be worked on", "run", s.Run, "error", err.Error())
		}
		if errors.Is(w.pause(ctx, l), errStopping) || !database.Passes(err) {
			return false // another worker may be able to
		}
	}
}

var (
	errLapsed   = errors.New("the lease lapsed")
	errStopping = errors.New("the worker stops")
)

// hold waits until the worker may send requests, and returns its lease. ok is false if it
// never may again for a shard that belongs to it until lost is closed.
func (w *worker) hold(ctx context.Context, lost <-chan struct{}) (*lease, bool) {
	for {
		w.mu.Lock()
		l, renewed := w.lease, w.renewed
		w.mu.Unlock()
		if closed(w.stop) || closed(w.broken) || ctx.Err() != nil || closed(lost) {
			return nil, false
		}
		if !closed(l.lapsed) {
			return l, true
		}
		select {
		case <-renewed:
		case <-lost:
		case <-w.stop:
		case <-w.broken:
		case <-ctx.Done():
		}
	}
}

// trials processes the remaining trials of a shard; nil if none are left or none may be asked.
func (w *worker) trials(ctx context.Context, l *lease, s Shard, asked map[string]bool) error {
	d, err := w.desk(ctx, s.Run)
	if err != nil {
		return err
	}
	run := d.run
	run.AskAgain(s.Again)
	plan, done, err := w.cfg.Store.Shard(ctx, run, s.Places)
	if err != nil {
		return err
	}
	var jobs []engine.Job
	halted := map[string]bool{}
	for _, p := range plan {
		if done[p.Key] = done[p.Key] || asked[p.Key]; done[p.Key] {
			continue
		}
		stopped, seen := halted[p.Subject]
		if !seen {
			if stopped, err = w.halted(ctx, run.ID, p.Subject); err != nil {
				return err
			}
			halted[p.Subject] = stopped
		}
		if stopped {
			continue
		}
		j, err := d.job(p)
		if err != nil {
			return w.halt(ctx, run.ID, p.Subject, err)
		}
		jobs = append(jobs, j)
	}
	if len(jobs) == 0 {
		return nil
	}
	stop, release := any4(l.lapsed, l.lost, w.stop, w.broken)
	defer release()
	sum, err := engine.Run(ctx, stop, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: len(jobs),
		Sink: func(r bench.Trial) error {
			if round, ok := s.Again[r.Key]; ok {
				r.Round = round
			}
			if err := d.writer.Commit(r); err != nil {
				return err
			}
			if d.Ended != nil {
				d.Ended(r)
			}
			w.mu.Lock()
			asked[r.Key] = true
			w.mu.Unlock()
			return nil
		}})
	if err != nil {
		w.fail(err)
		return errStopping
	}
	for subject, why := range sum.Stopped {
		if model.KindOf(why) == model.ErrBudget {
			return w.short(ctx, l, d, subject, why)
		}
		return w.halt(ctx, run.ID, subject, why)
	}
	switch {
	case sum.Pending == sum.TooLong(): // no worker can ask these
		return nil
	case closed(w.stop) || closed(w.broken) || ctx.Err() != nil || closed(l.lost):
		return errStopping
	}
	return errLapsed
}

// short waits for money that other workers may free: requests in progress reserve more than
// they will cost. If the spending does not change for 5 seconds, the budget is used up. A
// worker that loses its lease meanwhile halts nothing: it may have seen no change because it
// was cut off.
func (w *worker) short(ctx context.Context, l *lease, d *desk, subject string, why error) error {
	before, err := w.cfg.Store.Spent(ctx, d.run.Plan)
	if err != nil {
		return err
	}
	for range 5 {
		if err := w.pause(ctx, l); err != nil {
			return err
		}
		now, err := w.cfg.Store.Spent(ctx, d.run.Plan)
		if err != nil {
			return err
		}
		if now != before {
			d.Budget.Reopen(now)
			return errLapsed // the caller tries again
		}
	}
	return w.halt(ctx, d.run.ID, subject, why)
}

// pause waits for a second. It returns an error as soon as the worker may send nothing more.
func (w *worker) pause(ctx context.Context, l *lease) error {
	select {
	case <-time.After(time.Second):
		return nil
	case <-l.lapsed:
		if !closed(l.lost) {
			return errLapsed
		}
	case <-l.lost:
	case <-w.stop:
	case <-w.broken:
	case <-ctx.Done():
	}
	return errStopping
}

// halt stops all workers from asking a subject of a run. Its remaining trials stay pending.
func (w *worker) halt(ctx context.Context, run, subject string, why error) error {
	kind, text := string(model.KindOf(why)), why.Error()
	var me *model.Error
	if errors.As(why, &me) && me.Err != nil {
		text = me.Err.Error()
	}
	w.log.Error("a subject is not asked any more", "run", run, "subject", subject, "error", why.Error())
	return w.cfg.Store.Database().Write(ctx, time.Minute, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO halt (run_id, subject, kind, reason) VALUES ($1, $2, $3, $4) ON CONFLICT (run_id, subject) DO NOTHING`,
			run, subject, kind, text)
		return err
	})
}

func (w *worker) halted(ctx context.Context, run, subject string) (bool, error) {
	var n int
	err := w.cfg.Store.Database().R.QueryRowContext(ctx, `SELECT count(*) FROM halt WHERE run_id = $1 AND subject = $2`,
		run, subject).Scan(&n)
	return n > 0, err
}

// desk returns the desk of a run, and makes it for the first shard.
func (w *worker) desk(ctx context.Context, id string) (*desk, error) {
	w.mu.Lock()
	d := w.desks[id]
	made := d == nil
	if made {
		d = &desk{ready: make(chan struct{})}
		w.desks[id] = d
	}
	w.mu.Unlock()
	if made {
		d.err = w.open(ctx, d, id)
		if d.err != nil { // the next shard tries again
			w.mu.Lock()
			delete(w.desks, id)
			w.mu.Unlock()
		}
		close(d.ready)
	}
	<-d.ready
	return d, d.err
}

func (w *worker) open(ctx context.Context, d *desk, id string) error {
	var err error
	if d.run, err = w.cfg.Store.Run(ctx, id); err != nil {
		return err
	}
	d.run.Holder = w.cfg.ID
	var terms string
	if err := w.cfg.Store.Database().R.QueryRowContext(ctx, `SELECT terms FROM dispatch WHERE run_id = $1`,
		id).Scan(&terms); err != nil {
		return fmt.Errorf("reading how run %s asks: %w", id, err)
	}
	spent, err := w.cfg.Store.Spent(ctx, d.run.Plan)
	if err != nil {
		return err
	}
	writer := w.cfg.Store.Writer(context.WithoutCancel(ctx), d.run)
	made, err := w.cfg.Open(ctx, d.run, json.RawMessage(terms), writer)
	if err != nil {
		return errors.Join(err, writer.Close())
	}
	made.Budget.Use(writer, spent)
	d.Desk, d.writer, d.byName = *made, writer, map[string]detect.Detector{}
	for _, x := range made.Detectors {
		d.byName[x.Subject().Name] = x
	}
	return nil
}

// job returns a planned trial with its detector. It returns an error if this process would
// ask another question than was planned.
func (d *desk) job(p bench.Trial) (engine.Job, error) {
	x := d.byName[p.Subject]
	if x == nil {
		return engine.Job{}, fmt.Errorf("the terms of the run have no %s", p.Subject)
	}
	key, err := engine.KeyOf(x, p.Variant, p.Repetition)
	if err != nil {
		return engine.Job{}, fmt.Errorf("asking %s about %s: %w", p.Subject, p.Variant.Key, err)
	}
	if key.Hash() != p.Key {
		return engine.Job{}, fmt.Errorf("this worker would not ask %s the planned question (%v differ): it is another "+
			"version of assay, or has other settings", p.Subject, key.Diff(*p.Parts))
	}
	return engine.Job{Trial: p, Detector: x}, nil
}

// any4 returns a channel that is closed when one of four is, and a function that ends the wait.
func any4(a, b, c, d <-chan struct{}) (<-chan struct{}, func()) {
	out, end := make(chan struct{}), make(chan struct{})
	go func() {
		select {
		case <-a:
		case <-b:
		case <-c:
		case <-d:
		case <-end:
		}
		close(out)
	}()
	return out, func() { close(end) }
}
