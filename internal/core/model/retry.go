package model

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"assay/internal/bench"
)

// Policy configures Retry. The zero value of a field means its default.
type Policy struct {
	Attempts int           // calls in total, 0 for 6; 1 never retries
	Base     time.Duration // bound of the first wait, 0 for 1 s; doubles with each
	Cap      time.Duration // bound of each backoff, without the server's delay; 0 for 1 min

	// Sleep waits, and returns [Halted] early when ctx ends or its halt channel
	// closes. nil uses a timer.
	Sleep func(ctx context.Context, d time.Duration) error

	// Rand returns a number in [0, 1) and is safe for concurrent use. nil uses
	// math/rand; it affects the time of a request, never its content.
	Rand func() float64

	// Notify, when not nil, is called before each wait with the kind of the error and
	// the length of the wait. It is called concurrently.
	Notify func(kind ErrorKind, wait time.Duration)
}

// Retry returns m with retries; no other place in the program retries. It repeats
// requests whose error is Temporary, with exponential backoff and full jitter, and
// waits at least as long as the server asks. Responses are never repeated: a refusal is
// an answer.
//
// Response.Attempts counts the requests of all tries, and its usage those with a usage: an
// empty answer is charged for. When the last one fails its error is returned.
func Retry(m Model, p Policy) Model {
	p.Attempts, p.Base, p.Cap = cmp.Or(p.Attempts, 6), cmp.Or(p.Base, time.Second), cmp.Or(p.Cap, time.Minute)
	if p.Sleep == nil {
		p.Sleep = Sleep
	}
	if p.Rand == nil {
		p.Rand = rand.Float64
	}
	return &retry{m, p}
}

type retry struct {
	model  Model
	policy Policy
}

// Generate implements [Model].
func (r *retry) Generate(ctx context.Context, req Request) (bench.Response, error) {
	requests, spent := 0, bench.Usage{}
	for try := 1; ; try++ {
		resp, err := r.model.Generate(ctx, req)
		requests += resp.Attempts
		resp.Attempts = requests
		if err != nil || resp.Usage.InputTokens > 0 || spent.InputTokens == 0 {
			spent = plus(spent, resp.Usage)
			resp.Usage = spent
		}
		var e *Error
		if err == nil || !errors.As(err, &e) || !e.Temporary() || try >= r.policy.Attempts {
			return resp, err
		}
		wait := r.wait(try, e.RetryAfter)
		if r.policy.Notify != nil {
			r.policy.Notify(e.Kind, wait)
		}
		if err := r.policy.Sleep(ctx, wait); err != nil {
			return resp, err
		}
	}
}

// plus returns the sum of two usages. Its cost is unknown if that of one with tokens is.
func plus(a, b bench.Usage) bench.Usage {
	switch {
	case a == bench.Usage{}:
		return b
	case b == bench.Usage{}:
		return a
	}
	a.InputTokens += b.InputTokens
	a.OutputTokens += b.OutputTokens
	a.ReasoningTokens += b.ReasoningTokens
	a.CachedTokens += b.CachedTokens
	a.CacheWriteTokens += b.CacheWriteTokens
	if a.CostUSD == nil || b.CostUSD == nil {
		a.CostUSD = nil
		return a
	}
	sum := *a.CostUSD + *b.CostUSD
	a.CostUSD = &sum
	return a
}

// wait returns the pause after the given number of failed tries. The jitter is added to
// the delay that the server asks for: workers with the same delay must not all return
// at the same moment.
func (r *retry) wait(tries int, asked time.Duration) time.Duration {
	bound := r.policy.Base
	for i := 1; i < tries && bound < r.policy.Cap; i++ {
		bound *= 2
	}
	return asked + time.Duration(r.policy.Rand()*float64(min(bound, r.policy.Cap)))
}

// Sleep waits for d. It returns early, with the reason, when ctx ends or its halt
// channel closes.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-HaltOf(ctx):
		return Halted(ctx)
	}
}
