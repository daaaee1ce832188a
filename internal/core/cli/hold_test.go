package cli_test

import (
	"assay/internal/core/cli"
	"bytes"
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/store"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

const silenceVar = "ASSAY_CLI_TEST_SILENCE" // silence of holders: this process acts as the program

// asProgram runs the test binary as the program.
func asProgram(silence string) int {
	d, err := time.ParseDuration(silence)
	if err != nil {
		return 99
	}
	interrupt := make(chan os.Signal, 2)
	signal.Notify(interrupt, os.Interrupt)
	return cli.Main(context.Background(), os.Args[1:], &environ.Env{Stdout: os.Stdout, Stderr: os.Stderr,
		Interrupt: interrupt,
		Getenv:    func(string) string { return "" }, Silence: d})
}

// started is a process that runs the program.
type started struct {
	*exec.Cmd
	out, errs lines
	ended     chan struct{} // closed when it has ended
}

func launch(t *testing.T, silence time.Duration, args ...string) *started {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &started{Cmd: exec.Command(self, args...), ended: make(chan struct{})}
	p.Dir = t.TempDir()
	p.Env = append(os.Environ(), silenceVar+"="+silence.String())
	p.Stdout, p.Stderr = &p.out, &p.errs
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.Process.Kill()
		<-p.ended
	})
	return p
}

// code waits for the end and returns the exit code.
func (p *started) code() int {
	<-p.ended
	return p.ProcessState.ExitCode()
}

// until waits until the output contains a text.
func (p *started) until(t *testing.T, text string) {
	t.Helper()
	for !strings.Contains(p.errs.String(), text) {
		select {
		case <-p.ended:
			t.Fatalf("it ended with %d and did not say %q:\n%s", p.code(), text, p.errs.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// heldProvider gives no answers until it is released.
type heldProvider struct {
	fakeProvider
	arrived  chan struct{} // gets a value with each request
	released chan struct{}
	answered atomic.Int64
}

func (p *heldProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(b))
	p.arrived <- struct{}{}
	<-p.released
	p.fakeProvider.ServeHTTP(w, r)
	p.answered.Add(1)
}

// holding starts a provider for the tests of holders, and a run that asks it: 24 trials, two concurrent.
func holding(t *testing.T, at string, more ...string) (*heldProvider, []string) {
	t.Helper()
	p := &heldProvider{fakeProvider: fakeProvider{asked: map[string]int{}}, arrived: make(chan struct{}, 1000),
		released: make(chan struct{})}
	srv := httptest.NewServer(p)
	t.Cleanup(srv.Close)
	t.Cleanup(func() {
		select {
		case <-p.released:
		default:
			close(p.released)
		}
	})
	return p, append([]string{"run", "--db", at, "--suite", "tenantsql", "--subset", "purchase-orders", "--limit", "4",
		"--model", "openai/m", "--base-url", srv.URL + "/v1",
		"--max-connections", "2", "--price", "openai/m=1000/1000", "--max-tokens", "100", "--budget-usd", "1000"}, more...)
}

const holdTrials = 24

// Two equal concurrent starts pay once. The later one names the holder of the run, and with
// --wait it continues after the other has ended.
func TestTwoStarts(t *testing.T) {
	corpustest.Turn(t, 3)
	pgtest.Engines(t, func(t *testing.T, at string) {
		p, args := holding(t, at)
		a, b := launch(t, store.Silence, args...), launch(t, store.Silence, args...)
		var first, second *started
		select {
		case <-a.ended:
			first, second = b, a
		case <-b.ended:
			first, second = a, b
		}
		if c := second.code(); c != exit.BadUsage || !strings.Contains(second.errs.String(), "is under way since ") ||
			!strings.Contains(second.errs.String(), "(process ") ||
			!strings.Contains(second.errs.String(), "wait for its end with --wait") {
			t.Errorf("exit %d:\n%s", c, second.errs.String())
		}
		<-p.arrived
		third := launch(t, store.Silence, append(args, "--wait")...)
		third.until(t, "waiting for its end")
		fourth := launch(t, store.Silence, append(args, "--no-resume")...)
		if c := fourth.code(); c != exit.BadUsage {
			t.Errorf("a fresh start beside another exits %d:\n%s", c, fourth.errs.String())
		}
		left := launch(t, store.Silence, append(args, "--wait")...)
		left.until(t, "waiting for its end")
		left.Process.Signal(os.Interrupt)
		if c := left.code(); c != exit.Interrupt {
			t.Errorf("interrupted while it waits it exits %d:\n%s", c, left.errs.String())
		}
		close(p.released)
		if c := first.code(); c != exit.OK {
			t.Errorf("exit %d:\n%s", c, first.errs.String())
		}
		if c := third.code(); c != exit.OK || !strings.Contains(third.errs.String(), "24 of 24 trials are done already") ||
			!strings.Contains(third.out.String(), "tenantsql") {
			t.Errorf("exit %d:\n%s\n%s", c, third.errs.String(), third.out.String())
		}
		if total, questions := p.total(); total != holdTrials || questions != holdTrials {
			t.Errorf("%d requests for %d questions of %d trials", total, questions, holdTrials)
		}
	})
}

// After a kill the same command continues immediately: it does not wait for dead processes.
func TestHolderKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: whether a process is dead is known on Linux alone; elsewhere the silence is waited for")
	}
	pgtest.Engines(t, func(t *testing.T, at string) {
		p, args := holding(t, at)
		first := launch(t, time.Hour, args...)
		<-p.arrived
		first.Process.Kill()
		<-first.ended
		close(p.released)
		second := launch(t, time.Hour, args...)
		if c := second.code(); c != exit.OK || !strings.Contains(second.errs.String(), "24 trials ended: 24 answered") {
			t.Errorf("exit %d:\n%s", c, second.errs.String())
		}
		if total, _ := p.total(); total > holdTrials+4 {
			t.Errorf("%d requests for %d trials and a kill with 2 slots", total, holdTrials)
		}
	})
}

// A process that was suspended until another took over its run stores the answers that it
// received, asks nothing more, and reports why it stops. The stored trials are not asked
// again.
func TestHolderStopped(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		const silence = time.Second
		p, args := holding(t, at)
		first := launch(t, silence, args...)
		<-p.arrived
		<-p.arrived
		for { // not while it writes: its lock would remain forever
			if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			if pgtest.IsPostgres(at) || writable(t, at) {
				break
			}
			if err := first.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
		s, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.Silence = silence
		run, err := s.Run(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		var hold *store.Hold
		for hold == nil { // this process takes the run, and asks nothing
			if hold, err = s.Hold(t.Context(), run.Plan, false); err != nil {
				time.Sleep(10 * time.Millisecond)
			}
		}
		close(p.released)
		for p.answered.Load() < 2 {
			time.Sleep(time.Millisecond)
		}
		if err := first.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		if c := first.code(); c != exit.Failed || !strings.Contains(first.errs.String(), "has the run since") ||
			!strings.Contains(first.errs.String(), "the answers so far are stored, and nothing more was asked") {
			t.Errorf("exit %d:\n%s", c, first.errs.String())
		}
		if total, _ := p.total(); total != 2 {
			t.Errorf("%d requests, 2 of them before it was stopped", total)
		}
		ended, err := s.Endings(t.Context(), run)
		if err != nil || len(ended) != 2 {
			t.Errorf("%d of 2 answers are stored (%v)", len(ended), err)
		}
		for key, o := range ended {
			if o != bench.Answered {
				t.Errorf("%s: %s", key, o)
			}
		}
		if err := hold.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		second := launch(t, silence, args...)
		if c := second.code(); c != exit.OK {
			t.Errorf("exit %d:\n%s", c, second.errs.String())
		}
		if total, _ := p.total(); total != holdTrials {
			t.Errorf("%d requests for %d trials", total, holdTrials)
		}
		// 120 tokens at $0.001.
		if spent, err := s.Spent(t.Context(), run.Plan); err != nil || spent != holdTrials*120_000_000 {
			t.Errorf("the ledger says %d; the server charged %d (%v)", spent, holdTrials*120_000_000, err)
		}
	})
}

// writable reports whether no process holds the write lock of a SQLite database.
func writable(t *testing.T, path string) bool {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=busy_timeout(200)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return false
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	return true
}
