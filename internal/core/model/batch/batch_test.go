package batch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/batch"
	"assay/internal/test/modeltest"
)

// fake is a provider in memory whose failures are scripted.
type fake struct {
	modeltest.Echo
	mu      sync.Mutex
	batches map[string][]model.BatchItem
	looks   []time.Time
	over    time.Time    // when batches are over
	fetch   func() error // called before each fetch
}

func (f *fake) Encode(r model.Request) (model.Encoded, error) {
	if r.User == "" {
		return model.Encoded{}, &model.Error{Kind: model.ErrInvalid, Err: errors.New("empty")}
	}
	return model.Encoded{Body: []byte(r.User), Memo: []byte("{}")}, nil
}

func (f *fake) Submit(ctx context.Context, name string, items []model.BatchItem) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.batches == nil {
		f.batches = map[string][]model.BatchItem{}
	}
	id := fmt.Sprint("b", len(f.batches))
	f.batches[id] = slices.Clone(items)
	return id, nil
}

func (f *fake) Find(context.Context, string, int, time.Time) ([]string, error) { return nil, nil }

func (f *fake) Fetch(_ context.Context, id string, each func(model.BatchResult) error) (model.BatchState, error) {
	f.mu.Lock()
	f.looks = append(f.looks, time.Now())
	items, over, fetch := f.batches[id], !time.Now().Before(f.over), f.fetch
	f.mu.Unlock()
	if fetch != nil {
		if err := fetch(); err != nil {
			return model.BatchState{}, err
		}
	}
	if !over {
		return model.BatchState{Word: "cooking"}, nil
	}
	for _, it := range items {
		if err := each(model.BatchResult{ID: it.ID, Status: 200, Body: it.Body}); err != nil {
			return model.BatchState{Over: true}, err
		}
	}
	return model.BatchState{Over: true}, nil
}

func (f *fake) Read(e model.Encoded, r model.BatchResult) (bench.Response, error) {
	return bench.Response{Text: "to " + string(r.Body), Finish: bench.Answered, Attempts: 1, RawRequest: e.Body}, nil
}

// journal is a journal in memory for one account and one round.
type journal struct {
	mu      sync.Mutex
	err     error
	batches []model.Batch
	entries map[string]model.Encoded
}

func (j *journal) Open(b model.Batch, entries []model.BatchEntry) (taken []string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return nil, j.err
	}
	if j.entries == nil {
		j.entries = map[string]model.Encoded{}
	}
	for _, e := range entries {
		j.entries[e.Trial] = e.Encoded
		b.Trials = append(b.Trials, e.Trial)
	}
	j.batches = append(j.batches, b)
	return nil, nil
}

func (j *journal) Sent(name, remote string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range j.batches {
		if j.batches[i].Name == name {
			j.batches[i].Remote = remote
		}
	}
	return j.err
}

func (j *journal) Drop(batch, trial string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.entries, trial)
	return j.err
}

func (j *journal) Held(string) ([]model.Batch, map[string]model.Reservation, error) {
	return slices.Clone(j.batches), nil, j.err
}

func (j *journal) Requests(name string) (out []model.BatchEntry, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, b := range j.batches {
		for _, t := range b.Trials {
			if b.Name == name {
				out = append(out, model.BatchEntry{Trial: t, Encoded: j.entries[t]})
			}
		}
	}
	return out, j.err
}

func (j *journal) Entry(trial string) (model.Encoded, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.entries[trial], j.err
}

func (j *journal) Owner(string) (string, error) { return "", j.err }

// ask makes one call for each trial and returns their results.
func ask(ctx context.Context, q *batch.Queue, trials ...string) (map[string]string, map[string]error) {
	texts, errs := map[string]string{}, map[string]error{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, t := range trials {
		wg.Go(func() {
			resp, err := q.Model().Generate(model.WithTrial(ctx, t), model.Request{User: "question " + t})
			mu.Lock()
			defer mu.Unlock()
			texts[t], errs[t] = resp.Text, err
		})
	}
	wg.Wait()
	return texts, errs
}

func queue(t *testing.T, f *fake, j *journal, told *[]string) *batch.Queue {
	t.Helper()
	var mu sync.Mutex
	q := batch.New(batch.Config{Provider: f, Account: "a", Items: 3, Report: func(what string) {
		mu.Lock()
		defer mu.Unlock()
		if told != nil {
			*told = append(*told, what)
		}
	}})
	if _, err := q.Use(j); err != nil {
		t.Fatal(err)
	}
	return q
}

// Calls are sent when their batch is full, or when no more arrive; polls become less
// frequent, and a call without a trial does not wait.
func TestQueueWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		f := &fake{over: start.Add(time.Hour)}
		var told []string
		q := queue(t, f, &journal{}, &told)
		go func() {
			time.Sleep(time.Minute)
			if batches, requests := q.Flying(); batches != 2 || requests != 4 {
				t.Errorf("%d batches with %d requests are on their way", batches, requests)
			}
		}()
		texts, errs := ask(t.Context(), q, "t0", "t1", "t2", "t3")
		for trial, err := range errs {
			if err != nil || texts[trial] != "to question "+trial {
				t.Errorf("%s: %q, %v", trial, texts[trial], err)
			}
		}
		if len(f.batches) != 2 || len(f.batches["b0"])+len(f.batches["b1"]) != 4 {
			t.Errorf("batches %v", f.batches)
		}
		if n := len(f.looks); n < 2*60 || n > 2*80 { // one a minute for an hour, and the first ones
			t.Errorf("%d looks in an hour", n)
		}
		if took := time.Since(start); took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("took %v", took)
		}
		if !strings.Contains(strings.Join(told, "\n"), "the batch b0 is cooking, 0 of") {
			t.Errorf("told %.200q", told)
		}
		if resp, err := q.Model().Generate(t.Context(), model.Request{User: "now"}); err != nil || resp.Text != "now" {
			t.Errorf("asked directly: %q, %v", resp.Text, err)
		}
		if _, err := q.Model().Generate(model.WithTrial(t.Context(), "t9"),
			model.Request{}); model.KindOf(err) != model.ErrInvalid {
			t.Errorf("what cannot be encoded: %v", err)
		}
		q.Close()
	})
}

// Failures are distinguished: a server that is down is waited for, a lost answer is
// asked for again, a provider that stays unreachable leaves the batch to the next run,
// and a failure of the journal is an error.
func TestQueueFails(t *testing.T) {
	down := &model.Error{Kind: model.ErrUnavailable, Err: errors.New("down")}
	gone := &model.Error{Kind: model.ErrNoModel, Status: 404, Err: errors.New("no such batch")}
	shut := &model.Error{Kind: model.ErrAuth, Status: 401, Err: errors.New("who are you")}
	for _, tt := range []struct {
		name   string
		fetch  error
		until  time.Duration // how long it fails
		kind   model.ErrorKind
		within time.Duration
		kept   bool // in the journal at the end
	}{
		{"down for a while", down, 10 * time.Minute, "", 15 * time.Minute, true},
		{"down for ever", down, 100 * time.Hour, model.ErrInFlight, 3 * time.Hour, true},
		{"gone for a moment", gone, 3 * time.Second, "", time.Minute, true},
		{"gone for good", gone, 100 * time.Hour, model.ErrUnavailable, time.Minute, false},
		{"shut", shut, 100 * time.Hour, model.ErrInFlight, time.Minute, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				f := &fake{}
				f.fetch = func() error {
					if time.Since(start) < tt.until {
						return tt.fetch
					}
					return nil
				}
				j := &journal{}
				q := queue(t, f, j, nil)
				resp, err := q.Model().Generate(model.WithTrial(t.Context(), "t0"), model.Request{User: "?"})
				if model.KindOf(err) != tt.kind || time.Since(start) > tt.within {
					t.Errorf("after %v: %v", time.Since(start), err)
				}
				// 1 means that the request may have cost something
				if asked := tt.kind != model.ErrInFlight; (resp.Attempts > 0) != asked {
					t.Errorf("%d requests", resp.Attempts)
				}
				if _, kept := j.entries["t0"]; kept != tt.kept {
					t.Errorf("in the journal: %v", kept)
				}
				before := time.Now()
				if q.Close(); time.Since(before) > 0 {
					t.Errorf("closing takes %v", time.Since(before))
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("disk full")
		q := queue(t, &fake{}, &journal{}, nil)
		j := &journal{}
		if _, err := q.Use(j); err != nil {
			t.Fatal(err)
		}
		j.err = broken
		if _, errs := ask(t.Context(), q, "t0"); !errors.Is(errs["t0"], broken) {
			t.Errorf("error is %v", errs["t0"])
		}
		q.Close()
	})
}

// A halt ends all waits: requests that were not sent never will be, those that were
// sent are fetched by the next queue, and those that may have been sent are searched
// for first.
func TestQueueHalts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{over: time.Now().Add(time.Hour)}
		j := &journal{}
		for i, tt := range []struct {
			wait time.Duration
			hard bool
			kind model.ErrorKind
			sent int
		}{
			{time.Millisecond, false, model.ErrHalted, 0},
			{time.Minute, false, model.ErrInFlight, 1},
			{time.Minute, true, model.ErrInFlight, 1},
		} {
			q := queue(t, f, j, nil)
			halt := make(chan struct{})
			ctx, cancel := context.WithCancel(model.WithHalt(t.Context(), halt))
			time.AfterFunc(tt.wait, func() {
				if tt.hard {
					cancel()
				} else {
					close(halt)
				}
			})
			_, errs := ask(ctx, q, "t0")
			if model.KindOf(errs["t0"]) != tt.kind || len(f.batches) != tt.sent {
				t.Errorf("%d: %v, %d sent", i, errs["t0"], len(f.batches))
			}
			q.Close()
			cancel()
		}
		j.batches[0].Remote = "" // the id is lost; this provider finds nothing
		before := time.Now()
		q := queue(t, f, j, nil)
		if texts, errs := ask(t.Context(), q, "t0"); errs["t0"] != nil || texts["t0"] != "to question t0" {
			t.Errorf("%q, %v", texts["t0"], errs["t0"])
		}
		if len(f.batches) != 2 || time.Since(before) < 10*time.Second ||
			!slices.EqualFunc(f.batches["b0"], f.batches["b1"], func(a, b model.BatchItem) bool {
				return a.ID == b.ID &&
					string(a.Body) == string(b.Body)
			}) {
			t.Errorf("sent again after %v: %v", time.Since(before), f.batches)
		}
		q.Close()
	})
}

type refusing struct{ *fake }

func (refusing) Submit(context.Context, string, []model.BatchItem) (string, error) {
	return "", &model.Error{Kind: model.ErrAuth, Status: 401, Err: errors.New("who are you")}
}

type slowly struct{ *journal }

func (j slowly) Drop(name, trial string) error {
	time.Sleep(time.Second)
	return j.journal.Drop(name, trial)
}

// All calls of a refused batch get its error, although the first that does stops the
// run: none of their requests is in flight.
func TestQueueRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := batch.New(batch.Config{Provider: refusing{&fake{}}, Account: "a"})
		if _, err := q.Use(slowly{&journal{}}); err != nil {
			t.Fatal(err)
		}
		halt := make(chan struct{})
		var once sync.Once
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Go(func() {
				_, err := q.Model().Generate(model.WithTrial(model.WithHalt(t.Context(), halt), fmt.Sprint("t", i)),
					model.Request{User: "?"})
				if model.KindOf(err) != model.ErrAuth {
					t.Errorf("t%d: %v", i, err)
				}
				once.Do(func() { close(halt) })
			})
		}
		wg.Wait()
		q.Close()
	})
}
