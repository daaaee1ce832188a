//go:build unix

package main

import (
	"fmt"
	"time"
)

// strike crashes the server: at a random moment, through the end of one of its processes,
// or when a client has just sent its commit, which then gets no reply. The effect of a
// crash on the clients depends on who reconnects first, so some of them stay
// disconnected for a while longer.
func (r *round) strike(c *cluster) error {
	r.crashes++
	since := time.Now()
	defer func() { c.longest = max(c.longest, time.Since(since)) }()
	how := r.rnd.IntN(10)
	switch how {
	case 0, 1:
		return c.killBackend(r.ctx)
	case 2:
		return c.restart(r.ctx)
	case 3:
		if err := c.die(); err != nil {
			return err
		}
		return c.restart(r.ctx)
	}
	victim := r.rnd.IntN(len(c.proxies))
	r.spring(c.proxies[victim])
	since = time.Now()
	if err := c.die(); err != nil {
		return err
	}
	for i, p := range c.proxies {
		if (i == victim) == (how < 8) {
			p.drop()
		}
	}
	if err := c.restart(r.ctx); err != nil {
		return err
	}
	r.pause(200*time.Millisecond, 1500*time.Millisecond)
	for _, p := range c.proxies {
		p.restore()
	}
	return nil
}

// spring returns when a client behind the proxy has sent a commit that the server has
// not received, or after a while if there is nothing to commit.
func (r *round) spring(p *proxy) {
	t := time.NewTimer(3 * time.Second)
	defer t.Stop()
	select {
	case <-p.trap("commit\x00"):
	case <-t.C:
	case <-r.ctx.Done():
	}
}

// crashRuns crashes the server under runs of different models, which are independent
// of each other.
func crashRuns(r *round) error {
	models := names(3)
	c, err := r.newCluster(len(models))
	if err != nil {
		return err
	}
	r.model.behave(0, 150*time.Millisecond)
	// The first run creates the tables; startup is not under test here.
	if err := r.tables(); err != nil {
		return err
	}
	runs := make([]*process, len(models))
	for i, m := range models {
		if runs[i], err = r.start("run", 0, r.runArgs(c.through(i), m)...); err != nil {
			return err
		}
	}
	for _, p := range runs {
		r.begun(p)
	}
	running := func() bool {
		for _, p := range runs {
			if p.running() {
				return true
			}
		}
		return false
	}
	for r.crashes < r.size.hits && running() && r.ctx.Err() == nil {
		r.pause(100*time.Millisecond, 800*time.Millisecond)
		if err := r.strike(c); err != nil {
			return err
		}
		if err := r.look(); err != nil {
			return err
		}
	}
	for _, p := range runs {
		if r.wait(p, 3*time.Minute) && p.code() != 0 {
			r.breaks("a run did not outlive a crash: exit code %d: %s", p.code(), p.lastLine())
		}
	}
	if err := r.look(); err != nil { // before any trial is asked again
		return err
	}
	for _, m := range models {
		if err := r.finish(r.db, false, m); err != nil {
			return err
		}
	}
	return nil
}

// tables makes assay create its tables.
func (r *round) tables() error {
	p, err := r.start("tables", 0, "db", "migrate", "--db", r.db)
	if err != nil || !r.wait(p, time.Minute) {
		return err
	}
	if p.code() != 0 {
		r.breaks("assay db migrate ended with exit code %d: %s", p.code(), p.lastLine())
	}
	return nil
}

// crew is a run whose questions are asked by workers, each through its own network.
type crew struct {
	r       *round
	c       *cluster
	rescue  time.Duration
	watch   *process
	workers []*process
}

const crewSize = 3

// newCrew starts a run and its workers, and returns after the first request. A
// rescue period of 0 is longer than the round.
func (r *round) newCrew(rescue time.Duration) (*crew, error) {
	c, err := r.newCluster(crewSize)
	if err != nil {
		return nil, err
	}
	r.model.behave(0, 150*time.Millisecond)
	if err := r.tables(); err != nil {
		return nil, err
	}
	w := &crew{r: r, c: c, rescue: rescue, workers: make([]*process, crewSize)}
	if rescue == 0 {
		w.rescue = longestRound
	}
	if w.watch, err = r.start("watch", 0, append(r.runArgs(r.db, names(2)...), "--distributed")...); err != nil {
		return nil, err
	}
	for i := range w.workers {
		if err := w.hire(i); err != nil {
			return nil, err
		}
	}
	r.begun(w.watch)
	r.awaitRequests(1, w.watch, 30*time.Second)
	return w, nil
}

func (w *crew) hire(i int) (err error) {
	w.workers[i], err = w.r.start("worker", 0,
		"worker", "--db", w.c.through(i), "--max-connections", fmt.Sprint(w.r.slots), "--rescue", w.rescue.String(),
		"--grace", "5s")
	return err
}

// replace kills a worker and starts another; between is called in the meantime.
func (w *crew) replace(between func() error) error {
	i := w.r.rnd.IntN(crewSize)
	w.workers[i].kill()
	w.r.kills++
	w.r.bound += w.r.atOnce()
	if err := between(); err != nil {
		return err
	}
	return w.hire(i)
}

// inspect counts the workers that ended by themselves, and replaces them.
// A worker that rejects its command line is an error.
func (w *crew) inspect() error {
	for i, p := range w.workers {
		if p.running() {
			continue
		}
		if p.code() == 2 { // its replacement would do the same
			return fmt.Errorf("a worker does not take its command: %s", p.lastLine())
		}
		w.r.breaks("a worker ended by itself with exit code %d: %s", p.code(), p.lastLine())
		w.r.bound += w.r.atOnce() // that is one thing; what it had on its way is not another
		if err := w.hire(i); err != nil {
			return err
		}
	}
	return nil
}

// end waits for the run while workers process it, and restarts it until it exits by
// itself with 0.
func (w *crew) end() error {
	r := w.r
	for deadline := time.Now().Add(3 * time.Minute); w.watch.running() && time.Now().Before(deadline) &&
		r.ctx.Err() == nil; r.pause(100*time.Millisecond, 100*time.Millisecond) {
		if err := w.inspect(); err != nil {
			return err
		}
	}
	if !r.wait(w.watch, time.Second) {
		return nil
	}
	if code := w.watch.code(); code != 0 {
		r.breaks("the run ended with exit code %d: %s", code, w.watch.lastLine())
	}
	if err := r.look(); err != nil {
		return err
	}
	if w.c.longest > w.rescue/2 { // workers pause then, and their shards may have gone to others
		r.bound += crewSize * r.atOnce()
	}
	for i := range w.c.proxies {
		w.c.proxies[i].restore()
	}
	again, err := r.start("last", 0, append(r.runArgs(r.db, names(2)...), "--distributed")...)
	if err != nil || !r.wait(again, 2*time.Minute) {
		return err
	}
	if again.code() != 0 {
		r.breaks("the last start ended with exit code %d: %s", again.code(), again.lastLine())
	}
	return nil
}

// workers kills workers and crashes the server, in the given proportion.
func workers(kills, crashes int) func(*round) error {
	return func(r *round) error {
		rescue := 8 * time.Second
		if kills == 0 {
			rescue = 0
		}
		w, err := r.newCrew(rescue)
		if err != nil {
			return err
		}
		for r.kills+r.crashes < r.size.hits && w.watch.running() && r.ctx.Err() == nil {
			r.pause(100*time.Millisecond, 800*time.Millisecond)
			switch n := r.rnd.IntN(kills + crashes); {
			case n >= kills:
				err = r.strike(w.c)
			case crashes > 0 && r.rnd.IntN(3) == 0: // the replacement starts while the server is down
				r.crashes++
				if err = w.replace(w.c.die); err == nil {
					r.pause(0, 2*time.Second)
					err = w.c.restart(r.ctx)
				}
			default:
				err = w.replace(func() error { return nil })
			}
			if err != nil {
				return err
			}
			if err := r.look(); err != nil {
				return err
			}
			if err := w.inspect(); err != nil {
				return err
			}
		}
		return w.end()
	}
}

// cutDatabase degrades the network of one worker after the other, for less than half
// of the time that workers wait.
func cutDatabase(r *round) error {
	w, err := r.newCrew(0)
	if err != nil {
		return err
	}
	for r.crashes < r.size.hits && w.watch.running() && r.ctx.Err() == nil {
		r.pause(100*time.Millisecond, 600*time.Millisecond)
		p := w.c.proxies[r.rnd.IntN(crewSize)]
		if r.rnd.IntN(2) == 0 { // in the middle of a commit
			r.spring(p)
		}
		p.bad(r, 3*time.Second)
		r.crashes++
		if err := r.look(); err != nil {
			return err
		}
		if err := w.inspect(); err != nil {
			return err
		}
	}
	return w.end()
}
