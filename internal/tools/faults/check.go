//go:build unix

package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/klauspost/compress/zstd"
	_ "modernc.org/sqlite" // the driver sqlite

	"assay/internal/core/database"
)

// open opens the database of the round for reading, directly and not through assay.
func (r *round) open() (*sql.DB, error) {
	if database.IsURL(r.db) {
		return sql.Open("pgx", r.db)
	}
	if _, err := os.Stat(r.db); err != nil {
		return nil, err // opening would create it
	}
	return sql.Open("sqlite", "file:"+r.db+"?_pragma=busy_timeout(10000)")
}

// The newest row of each trial. A failed trial must be asked again, so it does not count as stored.
const (
	plannedKeys = `SELECT DISTINCT trial_key FROM planned`
	storedRows  = `SELECT t.key, coalesce(b.text, ''), coalesce(b.codec, -1), b.request FROM trial t LEFT JOIN body b ON b.trial_id = t.id
		WHERE t.outcome <> 'failed' AND t.round = (SELECT max(u.round) FROM trial u WHERE u.key = t.key)`
)

// orphans are queries for rows whose parent row is missing.
var orphans = map[string]string{
	"bodies without a trial":      `SELECT count(*) FROM body WHERE trial_id NOT IN (SELECT id FROM trial)`,
	"derivations without a trial": `SELECT count(*) FROM derived WHERE trial_id NOT IN (SELECT id FROM trial)`,
	"trials without a body":       `SELECT count(*) FROM trial WHERE id NOT IN (SELECT trial_id FROM body)`,
	"trials without a derivation": `SELECT count(*) FROM trial WHERE outcome <> 'failed' AND id NOT IN (SELECT trial_id FROM derived)`,
	"trials without a variant":    `SELECT count(*) FROM trial WHERE variant_id NOT IN (SELECT id FROM variant)`,
	"trials twice in a round":     `SELECT count(*) FROM (SELECT key FROM trial GROUP BY key, round HAVING count(*) > 1) x`,
	"trials that nobody planned":  `SELECT count(*) FROM trial WHERE key NOT IN (SELECT trial_key FROM planned)`,
}

// look compares the database with what assay reported, with its state at the previous
// look, and with the provider's counts. It may be called while assay works. A server
// that is down at the moment is checked at a later look.
func (r *round) look() error {
	ctx, cancel := context.WithTimeout(r.ctx, 30*time.Second)
	defer cancel()
	if err := r.readReported(); err != nil { // first: everything reported by then must be stored now
		return err
	}
	db, err := r.open()
	if err != nil {
		return r.notYet(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, storedRows)
	if err != nil {
		return r.notYet(err)
	}
	defer rows.Close()
	unpack, err := zstd.NewReader(nil)
	if err != nil {
		return err
	}
	defer unpack.Close()
	now, owner := map[string]int{}, map[string]string{}
	for rows.Next() {
		var key, text string
		var codec int
		var request []byte
		if err := rows.Scan(&key, &text, &codec, &request); err != nil {
			return err
		}
		if codec == 1 {
			if request, err = unpack.DecodeAll(request, nil); err != nil {
				r.breaks("the stored request of %s cannot be read: %v", key, err)
			}
		}
		id, sent := r.model.sent(text)
		question, _ := identify(request)
		switch {
		case !sent:
			r.loses(key, fmt.Sprintf("its stored text was never sent: %.80q", text))
			continue
		case id != question:
			r.breaks("%s holds the answer to another question", key)
		case owner[id] != "":
			r.breaks("%s and %s hold the same answer", key, owner[id])
		}
		owner[id] = key
		now[key] = r.model.requests(id) // after the row was seen: no request may follow
		if before, ok := r.stored[key]; ok && now[key] > before {
			r.again[key] = true
		}
	}
	if err := rows.Err(); err != nil {
		return r.notYet(err)
	}
	for key := range r.stored {
		if _, ok := now[key]; !ok {
			r.loses(key, "it was stored and is gone")
		}
	}
	for key := range r.reported {
		if _, ok := now[key]; !ok {
			r.loses(key, "it was reported as stored and is not there")
		}
	}
	r.stored = now
	return nil
}

// notYet drops a read error unless the round is final: until then the database may be unavailable.
func (r *round) notYet(err error) error {
	if r.final {
		return fmt.Errorf("reading the database: %w", err)
	}
	return nil
}

var workerTrial = regexp.MustCompile(`msg=trial key=(\S+) .*outcome=(\S+)`)

// readReported reads which trials assay reports as stored: from the logs of runs and the output of workers.
func (r *round) readReported() error {
	for _, p := range r.processes {
		for _, file := range []string{p.stderr, filepath.Join(r.dir, p.name+".log")} {
			f, err := os.Open(file)
			if err != nil {
				continue // killed before it was created, or a worker, which has no log
			}
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				var e struct{ Msg, Key, Outcome string }
				if m := workerTrial.FindStringSubmatch(lines.Text()); m != nil {
					e.Msg, e.Key, e.Outcome = "trial", m[1], m[2]
				} else if json.Unmarshal(lines.Bytes(), &e) != nil {
					continue // text for people, or cut off by a kill
				}
				if e.Msg == "trial" && e.Outcome != "failed" {
					r.reported[e.Key] = true
				}
			}
			err = lines.Err()
			f.Close()
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

// conclude looks a last time, at everything, when no process runs any more.
func (r *round) conclude() error {
	r.final = true
	if err := r.look(); err != nil {
		return err
	}
	db, err := r.open()
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.QueryContext(r.ctx, plannedKeys)
	if err != nil {
		return err
	}
	defer rows.Close()
	r.trials = 0
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return err
		}
		r.trials++
		if _, ok := r.stored[key]; !ok {
			r.loses(key, "the run is done, and it is not stored")
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for what, query := range orphans {
		var n int
		if err := db.QueryRowContext(r.ctx, query).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			r.breaks("%d %s", n, what)
		}
	}
	var rowsSum, unsettled int64
	if err := db.QueryRowContext(r.ctx,
		`SELECT (SELECT coalesce(sum(amount), 0) FROM spend_total), coalesce(sum(amount), 0), coalesce(sum(unsettled), 0) FROM spend`).
		Scan(&r.ledger, &rowsSum, &unsettled); err != nil {
		return err
	}
	if r.ledger != rowsSum {
		r.breaks("the ledger's sum is %d, and its rows are %d", r.ledger, rowsSum)
	}
	if r.exact && unsettled != 0 {
		r.breaks("%d reservations are not settled", unsettled)
	}
	if !database.IsURL(r.db) {
		var said string
		if err := db.QueryRowContext(r.ctx, `PRAGMA integrity_check`).Scan(&said); err != nil || said != "ok" {
			r.breaks("integrity_check: %s %v", said, err)
		}
	}
	r.balance()
	return nil
}

// balance compares the counts of a round with the promises.
func (r *round) balance() {
	b := r.model.books()
	r.requests, r.charged, r.twice = b.arrived, b.charged, b.twice
	r.lostCount, r.againCount = len(r.lost), len(r.again)
	switch {
	case b.over:
		r.breaks("more than %d requests", r.model.most)
	case r.trials == 0:
		r.breaks("nothing was planned")
	}
	if r.againCount > 0 {
		r.breaks("%d trials were asked again although they were stored", r.againCount)
	}
	if r.lostCount > 0 {
		keys := slices.Sorted(maps.Keys(r.lost))
		r.breaks("%d answers are lost, the first of trial %s: %s", r.lostCount, keys[0], r.lost[keys[0]])
	}
	if r.twice > r.bound {
		r.breaks("%d answers were paid for twice, %d are allowed", r.twice, r.bound)
	}
	if r.ledger < r.charged {
		r.breaks("the ledger says %s, and %s were charged", usd(r.ledger), usd(r.charged))
	}
	if r.exact && r.ledger != r.charged {
		r.breaks("the ledger says %s, and exactly %s were charged", usd(r.ledger), usd(r.charged))
	}
	if n := r.model.strayed.Load(); n > 0 {
		r.breaks("%d requests followed a redirect to another host", n)
	}
	if left, _ := filepath.Glob(filepath.Join(r.dir, "tmp", "*")); len(left) > 0 { // the pattern is well formed
		r.breaks("temporary files are left: %s", strings.Join(left, " "))
	}
}
