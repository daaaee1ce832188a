package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/database"
	"assay/internal/core/store"
)

// Waiting decides what a start does when another process has its plan.
type Waiting struct {
	Wait bool `help:"If another process runs the same plan, wait until it ends, then continue."`
}

// busyError reports that workers already ask the trials of a start.
type busyError struct {
	run             string
	workers, shards int
}

func (e *busyError) Error() string {
	return fmt.Sprintf("run %s is in progress: %s, %s left", e.run, progress.Counted(e.workers, "worker"),
		progress.Counted(e.shards, "shard"))
}

// Take gives a plan with that many questions to this process, which then asks and pays for
// it, or with judges only judges the answers that workers get. If another process has the
// plan, the error names that process; with --wait, Take follows it instead and returns when
// the plan is free or ctx has ended. The caller gives the plan back with [GiveBack].
func (c Waiting) Take(ctx context.Context, env *environ.Env, s *store.Store, plan string, questions int,
	judges bool) (*store.Hold, error) {
	if env.Silence > 0 {
		s.Silence = env.Silence
	}
	var f *follower
	for {
		start := time.Now()
		h, err := takeNow(ctx, s, plan, judges)
		if err == nil {
			if f != nil {
				f.progress.Finish()
			}
			return h, nil
		}
		var held *store.HeldError
		var busy *busyError
		run := ""
		switch {
		case ctx.Err() != nil:
			return nil, exit.With(exit.Interrupt,
				"interrupted; the run continues elsewhere; repeat the command after its end to continue here")
		case errors.As(err, &held):
			run = held.Run
		case errors.As(err, &busy):
			run = busy.run
		case f == nil || !database.Passes(err):
			return nil, err
		}
		switch {
		case !c.Wait && busy != nil:
			return nil, exit.Usage("%v; see their progress with --distributed, or wait for them with --wait", err)
		case !c.Wait:
			return nil, exit.Usage("%w; wait for its end with --wait, or repeat the command then",
				err)
		case f == nil:
			fmt.Fprintf(env.Stderr, "%v; waiting for its end\n", err)
			f = &follower{progress: progress.New(env, "trial"), questions: questions, seen: map[string]bool{}}
		}
		if err := f.look(ctx, s, run); err != nil && ctx.Err() == nil && !database.Passes(err) {
			return nil, err
		}
		select {
		case <-time.After(max(s.Silence/60, 20*time.Since(start))):
		case <-ctx.Done():
		}
	}
}

// takeLater takes a plan for judging when the start that judges has ended. It gives up when stop is closed.
func takeLater(ctx context.Context, stop <-chan struct{}, env *environ.Env, s *store.Store,
	plan string) (*store.Hold, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	return Waiting{Wait: true}.Take(ctx, env, s, plan, 0, true)
}

// takeNow takes a plan if no process has it.
func takeNow(ctx context.Context, s *store.Store, plan string, judges bool) (*store.Hold, error) {
	h, err := s.Hold(ctx, plan, judges)
	if err != nil || judges || fleet.Asking == nil {
		return h, err
	}
	var run string
	var workers, shards int
	err = s.Database().Patiently(ctx, func() (err error) {
		run, workers, shards, err = fleet.Asking(ctx, s, plan)
		return err
	})
	if err == nil && shards > 0 && workers > 0 {
		err = &busyError{run, workers, shards}
	}
	if err != nil {
		GiveBack(ctx, h)
		return nil, err
	}
	return h, nil
}

// follower shows the progress of another process on a run.
type follower struct {
	progress  *progress.Bar
	questions int // 0 shows no progress
	begun     bool
	seen      map[string]bool
}

// look shows the trials that ended since the last call; id is "" while no run exists.
func (f *follower) look(ctx context.Context, s *store.Store, id string) error {
	if id == "" || f.questions == 0 {
		return nil
	}
	run, err := s.Run(ctx, id)
	if err != nil {
		return err
	}
	ended, err := s.Endings(ctx, run)
	if err != nil {
		return err
	}
	first := !f.begun
	if first {
		f.begun = true
		f.progress.Start(f.questions, len(ended), nil)
	}
	for key, o := range ended {
		if !first && !f.seen[key] {
			f.progress.Ended(o)
		}
		f.seen[key] = true
	}
	return nil
}

// GiveBack releases a plan for others. Call it when nothing more is asked or stored; h may
// be nil. If it fails, the plan becomes free after the silence that follows.
func GiveBack(ctx context.Context, h *store.Hold) {
	if h == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = h.Release(ctx)
}

// lost returns a channel that is closed when the plan is lost, and never for a nil h.
func lost(h *store.Hold) <-chan struct{} {
	if h == nil {
		return nil
	}
	return h.Lost()
}

// Loss returns the error of a process that stops because it lost its plan; nil if it did not.
func Loss(ctx context.Context, h *store.Hold) error {
	if h == nil {
		return nil
	}
	if err := h.Loss(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("%w; the answers so far are stored, and nothing more was asked", err)
	}
	return nil
}
