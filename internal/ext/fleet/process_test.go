package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/model/openai"
	"assay/internal/core/store"
	"assay/internal/ext/fleet"
	"assay/internal/proof/pgserver"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

const childVar = "ASSAY_FLEET_TEST_CHILD" // JSON of child: this process is a worker

// child is the configuration of a worker process.
type child struct {
	Server, DB  string
	Rescue      time.Duration
	Grace       time.Duration
	Connections int
	Offset      time.Duration
	Limit       float64       // dollars; 0 is none
	Broken      bool          // it cannot execute
	Latency     time.Duration // when there is no server: of a model inside the process
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childVar); text != "" {
		var c child
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = c.work()
		}
		if err != nil {
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

func (c child) work() error {
	ctx := context.Background()
	s, err := store.Open(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	var base model.Model
	if c.Server != "" {
		if base, err = openai.New(openai.Config{BaseURL: c.Server + "/v1", APIKey: "k"}); err != nil {
			return err
		}
	}
	l := limit.New(limit.Config{Start: c.Connections, Max: c.Connections})
	stop := make(chan struct{})
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	go func() {
		<-signals
		close(stop)
	}()
	return fleet.Work(ctx, stop, fleet.Config{
		Store: s, Connections: c.Connections, Rescue: c.Rescue, Grace: c.Grace, ClockOffset: c.Offset,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Open: func(_ context.Context, run store.Run, raw json.RawMessage, _ *store.Writer) (*fleet.Desk, error) {
			var names []string
			if err := json.Unmarshal(raw, &names); err != nil {
				return nil, err
			}
			b := model.NewBudget(c.Limit)
			if c.Limit == 0 {
				b = model.NewBudget(math.Inf(1))
			}
			d := &fleet.Desk{Budget: b}
			for _, n := range names {
				paid := func(m model.Model) model.Model { return b.Model(m, n, tokenPrice, false) }
				if base == nil {
					d.Detectors = append(d.Detectors, questions{n, l.Around(waiting{c.Latency}, paid)})
					continue
				}
				d.Detectors = append(d.Detectors, questions{n, model.Retry(l.Around(base, paid), model.Policy{})})
			}
			return d, nil
		},
	})
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
	return q.model.Generate(ctx, model.Request{Model: q.name, User: q.name + " " + t.Files[0].Text, MaxTokens: 50})
}

// provider answers after a latency and counts the questions.
type provider struct {
	latency time.Duration
	mu      sync.Mutex
	asked   map[string]int
	total   int
	hold    chan struct{} // answers wait until it is closed; nil does not hold them
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var req struct{ Messages []struct{ Content string } }
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &req); err != nil || len(req.Messages) == 0 {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	p.asked[req.Messages[len(req.Messages)-1].Content]++
	p.total++
	hold := p.hold
	p.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-r.Context().Done(): // the client died
			return
		}
	}
	time.Sleep(p.latency)
	json.NewEncoder(w).Encode(map[string]any{
		"model": "m-1",
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": `{"verdict":"safe","confidence":0.9,"vulnerabilities":[]}`}}},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}

func (p *provider) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

func newProvider(t testing.TB, latency time.Duration) (*provider, string) {
	p := &provider{latency: latency, asked: map[string]int{}}
	srv := httptest.NewServer(p)
	t.Cleanup(srv.Close)
	return p, srv.URL
}

// start plans trials of subjects and queues them.
func start(t testing.TB, s *store.Store, trials int, subjects ...string) store.Run {
	t.Helper()
	return startIn(t, s, trials, 10, subjects...)
}

// startIn is start with shards of the given size.
func startIn(t testing.TB, s *store.Store, trials, size int, subjects ...string) store.Run {
	t.Helper()
	if err := fleet.Prepare(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	var ds []detect.Detector
	for _, name := range subjects {
		ds = append(ds, questions{name: name})
	}
	var vs []*bench.Variant
	for i := range trials {
		vs = append(vs, &bench.Variant{Key: fmt.Sprintf("v%05d", i), Base: fmt.Sprint(i), Format: "blockbench",
			Truth: bench.Safe,
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
				Text: fmt.Sprintf("contract C%d {}", i)}}}})
	}
	jobs, err := engine.Plan(ds, vs, 1)
	if err != nil {
		t.Fatal(err)
	}
	plan := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		plan[i] = j.Trial
	}
	terms, err := json.Marshal(subjects)
	if err != nil {
		t.Fatal(err)
	}
	parts := fleet.Split(plan, func(string) string { return "fake" }, size)
	run, _, err := s.BeginWith(t.Context(), plan, bench.Manifest{StartedAt: time.Now()}, store.Again{},
		func(tx *database.Tx, run store.Run, done map[string]bool) error {
			_, err := fleet.Enqueue(t.Context(), tx, run, plan, parts, done, terms)
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

type process struct {
	cmd   *exec.Cmd
	said  *bytes.Buffer
	ended chan error
}

// spawn starts a worker process, which is killed with the test at the latest.
func spawn(t testing.TB, c child) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{exec.Command(self), &bytes.Buffer{}, make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), childVar+"="+string(text))
	p.cmd.Stderr = p.said
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		select {
		case <-p.ended:
		default:
		}
		if t.Failed() {
			t.Logf("worker %d said:\n%s", p.cmd.Process.Pid, p.said)
		}
	})
	return p
}

// finished waits until workers have nothing left to do for a run.
func finished(t testing.TB, s *store.Store, run store.Run, during func()) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Minute) // for a busy machine
	for {
		st, err := fleet.Look(t.Context(), s, run)
		if err != nil && !database.Passes(err) {
			t.Fatal(err)
		}
		if err == nil && !st.Left() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v is left", st)
		}
		during()
		time.Sleep(20 * time.Millisecond)
	}
}

// check fails unless every trial is answered once, and returns the number of superfluous
// requests. The ledger must show at least what was charged.
func check(t testing.TB, s *store.Store, p *provider, trials int, runs ...store.Run) (extra int) {
	t.Helper()
	answered := 0
	var spent int64
	for _, run := range runs {
		if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
			if x.Outcome != bench.Answered || x.Answer == nil {
				t.Errorf("%s: %q %s", x.Variant.Key, x.Outcome, x.Reason)
			}
			answered++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		n, err := s.Spent(t.Context(), run.Plan)
		if err != nil {
			t.Fatal(err)
		}
		spent += n
	}
	var rows int
	if err := s.Database().R.QueryRow(`SELECT count(*) FROM trial`).Scan(&rows); err != nil || rows != trials ||
		answered != trials {
		t.Errorf("%d rows and %d answers for %d trials (%v)", rows, answered, trials, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if charged := int64(p.total) * 20e6; spent < charged {
		t.Errorf("the ledger says %d, the provider charged %d", spent, charged)
	}
	if len(p.asked) != trials {
		t.Errorf("%d questions were asked of %d", len(p.asked), trials)
	}
	return p.total - trials
}

// Workers that are killed fifty times, at any moment, lose nothing: every trial is answered,
// with one row for each, and only requests in progress are asked again.
func TestWorkersAreKilled(t *testing.T) {
	const trials, kills, connections = 600, 50, 4
	at := pgtest.URL(t)
	p, url := newProvider(t, 20*time.Millisecond)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := start(t, s, trials, "m")
	rnd := rand.New(rand.NewPCG(7, 7))
	c := child{Server: url, DB: at, Rescue: time.Second, Connections: connections, Limit: 1000}
	workers := []*process{spawn(t, c), spawn(t, c), spawn(t, c)}
	killed, before := 0, 0
	finished(t, s, run, func() {
		if killed == kills || p.count() < before+2+rnd.IntN(8) {
			return // some work is done between two kills
		}
		i := rnd.IntN(len(workers))
		workers[i].cmd.Process.Kill()
		<-workers[i].ended
		killed++
		before = p.count()
		workers[i] = spawn(t, c)
	})
	extra := check(t, s, p, trials, run)
	if killed < kills {
		t.Errorf("killed %d times only: the plan is too short for this test", killed)
	}
	if extra > killed*limit.WithLine(connections) {
		t.Errorf("%d requests too many after %d kills with %d under way", extra, killed, limit.WithLine(connections))
	}
	t.Logf("%d kills, %d requests for %d trials", killed, p.count(), trials)
}

// A worker that is told to stop finishes its requests in progress and requeues the rest.
// Another worker continues immediately, and no question is asked twice.
func TestWorkersStop(t *testing.T) {
	t.Parallel()
	const trials = 120
	at := pgtest.URL(t)
	p, url := newProvider(t, 50*time.Millisecond)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := start(t, s, trials, "m")
	c := child{Server: url, DB: at, Rescue: time.Minute, Grace: 20 * time.Second, Connections: 4, Limit: 1000}
	w := spawn(t, c)
	stops := 0
	finished(t, s, run, func() {
		if stops < 3 && p.count() > (stops+1)*20 {
			stops++
			w.cmd.Process.Signal(syscall.SIGTERM)
			if err := <-w.ended; err != nil {
				t.Fatalf("%v\n%s", err, w.said)
			}
			w = spawn(t, c)
		}
	})
	if extra := check(t, s, p, trials, run); extra != 0 || stops != 3 {
		t.Errorf("%d requests too many after %d stops", extra, stops)
	}
}

// While the database is unreachable, and when it is back, nothing is lost and nothing is
// asked twice: neither over a broken network nor by a server that crashes repeatedly and
// whose data is on an ordinary disk, so that a crash interrupts commits that wait for it.
// The ledger shows exactly what was charged.
func TestDatabaseGoesAway(t *testing.T) {
	corpustest.Turn(t, 4)
	if os.Getenv("ASSAY_TEST_POSTGRES") != "required" {
		pgtest.URL(t) // skips where there is none
	}
	pg, err := pgserver.Start(t.Context(), pgserver.Options{Parent: os.TempDir(),
		Settings: []string{"synchronous_commit=on", "fsync=on"}})
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	const trials, crashes = 640, 20
	s, err := store.Open(t.Context(), pg.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, url := newProvider(t, 50*time.Millisecond)
	proxy := pgtest.NewProxy(t, pg.URL("postgres"))
	run := start(t, s, trials, "m")
	c := child{Server: url, DB: proxy.URL, Rescue: 30 * time.Second, Connections: 4, Limit: 1000}
	spawn(t, c)
	direct := c
	direct.DB = pg.URL("postgres")
	spawn(t, direct)
	cuts, restarts := 0, 0
	finished(t, s, run, func() {
		switch n := p.count(); {
		case cuts < 2 && n > 30*(1+2*cuts):
			cuts++
			proxy.Cut()
			time.Sleep(time.Second)
			proxy.Restore()
		case restarts < crashes && n > trials*8/10/crashes*(1+restarts):
			restarts++
			if err := pg.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
	if extra := check(t, s, p, trials, run); extra != 0 || cuts != 2 || restarts != crashes {
		t.Errorf("%d requests too many after %d cuts and %d crashes", extra, cuts, restarts)
	}
	if spent, err := s.Spent(t.Context(), run.Plan); err != nil || spent != int64(p.count())*20e6 {
		t.Errorf("the ledger says %d, the provider charged %d (%v)", spent, int64(p.count())*20e6, err)
	}
}

// A worker that starts while the server restarts waits for it as a running worker does:
// whichever of its first steps the connection breaks in, it joins.
func TestWorkerStartsWithoutServer(t *testing.T) {
	t.Parallel()
	at := pgtest.URL(t)
	p, url := newProvider(t, 0)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	proxy := pgtest.NewProxy(t, at)
	runs := []store.Run{}
	steps := []string{"pg_advisory_xact_lock", "INSERT INTO worker", "river_queue"}
	for i, step := range steps {
		proxy.CutAfter(step)
		w := spawn(t, child{Server: url, DB: proxy.URL, Rescue: 20 * time.Second, Grace: 5 * time.Second, Connections: 2,
			Limit: 1000})
		until(t, "it came to "+step, func() bool { return proxy.Hits() == i+1 })
		run := start(t, s, 5, "m"+step)
		finished(t, s, run, func() {
			select {
			case err := <-w.ended:
				t.Fatalf("cut at %s, the worker ended: %v\n%s", step, err, w.said)
			default:
			}
		})
		runs = append(runs, run)
		w.cmd.Process.Signal(syscall.SIGTERM)
		if err := <-w.ended; err != nil {
			t.Errorf("%v\n%s", err, w.said)
		}
	}
	check(t, s, p, 5*len(steps), runs...)
}

// Two concurrent runs on workers whose clocks differ by hours: each question is answered
// once, and each run keeps its budget.
func TestTwoRunsAndWrongClocks(t *testing.T) {
	t.Parallel()
	const trials = 100
	at := pgtest.URL(t)
	p, url := newProvider(t, 20*time.Millisecond)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, b := start(t, s, trials, "m"), start(t, s, trials, "n")
	for _, offset := range []time.Duration{-3 * time.Hour, 0, 5 * time.Hour} {
		spawn(t, child{Server: url, DB: at, Rescue: 20 * time.Second, Connections: 4, Limit: 1000, Offset: offset})
	}
	finished(t, s, a, func() {})
	finished(t, s, b, func() {})
	if extra := check(t, s, p, 2*trials, a, b); extra != 0 {
		t.Errorf("%d requests too many", extra)
	}
}

// Three workers share a budget that is too small: together they do not exceed it, they use
// it as far as worst cases allow, and report why they end.
func TestBudgetOfAll(t *testing.T) {
	corpustest.Turn(t, 4)
	t.Parallel()
	const trials, dollars = 200, 1.5 // of $0.02 each, $0.05 at worst
	at := pgtest.URL(t)
	p, url := newProvider(t, 20*time.Millisecond)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := start(t, s, trials, "m")
	for range 3 {
		spawn(t, child{Server: url, DB: at, Rescue: 20 * time.Second, Connections: 4, Limit: dollars})
	}
	finished(t, s, run, func() {
		if n, err := s.Spent(t.Context(), run.Plan); err != nil || n > dollars*1e9 {
			t.Errorf("%d is spent or reserved (%v)", n, err)
		}
	})
	st, err := fleet.Look(t.Context(), s, run)
	if err != nil || model.KindOf(st.Halted["m"]) != model.ErrBudget {
		t.Errorf("%+v, %v", st, err)
	}
	if n := p.count(); float64(n)*0.02 > dollars || float64(n+2)*0.02+0.05 < dollars {
		t.Errorf("%d requests of $0.02 for $%.2f", n, dollars)
	}
}
