package engine

import (
	"context"
	"sync"

	"assay/internal/core/model"
)

// scheduler processes items in named queues, each with its own workers, so that a slow
// model does not delay another. Items of a queue start in the order in which they were
// added. After stop is closed, or do returns an error, no item starts: workers finish their
// current items, which give up waiting ([model.WithHalt]). Cancelling ctx abandons them.
// It is safe for concurrent use.
type scheduler[T any] struct {
	do   func(context.Context, T) (goOn bool, err error) // goOn false ends the queue of the item
	ctx  context.Context
	stop <-chan struct{}
	over context.Context // ends when no more items may start
	end  context.CancelFunc
	wg   sync.WaitGroup

	mu     sync.Mutex
	queues map[string]*queue[T]
	err    error // the first error of do
}

type queue[T any] struct {
	items   []T
	most    int // maximum number of workers
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

// add puts items into the named queue, which has at most the given number of workers, and
// returns immediately. It must not be called after close.
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

// close waits until all items that may start have ended, and returns the first error.
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

// next takes the first item of a queue. Without one, the calling worker ends.
func (s *scheduler[T]) next(q *queue[T]) (item T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The context ends a moment after stop is closed, so check both.
	if len(q.items) == 0 || q.over.Err() != nil || closed(s.stop) {
		q.workers--
		return item, false
	}
	var none T
	item, q.items[0] = q.items[0], none // do not retain the text of processed items
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
