//go:build unix

package main

import (
	"fmt"
	"time"
)

// strike crashes the server: at any moment, by the end of one of its processes,
// or when a client has just said that it commits, which then nobody hears. What a
// crash does to those who use the server depends on who is back first, so that
// some of them are away for a while longer.
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

// spring returns when a client behind the proxy has said that it commits, and the
// server has not heard it, or when it has nothing to commit for a while.
func (r *round) spring(p *proxy) {
	t := time.NewTimer(3 * time.Second)
	defer t.Stop()
	select {
	case <-p.trap("commit\x00"):
	case <-t.C:
	case <-r.ctx.Done():
	}
}

// crashRuns crashes the server under runs of different models, which know nothing
// of one another.
func crashRuns(r *round) error {
	models := names(3)
	c, err := r.newCluster(len(models))
	if err != nil {
		return err
	}
	r.model.behave(0, 150*time.Millisecond)
	// The first makes the tables; starting is not under test here.
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
			r.breaks("a run did not outlive a crash: exit code %d: %s", p.code(), p.said())
		}
	}
	if err := r.look(); err != nil { // before anything is asked again
		return err
	}
	for _, m := range models {
		if err := r.finish(r.db, false, m); err != nil {
			return err
		}
	}
	return nil
}

// tables has assay make its tables.
func (r *round) tables() error {
	p, err := r.start("tables", 0, "db", "migrate", "--db", r.db)
	if err != nil || !r.wait(p, time.Minute) {
		return err
	}
	if p.code() != 0 {
		r.breaks("assay db migrate ended with exit code %d: %s", p.code(), p.said())
	}
	return nil
}

// crew is a run whose questions workers ask, each through a network of its own.
type crew struct {
	r       *round
	c       *cluster
	rescue  time.Duration
	watch   *process
	workers []*process
}

const crewSize = 3

// newCrew starts a run and its workers, and returns when something is asked. A
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
	r.hear(1, w.watch, 30*time.Second)
	return w, nil
}

func (w *crew) hire(i int) (err error) {
	w.workers[i], err = w.r.start("worker", 0,
		"worker", "--db", w.c.through(i), "--max-connections", itoa(w.r.slots), "--rescue", w.rescue.String(), "--grace",
		"5s")
	return err
}

// replace kills a worker and starts another, with something in between.
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

// inspect notes the workers that ended by themselves, and starts others for them.
// A worker that refuses its command is an error.
func (w *crew) inspect() error {
	for i, p := range w.workers {
		if p.running() {
			continue
		}
		if p.code() == 2 { // the next one would do the same
			return fmt.Errorf("a worker does not take its command: %s", p.said())
		}
		w.r.breaks("a worker ended by itself with exit code %d: %s", p.code(), p.said())
		w.r.bound += w.r.atOnce() // that is one thing; what it had on its way is not another
		if err := w.hire(i); err != nil {
			return err
		}
	}
	return nil
}

// end waits for the run, while someone works on it, and starts it again until it
// ends by itself with 0.
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
		r.breaks("the run ended with exit code %d: %s", code, w.watch.said())
	}
	if err := r.look(); err != nil {
		return err
	}
	if w.c.longest > w.rescue/2 { // workers hold then, and their shards may have gone to others
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
		r.breaks("the last start ended with exit code %d: %s", again.code(), again.said())
	}
	return nil
}

// workers kills workers and crashes the server, as often in relation to each other as is said.
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
			case crashes > 0 && r.rnd.IntN(3) == 0: // the new one starts while the server is away
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

// cutDatabase makes the network of one worker after the other a bad one, for less
// than half of what workers wait.
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
