package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"assay/internal/bench"
)

// A Cache keeps responses by the hash of what was asked. It is safe for
// concurrent use.
type Cache interface {
	Get(ctx context.Context, key string) (r bench.Response, ok bool, err error)
	Put(key string, r bench.Response) error // need not be durable at once
}

// cacheVersion is part of every cache key. Raise it when equal requests may
// mean something else than before.
const cacheVersion = 1

type repetitionKey struct{}

// WithRepetition says which repetition of a question the calls with ctx make.
// Without it a call is repetition 0.
func WithRepetition(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, repetitionKey{}, n)
}

// RepetitionOf returns which repetition of a question the calls with ctx make.
func RepetitionOf(ctx context.Context) int {
	n, _ := ctx.Value(repetitionKey{}).(int)
	return n
}

// Cached returns m answering from c what was asked of the same server before, in
// the same repetition: repetitions exist to see how much answers differ, so
// they never share one. server tells apart models of one name at different
// addresses.
//
// Answers are kept, refusals, filtered and cut ones are not: a bad day of a
// provider must not be replayed for ever. A response from the cache says so, cost
// nothing and has no attempts; its tokens are those of the original.
func Cached(m Model, server string, c Cache) Model { return &cached{m, server, c} }

type cached struct {
	model  Model
	server string
	cache  Cache
}

// CacheKey identifies a request: every field of it, the server and the repetition.
// It fails when a tool's parameters or a raw turn are not JSON.
func CacheKey(server string, r Request, repetition int) (string, error) {
	b, err := json.Marshal(struct {
		Version    int
		Server     string
		Request    Request
		Repetition int
	}{cacheVersion, server, r, repetition})
	if err != nil {
		return "", &Error{Kind: ErrInvalid, Free: true, Err: fmt.Errorf("the request cannot be encoded: %w", err)}
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// Generate implements [Model].
func (m *cached) Generate(ctx context.Context, r Request) (bench.Response, error) {
	key, err := CacheKey(m.server, r, RepetitionOf(ctx))
	if err != nil {
		return bench.Response{}, err
	}
	hit, ok, err := m.cache.Get(ctx, key)
	if err != nil {
		return bench.Response{}, fmt.Errorf("reading the cache of responses: %w", err)
	}
	if ok {
		free := 0.0
		hit.Cached, hit.Attempts, hit.Elapsed, hit.Usage.CostUSD = true, 0, 0, &free
		return hit, nil
	}
	resp, err := m.model.Generate(ctx, r)
	if err != nil || resp.Finish != bench.Answered {
		return resp, err
	}
	return resp, m.cache.Put(key, resp)
}
