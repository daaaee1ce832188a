package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// keeping is one response for the cache.
type keeping struct {
	key  string
	meta string // JSON of bench.Response, without the raw bytes
}

// Cached returns the response that the cache holds under a key; ok is false if there is
// none.
func (s *Store) Cached(ctx context.Context, key string) (bench.Response, bool, error) {
	var r bench.Response
	var meta string
	var codec int
	err := s.db.R.QueryRowContext(ctx, `SELECT meta, codec, request, response FROM cache WHERE key = $1`, key).Scan(&meta,
		&codec, &r.RawRequest, &r.RawResponse)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(meta), &r)
	}
	if err == nil {
		r.RawRequest, err = s.pack.unpack(codec, r.RawRequest)
	}
	if err == nil {
		r.RawResponse, err = s.pack.unpack(codec, r.RawResponse)
	}
	if err != nil {
		return r, false, fmt.Errorf("reading %.12s from the cache: %w", key, err)
	}
	return r, true, nil
}

// Keep puts a response into the cache. It does not wait: a response that a crash loses is
// asked for again.
func (w *Writer) Keep(key string, r bench.Response) error {
	meta, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("keeping a response: %w", err)
	}
	w.in <- item{keeping: &keeping{key, string(meta)}, request: w.store.pack.pack(r.RawRequest),
		response: w.store.pack.pack(r.RawResponse)}
	return w.Err()
}

func putKeeping(ctx context.Context, tx *database.Tx, it item) error {
	err := tx.Queue(ctx,
		`INSERT INTO cache (key, at_us, meta, codec, request, response) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING`,
		[]any{it.keeping.key, time.Now().UnixMicro(), it.keeping.meta, codecZstd, it.request, it.response}, nil)
	if err != nil {
		return fmt.Errorf("keeping a response: %w", err)
	}
	return nil
}
