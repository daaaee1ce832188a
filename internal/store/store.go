// Package store keeps results.db: the plan of every run, the exact request and
// response of every trial, and what was derived from them. The raw record is
// written with its trial and never changed; the derived part can be made again.
//
// The database is SQLite in WAL mode with one writing connection, so that
// readers never wait for a run in progress.
package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"assay/internal/bench"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open results database. It is safe for concurrent use.
type Store struct {
	w *sql.DB // one connection
	r *sql.DB
}

// Open opens the database at path, creating and migrating it as needed.
func Open(ctx context.Context, path string) (*Store, error) {
	dsn := func(extra string) string {
		return "file:" + (&url.URL{Path: path}).EscapedPath() +
			"?_pragma=busy_timeout(15000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" + extra
	}
	w, err := sql.Open("sqlite", dsn("&_txlock=immediate"))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	w.SetMaxOpenConns(1)
	if err := migrate(ctx, w); err != nil {
		w.Close()
		return nil, fmt.Errorf("opening %s: %w; is it a results database of assay, and can it be written?", path, err)
	}
	r, err := sql.Open("sqlite", dsn("&_pragma=query_only(1)"))
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	r.SetMaxOpenConns(4)
	return &Store{w: w, r: r}, nil
}

// ErrNone means that there is no database, or no run in it.
var ErrNone = errors.New("no run has been stored yet; start with `assay run`")

// OpenExisting opens a database that must exist.
func OpenExisting(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrNone)
	}
	return Open(ctx, path)
}

func migrate(ctx context.Context, db *sql.DB) error {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.r.Close(), s.w.Close()) }

// Planned is one trial of a plan.
type Planned struct {
	Key        string
	Subject    string
	Variant    *bench.Variant
	Repetition int
}

// Run is one execution of a plan.
type Run struct {
	ID       string
	Plan     string
	Round    int
	Status   string // "running", "done" or "incomplete"; a killed process leaves "running"
	Started  time.Time
	Ended    time.Time // zero while it runs
	Manifest bench.Manifest
}

// PlanHash identifies a plan by its trials, in order.
func PlanHash(plan []Planned) string {
	h := sha256.New()
	for _, p := range plan {
		fmt.Fprintln(h, p.Key)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Begin records a run of the plan and returns it with the keys of the trials
// that are done already.
//
// Without fresh, a trial is done when any run has ended it with an outcome other
// than failed, and the newest run of the same plan is continued under its id.
// With fresh, a new round begins in which nothing is done yet; what earlier
// rounds brought is kept, and no longer shown.
func (s *Store) Begin(ctx context.Context, plan []Planned, m bench.Manifest, fresh bool) (Run, map[string]bool, error) {
	r := Run{Plan: PlanHash(plan), Status: "running", Started: m.StartedAt, Manifest: m}
	tx, err := s.w.BeginTx(ctx, nil)
	if err != nil {
		return r, nil, fmt.Errorf("starting a run: %w", err)
	}
	defer tx.Rollback()

	ids, err := putVariants(ctx, tx, plan)
	if err != nil {
		return r, nil, err
	}
	err = tx.QueryRowContext(ctx, `SELECT id, round FROM run WHERE plan = $1 ORDER BY round DESC, started_us DESC LIMIT 1`, r.Plan).
		Scan(&r.ID, &r.Round)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return r, nil, fmt.Errorf("looking for an earlier run: %w", err)
	}
	latest, err := rounds(ctx, tx)
	if err != nil {
		return r, nil, err
	}
	if fresh {
		for _, p := range plan {
			if l, ok := latest[p.Key]; ok {
				r.Round = max(r.Round, l.round+1)
			}
		}
	}
	if r.ID == "" || fresh {
		r.ID = newID(m.StartedAt)
		if err := putRun(ctx, tx, r, plan, ids); err != nil {
			return r, nil, err
		}
	}
	done := map[string]bool{}
	for _, p := range plan {
		if l, ok := latest[p.Key]; ok && l.round >= r.Round && !l.failed {
			done[p.Key] = true
		}
	}
	if err := tx.Commit(); err != nil {
		return r, nil, fmt.Errorf("starting a run: %w", err)
	}
	return r, done, nil
}

type ended struct {
	round  int
	failed bool
}

// rounds returns the newest round of every trial.
func rounds(ctx context.Context, tx *sql.Tx) (map[string]ended, error) {
	rows, err := tx.QueryContext(ctx, `SELECT key, round, outcome FROM trial ORDER BY round`)
	if err != nil {
		return nil, fmt.Errorf("reading what is done: %w", err)
	}
	defer rows.Close()
	out := map[string]ended{}
	for rows.Next() {
		var key, outcome string
		var e ended
		if err := rows.Scan(&key, &e.round, &outcome); err != nil {
			return nil, err
		}
		e.failed = bench.Outcome(outcome) == bench.Failed
		out[key] = e
	}
	return out, rows.Err()
}

// putVariants stores the variants of a plan and returns their ids.
func putVariants(ctx context.Context, tx *sql.Tx, plan []Planned) (map[*bench.Variant]string, error) {
	st, err := tx.PrepareContext(ctx, `INSERT INTO variant (id, key, source, truth, meta) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	ids := map[*bench.Variant]string{}
	for _, p := range plan {
		if _, ok := ids[p.Variant]; ok {
			continue
		}
		id, meta, err := variantID(p.Variant)
		if err != nil {
			return nil, err
		}
		if _, err := st.ExecContext(ctx, id, p.Variant.Key, p.Variant.Source, p.Variant.Truth.String(), meta); err != nil {
			return nil, fmt.Errorf("storing %s: %w", p.Variant.Key, err)
		}
		ids[p.Variant] = id
	}
	return ids, nil
}

// variantID returns the id of a variant, the hash of its JSON, and the JSON.
func variantID(v *bench.Variant) (id, meta string, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", "", fmt.Errorf("storing %s: %w", v.Key, err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16]), string(b), nil
}

func putRun(ctx context.Context, tx *sql.Tx, r Run, plan []Planned, ids map[*bench.Variant]string) error {
	m, err := json.Marshal(r.Manifest)
	if err != nil {
		return fmt.Errorf("storing the manifest: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO run (id, plan, round, status, started_us, manifest) VALUES ($1, $2, $3, $4, $5, $6)`,
		r.ID, r.Plan, r.Round, r.Status, r.Started.UnixMicro(), string(m)); err != nil {
		return fmt.Errorf("storing the run: %w", err)
	}
	st, err := tx.PrepareContext(ctx, `INSERT INTO planned (run_id, seq, trial_key, subject, variant_id, repetition) VALUES ($1, $2, $3, $4, $5, $6)`)
	if err != nil {
		return err
	}
	defer st.Close()
	for i, p := range plan {
		if _, err := st.ExecContext(ctx, r.ID, i, p.Key, p.Subject, ids[p.Variant], p.Repetition); err != nil {
			return fmt.Errorf("storing the plan: %w", err)
		}
	}
	return nil
}

// End marks a run as done or incomplete.
func (s *Store) End(ctx context.Context, id string, done bool, at time.Time) error {
	status := "incomplete"
	if done {
		status = "done"
	}
	_, err := s.w.ExecContext(ctx, `UPDATE run SET status = $1, ended_us = $2 WHERE id = $3`, status, at.UnixMicro(), id)
	if err != nil {
		return fmt.Errorf("ending the run: %w", err)
	}
	return nil
}

// newID returns an id that sorts by time and does not collide between machines.
func newID(at time.Time) string {
	var b [3]byte
	rand.Read(b[:]) // never fails
	return at.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(b[:])
}
