package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/database"
)

// Run is one execution of a plan.
type Run struct {
	ID       string
	Plan     string
	Round    int
	Status   string // "running", "done" or "incomplete"; a killed process leaves "running"
	Started  time.Time
	Ended    time.Time // zero while the run is in progress
	Manifest bench.Manifest

	// Holder owns the reservations of this process's writers: the id of its [Hold] or of its
	// worker; "" if they are to remain forever when the process dies.
	Holder string

	instead  map[string]int            // rounds of trials that are asked again while their earlier answer is kept
	variants map[*bench.Variant]string // ids of the variants of the plan, as far as they are known
}

// PlanHash identifies a plan by its trials, in order.
func PlanHash(plan []bench.Trial) string {
	h := sha256.New()
	for _, p := range plan {
		fmt.Fprintln(h, p.Key)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Again selects the ended trials of a plan to ask again. The zero value selects those that
// failed: they have no answer.
type Again struct {
	Fresh    bool                   // all trials, in a new round
	Outcomes map[bench.Outcome]bool // trials with one of these outcomes
}

// Begin records a run of the plan and returns it with the keys of the trials that are done
// already.
//
// A trial is done when any run has ended it with an outcome other than failed and those of
// again. The newest run of the same plan is continued under its id. With again.Fresh, a new
// round begins in which nothing is done yet. A replaced row is kept, and no longer shown.
func (s *Store) Begin(ctx context.Context, plan []bench.Trial, m bench.Manifest,
	again Again) (Run, map[string]bool, error) {
	return s.BeginWith(ctx, plan, m, again, nil)
}

// BeginWith is [Store.Begin] with additional work in the same transaction: both take
// effect, or neither. with may be called again after a failed attempt.
func (s *Store) BeginWith(ctx context.Context, plan []bench.Trial, m bench.Manifest, again Again,
	with func(*database.Tx, Run, map[string]bool) error) (Run, map[string]bool, error) {
	var r Run
	var done map[string]bool
	err := s.db.Write(ctx, never, func(tx *database.Tx) error {
		var err error
		r = Run{Plan: PlanHash(plan), Status: "running", Started: m.StartedAt, Manifest: m}
		if done, err = r.begin(ctx, tx, plan, again); err != nil || with == nil {
			return err
		}
		return with(tx, r, done)
	})
	if err != nil {
		return r, nil, fmt.Errorf("starting a run: %w", err)
	}
	return r, done, nil
}

func (r *Run) begin(ctx context.Context, tx *database.Tx, plan []bench.Trial, again Again) (map[string]bool, error) {
	if err := tx.Lock(ctx, "begin"); err != nil { // two concurrent starts of one plan give one run
		return nil, err
	}
	ids, err := putVariants(ctx, tx, plan)
	if err != nil {
		return nil, err
	}
	r.variants = ids
	err = tx.QueryRowContext(ctx, `SELECT id, round FROM run WHERE plan = $1 ORDER BY round DESC, started_us DESC LIMIT 1`,
		r.Plan).
		Scan(&r.ID, &r.Round)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("looking for an earlier run: %w", err)
	}
	if r.ID == "" || again.Fresh {
		r.ID = newID(r.Manifest.StartedAt)
		if err := putRun(ctx, tx, *r, plan, ids); err != nil {
			return nil, err
		}
	}
	if err := putKeys(ctx, tx, r.ID, plan); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO spend_total (plan, amount) VALUES ($1, 0) ON CONFLICT (plan) DO NOTHING`,
		r.Plan); err != nil {
		return nil, fmt.Errorf("making the ledger of the plan: %w", err)
	}
	latest, err := rounds(ctx, tx, r.ID)
	if err != nil {
		return nil, err
	}
	if again.Fresh {
		for _, l := range latest {
			r.Round = max(r.Round, l.round+1)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE run SET round = $1 WHERE id = $2`, r.Round, r.ID); err != nil {
			return nil, fmt.Errorf("starting a round: %w", err)
		}
	}
	done := map[string]bool{}
	for key, l := range latest {
		switch {
		case l.round < r.Round, l.outcome == bench.Failed:
		case again.Outcomes[l.outcome]:
			if r.instead == nil {
				r.instead = map[string]int{}
			}
			r.instead[key] = l.round + 1
		default:
			done[key] = true
		}
	}
	return done, nil
}

type ended struct {
	round   int
	outcome bench.Outcome
}

// rounds returns the newest ending of every trial in the plan of a run that has one. It
// looks up the keys of the plan, so its cost does not depend on the size of the database.
func rounds(ctx context.Context, tx *database.Tx, run string) (map[string]ended, error) {
	out := map[string]ended{}
	return out, each(ctx, tx, "reading the ended trials", `SELECT t.key, t.round, t.outcome FROM planned p JOIN trial t ON t.key = p.trial_key
		WHERE p.run_id = $1 ORDER BY p.seq, t.round`, []any{run}, func(rows *sql.Rows) error {
		var key string
		var e ended
		err := rows.Scan(&key, &e.round, &e.outcome)
		out[key] = e
		return err
	})
}

// putKeys stores the missing parts of the keys of a run.
func putKeys(ctx context.Context, tx *database.Tx, run string, plan []bench.Trial) error {
	var missing string
	err := tx.QueryRowContext(ctx, `SELECT p.trial_key FROM planned p
		WHERE p.run_id = $1 AND NOT EXISTS (SELECT 1 FROM trial_key k WHERE k.key = p.trial_key) LIMIT 1`, run).Scan(&missing)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading trial keys: %w", err)
	}
	err = tx.Insert(ctx, "trial_key", []string{"key", "version", "parts"}, func(yield func([]any, error) bool) {
		for _, p := range plan {
			key := cmp.Or(p.Parts, &bench.TrialKey{})
			parts, err := json.Marshal(key)
			if !yield([]any{p.Key, key.Version, string(parts)}, err) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("storing trial keys: %w", err)
	}
	return nil
}

// putVariants stores the variants of a plan and returns their ids.
func putVariants(ctx context.Context, tx *database.Tx, plan []bench.Trial) (map[*bench.Variant]string, error) {
	ids := map[*bench.Variant]string{}
	var list []*bench.Variant
	var metas []string
	for _, p := range plan {
		if _, ok := ids[p.Variant]; ok {
			continue
		}
		id, meta, err := variantID(p.Variant)
		if err != nil {
			return nil, err
		}
		ids[p.Variant] = id
		list, metas = append(list, p.Variant), append(metas, meta)
	}
	err := tx.Insert(ctx, "variant", []string{"id", "key", "source", "truth", "meta"},
		func(yield func([]any, error) bool) {
			for i, v := range list {
				if !yield([]any{ids[v], v.Key, v.Source, v.Truth.String(), metas[i]}, nil) {
					return
				}
			}
		})
	if err == nil {
		err = tx.Insert(ctx, "facet", strings.Split(facetColumns, ", "), func(yield func([]any, error) bool) {
			for _, v := range list {
				if !yield(facetOf(ids[v], v), nil) {
					return
				}
			}
		})
	}
	if err != nil {
		return nil, fmt.Errorf("storing variants: %w", err)
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

func putRun(ctx context.Context, tx *database.Tx, r Run, plan []bench.Trial, ids map[*bench.Variant]string) error {
	m, err := json.Marshal(r.Manifest)
	if err != nil {
		return fmt.Errorf("storing the manifest: %w", err)
	}
	if _, err := tx.ExecContext(ctx,
		`INSERT INTO run (id, plan, round, status, started_us, manifest) VALUES ($1, $2, $3, $4, $5, $6)`,
		r.ID, r.Plan, r.Round, r.Status, r.Started.UnixMicro(), string(m)); err != nil {
		return fmt.Errorf("storing the run: %w", err)
	}
	err = tx.Append(ctx, "planned", []string{"run_id", "seq", "trial_key", "subject", "variant_id", "repetition"},
		func(yield func([]any, error) bool) {
			for i, p := range plan {
				if !yield([]any{r.ID, i, p.Key, p.Subject, ids[p.Variant], p.Repetition}, nil) {
					return
				}
			}
		})
	if err != nil {
		return fmt.Errorf("storing the plan: %w", err)
	}
	return nil
}
