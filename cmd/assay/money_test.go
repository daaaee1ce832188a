package main

import (
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// An answer costs $0.02, and a request may cost $0.05.
const answerCost, worstCost = 20_000_000, 50_000_000

var pricedArgs = append([]string{"--price", "openai/ok=0/1000", "--max-tokens", "50"}, runArgs[1:]...)

// silent is a server that answers, and charges, as fakeServer does, but sends nothing after a number of answers.
type silent struct {
	fakeServer
	answers  int64        // that are sent; all after talk
	charged  atomic.Int64 // billionths of a dollar; an answer that is never sent is charged too
	arrived  atomic.Int64
	talk     atomic.Bool
	received chan struct{} // one for each request that gets no answer
}

func (s *silent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.charged.Add(answerCost)
	if n := s.arrived.Add(1); n > s.answers && !s.talk.Load() {
		io.Copy(io.Discard, r.Body) // else the end of the connection is not seen
		s.received <- struct{}{}
		<-r.Context().Done()
		return
	}
	s.fakeServer.ServeHTTP(w, r)
}

// ledger returns what a database says was spent, in billionths of a dollar.
func ledger(t *testing.T, dir string) (sum int64) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "results.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT amount FROM spend_total`).Scan(&sum); err != nil {
		t.Fatal(err)
	}
	return sum
}

// What was in flight at a kill is counted, though no budget was given: a later start's budget knows it, and the
// last start says it.
func TestKillWithoutBudget(t *testing.T) {
	s := &silent{received: make(chan struct{}, 1000)}
	srv := httptest.NewServer(s)
	defer srv.Close()
	dir := t.TempDir()
	cmd, _ := program(t, dir, srv.URL+"/v1", append([]string{"run"}, pricedArgs...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		<-s.received
	}
	cmd.Process.Kill()
	cmd.Wait()
	if sum, charged := ledger(t, dir), s.charged.Load(); sum < 4*worstCost || sum < charged {
		t.Errorf("after the kill the ledger says %d; the server charged %d", sum, charged)
	}
	cmd, out := program(t, dir, srv.URL+"/v1", append([]string{"run", "--budget-usd", "0.24"}, pricedArgs...)...)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Run() }()
	select {
	case <-s.received:
		cmd.Process.Kill()
		<-ended
		t.Error("a later start asks, though the 4 requests in flight at the kill may have cost $0.20 of its $0.24")
	case <-ended:
		if code := cmd.ProcessState.ExitCode(); code != 4 {
			t.Errorf("exit %d, want 4:\n%s", code, out)
		}
	}
	s.talk.Store(true)
	cmd, out = program(t, dir, srv.URL+"/v1", append([]string{"run"}, pricedArgs...)...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := regexp.MustCompile(`(?m)^\$([0-9.]+) of it is counted for ([4-8]) requests in progress when a process was killed`).
		FindStringSubmatch(out.String())
	if said == nil {
		t.Fatalf("the last start does not say what is counted for the lost requests:\n%s", out)
	}
	usd, _ := strconv.ParseFloat(said[1], 64)
	if n, _ := strconv.ParseFloat(said[2], 64); usd != n*0.02 {
		t.Errorf("$%v for %v requests, none of which cost more than $0.02", usd, n)
	}
	if sum, charged := ledger(t, dir), s.charged.Load(); sum < charged {
		t.Errorf("the ledger says %d in the end; the server charged %d", sum, charged)
	}
}

// Two interrupts abandon requests. They count as after a kill: not at their worst case for ever.
func TestAbandonedRequestsAreReleased(t *testing.T) {
	s := &silent{answers: 40, received: make(chan struct{}, 1000)}
	srv := httptest.NewServer(s)
	defer srv.Close()
	dir := t.TempDir()
	cmd, _ := program(t, dir, srv.URL+"/v1", append([]string{"run"}, pricedArgs...)...)
	stderr := filepath.Join(dir, "stderr")
	f, err := os.Create(stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd.Stderr = f
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		<-s.received
	}
	for range 2 {
		cmd.Process.Signal(os.Interrupt)
		waitForText(t, stderr, "press Ctrl-C again")
	}
	cmd.Wait()
	text, _ := os.ReadFile(stderr)
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d\n%s", code, text)
	}
	if sum, charged := ledger(t, dir), s.charged.Load(); sum != charged {
		t.Errorf("the ledger says %d; the server charged at most %d\n%s", sum, charged, text)
	}
	for _, want := range []string{"$0.8800 spent on this plan, $0.8800 of it now", "$0.0800 of it is counted for 4 requests"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// waitForText waits until a file contains a text.
func waitForText(t *testing.T, file, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if b, _ := os.ReadFile(file); strings.Contains(string(b), text) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the program does not say %q", text)
		}
	}
}
