package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"assay/internal/bench"
)

// A Cache stores responses by the hash of the request. It is safe for concurrent use.
type Cache interface {
	Get(ctx context.Context, key string) (r bench.Response, ok bool, err error)
	Put(key string, r bench.Response) error // need not be durable immediately
}

// cacheVersion is part of every cache key. Raise it when the meaning of equal requests
// changes.
const cacheVersion = 1

type repetitionKey struct{}

// WithRepetition sets the repetition that the calls with ctx belong to. Without it a
// call is repetition 0.
func WithRepetition(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, repetitionKey{}, n)
}

// RepetitionOf returns the repetition that the calls with ctx belong to.
func RepetitionOf(ctx context.Context) int {
	n, _ := ctx.Value(repetitionKey{}).(int)
	return n
}

// Cached returns m with requests answered from c if the same server was asked the same
// before, in the same repetition. Repetitions never share an answer, since they measure
// how much answers differ. server distinguishes models of one name at different
// addresses.
//
// Only answered responses are stored; refused, filtered and truncated ones are not: a
// temporary fault of a provider must not be replayed forever. A response from the cache
// is marked Cached, costs nothing and has no attempts; its tokens are those of the
// original.
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
		hit.Cached, hit.Attempts, hit.Elapsed, hit.Usage.CostUSD = true, 0, 0, new(0.0)
		return hit, nil
	}
	resp, err := m.model.Generate(ctx, r)
	if err != nil || resp.Finish != bench.Answered {
		return resp, err
	}
	return resp, m.cache.Put(key, resp)
}
