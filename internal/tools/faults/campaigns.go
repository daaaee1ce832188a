//go:build unix

package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"assay/internal/core/base/exit"
)

// campaign is one kind of attack. A round of it attacks until its size is reached
// or nothing is left to attack, lets assay finish, and counts.
type campaign struct {
	name  string
	what  string // description for the table
	exact bool   // no assay was killed and no answer was lost in transit: the ledger equals the amount charged
	size  size
	short size // in the test
	run   func(*round) error
}

// campaigns lists all campaigns; those of one database are adjacent. A round's bound limits how
// many answers may be paid for twice; it is 0 unless the campaign raises it.
var campaigns = []campaign{
	{"sqlite-quiet", "nothing happens", true, size{20, 0}, size{2, 0}, quiet},
	{"sqlite-kill", "kill -9 at random moments", false, size{25, 12}, size{3, 3}, killed(0)},
	{"sqlite-kill-faults", "kill -9, and 30 % of the answers are faulty", false, size{10, 6}, size{2, 1}, killed(0.3)},
	{"sqlite-interrupt", "SIGINT, SIGTERM or SIGHUP, half of them twice", false, size{25, 12}, size{3, 3}, interrupted},
	{"sqlite-full-disk", "files may not grow any more (ulimit -f)", false, size{20, 4}, size{4, 2}, fullDisk},
	{"sqlite-two-starts", "the same command is started twice at once", true, size{8, 0}, size{2, 0}, twoStarts},
	{"sqlite-cut-model", "the network to the model server is cut", false, size{15, 8}, size{3, 2}, cutModel},
	{"postgres-quiet", "nothing happens", true, size{20, 0}, size{2, 0}, quietPostgres},
	{"postgres-two-starts", "the same command is started twice at once", true, size{8, 0}, size{2, 0}, twoStartsPostgres},
	{"postgres-crash-runs", "the server crashes under three lone runs", true, size{40, 8}, size{10, 2}, crashRuns},
	{"postgres-crash-workers", "the server crashes under three workers", true, size{40, 8}, size{10, 2}, workers(0, 1)},
	{"postgres-kill-workers", "workers are killed", false, size{40, 6}, size{10, 1}, workers(1, 0)},
	{"postgres-kill-crash", "workers are killed, the server crashes", false, size{40, 8}, size{10, 2}, workers(1, 1)},
	{"postgres-cut-database", "the network between workers and server is cut", true, size{40, 8}, size{10, 2},
		cutDatabase},
}

func quiet(r *round) error {
	return r.only(r.db)
}

// only does one run, and expects one request for each trial.
func (r *round) only(db string) error {
	p, err := r.start("only", 0, r.runArgs(db, "m")...)
	if err != nil || !r.wait(p, 3*time.Minute) {
		return err
	}
	if p.code() != 0 {
		r.breaks("the only start ended with exit code %d: %s", p.code(), p.lastLine())
	}
	return nil
}

// killed kills a run at random moments: during the start, while it asks, and while it stores.
func killed(faulty float64) func(*round) error {
	return func(r *round) error {
		r.model.behave(faulty, usual)
		for r.kills < r.size.hits && r.ctx.Err() == nil {
			p, err := r.start("killed", 0, r.runArgs(r.db, "m")...)
			if err != nil {
				return err
			}
			if r.rnd.IntN(5) == 0 {
				r.pause(0, 600*time.Millisecond)
			} else {
				r.awaitRequests(1+r.rnd.IntN(12), p, 10*time.Second)
				r.pause(0, 60*time.Millisecond)
			}
			if !p.running() {
				if code := p.code(); code != 0 && (code != 1 || faulty == 0) {
					r.breaks("a start ended with exit code %d: %s", code, p.lastLine())
				}
				break // the run is complete
			}
			p.kill()
			r.kills++
			r.bound += r.atOnce()
			if err := r.look(); err != nil {
				return err
			}
		}
		return r.finish(r.db, faulty > 0, "m")
	}
}

// interrupted ends runs with signals. The first lets the requests in flight finish, so that nothing is paid for twice;
// the second abandons them.
func interrupted(r *round) error {
	for r.kills < r.size.hits && r.ctx.Err() == nil {
		p, err := r.start("interrupted", 0, r.runArgs(r.db, "m")...)
		if err != nil {
			return err
		}
		r.awaitRequests(1+r.rnd.IntN(20), p, 20*time.Second)
		signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
		p.signal(signals[r.rnd.IntN(len(signals))])
		if r.rnd.IntN(2) == 0 {
			r.pause(0, 20*time.Millisecond)
			p.signal(signals[r.rnd.IntN(len(signals))])
			r.bound += r.atOnce()
		}
		if !r.wait(p, 20*time.Second) {
			return nil
		}
		code := p.code()
		if code != 0 && code != exit.Interrupt {
			r.breaks("an interrupted start ended with exit code %d: %s", code, p.lastLine())
		}
		if err := r.look(); err != nil || code == 0 {
			return err
		}
		r.kills++
	}
	return r.finish(r.db, false, "m")
}

// fullDisk raises the size limit of files a little with every start, so that writes
// fail in the middle of a run, and removes it at the end.
func fullDisk(r *round) error {
	const block, first = 512, 900 << 10 // bytes; first exceeds the size of an empty database
	most := int64(first)
	for tries := 0; r.crashes < r.size.hits && tries < 6*r.size.hits; tries++ {
		before := r.model.books().arrived
		p, err := r.start("full", most/block, r.runArgs(r.db, "m")...)
		if err != nil {
			return err
		}
		if !r.wait(p, 2*time.Minute) {
			return nil
		}
		if err := r.look(); err != nil {
			return err
		}
		if p.code() == 0 {
			break
		}
		if said := p.lastLine(); p.code() != 1 || strings.Contains(said, "panic") || strings.Contains(said, "goroutine") {
			r.breaks("a start without room ended with exit code %d: %s", p.code(), said)
		}
		if r.model.books().arrived > before { // else not even the plan fitted
			r.crashes++
			r.bound += r.atOnce()
		}
		info, err := os.Stat(r.db)
		if err != nil {
			return err
		}
		most = max(most, info.Size()) + 40<<10 + r.rnd.Int64N(200<<10)
	}
	if r.crashes == 0 {
		r.breaks("no start met the end of the room: the plan is too short for this campaign")
	}
	return r.finish(r.db, false, "m")
}

func twoStarts(r *round) error { return r.both(r.db, r.db) }

// both starts the same command twice, simultaneously or one a moment after the other.
// One of them may refuse (2) or follow; together they ask each question once.
func (r *round) both(one, two string) error {
	a, err := r.start("first", 0, r.runArgs(one, "m")...)
	if err != nil {
		return err
	}
	if r.rnd.IntN(2) == 0 {
		r.awaitRequests(1+r.rnd.IntN(5), a, 10*time.Second)
	}
	b, err := r.start("second", 0, r.runArgs(two, "m")...)
	if err != nil || !r.wait(a, 2*time.Minute) || !r.wait(b, 2*time.Minute) {
		return err
	}
	if err := r.look(); err != nil {
		return err
	}
	for _, p := range []*process{a, b} {
		if code := p.code(); code != 0 && code != 2 {
			r.breaks("%s ended with exit code %d: %s", p.name, code, p.lastLine())
		}
	}
	if a.code() != 0 && b.code() != 0 {
		r.breaks("neither of two equal starts ended with 0: %s", a.lastLine())
	}
	return r.finish(one, false, "m")
}

// cutModel breaks the connections to the model server; each break loses at most one answer.
func cutModel(r *round) error {
	p, err := newProxy(r.ctx, "tcp", strings.TrimSuffix(strings.TrimPrefix(r.model.URL, "http://"), "/v1"))
	if err != nil {
		return err
	}
	r.base = "http://" + p.Address + "/v1"
	r.model.behave(0, 150*time.Millisecond)
	run, err := r.start("cut", 0, r.runArgs(r.db, "m")...)
	if err != nil {
		return err
	}
	r.awaitRequests(1, run, 20*time.Second)
	for range r.size.hits {
		r.pause(100*time.Millisecond, 600*time.Millisecond)
		if !run.running() {
			break
		}
		p.bad(r, 1500*time.Millisecond)
		r.crashes++
	}
	if !r.wait(run, 3*time.Minute) {
		return nil
	}
	if code := run.code(); code > 1 {
		r.breaks("the run ended with exit code %d: %s", code, run.lastLine())
	}
	if err := r.look(); err != nil {
		return err
	}
	err = r.finish(r.db, true, "m")
	r.bound += p.harmed()
	return err
}

// bad makes a proxy a bad network for a while: it refuses, stalls or resets connections.
func (p *proxy) bad(r *round, longest time.Duration) {
	switch r.rnd.IntN(4) {
	case 0:
		p.drop()
	case 1:
		p.stall()
	case 2: // held, then lost
		p.stall()
		r.pause(0, longest/2)
		p.reset()
	default:
		p.reset()
		return
	}
	r.pause(0, longest)
	p.restore()
}

func quietPostgres(r *round) error {
	if _, err := r.newCluster(0); err != nil {
		return err
	}
	return r.only(r.db)
}

func twoStartsPostgres(r *round) error {
	if _, err := r.newCluster(0); err != nil {
		return err
	}
	return r.both(r.db, r.db)
}

// names returns the names of n models.
func names(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprint("m", i))
	}
	return out
}
