package cli

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/database"
	"assay/internal/exit"
	"assay/internal/store"
)

// writing opens a results database for a command that writes to it. It creates and migrates
// the database as needed.
func (e *Env) writing(ctx context.Context, where string) (*store.Store, error) {
	return e.open(ctx, where, database.Options{})
}

// reading opens a results database for a command that only reads it, and does not change
// it.
func (e *Env) reading(ctx context.Context, where string) (*store.Store, error) {
	return e.open(ctx, where, database.Options{ReadOnly: true})
}

// open opens a results database and prints what it waits for. An error of the database is
// a usage error.
func (e *Env) open(ctx context.Context, where string, opt database.Options) (*store.Store, error) {
	opt.Say = e.say
	waiting, stop := e.Interruptible(ctx)
	defer stop()
	s, err := store.OpenWith(waiting, where, opt)
	if waiting.Err() != nil && ctx.Err() == nil {
		if err == nil {
			err = s.Close()
		}
		return nil, errors.Join(exit.With(exit.Interrupt, "interrupted before anything was done"), err)
	}
	if err != nil {
		return nil, usage("%w", err)
	}
	return s, nil
}

// say prints the cause of a wait.
func (e *Env) say(what string) { fmt.Fprintln(e.Stderr, "assay: "+what) }
