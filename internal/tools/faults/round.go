//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/internal/core/model/limit"
)

// counts are the observations of a round, which the table sums.
type counts struct {
	kills, crashes, starts int // crashes of the server, and failures of a network or a disk
	trials, requests       int
	lostCount, againCount  int
	twice, bound           int
	ledger, charged        int64 // billionths of a dollar
}

// size is the amount of work of a round.
type size struct {
	bases int // of the suite; six trials each
	hits  int // kills, crashes, cuts
}

// round is one execution of a campaign: a database, a provider, and the
// processes that ask. It is used by one goroutine.
type round struct {
	counts
	ctx   context.Context
	rnd   *rand.Rand
	size  size
	assay string // the program
	dir   string // of all written files
	model *provider
	db    string // the database that the checks read
	slots int
	exact bool // the ledger must equal the amount charged
	limit bool // the runs have a budget, which is never used up
	base  string

	processes []*process
	ends      []func() // called in reverse order

	stored   map[string]int    // trial → requests for it when it was seen in the database
	reported map[string]bool   // trials that assay reported as stored
	lost     map[string]string // trial → why it seems to be lost
	again    map[string]bool   // trials that were asked again although they were stored
	final    bool              // no process runs any more
	broken   []string          // descriptions of broken promises
}

// play executes a campaign once. The error concerns the test environment, not assay.
func (c campaign) play(ctx context.Context, assay, scratch string, seed uint64, s size) (*round, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, longestRound, errRoundTooLong)
	defer cancel()
	dir, err := os.MkdirTemp(scratch, c.name+"-")
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		return nil, err
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	r := &round{ctx: ctx, rnd: rnd, size: s, assay: assay, dir: dir, slots: 3 + rnd.IntN(6), exact: c.exact,
		limit:  seed%2 == 0,
		stored: map[string]int{}, reported: map[string]bool{}, lost: map[string]string{}, again: map[string]bool{}}
	defer func() {
		for _, p := range r.processes {
			p.kill()
		}
		for _, end := range slices.Backward(r.ends) {
			end()
		}
	}()
	if r.model, err = newProvider(ctx, rand.New(rand.NewPCG(seed, 2)), 200+60*s.bases*10); err != nil {
		return nil, err
	}
	r.db, r.base = filepath.Join(dir, "results.db"), r.model.URL
	if err = c.run(r); err == nil {
		r.stop()
		err = r.conclude()
	}
	if errors.Is(context.Cause(ctx), errRoundTooLong) {
		r.breaks("the round was not over after %v: %v", longestRound, err)
		err = nil
	}
	return r, err
}

const longestRound = 5 * time.Minute

var errRoundTooLong = errors.New("the round takes too long")

// after registers a function to call at the end of the round.
func (r *round) after(f func()) { r.ends = append(r.ends, f) }

// breaks records that a promise was broken.
func (r *round) breaks(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.broken, text) {
		r.broken = append(r.broken, text)
	}
}

// loses records that an answer seems lost, and why.
func (r *round) loses(key, why string) {
	if r.lost[key] == "" {
		r.lost[key] = why
	}
}

// runArgs returns the arguments of a run of some models on the first bases of the suite.
func (r *round) runArgs(db string, models ...string) []string {
	args := []string{"run", "--suite", "tenantsql", "--limit", fmt.Sprint(r.size.bases), "--db", db, "--base-url", r.base,
		"--reports", filepath.Join(r.dir, "reports"),
		"--max-connections", fmt.Sprint(r.slots), "--request-timeout", "4", "--max-retries", "3", "--max-tokens",
		fmt.Sprint(maxOutput)}
	if r.limit {
		args = append(args, "--budget-usd", "100000")
	}
	for _, m := range models {
		args = append(args, "--model", "openai/"+m, "--price", fmt.Sprintf("openai/%s=%d/%d", m, inputPrice/1000,
			outputPrice/1000))
	}
	return args
}

// atOnce is how many answers of a process may be under way and not yet stored:
// requests in flight, and answers that have just arrived.
func (r *round) atOnce() int { return limit.WithLine(r.slots) }

// pause waits for a random time.
func (r *round) pause(least, most time.Duration) {
	t := time.NewTimer(least + time.Duration(r.rnd.Int64N(int64(most-least)+1)))
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.ctx.Done():
	}
}

// begun returns when a run has its plan and starts to ask: only from then on does it wait for its database.
func (r *round) begun(p *process) {
	for deadline := time.Now().Add(time.Minute); p.running() && time.Now().Before(deadline) &&
		r.ctx.Err() == nil; r.pause(20*time.Millisecond, 20*time.Millisecond) {
		if log, err := os.ReadFile(filepath.Join(r.dir, p.name+".log")); err == nil &&
			bytes.Contains(log, []byte(`"msg":"start"`)) {
			return
		}
	}
}

// awaitRequests returns when n more requests have arrived, the process has ended, or the time is over.
func (r *round) awaitRequests(n int, p *process, longest time.Duration) {
	r.model.forget()
	t := time.NewTimer(longest)
	defer t.Stop()
	for range n {
		select {
		case <-r.model.news:
		case <-p.ended:
			return
		case <-t.C:
			return
		case <-r.ctx.Done():
			return
		}
	}
}

// finish restarts a command until it exits by itself with 0, and looks after each
// start. Only if servers are faulty may it exit with 1, which means that some
// trials failed, and be restarted.
func (r *round) finish(db string, mayFail bool, models ...string) error {
	const most = 15
	for range most {
		p, err := r.start("last", 0, r.runArgs(db, models...)...)
		if err != nil {
			return err
		}
		if !r.wait(p, 3*time.Minute) {
			return nil
		}
		if err := r.look(); err != nil {
			return err
		}
		switch code := p.code(); {
		case code == 0:
			return nil
		case code == 1 && mayFail:
		default:
			r.breaks("the last start ended with exit code %d: %s", code, p.lastLine())
			return nil
		}
	}
	r.breaks("%d starts did not finish the run", most)
	return nil
}
