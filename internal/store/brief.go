package store

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/bench"
)

// Planned returns how many trials a run plans. Places are without gaps, so that
// the last one tells; counting a million would take a third of a second.
func (s *Store) Planned(ctx context.Context, r Run) (n int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(max(seq) + 1, 0) FROM planned WHERE run_id = $1`, r.ID).Scan(&n); err != nil {
		return 0, fmt.Errorf("counting the trials of run %s: %w", r.ID, err)
	}
	return n, nil
}

// Brief is the planned trials of a run as far as numbers need them: without
// texts, and of the findings of an answer only how many there are. On a variant
// with decoys findings keep their places, which count there. Whole are the answers
// of tools and built-in subjects, which are compared with one another, and
// programs that attack or repair. [Store.TrialOf] has all of a trial.
//
// What trials have alike is there once: 84 bytes a trial, and its key. A Brief is
// safe for concurrent use; its answers and verdicts are shared among trials and
// not to be changed.
type Brief struct {
	plan    briefPlan
	ends    []briefEnd     // by place in the plan
	readers []*briefReader // by worker
}

// briefEnd is how a trial ended.
type briefEnd struct {
	spent                  bench.Spent
	started                int64 // microseconds
	answer, verdict, words listed
	round                  int32
}

// listed says where something stands in the list of a reader; 0 is nowhere.
type listed uint32

func (b *Brief) listed(reader int, at uint32) listed {
	return listed(int(at)*len(b.readers) + reader + 1)
}

func (b *Brief) at(l listed) (*briefReader, int) {
	return b.readers[int(l-1)%len(b.readers)], int(l-1) / len(b.readers)
}

// Brief reads a run.
func (s *Store) Brief(ctx context.Context, r Run) (*Brief, error) {
	b := &Brief{}
	err := b.plan.read(ctx, s, r)
	if err == nil {
		err = b.readEnds(ctx, s, r, manyTimes)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	return b, nil
}

// Len returns how many trials the run plans.
func (b *Brief) Len() int { return len(b.plan.rest) }

// Planned returns the trial at a place of the plan as it was planned.
func (b *Brief) Planned(place int) bench.Trial { return b.plan.at(place) }

// Words returns what is said of a trial and of many others, and a number that it
// has in common only with those of the same words, less than
// [Brief.DifferentWords]. Both are zero for a trial that was not asked.
func (b *Brief) Words(place int) (w BriefWords, n int) {
	l := b.ends[place].words
	if l == 0 {
		return w, 0
	}
	by, i := b.at(l)
	return by.words.list[i], int(l)
}

// DifferentWords bounds the numbers that [Brief.Words] returns.
func (b *Brief) DifferentWords() int {
	most := 0
	for _, r := range b.readers {
		most = max(most, len(r.words.list))
	}
	return most*len(b.readers) + 1
}

// Early reports whether a trial began before a time; one that was not asked did not.
func (b *Brief) Early(place int, t time.Time) bool {
	e := &b.ends[place]
	return e.words > 0 && time.UnixMicro(e.started).Before(t)
}

// Trial returns the trial at a place of the plan.
func (b *Brief) Trial(place int) bench.Trial {
	t := b.plan.at(place)
	e := &b.ends[place]
	if e.words == 0 {
		return t
	}
	by, i := b.at(e.words)
	t.Outcome, t.Spent = bench.Outcome(by.words.list[i].Outcome), &e.spent
	if e.answer > 0 {
		by, i := b.at(e.answer)
		t.Answer = by.answers.list[i]
	}
	if e.verdict > 0 {
		by, i := b.at(e.verdict)
		t.Verdict = by.verdicts.list[i]
	}
	return t
}

// maxWorkers is how many goroutines of inParallel there are at most: the database
// has as many connections for reading.
const maxWorkers = 4

// inParallel does n pieces of work and returns the first error, after which no
// other piece is begun. worker, below maxWorkers, tells apart what goes on at the
// same time.
func inParallel(n int, do func(worker, i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, min(runtime.GOMAXPROCS(0), maxWorkers))
	var wg sync.WaitGroup
	for worker := range errs {
		wg.Go(func() {
			for !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[worker] = do(worker, i); errs[worker] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
