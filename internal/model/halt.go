package model

import (
	"context"
	"errors"
)

type haltKey struct{}

// WithHalt returns a context in which waiting ends when halt closes: decorators
// that wait before they send (for a slot, for another try, for money) then fail
// with an [ErrHalted] error, while requests that are on their way go on. Ending
// the context itself abandons those too.
func WithHalt(ctx context.Context, halt <-chan struct{}) context.Context {
	return context.WithValue(ctx, haltKey{}, halt)
}

// HaltOf returns the channel given to WithHalt, nil without one: receiving from
// it blocks for ever.
func HaltOf(ctx context.Context) <-chan struct{} {
	halt, _ := ctx.Value(haltKey{}).(<-chan struct{})
	return halt
}

// Halted returns why nothing may be sent any more: the context's error, an
// [ErrHalted] error, or nil.
func Halted(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-HaltOf(ctx):
		return &Error{Kind: ErrHalted, Err: errors.New("the run is being stopped")}
	default:
		return nil
	}
}
