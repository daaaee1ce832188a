package store

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"assay/internal/bench"
)

// Planned returns the number of trials that a run plans. Places have no gaps, so the last
// one gives it; counting a million would take a third of a second.
func (s *Store) Planned(ctx context.Context, r Run) (n int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(max(seq) + 1, 0) FROM planned WHERE run_id = $1`,
		r.ID).Scan(&n); err != nil {
		return 0, fmt.Errorf("counting the trials of run %s: %w", r.ID, err)
	}
	return n, nil
}

// Table holds the trials of a run by place, reduced to what numbers need: without texts,
// and with only the number of findings in an answer. On a variant with decoys the findings
// keep their places, which count there. Complete are only the answers of tools and built-in
// subjects, which are compared with each other, and answers that are attacks or repairs.
// Trials have no ID. [Store.Trials] reads complete trials.
//
// It is for runs with too many trials for a report to keep: common values are stored once,
// and a trial takes 84 bytes and its key. A trial is built on access. A Table is safe for
// concurrent use.
type Table struct {
	plan    tablePlan
	ends    []tableEnd     // by place in the plan
	readers []*tableReader // by worker
	places  []uint32       // places in the plan; nil for all
}

// tableEnd is the ending of a trial.
type tableEnd struct {
	spent                  bench.Spent
	answer, verdict, words listed
	round                  int32
}

// listed is a position in the list of a reader; 0 is none.
type listed uint32

func (b *Table) listed(reader int, at uint32) listed {
	return listed(int(at)*len(b.readers) + reader + 1)
}

func (b *Table) at(l listed) (*tableReader, int) {
	return b.readers[int(l-1)%len(b.readers)], int(l-1) / len(b.readers)
}

// Table reads the table of a run.
func (s *Store) Table(ctx context.Context, r Run) (*Table, error) {
	b := &Table{}
	err := b.plan.read(ctx, s, r)
	if err == nil {
		err = b.readEnds(ctx, s, r, manyTimes)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
	}
	return b, nil
}

// Len returns the number of trials.
func (b *Table) Len() int {
	if b.places == nil {
		return len(b.plan.rest)
	}
	return len(b.places)
}

// place returns the place of a trial in the plan.
func (b *Table) place(i int) int {
	if b.places == nil {
		return i
	}
	return int(b.places[i])
}

// Planned returns the variant, subject and repetition of the trial at a place, from 0.
func (b *Table) Planned(place int) (v *bench.Variant, subject string, repetition int) {
	p := b.plan.rest[b.place(place)]
	return b.plan.variants[p.variant], b.plan.subjects[p.subject], int(p.repetition)
}

// Trial returns the trial at a place, from 0.
func (b *Table) Trial(place int) bench.Trial {
	place = b.place(place)
	t := b.plan.at(place)
	t.Details = nothing
	e := &b.ends[place]
	if e.words == 0 {
		return t
	}
	by, i := b.at(e.words)
	w := &by.words.list[i]
	t.Outcome, t.Details, t.Spent = w.outcome, w.details, &e.spent
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

// Divide returns the trials on variants for which in holds, and the others.
func (b *Table) Divide(in func(*bench.Variant) bool) (is, others *Table) {
	split := [2]*Table{}
	for i := range split {
		split[i] = &Table{plan: b.plan, ends: b.ends, readers: b.readers, places: []uint32{}}
	}
	for i := range b.Len() {
		to := split[1]
		if v, _, _ := b.Planned(i); in(v) {
			to = split[0]
		}
		to.places = append(to.places, uint32(b.place(i)))
	}
	return split[0], split[1]
}

// maxWorkers is the maximum number of goroutines of inParallel: the database has as many
// connections for reading.
const maxWorkers = 4

// inParallel executes n pieces of work and returns the first error, after which it starts
// no other piece. worker, below maxWorkers, is different for concurrent pieces.
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
