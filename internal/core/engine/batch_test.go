package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/model/anthropic"
	"assay/internal/core/model/batch"
	"assay/internal/core/model/openai"
	"assay/internal/core/store"
	"assay/internal/test/corpustest"
	"assay/internal/test/modeltest"
)

const (
	batchVar    = "ASSAY_ENGINE_TEST_BATCH" // address of the server: this process will be killed
	batchTrials = 25
	batchItems  = 10
)

var apis = []string{"openai", "anthropic"}

// batcher returns a model of one of the APIs.
func batcher(api, url string) (model.Batcher, error) {
	var m model.Model
	var err error
	if api == "openai" {
		m, err = openai.New(openai.Config{BaseURL: url + "/v1", APIKey: "k"})
	} else {
		m, err = anthropic.New(anthropic.Config{BaseURL: url, APIKey: "k"})
	}
	if err != nil {
		return nil, err
	}
	return m.(model.Batcher), nil
}

// batchAnswer is an answer of either API: 20 tokens of output.
func batchAnswer(body []byte) string {
	if bytes.Contains(body, []byte(`"max_tokens":50`)) && !bytes.Contains(body, []byte(`"role":"user","content":"`)) &&
		bytes.Contains(body, []byte(`"type":"text"`)) {
		return modeltest.Encode(map[string]any{"id": "m", "type": "message", "role": "assistant", "model": "m-1",
			"stop_reason": "end_turn",
			"content":     []any{map[string]any{"type": "text", "text": safeAnswer}},
			"usage":       map[string]any{"input_tokens": 100, "output_tokens": 20}})
	}
	return modeltest.Encode(map[string]any{"model": "m-1", "usage": map[string]any{"prompt_tokens": 100,
		"completion_tokens": 20},
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": safeAnswer}}}})
}

// batched is one process's run of a plan in batches.
type batched struct {
	sum   engine.Summary
	spent int64
	told  []string
}

// runBatched runs so many trials against the server, on the database at path.
func runBatched(ctx context.Context, stop <-chan struct{}, api, url, path string, trials int,
	usd float64) (batched, error) {
	var out batched
	s, err := store.Open(ctx, path)
	if err != nil {
		return out, err
	}
	defer s.Close()
	base, err := batcher(api, url)
	if err != nil {
		return out, err
	}
	var mu sync.Mutex
	q := batch.New(batch.Config{Provider: base, Account: api, Items: batchItems, Linger: 300 * time.Millisecond,
		Poll: 5 * time.Millisecond, Grace: 50 * time.Millisecond,
		Report: func(what string) {
			mu.Lock()
			defer mu.Unlock()
			out.told = append(out.told, what)
		}})
	b := model.NewBudget(usd)
	m := model.Retry(b.Model(q.Model(), "m", tokenPrice, false), model.Policy{Base: time.Millisecond})
	jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, someVariants(trials), 1)
	if err != nil {
		return out, err
	}
	planned := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Trial
	}
	run, done, err := s.Begin(ctx, planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
	if err != nil {
		return out, err
	}
	spent, err := s.Spent(ctx, run.Plan)
	if err != nil {
		return out, err
	}
	w := s.Writer(context.WithoutCancel(ctx), run)
	b.Use(w, spent)
	standing, err := q.Use(w)
	if err != nil {
		return out, err
	}
	b.Inherit(standing)
	out.sum, err = engine.Run(ctx, stop, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: 1000, Sink: w.Commit})
	q.Close()
	if err := errors.Join(err, w.Close()); err != nil {
		return out, err
	}
	out.spent, err = s.Spent(ctx, run.Plan)
	return out, err
}

// asked counts how often each question is in a batch of the server.
func asked(b *modeltest.Batches) map[string]int {
	n := map[string]int{}
	for _, x := range b.All() {
		for _, it := range x.Items {
			n[string(it.Body)]++
		}
	}
	return n
}

// storedTrials reads how the trials of the newest run have ended.
func storedTrials(t *testing.T, path string) []bench.Trial {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run, err := s.Run(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var out []bench.Trial
	if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}),
		func(x bench.Trial) error { out = append(out, x); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Trials are asked in batches, and the result of each request becomes its outcome: requests
// that expired, were cancelled or failed temporarily are asked again in another batch;
// invalid requests fail; only answers cost money.
func TestBatches(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			var mu sync.Mutex
			times := map[string]int{}
			looks := 0
			srv := &modeltest.Batches{
				Over: func(int) bool { looks++; return looks%3 == 0 },
				Answer: func(_ string, body []byte) (int, string) {
					mu.Lock()
					defer mu.Unlock()
					times[string(body)]++
					first := times[string(body)] == 1
					switch {
					case bytes.Contains(body, []byte("contract C3 ")) && first:
						return 0, "expired"
					case bytes.Contains(body, []byte("contract C4 ")) && first:
						return 0, "cancelled"
					case bytes.Contains(body, []byte("contract C5 ")) && first:
						return 500, `{"error":{"message":"oops"}}`
					case bytes.Contains(body, []byte("contract C6 ")):
						return 400, `{"error":{"message":"too long","type":"invalid_request_error"}}`
					case bytes.Contains(body, []byte("contract C7 ")) && times[string(body)] < 3: // finished at the third poll
						return 0, ""
					}
					return 200, batchAnswer(body)
				},
			}
			hs := httptest.NewServer(srv)
			defer hs.Close()
			path := filepath.Join(t.TempDir(), "r.db")
			got, err := runBatched(t.Context(), nil, api, hs.URL, path, batchTrials, 1000)
			if err != nil {
				t.Fatal(err)
			}
			if got.sum.Ended[bench.Answered] != batchTrials-1 || got.sum.Ended[bench.Failed] != 1 || got.sum.Pending != 0 {
				t.Errorf("%+v %v", got.sum, got.sum.ErrStopped())
			}
			for _, x := range storedTrials(t, path) {
				six := x.Variant.Key == "v00006"
				if six != (x.Outcome == bench.Failed) || six && !strings.Contains(x.Reason, "too long") || !six &&
					x.Response.Text != safeAnswer {
					t.Errorf("%s: %s %s", x.Variant.Key, x.Outcome, x.Reason)
				}
			}
			for body, n := range asked(srv) {
				again := strings.Contains(body, "contract C3 ") || strings.Contains(body, "contract C4 ") ||
					strings.Contains(body, "contract C5 ")
				if want := map[bool]int{false: 1, true: 2}[again]; n != want {
					t.Errorf("asked %d times, want %d: %s", n, want, body)
				}
			}
			for _, x := range srv.All() {
				if len(x.Items) > batchItems {
					t.Errorf("%d in a batch", len(x.Items))
				}
			}
			// $0.02 for each answer; the failed one and the three that expired were free.
			if want := int64(batchTrials-1) * 20e6; got.spent != want {
				t.Errorf("spent %d, want %d", got.spent, want)
			}
			if !strings.Contains(strings.Join(got.told, "\n"), " done") {
				t.Errorf("nobody was told of the wait: %q", got.told)
			}
		})
	}
}

// A limited budget is kept: requests that do not fit wait for the batches in progress, and
// those left at the end are not asked.
func TestBatchBudget(t *testing.T) {
	srv := &modeltest.Batches{Answer: func(_ string, body []byte) (int, string) { return 200, batchAnswer(body) }}
	hs := httptest.NewServer(srv)
	defer hs.Close()
	// $0.05 at most and $0.02 actually: after 19 answers, $0.02 is left, too little for the 20th question.
	got, err := runBatched(t.Context(), nil, "openai", hs.URL, filepath.Join(t.TempDir(), "r.db"), batchTrials, 0.4)
	if err != nil {
		t.Fatal(err)
	}
	n := got.sum.Ended[bench.Answered]
	if n != 18 || got.spent != int64(n)*20e6 || model.KindOf(got.sum.ErrStopped()) != model.ErrBudget ||
		len(asked(srv)) != n {
		t.Errorf("%d answers, %d asked, %d spent: %v", n, len(asked(srv)), got.spent, got.sum.ErrStopped())
	}
}

// An interrupt does not wait for batches: they continue, their cost stays reserved, and the
// next run fetches the answers without asking again, even if they use the whole budget.
func TestBatchInterrupt(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			var over atomic.Bool
			created := make(chan struct{}, 10)
			srv := &modeltest.Batches{
				Over:   func(int) bool { return over.Load() },
				Answer: func(_ string, body []byte) (int, string) { return 200, batchAnswer(body) },
				After: func(what string) {
					if what == "get" {
						select {
						case created <- struct{}{}:
						default:
						}
					}
				},
			}
			hs := httptest.NewServer(srv)
			defer hs.Close()
			path := filepath.Join(t.TempDir(), "r.db")
			for range 2 {
				stop := make(chan struct{})
				go func() { <-created; close(stop) }()
				got, err := runBatched(t.Context(), stop, api, hs.URL, path, batchItems, 0.5)
				if err != nil || got.sum.Pending != batchItems || len(got.sum.Stopped) != 0 {
					t.Fatalf("%+v %v", got.sum, err)
				}
				if got.spent != batchItems*50e6 {
					t.Errorf("%d is reserved for what is on its way, want %d", got.spent, batchItems*50_000_000)
				}
			}
			over.Store(true)
			got, err := runBatched(t.Context(), nil, api, hs.URL, path, batchItems, 0.5)
			if err != nil || got.sum.Ended[bench.Answered] != batchItems || got.spent != batchItems*20e6 {
				t.Errorf("%+v, spent %d, %v", got.sum, got.spent, err)
			}
			for body, n := range asked(srv) {
				if n != 1 {
					t.Errorf("asked %d times: %s", n, body)
				}
			}
		})
	}
}

// If the reply to a submission is lost, the batch is found; if it is refused temporarily, it
// is sent later; similar batches are distinguished.
func TestBatchLostAnswer(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			creations, refused := 0, 0
			srv := &modeltest.Batches{Answer: func(id string, body []byte) (int, string) { return 200, batchAnswer(body) }}
			srv.Before = func(what string, w http.ResponseWriter) bool {
				if what == "create" && refused < 2 {
					refused++
					w.WriteHeader([]int{429, 503}[refused-1])
					return true
				}
				return false
			}
			srv.After = func(what string) {
				if what == "create" {
					creations++
					for range 3 {
						srv.Add(5, time.Now())
					}
					panic(http.ErrAbortHandler)
				}
			}
			hs := httptest.NewServer(srv)
			defer hs.Close()
			for range 2 {
				srv.Add(5, time.Now()) // of the same size
			}
			got, err := runBatched(t.Context(), nil, api, hs.URL, filepath.Join(t.TempDir(), "r.db"), 5, 1000)
			if err != nil || got.sum.Ended[bench.Answered] != 5 || creations != 1 || refused != 2 || got.spent != 5*20e6 {
				t.Errorf("%d times made, %d refused, %d spent: %+v %v\n%s", creations, refused, got.spent, got.sum, err,
					strings.Join(got.told, "\n"))
			}
		})
	}
}

// An error of a whole batch is reported for each of its trials; an invalid key stops the
// subject.
func TestBatchRefused(t *testing.T) {
	for _, api := range apis {
		srv := &modeltest.Batches{Before: func(what string, w http.ResponseWriter) bool {
			w.WriteHeader(401)
			w.Write([]byte(`{"error":{"message":"no such key","type":"authentication_error"}}`))
			return true
		}}
		hs := httptest.NewServer(srv)
		got, err := runBatched(t.Context(), nil, api, hs.URL, filepath.Join(t.TempDir(), "r.db"), 5, 1000)
		if err != nil || got.sum.Pending != 5 || model.KindOf(got.sum.ErrStopped()) != model.ErrAuth || got.spent != 0 {
			t.Errorf("%s: %+v, spent %d, %v", api, got.sum, got.spent, err)
		}
		hs.Close()
	}
	srv := &modeltest.Batches{Answer: func(_ string, body []byte) (int, string) { return 200, batchAnswer(body) }}
	srv.After = func(what string) {
		if all := srv.All(); what == "create" && len(all) == 1 {
			all[0].Status, all[0].Errors = "failed", map[string]any{"data": []any{map[string]any{"code": "token_limit_exceeded",
				"message": "Enqueued token limit reached"}}}
		}
	}
	hs := httptest.NewServer(srv)
	defer hs.Close()
	got, err := runBatched(t.Context(), nil, "openai", hs.URL, filepath.Join(t.TempDir(), "r.db"), 5, 1000)
	if err != nil || got.sum.Ended[bench.Answered] != 5 || got.spent != 5*20e6 || len(asked(srv)) != 5 {
		t.Errorf("too much in the queue: %+v, spent %d, %d batches, %v", got.sum, got.spent, len(srv.All()), err)
	}
}

// Two processes on one plan send nothing twice.
func TestBatchTwoProcesses(t *testing.T) {
	var looks atomic.Int64
	srv := &modeltest.Batches{
		Over:   func(int) bool { return looks.Add(1) > 20 },
		Answer: func(_ string, body []byte) (int, string) { return 200, batchAnswer(body) },
	}
	hs := httptest.NewServer(srv)
	defer hs.Close()
	path := filepath.Join(t.TempDir(), "r.db")
	s, err := store.Open(t.Context(), path) // created before both need it
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if got, err := runBatched(t.Context(), nil, "openai", hs.URL, path, batchTrials, 1000); err != nil ||
				got.sum.Pending != 0 || got.sum.Ended[bench.Failed] != 0 {
				t.Errorf("%+v %v", got.sum, err)
			}
		})
	}
	wg.Wait()
	for body, n := range asked(srv) {
		if n != 1 {
			t.Errorf("asked %d times: %s", n, body)
		}
	}
	if n := len(asked(srv)); n != batchTrials {
		t.Errorf("%d questions", n)
	}
}

func batchChild(url, path, api string) error {
	got, err := runBatched(context.Background(), nil, api, url, path, batchTrials, 1000)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"spent": got.spent, "answered": got.sum.Ended[bench.Answered]})
}

// A killed process neither loses nor repeats a batch: not between creating and recording
// it, not while it waits, not while it stores results, and not at any other moment.
func TestBatchKilled(t *testing.T) {
	corpustest.Turn(t, 3)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(7, uint64(len(api))))
			var over atomic.Bool
			var kill atomic.Pointer[func(what string, done bool)]
			at := func(what string, done bool) {
				if f := kill.Load(); f != nil {
					(*f)(what, done)
				}
			}
			srv := &modeltest.Batches{
				Over:   func(int) bool { return over.Load() },
				Answer: func(_ string, body []byte) (int, string) { return 200, batchAnswer(body) },
				Before: func(what string, _ http.ResponseWriter) bool { at(what, false); return false },
				After:  func(what string) { at(what, true) },
			}
			hs := httptest.NewServer(srv)
			defer hs.Close()
			path := filepath.Join(t.TempDir(), "r.db")
			met := map[string]bool{}
			// life starts the program and kills it at the n-th moment of a kind, or after a
			// while; it reports whether the program ended by itself, with its output.
			life := func(what string, done bool, n int, after time.Duration) (ended bool, said string) {
				cmd := exec.Command(self, path, api)
				cmd.Env = append(os.Environ(), batchVar+"="+hs.URL)
				var out, errs bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &errs
				moment := make(chan struct{})
				var once sync.Once
				count := 0
				var mu sync.Mutex
				f := func(is string, was bool) {
					mu.Lock()
					defer mu.Unlock()
					if is == what && was == done {
						if count++; count == n {
							once.Do(func() { close(moment) })
							time.Sleep(5 * time.Millisecond) // the kill is faster than the answer
						}
					}
				}
				kill.Store(&f)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				exit := make(chan error, 1)
				go func() { exit <- cmd.Wait() }()
				var timer <-chan time.Time
				if after > 0 {
					timer = time.After(after)
				}
				select {
				case <-moment:
					met[what] = true
				case <-timer: // no such moment: the batches of dead processes were enough
				case err := <-exit:
					if err != nil {
						t.Fatalf("the program failed: %v\n%s", err, &errs)
					}
					return true, out.String()
				}
				cmd.Process.Kill()
				<-exit
				return false, ""
			}
			for _, m := range []struct {
				what string
				done bool
				n    int
			}{
				{"create", true, 1}, {"list", true, 1}, {"create", false, 1}, {"create", true, 2}, {"get", true, 1},
				{"get", false, 4}, {"get", true, 3},
			} {
				if ended, _ := life(m.what, m.done, m.n, 2*time.Second); ended {
					t.Fatalf("ended before %+v", m)
				}
			}
			over.Store(true)
			life("results", false, 1, time.Minute)
			life("results", true, 2, time.Minute)
			if !met["create"] || !met["get"] || !met["results"] {
				t.Errorf("killed at %v", met)
			}
			for range 15 {
				if ended, _ := life("", false, 1, time.Duration(20+rnd.IntN(150))*time.Millisecond); ended {
					break
				}
			}
			ended, said := life("", false, 1, time.Minute)
			if !ended {
				t.Fatal("the last life does not end")
			}
			for _, x := range storedTrials(t, path) {
				if x.Outcome != bench.Answered {
					t.Errorf("%s: %s %s", x.Variant.Key, x.Outcome, x.Reason)
				}
			}
			for body, n := range asked(srv) {
				if n != 1 {
					t.Errorf("asked %d times: %s", n, body)
				}
			}
			if n := len(asked(srv)); n != batchTrials {
				t.Errorf("%d questions were asked, want %d", n, batchTrials)
			}
			var end struct{ Spent int64 }
			if err := json.Unmarshal([]byte(said), &end); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			// Never too little; too much by what dead processes had reserved.
			if end.Spent < batchTrials*20e6 {
				t.Errorf("the ledger says %d, less than the answers cost", end.Spent)
			}
			t.Log(fmt.Sprint(len(srv.All()), " batches, ", float64(end.Spent)/1e9, " dollars"))
		})
	}
}
