package engine_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/store"
)

// slow is a judge that waits until it is released.
type slow struct {
	judge.Referee // only for the methods that the runner calls
	name          string
	let           chan struct{}
	now, most     atomic.Int64
}

func (s *slow) Name() string   { return s.name }
func (s *slow) Executes() bool { return false }

func (s *slow) Judge(_ context.Context, v *bench.Variant, _ bench.Answer) (judge.Judgement, error) {
	n := s.now.Add(1)
	defer s.now.Add(-1)
	for m := s.most.Load(); n > m && !s.most.CompareAndSwap(m, n); m = s.most.Load() {
	}
	<-s.let
	return judge.Judgement{Verdict: bench.Verdict{Judge: s.name, Strict: bench.Hit}, Asked: true}, nil
}

// Jobs are processed as they arrive, each once, with a limit for each judge, and no judge
// waits for another.
func TestJudgeRunner(t *testing.T) {
	stuck, free := &slow{name: "stuck", let: make(chan struct{})}, &slow{name: "free", let: make(chan struct{})}
	close(free.let)
	var mu sync.Mutex
	seen := map[string]int{}
	ended := make(chan string, 1000)
	c := engine.NewJudgeRunner(t.Context(), nil, engine.JudgeConfig{PerModel: 3,
		Sink: func(j store.Judgement) error {
			mu.Lock()
			defer mu.Unlock()
			seen[fmt.Sprint(j.Judge, j.TrialID, j.Question)]++
			ended <- j.Judge
			return nil
		}})
	jobs := func(from, to int) (list []engine.JudgeJob) {
		for i := from; i < to; i++ {
			for _, r := range []judge.Referee{stuck, free} {
				list = append(list, engine.JudgeJob{TrialID: int64(i), Variant: &bench.Variant{}, Referee: r, Question: "q"})
			}
		}
		return list
	}
	if n := c.Add(jobs(0, 10)...); n != 20 {
		t.Errorf("%d jobs are new, want 20", n)
	}
	for range 10 { // before the runner closes, and although the other judge hangs
		if by := <-ended; by != "free" {
			t.Fatalf("%s decided", by)
		}
	}
	if n := c.Add(jobs(5, 15)...); n != 10 {
		t.Errorf("%d jobs are new, want 10", n)
	}
	for stuck.most.Load() < 3 { // or the test never ends
		time.Sleep(time.Millisecond)
	}
	close(stuck.let)
	sum, err := c.Close()
	if err != nil || sum.Planned != 30 || sum.Pending != 0 || sum.Ended[store.Decided] != 30 || len(seen) != 30 {
		t.Errorf("%+v, %d judgements, %v", sum, len(seen), err)
	}
	for what, n := range seen {
		if n != 1 {
			t.Errorf("%s was judged %d times", what, n)
		}
	}
	if stuck.most.Load() != 3 {
		t.Errorf("%d jobs of one judge at once, want 3", stuck.most.Load())
	}
}
