package model

import (
	"context"
	"errors"

	"assay/internal/bench"
)

type haltKey struct{}

// WithHalt returns a context in which waiting ends when halt closes: decorators that
// wait before they send (for a slot, for another try, for money) then fail with an
// [ErrHalted] error, while requests in flight continue. Cancelling the context itself
// abandons those too.
func WithHalt(ctx context.Context, halt <-chan struct{}) context.Context {
	return context.WithValue(ctx, haltKey{}, halt)
}

// HaltOf returns the channel given to WithHalt, or nil; receiving from nil blocks
// forever.
func HaltOf(ctx context.Context) <-chan struct{} {
	halt, _ := ctx.Value(haltKey{}).(<-chan struct{})
	return halt
}

// Halted returns the reason why no more requests may be sent: the context's error, an
// [ErrHalted] error, or nil if they may.
func Halted(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-HaltOf(ctx):
		return HaltedError()
	default:
		return nil
	}
}

// HaltedError returns an [ErrHalted] error: nothing was sent, and nothing may be sent.
func HaltedError() error {
	return &Error{Kind: ErrHalted, Err: errors.New("the run is being stopped")}
}

// Gated returns m with every request delayed until open returns nil, which may take a
// while. If open fails, nothing is sent and Generate returns that error.
func Gated(m Model, open func(context.Context) error) Model { return gated{m, open} }

type gated struct {
	model Model
	open  func(context.Context) error
}

// Generate implements [Model].
func (g gated) Generate(ctx context.Context, r Request) (bench.Response, error) {
	if err := g.open(ctx); err != nil {
		return bench.Response{}, err
	}
	return g.model.Generate(ctx, r)
}
