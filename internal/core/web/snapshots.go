package web

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// snapshots caches the snapshots of the most recently viewed runs. It is safe for
// concurrent use; one read of the database serves all waiting requests.
type snapshots struct {
	mu      sync.Mutex
	kept    []*snapshot // most recently used last
	reading map[string]*reading
	turns   int // readings started
}

// reading is a snapshot that is being read.
type reading struct {
	turn int
	done chan struct{}
	k    *snapshot // nil if there is an error
	err  error
}

// maxSnapshots bounds the memory: a snapshot takes about 200 bytes per trial.
const maxSnapshots = 4

// of returns the cached snapshot of a run and marks it as used, or nil if there is none.
func (x *snapshots) of(run string) *snapshot {
	for i, k := range x.kept {
		if k.Run.ID == run {
			x.kept = append(append(x.kept[:i:i], x.kept[i+1:]...), k)
			return k
		}
	}
	return nil
}

// keep replaces the cached snapshot of a run.
func (x *snapshots) keep(k *snapshot) {
	if x.of(k.Run.ID) != nil {
		x.kept[len(x.kept)-1] = k
		return
	}
	if x.kept = append(x.kept, k); len(x.kept) > maxSnapshots {
		x.kept = x.kept[1:]
	}
}

// snapshot returns the trials of a run, without texts. While the run goes on, reading them again takes at most a
// tenth of the time, but is never later than the second notification of a page about a change (events).
//
// A page waits for a slow reading only if there is no older snapshot. Otherwise it
// gets the older one and is marked as incomplete.
func (s *Server) snapshot(ctx context.Context, run store.Run) (*snapshot, error) {
	stamp, err := s.store.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(s.patience)
	defer late.Stop()
	s.snaps.mu.Lock()
	began := s.snaps.turns
	for {
		old := s.snaps.of(run.ID)
		if old != nil && (old.stamp == stamp || old.Run.Round == run.Round && old.Run.Status == run.Status &&
			s.now().Sub(old.At) < min(10*old.took, 5*s.poll)) {
			s.snaps.mu.Unlock()
			return old, nil
		}
		r := s.snaps.reading[run.ID]
		if r == nil {
			r = s.read(run, stamp, old)
		}
		s.snaps.mu.Unlock()
		var give <-chan time.Time // nil waits forever
		if old != nil {
			give = late.C
		}
		select {
		case <-r.done:
			if r.err != nil || r.turn > began {
				return r.k, r.err
			}
		case <-give:
			if m, ok := ctx.Value(unfinished{}).(*atomic.Bool); ok {
				m.Store(true)
			}
			return old, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		s.snaps.mu.Lock() // that reading may have started before the change
	}
}

// snapshotOf returns the run that a request names, with its snapshot.
func (s *Server) snapshotOf(r *http.Request) (store.Run, *snapshot, error) {
	run, err := s.runOf(r)
	if err != nil {
		return run, nil, err
	}
	snap, err := s.snapshot(r.Context(), run)
	return run, snap, err
}

// read starts to read a run; old is the facts about it, or nil. It continues after the
// reader who asked for it has left.
func (s *Server) read(run store.Run, stamp int64, old *snapshot) *reading {
	s.snaps.turns++
	r := &reading{turn: s.snaps.turns, done: make(chan struct{})}
	if s.snaps.reading == nil {
		s.snaps.reading = map[string]*reading{}
	}
	s.snaps.reading[run.ID] = r
	go func() {
		defer close(r.done)
		k, err := s.newSnapshot(context.Background(), run, stamp, old)
		s.snaps.mu.Lock()
		defer s.snaps.mu.Unlock()
		delete(s.snaps.reading, run.ID)
		if r.k, r.err = k, err; err == nil {
			s.snaps.keep(k)
		}
	}()
	return r
}

func (s *Server) newSnapshot(ctx context.Context, run store.Run, stamp int64, old *snapshot) (*snapshot, error) {
	start := s.now()
	var last *store.Snapshot
	if old != nil && old.Run.Status == run.Status { // when a run ends, it is read completely again
		last = old.known
	}
	known, err := s.store.Snapshot(ctx, run, last)
	if err != nil {
		return nil, err
	}
	k := &snapshot{Run: run, Trials: known.Trials, known: known, stamp: stamp, subjects: map[string]bench.Subject{},
		boards: map[selection]*ranking{}, queues: map[string][]review.Item{}}
	if old != nil {
		k.ballots.last = old.ballots.known()
	}
	k.arrange()
	k.At = s.now()
	k.took = k.At.Sub(start)
	return k, nil
}

// unfinished is the context key for the mark of a request that was shown the state before a change.
type unfinished struct{}

// marking returns the request with a mark that [Server.snapshot] may set.
func marking(r *http.Request) (*http.Request, *atomic.Bool) {
	m := new(atomic.Bool)
	return r.WithContext(context.WithValue(r.Context(), unfinished{}, m)), m
}

// warm reads the newest run before the first request for it.
func (s *Server) warm(ctx context.Context) {
	if run, err := s.store.Run(ctx, ""); err == nil { // a page will show the error
		_, _ = s.snapshot(ctx, run)
	}
}
