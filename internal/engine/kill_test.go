package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/model"
	"assay/internal/model/limit"
	"assay/internal/model/openai"
	"assay/internal/pgserver/pgtest"
	"assay/internal/store"
)

const (
	childVar   = "ASSAY_ENGINE_TEST_CHILD" // holds the address of the server: this process is to be killed
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
	m := model.Retry(slots.Around(base, func(m model.Model) model.Model { return b.Model(m, "m", tokenPrice, false) }), model.Policy{})
	jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, someVariants(killTrials), 1)
	if err != nil {
		return err
	}
	planned := make([]store.Planned, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Planned
	}
	run, done, err := s.Begin(ctx, planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
	if err != nil {
		return err
	}
	spent, err := s.Spent(ctx, run.Plan)
	if err != nil {
		return err
	}
	w := s.Writer(ctx, run)
	b.Use(w, spent)
	if _, err := engine.Run(ctx, nil, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: limit.WithLine(childAt), Sink: w.Commit}); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return s.Close()
}

// Killed at a hundred moments, a run loses nothing that was durable, asks for
// none of it again, repeats at most what was under way (in flight, or answered and
// about to be stored), and knows at every moment at least what was spent.
func TestKilledAtAnyMoment(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		rnd := rand.New(rand.NewPCG(42, 1))
		p := &provider{news: make(chan struct{}, 10_000), latency: time.Millisecond}
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
		durable := map[string]int{} // question → how often it had been asked when it was seen to be stored
		killed, early := 0, 0
		for range kills {
			cmd, out := start()
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			after := rnd.IntN(5) // requests until the kill: none is while it starts
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
			checkDurable(t, at, p, durable)
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
		if n := checkDurable(t, at, p, durable); n != killTrials {
			t.Errorf("%d of %d trials are stored in the end", n, killTrials)
		}
		if n := p.count(); n > killTrials+killed*limit.WithLine(childAt) {
			t.Errorf("%d requests for %d trials and %d kills with %d under way", n, killTrials, killed, limit.WithLine(childAt))
		}
		t.Logf("%d kills, %d early; %d requests for %d trials", killed, early, p.count(), killTrials)
	})
}

// checkDurable opens the database as it was left and compares it with what the
// server saw.
func checkDurable(t *testing.T, path string, p *provider, durable map[string]int) int {
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
	if err := s.Trials(t.Context(), run, func(x store.Stored) error {
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
	// Each answer cost $0.02, and may have cost $0.05 where nobody saw its end.
	if cost := int64(p.total) * 20e6; spent < int64(ended)*20e6 || spent < cost-childAt*20e6 || spent > int64(p.total)*50e6+kills*childAt*50e6 {
		t.Errorf("the ledger says %d; the server charged for %d requests, %d", spent, p.total, cost)
	}
	return ended
}
