package engine

import (
	"context"
	"sync"

	"assay/internal/model"
)

// scheduler does items in named queues, each with its own workers, so that a slow
// model does not hold up another. Items of a queue start in the order in which they
// were added. Closing stop, or an error of do, starts nothing more: what workers hold
// is finished, and what that waits for in the meantime is given up ([model.WithHalt]).
// Cancelling ctx abandons it. It is safe for concurrent use.
type scheduler[T any] struct {
	do   func(context.Context, T) (goOn bool, err error) // false ends the item's queue
	ctx  context.Context
	stop <-chan struct{}
	over context.Context // ends when nothing more is to start
	end  context.CancelFunc
	wg   sync.WaitGroup

	mu     sync.Mutex
	queues map[string]*queue[T]
	err    error // the first of do
}

type queue[T any] struct {
	items   []T
	most    int // workers
	workers int
	over    context.Context // ends with the scheduler, or when no other item of the queue can work
	end     context.CancelFunc
}

func newScheduler[T any](ctx context.Context, stop <-chan struct{}, do func(context.Context, T) (
	bool, error)) *scheduler[T] {
	s := &scheduler[T]{do: do, ctx: ctx, stop: stop, queues: map[string]*queue[T]{}}
	s.over, s.end = context.WithCancel(ctx)
	go func() {
		select {
		case <-stop:
		case <-s.over.Done():
		}
		s.end()
	}()
	return s
}

// add puts items into the queue of that name, which has at most so many workers,
// and returns at once. None may follow close.
func (s *scheduler[T]) add(name string, workers int, items ...T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queues[name]
	if q == nil {
		q = &queue[T]{most: max(workers, 1)}
		q.over, q.end = context.WithCancel(s.over)
		s.queues[name] = q
	}
	q.items = append(q.items, items...)
	for range min(len(items), q.most-q.workers) {
		q.workers++
		s.wg.Go(func() { s.work(q) })
	}
}

// close waits until nothing is left that may start, and returns the first error.
func (s *scheduler[T]) close() error {
	s.wg.Wait()
	s.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *scheduler[T]) work(q *queue[T]) {
	halting := model.WithHalt(s.ctx, q.over.Done())
	for {
		item, ok := s.next(q)
		if !ok {
			return
		}
		goOn, err := s.do(halting, item)
		if err != nil {
			s.fail(err)
		} else if !goOn {
			q.end()
		}
	}
}

// next takes the first item of a queue. Without one the worker that asks is gone.
func (s *scheduler[T]) next(q *queue[T]) (item T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The end of the context comes a moment after the closing: look at both.
	if len(q.items) == 0 || q.over.Err() != nil || closed(s.stop) {
		q.workers--
		return item, false
	}
	var none T
	item, q.items[0] = q.items[0], none // texts of items that are done are not kept
	q.items = q.items[1:]
	return item, true
}

func (s *scheduler[T]) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.end()
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
