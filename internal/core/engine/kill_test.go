package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
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
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

const (
	childVar   = "ASSAY_ENGINE_TEST_CHILD" // address of the server: this process will be killed
	childAt    = 4
	killTrials = 300
	kills      = 100
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childVar); url != "" {
		if err := child(url, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if url := os.Getenv(batchVar); url != "" {
		if err := batchChild(url, os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if url := os.Getenv(judgingVar); url != "" {
		if err := judgingChild(url, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if latency := os.Getenv(leanVar); latency != "" {
		if err := leanChild(latency); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(pgtest.Main(m, os.Stderr))
}

// tokenPrice is a dollar for a thousand tokens of output.
func tokenPrice(_ string, u bench.Usage) (float64, bool) {
	return float64(u.OutputTokens) / 1000, true
}

// child runs the plan against the server until all is done.
func child(url, path string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	base, err := openai.New(openai.Config{BaseURL: url + "/v1", APIKey: "k"})
	if err != nil {
		return err
	}
	b := model.NewBudget(1000)
	slots := limit.New(limit.Config{Start: childAt, Max: childAt})
	m := model.Retry(slots.Around(base, func(m model.Model) model.Model { return b.Model(m, "m", tokenPrice, false) }),
		model.Policy{})
	jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, someVariants(killTrials), 1)
	if err != nil {
		return err
	}
	planned := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Trial
	}
	// A killed holder is known to be dead, and its reservations are released.
	hold, err := s.Hold(ctx, store.PlanHash(planned), false)
	if err != nil {
		return err
	}
	run, done, err := s.Begin(ctx, planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
	if err != nil {
		return err
	}
	run.Holder = hold.ID
	spent, err := s.Spent(ctx, run.Plan)
	if err != nil {
		return err
	}
	w := s.Writer(ctx, run)
	b.Use(w, spent)
	if _, err := engine.Run(ctx, nil, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: limit.WithLine(childAt),
		Sink: w.Commit}); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := hold.Release(ctx); err != nil {
		return err
	}
	return s.Close()
}

// varied answers at prices that vary as those of a model do, and adds up what it charges.
func varied(charged *atomic.Int64) func(http.ResponseWriter, int) bool {
	return func(w http.ResponseWriter, n int) bool {
		tokens := 10 + n*7%21
		charged.Add(int64(tokens) * 1e6)
		json.NewEncoder(w).Encode(map[string]any{
			"model": "m-1",
			"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
				"content": safeAnswer}}},
			"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": tokens},
		})
		return true
	}
}

// Killed at a hundred moments, a run loses nothing durable, asks for none of it again,
// repeats at most the trials in progress (sent, or answered and about to be stored), and its
// ledger never shows less than was spent.
func TestKilledAtAnyMoment(t *testing.T) {
	corpustest.Turn(t, 3)
	pgtest.Engines(t, func(t *testing.T, at string) {
		rnd := rand.New(rand.NewPCG(42, 1))
		var charged atomic.Int64
		p := &provider{news: make(chan struct{}, 10_000), latency: time.Millisecond, misbehave: varied(&charged)}
		srv := httptest.NewServer(p)
		defer srv.Close()
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		start := func() (*exec.Cmd, *bytes.Buffer) {
			cmd := exec.Command(self, at)
			cmd.Env = append(os.Environ(), childVar+"="+srv.URL)
			var out bytes.Buffer
			cmd.Stderr = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return cmd, &out
		}
		durable := map[string]int{} // question → number of times it had been asked when it was first seen stored
		killed, early := 0, 0
		for range kills {
			cmd, out := start()
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			after := rnd.IntN(5) // requests until the kill; there are none during the start
			if after == 0 {
				early++
			}
			over := false
			for range after {
				select {
				case <-p.news:
				case err := <-ended:
					if over = true; err != nil {
						t.Fatalf("the child failed: %v\n%s", err, out)
					}
				}
				if over {
					break
				}
			}
			if over {
				break
			}
			time.Sleep(time.Duration(rnd.IntN(4000)) * time.Microsecond)
			cmd.Process.Kill()
			if err := <-ended; err != nil {
				killed++
			}
			checkDurable(t, at, p, &charged, durable)
			for len(p.news) > 0 {
				<-p.news
			}
		}
		if killed < kills/2 || early == 0 {
			t.Fatalf("killed %d times, %d of them early, of %d: the plan is too short for this test", killed, early, kills)
		}
		cmd, out := start()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if n := checkDurable(t, at, p, &charged, durable); n != killTrials {
			t.Errorf("%d of %d trials are stored in the end", n, killTrials)
		}
		if n := p.count(); n > killTrials+killed*limit.WithLine(childAt) {
			t.Errorf("%d requests for %d trials and %d kills with %d under way", n, killTrials, killed, limit.WithLine(childAt))
		}
		s, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		run, err := s.Run(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		spent, err := s.Spent(t.Context(), run.Plan)
		if err != nil {
			t.Fatal(err)
		}
		reserved, err := s.Reserved(t.Context(), run.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if reserved != 0 {
			t.Errorf("%d of %d stands reserved, though no process goes on", reserved, spent)
		}
		if most := charged.Load() + int64(killed*limit.WithLine(childAt))*30e6; spent > most {
			t.Errorf("the ledger says %d, more than %d: what was charged, and the dearest answer for each "+
				"request that can have been lost", spent, most)
		}
		t.Logf("%d kills, %d early; %d requests for %d trials; the ledger says %.2f, the server charged %.2f", killed, early,
			p.count(), killTrials, float64(spent)*model.Nano, float64(charged.Load())*model.Nano)
	})
}

// checkDurable opens the database as the killed process left it and compares it with the
// record of the server.
func checkDurable(t *testing.T, path string, p *provider, charged *atomic.Int64, durable map[string]int) int {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatalf("the database cannot be opened after a kill: %v", err)
	}
	defer s.Close()
	run, err := s.Run(t.Context(), "")
	if err != nil {
		if len(durable) == 0 {
			return 0 // killed before the run was recorded
		}
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	ended := 0
	if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		q := x.Variant.Task.Files[0].Text
		before, was := durable[q]
		switch {
		case x.Outcome == "" && was:
			t.Errorf("%s was stored and is lost", x.Variant.Key)
		case x.Outcome == "":
			return nil
		case x.Outcome != bench.Answered || x.Answer == nil || x.Response.Text != safeAnswer:
			t.Errorf("%s: %s %s", x.Variant.Key, x.Outcome, x.Reason)
		case was && p.asked[q] != before:
			t.Errorf("%s was stored after %d requests and asked again", x.Variant.Key, before)
		}
		durable[q] = p.asked[q]
		ended++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	spent, err := s.Spent(t.Context(), run.Plan)
	if err != nil {
		t.Fatal(err)
	}
	// A request is reserved for with $0.05 and costs 0.01 to 0.03.
	if sum := charged.Load(); spent < sum || spent > sum+kills*int64(limit.WithLine(childAt))*50e6 {
		t.Errorf("the ledger says %d; the server charged %d for %d requests", spent, sum, p.total)
	}
	return ended
}
