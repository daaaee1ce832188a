package run

import (
	"context"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/engine"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
)

// Fleet is the port for the workers of distributed runs.
type Fleet struct {
	// Spread determines the work of the workers. It returns an error for work that they cannot do.
	Spread func(p *Prepared, env *environ.Env, db string) (Shards, error)
	// Asking returns the newest distributed run of a plan with its living workers, and the shards that they have left;
	// zero values if there is none.
	Asking func(ctx context.Context, s *store.Store, plan string) (run string, workers, shards int, err error)
}

// Shards is the part of a plan that workers process.
type Shards interface {
	// Begin stores the plan and the shards in one transaction.
	Begin(ctx context.Context, env *environ.Env, s *store.Store, plan []bench.Trial, m bench.Manifest,
		again store.Again) (run store.Run, done map[string]bool, err error)
	// Local returns the jobs that this process ends itself.
	Local(jobs []engine.Job) []engine.Job
	// Await follows the workers until they have nothing left or stop is closed, and updates sum to describe the whole
	// run.
	Await(ctx context.Context, stop <-chan struct{}, env *environ.Env, s *store.Store, run store.Run, jobs []engine.Job,
		done map[string]bool, acc *session.Accounts, progress *progress.Bar, sum *engine.Summary) error
	// GoesOn reports whether workers continue although this process has stopped watching.
	GoesOn() bool
}

var fleet Fleet

// Add sets the fleet. A program calls it before it uses the package; without it, no run is distributed.
func Add(f Fleet) { fleet = f }

// Spread determines the work of the workers of a database.
func (p *Prepared) Spread(env *environ.Env, db string) (Shards, error) {
	if fleet.Spread == nil {
		return nil, exit.Usage("--distributed is not part of this program")
	}
	return fleet.Spread(p, env, db)
}

// Jobs returns the planned questions, with their detectors.
func (p *Prepared) Jobs() []engine.Job { return p.jobs }

// goesOn reports whether workers continue without this process.
func (x *Start) goesOn() bool { return x.Shards != nil && x.Shards.GoesOn() }

// local returns the jobs that this process ends itself.
func (x *Start) local(jobs []engine.Job) []engine.Job {
	if x.Shards == nil {
		return jobs
	}
	return x.Shards.Local(jobs)
}
