package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
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
	"assay/internal/core/model/limit"
	"assay/internal/core/model/openai"
	"assay/internal/core/store"
	"assay/internal/test/pgtest"
)

const safeAnswer = `{"verdict":"safe","confidence":0.9,"vulnerabilities":[]}`

// provider is a server for chat completions with configurable faults, which counts the
// questions and the cost.
type provider struct {
	misbehave func(w http.ResponseWriter, n int) bool // true if it handled the n-th request
	latency   time.Duration

	mu    sync.Mutex
	asked map[string]int // by question
	total int
	news  chan struct{} // gets a value with each request, when there is room
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var req struct{ Messages []struct{ Content string } }
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &req); err != nil || len(req.Messages) == 0 {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	q := req.Messages[len(req.Messages)-1].Content
	p.mu.Lock()
	if p.asked == nil {
		p.asked = map[string]int{}
	}
	p.asked[q]++
	p.total++
	n := p.total
	p.mu.Unlock()
	select {
	case p.news <- struct{}{}:
	default:
	}
	if p.latency > 0 {
		time.Sleep(p.latency)
	}
	if p.misbehave != nil && p.misbehave(w, n) {
		return
	}
	answerOK(w)
}

func answerOK(w http.ResponseWriter) {
	json.NewEncoder(w).Encode(map[string]any{
		"model": "m-1",
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": safeAnswer}}},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}

func (p *provider) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

// questions is a detector that asks a model about the first file of a task.
type questions struct {
	name  string
	model model.Model
}

func (q questions) Subject() bench.Subject {
	return bench.Subject{Name: q.name, Kind: "model", Version: "1"}
}
func (questions) PromptHash(bench.Task) (string, error) { return "", nil }
func (q questions) Detect(ctx context.Context, t bench.Task) (bench.Response, error) {
	return q.model.Generate(ctx, model.Request{Model: q.name, User: t.Files[0].Text, MaxTokens: 50})
}

// onServer returns a model over HTTP.
func onServer(t testing.TB, url string, timeout time.Duration) model.Model {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 2000}
	t.Cleanup(transport.CloseIdleConnections)
	m, err := openai.New(openai.Config{BaseURL: url + "/v1", APIKey: "k", Timeout: timeout, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// counting counts the concurrent calls of a model.
type counting struct {
	model         model.Model
	running, peak atomic.Int64
}

func (c *counting) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	n := c.running.Add(1)
	defer c.running.Add(-1)
	for p := c.peak.Load(); n > p && !c.peak.CompareAndSwap(p, n); p = c.peak.Load() {
	}
	return c.model.Generate(ctx, r)
}

func someVariants(n int) []*bench.Variant {
	var out []*bench.Variant
	for i := range n {
		out = append(out, &bench.Variant{Key: fmt.Sprintf("v%05d", i), Base: fmt.Sprint(i), Format: "blockbench",
			Truth: bench.Safe,
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
				Text: fmt.Sprintf("contract C%d {}", i)}}}})
	}
	return out
}

func begin(t testing.TB, s *store.Store, jobs []engine.Job) (store.Run, map[string]bool) {
	t.Helper()
	planned := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Trial
	}
	run, done, err := s.Begin(t.Context(), planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	return run, done
}

// runOn runs detectors on variants into a new database and returns the
// summary and the stored trials.
func runOn(t *testing.T, where string, ds []detect.Detector, vs []*bench.Variant,
	at int) (engine.Summary, []bench.Trial) {
	t.Helper()
	s, err := store.Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	jobs, err := engine.Plan(ds, vs, 1)
	if err != nil {
		t.Fatal(err)
	}
	run, done := begin(t, s, jobs)
	w := s.Writer(t.Context(), run)
	sum, err := engine.Run(t.Context(), nil, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: at, Sink: w.Commit})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var out []bench.Trial
	if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}),
		func(x bench.Trial) error { out = append(out, x); return nil }); err != nil {
		t.Fatal(err)
	}
	return sum, out
}

// Despite rate limits with and without a waiting time, server errors, connections that break
// before and during an answer, bodies that are not JSON, and answers that never come, every
// trial is answered in the end, and no failure is taken for an answer.
func TestBadWeather(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		rnd := rand.New(rand.NewPCG(1, 2))
		var mu sync.Mutex
		var kinds [8]int
		release := make(chan struct{})
		p := &provider{misbehave: func(w http.ResponseWriter, _ int) bool {
			mu.Lock()
			kind := rnd.IntN(16)
			if kind < len(kinds) {
				kinds[kind]++
			}
			stalls := kinds[7]
			mu.Unlock()
			switch kind {
			case 0:
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusTooManyRequests)
			case 1:
				w.Header().Set("Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT") // long past
				w.WriteHeader(http.StatusTooManyRequests)
			case 2:
				w.WriteHeader(http.StatusTooManyRequests)
			case 3:
				http.Error(w, "<html>Bad Gateway</html>", http.StatusBadGateway)
			case 4:
				panic(http.ErrAbortHandler)
			case 5:
				w.Header().Set("Content-Length", "1000")
				io.WriteString(w, `{"choices":[{"mess`)
				panic(http.ErrAbortHandler)
			case 6:
				io.WriteString(w, `{"choices":`)
			case 7:
				if stalls > 4 { // each takes a timeout
					return false
				}
				<-release
			default:
				return false
			}
			return true
		}}
		srv := httptest.NewServer(p)
		defer srv.Close()
		defer close(release)
		l := limit.New(limit.Config{Max: 8, MaxPause: 20 * time.Millisecond})
		quick := model.Policy{Attempts: 40, Base: time.Millisecond, Cap: 2 * time.Millisecond}
		counted := &counting{model: onServer(t, srv.URL, 300*time.Millisecond)}
		sum, got := runOn(t, at, []detect.Detector{questions{"m", model.Retry(l.Model(counted), quick)}}, someVariants(200),
			30)
		if sum.Ended[bench.Answered] != 200 || sum.Pending != 0 {
			t.Errorf("%+v", sum)
		}
		for _, x := range got {
			if x.Outcome != bench.Answered || x.Answer == nil || x.Answer.Verdict != bench.Safe {
				t.Errorf("%s: %s %s", x.Variant.Key, x.Outcome, x.Reason)
			}
		}
		for kind, n := range kinds {
			if n == 0 {
				t.Errorf("the weather never was of kind %d", kind)
			}
		}
		if peak := counted.peak.Load(); peak > 8 || peak < 2 {
			t.Errorf("%d requests at once, want 8", peak)
		}
	})
}

// A server that always fails gives failures, which are asked again, not wrong answers.
func TestDownIsNotWrong(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		srv := httptest.NewServer(&provider{misbehave: func(w http.ResponseWriter, _ int) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}})
		defer srv.Close()
		m := model.Retry(onServer(t, srv.URL, time.Minute), model.Policy{Attempts: 2, Base: time.Microsecond})
		sum, got := runOn(t, at, []detect.Detector{questions{"m", m}}, someVariants(10), 4)
		if sum.Ended[bench.Failed] != 10 {
			t.Errorf("%+v", sum)
		}
		for _, x := range got {
			if x.Answer != nil || x.Verdict != nil || x.Response.Attempts != 2 || !strings.Contains(x.Reason, "503") {
				t.Errorf("%+v", x)
			}
		}
	})
}

// When the credit ends halfway, all models of the account stop, with one message.
func TestNoCreditStopsTheAccount(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		p := &provider{misbehave: func(w http.ResponseWriter, n int) bool {
			if n <= 40 {
				return false
			}
			w.WriteHeader(http.StatusPaymentRequired)
			io.WriteString(w, `{"error":{"message":"no credit left"}}`)
			return true
		}}
		srv := httptest.NewServer(p)
		defer srv.Close()
		l := limit.New(limit.Config{Max: 4})
		var ds []detect.Detector
		for _, name := range []string{"a", "b", "c"} {
			ds = append(ds, questions{name, model.Retry(l.Model(onServer(t, srv.URL, time.Minute)), model.Policy{})})
		}
		sum, _ := runOn(t, at, ds, someVariants(100), 10)
		if sum.Ended[bench.Answered] != 40 || sum.Pending != 260 || sum.Ended[bench.Failed] != 0 {
			t.Errorf("%+v", sum)
		}
		if n := p.count(); n > 44 {
			t.Errorf("%d requests after the credit ended, with four slots", n-40)
		}
		if err := sum.ErrStopped(); strings.Count(err.Error(), "no credit left") != 1 ||
			!strings.HasPrefix(err.Error(), "a, b, c: ") {
			t.Errorf("reason %q", err)
		}
	})
}
