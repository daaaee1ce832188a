// Package modeltest holds test doubles for the model port, and Exercise, the
// conformance test for every provider. Only tests import it.
package modeltest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Echo answers with the prompt itself.
type Echo struct{}

// Generate implements [model.Model].
func (Echo) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	if err := ctx.Err(); err != nil {
		return bench.Response{}, err
	}
	return answer(r, r.User), nil
}

// Slow answers with Text after Latency, or with the context's error as soon as
// the context ends.
type Slow struct {
	Latency time.Duration
	Text    string
}

// Generate implements [model.Model].
func (s Slow) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	t := time.NewTimer(s.Latency)
	defer t.Stop()
	select {
	case <-t.C:
		return answer(r, s.Text), nil
	case <-ctx.Done():
		return bench.Response{Attempts: 1}, ctx.Err()
	}
}

func answer(r model.Request, text string) bench.Response {
	return bench.Response{Text: text, Finish: bench.Answered, FinishRaw: "stop", Model: r.Model, Attempts: 1}
}

// Step is one scripted return of Generate.
type Step struct {
	Response bench.Response
	Err      error
}

// Answer returns a step that answers with a text.
func Answer(text string) Step { return Step{Response: answer(model.Request{}, text)} }

// Fail returns a step that fails with an error of a kind.
func Fail(kind model.ErrorKind) Step {
	return Step{Response: bench.Response{Attempts: 1}, Err: &model.Error{Kind: kind, Err: fmt.Errorf("scripted")}}
}

// Script is a model that returns its steps in order and records its requests.
type Script struct {
	mu       sync.Mutex
	steps    []Step
	requests []model.Request
}

// Scripted returns a model that answers the n-th call with the n-th step, in the order
// in which calls arrive. A call beyond the last step fails with model.ErrInvalid, which
// is never retried.
func Scripted(steps ...Step) *Script { return &Script{steps: steps} }

// Generate implements [model.Model].
func (s *Script) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	if err := ctx.Err(); err != nil {
		return bench.Response{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	n := len(s.requests)
	if n > len(s.steps) {
		return bench.Response{}, &model.Error{Kind: model.ErrInvalid,
			Err: fmt.Errorf("call %d of a script of %d steps", n, len(s.steps))}
	}
	return s.steps[n-1].Response, s.steps[n-1].Err
}

// Requests returns the requests so far. The caller owns the slice.
func (s *Script) Requests() []model.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}
