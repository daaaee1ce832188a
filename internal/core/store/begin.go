package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Run is one execution of a plan.
type Run struct {
	ID       string
	Plan     string
	Round    int
	Status   string // "running", "done" or "incomplete"; a killed process leaves "running"
	Started  time.Time
	Ended    time.Time // zero while the run is in progress; of a run that goes on, when it ended last
	Manifest bench.Manifest

	// Holder owns the reservations of this process's writers: the id of its [Hold] or of its
	// worker; "" if they are to remain forever when the process dies.
	Holder string

	// Relabelled counts the texts whose stored answers were judged by other labels than those
	// of the plan that [Store.Begin] got; 0 on a run that was read.
	Relabelled int

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
// again. The newest run of the same plan and suites is continued under its id. With
// again.Fresh, a new round begins in which nothing is done yet. A replaced row is kept, and
// no longer shown.
//
// The truth of the plan is what counts: an answer that was judged by other labels is read
// without parser and judge, so that it is derived again.
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
	if err := r.resume(ctx, tx); err != nil {
		return nil, err
	}
	if r.ID == "" || again.Fresh {
		r.ID, r.Ended = newID(r.Manifest.StartedAt), time.Time{}
		err = putRun(ctx, tx, *r, plan, ids)
	} else {
		err = r.replan(ctx, tx, plan, ids)
	}
	if err != nil {
		return nil, err
	}
	if err := putKeys(ctx, tx, r.ID, plan); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO spend_total (plan, amount) VALUES ($1, 0) ON CONFLICT (plan) DO NOTHING`,
		r.Plan); err != nil {
		return nil, fmt.Errorf("making the ledger of the plan: %w", err)
	}
	latest, relabelled, err := rounds(ctx, tx, r.ID)
	if err == nil {
		err = r.relabel(ctx, tx, relabelled, ids)
	}
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

// resume sets id and round to those of the newest run of the plan over the same suites.
func (r *Run) resume(ctx context.Context, tx *database.Tx) error {
	return each(ctx, tx, "looking for an earlier run",
		`SELECT id, round, ended_us, manifest FROM run WHERE plan = $1 ORDER BY round, started_us`, []any{r.Plan},
		func(rows *sql.Rows) error {
			var id, text string
			var round int
			var ended sql.NullInt64
			if err := rows.Scan(&id, &round, &ended, &text); err != nil {
				return err
			}
			var m bench.Manifest
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				return fmt.Errorf("the manifest of run %s cannot be read: %w", id, err)
			}
			if slices.Equal(slices.Sorted(maps.Keys(m.Suites)), slices.Sorted(maps.Keys(r.Manifest.Suites))) {
				r.ID, r.Round, r.Ended = id, round, time.Time{}
				if ended.Valid {
					r.Ended = time.UnixMicro(ended.Int64).UTC()
				}
			}
			return nil
		})
}

// replan makes the variants of a continued run those of its plan, whose labels may have changed.
func (r *Run) replan(ctx context.Context, tx *database.Tx, plan []bench.Trial, ids map[*bench.Variant]string) error {
	known := map[string]bool{}
	for _, id := range ids {
		known[id] = true
	}
	changed := map[string]bool{}
	err := each(ctx, tx, "reading the plan", `SELECT DISTINCT variant_id FROM planned WHERE run_id = $1`, []any{r.ID},
		func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			if !known[id] {
				changed[id] = true
			}
			return err
		})
	if err != nil || len(changed) == 0 {
		return err
	}
	for i, p := range plan {
		if err := tx.Queue(ctx, `UPDATE planned SET variant_id = $1 WHERE run_id = $2 AND seq = $3`,
			[]any{ids[p.Variant], r.ID, i}, nil); err != nil {
			return fmt.Errorf("storing the plan: %w", err)
		}
	}
	return tx.Flush(ctx)
}

// relabel counts the texts whose labels have changed since their answers were judged. In all
// runs it replaces an earlier version of a variant by the planned one. pairs holds the ids of
// the variant that an answer was judged by and of the planned variant.
func (r *Run) relabel(ctx context.Context, tx *database.Tx, pairs map[[2]string]bool,
	ids map[*bench.Variant]string) error {
	planned := map[string]*bench.Variant{}
	for v, id := range ids {
		planned[id] = v
	}
	changed := map[string]bool{}
	for pair := range pairs {
		was, is := new(bench.Variant), planned[pair[1]]
		if planned[pair[0]] != nil {
			continue // two texts of the plan are equal and share their answers
		}
		var meta string
		err := tx.QueryRowContext(ctx, `SELECT meta FROM variant WHERE id = $1`, pair[0]).Scan(&meta)
		if err == nil {
			err = json.Unmarshal([]byte(meta), was)
		}
		if err != nil {
			return fmt.Errorf("reading variant %s: %w", pair[0], err)
		}
		same := sameTruth(was, is)
		if !same {
			changed[pair[1]] = true
		}
		if was.Key != is.Key {
			continue // of another suite, or renamed: other runs may still show it
		}
		err = tx.Queue(ctx, `UPDATE planned SET variant_id = $1 WHERE run_id IN (SELECT id FROM run) AND variant_id = $2`,
			[]any{pair[1], pair[0]}, nil)
		if err == nil && same {
			err = tx.Queue(ctx, `UPDATE trial SET variant_id = $1 WHERE variant_id = $2 AND key IN (
				SELECT trial_key FROM planned WHERE run_id IN (SELECT id FROM run) AND variant_id = $1)`,
				[]any{pair[1], pair[0]}, nil)
		}
		if err != nil {
			return fmt.Errorf("replacing variant %s: %w", pair[0], err)
		}
	}
	r.Relabelled = len(changed)
	return nil
}

// sameTruth reports whether everything that judges read of two variants is equal.
func sameTruth(a, b *bench.Variant) bool {
	read := func(v *bench.Variant) any {
		return []any{v.Truth, v.Class, v.Labels, v.Further, v.RootCause, v.Attack, v.Fix, v.Incident, v.Continuation}
	}
	x, err := json.Marshal(read(a))
	y, err2 := json.Marshal(read(b))
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// rounds returns the newest ending of every trial in the plan of a run that has one, and the
// pairs of different variants that a trial was judged by and is planned with. It looks up the
// keys of the plan, so its cost does not depend on the size of the database.
func rounds(ctx context.Context, tx *database.Tx, run string) (map[string]ended, map[[2]string]bool, error) {
	out, pairs := map[string]ended{}, map[[2]string]bool{}
	return out, pairs, each(ctx, tx, "reading the ended trials", `SELECT t.key, t.round, t.outcome, t.variant_id, p.variant_id
		FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 ORDER BY p.seq, t.round`, []any{run},
		func(rows *sql.Rows) error {
			var key string
			var e ended
			var pair [2]string
			err := rows.Scan(&key, &e.round, &e.outcome, &pair[0], &pair[1])
			out[key] = e
			if pair[0] != pair[1] {
				pairs[pair] = true
			}
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
