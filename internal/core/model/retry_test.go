package model_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

func failing(kind model.ErrorKind, after time.Duration) modeltest.Step {
	return modeltest.Step{
		Response: bench.Response{Attempts: 1},
		Err:      &model.Error{Kind: kind, RetryAfter: after, Err: errors.New("no")},
	}
}

func answering(text string) modeltest.Step {
	return modeltest.Step{Response: bench.Response{Text: text, Finish: bench.Answered, Attempts: 1}}
}

// Nothing here really sleeps: the time in a synctest bubble advances when all
// goroutines wait.
func TestRetry(t *testing.T) {
	half := func() float64 { return 0.5 }
	for _, tt := range []struct {
		name     string
		steps    []modeltest.Step
		policy   model.Policy
		text     string
		kind     model.ErrorKind
		attempts int
		waits    []time.Duration
	}{
		{
			name:  "an answer is not repeated",
			steps: []modeltest.Step{answering("yes")}, text: "yes", attempts: 1,
		},
		{
			name:  "a refusal is an answer",
			steps: []modeltest.Step{{Response: bench.Response{Text: "I cannot", Finish: bench.Refused, Attempts: 1}}},
			text:  "I cannot", attempts: 1,
		},
		{
			name: "temporary errors, waits double",
			steps: []modeltest.Step{failing(model.ErrUnavailable, 0), failing(model.ErrProtocol, 0),
				failing(model.ErrRateLimit, 0), answering("yes")},
			text: "yes", attempts: 4,
			waits: []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second},
		},
		{
			name: "the wait is capped",
			steps: []modeltest.Step{failing(model.ErrUnavailable, 0), failing(model.ErrUnavailable, 0),
				failing(model.ErrUnavailable, 0), answering("yes")},
			text: "yes", attempts: 4, policy: model.Policy{Base: 4 * time.Second, Cap: 6 * time.Second},
			waits: []time.Duration{2 * time.Second, 3 * time.Second, 3 * time.Second},
		},
		{
			name:  "Retry-After is a minimum, beyond the cap too",
			steps: []modeltest.Step{failing(model.ErrRateLimit, 5*time.Minute), answering("yes")},
			text:  "yes", attempts: 2, waits: []time.Duration{5*time.Minute + 500*time.Millisecond},
		},
		{
			name:  "an hour is waited for",
			steps: []modeltest.Step{failing(model.ErrRateLimit, time.Hour), answering("yes")},
			text:  "yes", attempts: 2, waits: []time.Duration{time.Hour + 500*time.Millisecond},
		},
		{
			name:  "more than an hour is not",
			steps: []modeltest.Step{failing(model.ErrRateLimit, time.Hour+time.Second)}, kind: model.ErrRateLimit, attempts: 1,
		},
		{
			name:   "the last error is returned",
			steps:  []modeltest.Step{failing(model.ErrUnavailable, 0), failing(model.ErrRateLimit, 0)},
			policy: model.Policy{Attempts: 2},
			kind:   model.ErrRateLimit, attempts: 2, waits: []time.Duration{500 * time.Millisecond},
		},
		{
			name:  "a wrong key is not tried again",
			steps: []modeltest.Step{failing(model.ErrAuth, 0)}, kind: model.ErrAuth, attempts: 1,
		},
		{
			name:  "an invalid request is not tried again",
			steps: []modeltest.Step{failing(model.ErrInvalid, 0)}, kind: model.ErrInvalid, attempts: 1,
		},
		{
			name: "requests of a try add up",
			steps: []modeltest.Step{
				{Response: bench.Response{Attempts: 2}, Err: &model.Error{Kind: model.ErrUnavailable, Err: errors.New("no")}},
				{Response: bench.Response{Text: "yes", Attempts: 3}},
			},
			text: "yes", attempts: 5, waits: []time.Duration{500 * time.Millisecond},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var waits []time.Duration
				var kinds []model.ErrorKind
				p := tt.policy
				p.Rand = half
				p.Notify = func(k model.ErrorKind, d time.Duration) { kinds, waits = append(kinds, k), append(waits, d) }
				start := time.Now()
				inner := modeltest.Scripted(tt.steps...)
				resp, err := model.Retry(inner, p).Generate(t.Context(), model.Request{User: "?"})
				if resp.Text != tt.text || resp.Attempts != tt.attempts || model.KindOf(err) != tt.kind {
					t.Errorf("got %q after %d requests, error %v", resp.Text, resp.Attempts, err)
				}
				if n := len(inner.Requests()); n != len(tt.steps) {
					t.Errorf("asked %d times, want %d", n, len(tt.steps))
				}
				if !slices.Equal(waits, tt.waits) {
					t.Errorf("waits %v, want %v", waits, tt.waits)
				}
				var sum time.Duration
				for _, w := range waits {
					sum += w
				}
				if d := time.Since(start); d != sum {
					t.Errorf("took %v, want %v", d, sum)
				}
			})
		})
	}
}

func TestRetryStopsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m := model.Retry(modeltest.Scripted(failing(model.ErrRateLimit, time.Hour)), model.Policy{})
		start := time.Now()
		resp, err := m.Generate(ctx, model.Request{User: "?"})
		if !errors.Is(err, context.DeadlineExceeded) || resp.Attempts != 1 {
			t.Errorf("got %v after %d requests", err, resp.Attempts)
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("returned after %v", d)
		}
	})
}

func TestRetryLeavesContextErrors(t *testing.T) {
	m := modeltest.Scripted(modeltest.Step{Err: context.Canceled})
	if _, err := model.Retry(m, model.Policy{}).Generate(t.Context(), model.Request{User: "?"}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
	if n := len(m.Requests()); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// The default jitter stays within its bound.
func TestRetryJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := []modeltest.Step{}
		for range 5 {
			steps = append(steps, failing(model.ErrUnavailable, 0))
		}
		i := 0
		p := model.Policy{Notify: func(_ model.ErrorKind, d time.Duration) {
			if limit := time.Second << i; d < 0 || d >= limit {
				t.Errorf("wait %d is %v, want less than %v", i, d, limit)
			}
			i++
		}}
		model.Retry(modeltest.Scripted(append(steps, answering("yes"))...), p).Generate(t.Context(), model.Request{User: "?"})
		if i != 5 {
			t.Errorf("waited %d times, want 5", i)
		}
	})
}

// A failed try may be charged for, such as an empty answer: its tokens count, unless those of the answer are unknown.
func TestRetryAddsUsage(t *testing.T) {
	cost := 0.25
	used := bench.Usage{InputTokens: 10, OutputTokens: 2, CostUSD: &cost}
	fails := func(u bench.Usage) modeltest.Step {
		return modeltest.Step{Response: bench.Response{Attempts: 1, Usage: u},
			Err: &model.Error{Kind: model.ErrProtocol, Err: errors.New("empty")}}
	}
	for _, tt := range []struct {
		name  string
		steps []modeltest.Step
		input int64
		cost  float64 // -1 is unknown
	}{
		{"two empty answers",
			[]modeltest.Step{fails(used), fails(used), {Response: bench.Response{Text: "yes", Usage: used}}},
			30, 0.75},
		{"an error without tokens", []modeltest.Step{fails(bench.Usage{}), {Response: bench.Response{Usage: used}}}, 10, 0.25},
		{"only empty answers", []modeltest.Step{fails(used), fails(used)}, 20, 0.5},
		{"an unknown price",
			[]modeltest.Step{fails(bench.Usage{InputTokens: 5}), {Response: bench.Response{Usage: used}}}, 15,
			-1},
		{"an answer without usage", []modeltest.Step{fails(used), {Response: bench.Response{Text: "yes"}}}, 0, -1},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := model.Retry(modeltest.Scripted(tt.steps...), model.Policy{Attempts: len(tt.steps)})
			resp, _ := m.Generate(t.Context(), model.Request{User: "?"})
			got := -1.0
			if resp.Usage.CostUSD != nil {
				got = *resp.Usage.CostUSD
			}
			if resp.Usage.InputTokens != tt.input || got != tt.cost {
				t.Errorf("%s: %d tokens, %v dollars", tt.name, resp.Usage.InputTokens, got)
			}
		})
	}
}
