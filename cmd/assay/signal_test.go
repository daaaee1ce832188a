package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// program returns the command of assay with arguments, to be run in dir.
func program(t testing.TB, dir, url string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(assay, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "OPENAI_BASE_URL="+url, "OPENAI_API_KEY=k")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	return cmd, &out
}

// counts returns the rows and the distinct keys of the trials in dir, and how many are answered.
func counts(t *testing.T, dir string) (rows, keys, answered int) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "results.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT count(*), count(DISTINCT key), coalesce(sum(outcome = 'answered'), 0) FROM trial`).Scan(
		&rows, &keys, &answered); err != nil {
		t.Fatal(err)
	}
	return rows, keys, answered
}

// waitFor waits until the server has had n requests.
func waitFor(t testing.TB, f *fakeServer, n int64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); f.requests.Load() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server had %d requests of %d after a minute", f.requests.Load(), n)
		}
	}
}

var runArgs = []string{"run", "--model", "openai/ok", "--max-connections", "4", "--suite", "tenantsql", "--limit", "12"}

const runTrials = 72

// Killed halfway, the same command continues: every trial is there once, and only
// requests in flight are sent again.
func TestKillResumes(t *testing.T) {
	f := &fakeServer{latency: 5 * time.Millisecond}
	srv := httptest.NewServer(f)
	defer srv.Close()
	defer f.answers.Store(0) // what still waits would keep the server open
	dir := t.TempDir()
	for _, at := range []int64{12, 30, 55} {
		f.answers.Store(at) // so that it does not end before it is killed
		cmd, out := program(t, dir, srv.URL+"/v1", runArgs...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, f, at)
		cmd.Process.Signal(syscall.SIGKILL)
		if err := cmd.Wait(); err == nil {
			t.Fatalf("the program ended before it was killed at %d requests:\n%s", at, out)
		}
	}
	f.answers.Store(0)
	cmd, out := program(t, dir, srv.URL+"/v1", runArgs...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(out.String(), "trials are done already") {
		t.Errorf("the last start does not say that it resumes:\n%s", out)
	}
	if rows, keys, answered := counts(t, dir); rows != runTrials || keys != runTrials || answered != runTrials {
		t.Errorf("%d rows, %d keys, %d answered; want %d of each", rows, keys, answered, runTrials)
	}
	// In flight at each kill: four requests, and the answers that four workers had just received.
	if n := f.requests.Load(); n > runTrials+3*8 {
		t.Errorf("%d requests for %d trials and three kills", n, runTrials)
	}
}

// Ctrl-C, SIGTERM, or the end of the terminal lets the running requests finish, keeps the
// completed trials, and exits with 130.
func TestInterrupt(t *testing.T) {
	t.Run("SIGINT", func(t *testing.T) { interrupt(t, os.Interrupt) })
	t.Run("SIGTERM", func(t *testing.T) { interrupt(t, syscall.SIGTERM) })
	t.Run("SIGHUP", func(t *testing.T) {
		if signal.Ignored(syscall.SIGHUP) {
			t.Skip("SIGHUP is ignored here, as nohup has it, and so by the program that it begins")
		}
		interrupt(t, syscall.SIGHUP)
	})
}

func interrupt(t *testing.T, sig os.Signal) {
	f := &fakeServer{}
	srv := httptest.NewServer(f)
	defer srv.Close()
	defer f.answers.Store(0) // what still waits would keep the server open
	dir := t.TempDir()
	stderr := filepath.Join(dir, "stderr")
	cmd, out := program(t, dir, srv.URL+"/v1", runArgs...)
	file, err := os.Create(stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd.Stderr = file
	f.answers.Store(10)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, f, 11)
	cmd.Process.Signal(sig)
	waitForText(t, stderr, "finishing requests in progress")
	f.answers.Store(0)
	cmd.Wait()
	told, _ := os.ReadFile(stderr)
	out.Write(told)
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130\n%s", code, out)
	}
	rows, _, answered := counts(t, dir)
	if asked := int(f.requests.Load()); rows != asked || answered != asked {
		t.Errorf("%d requests were answered, %d rows and %d answers are stored", asked, rows, answered)
	}
	if rows < 10 || rows >= runTrials {
		t.Errorf("%d trials stored at the interrupt", rows)
	}
	for _, want := range []string{"interrupted, ", "repeat the command to continue", "tenantsql"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, out)
		}
	}
	cmd, out = program(t, dir, srv.URL+"/v1", runArgs...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := f.requests.Load(); n != runTrials {
		t.Errorf("%d requests for %d trials", n, runTrials)
	}
}

// A second signal abandons running work, too, and still leaves a database
// that the same command continues.
func TestInterruptTwice(t *testing.T) {
	release := make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer stuck.Close()
	defer close(release)
	dir := t.TempDir()
	cmd, out := program(t, dir, stuck.URL+"/v1", runArgs...)
	stderr, err := os.CreateTemp(dir, "stderr")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := func(what string) { t.Helper(); waitForText(t, stderr.Name(), what) }
	said("trials to go")
	cmd.Process.Signal(os.Interrupt)
	said("press Ctrl-C again")
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130\n%s", code, out)
	}
	if rows, _, _ := counts(t, dir); rows != 0 {
		t.Errorf("%d trials ended on a server that never answers", rows)
	}
}

// processorTime returns the processor time of a running process, 0 if it cannot be read.
func processorTime(pid int) time.Duration {
	var sum time.Duration
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, path := range tasks {
		var ns int64
		if text, err := os.ReadFile(path); err == nil {
			fmt.Sscan(string(text), &ns)
		}
		sum += time.Duration(ns)
	}
	return sum
}

// BenchmarkFirstRequest measures the wait of a user: from the start of the program
// to its first request. The processor time shows how much of the wait
// is the program's, on a machine that does other work too.
func BenchmarkFirstRequest(b *testing.B) {
	f := &fakeServer{}
	srv := httptest.NewServer(f)
	defer srv.Close()
	var spent time.Duration
	defer func() { b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "cpu-ms/op") }()
	for b.Loop() {
		dir := b.TempDir()
		cmd, _ := program(b, dir, srv.URL+"/v1", "run", "--model", "openai/ok", "--suite", "tenantsql", "--limit", "1")
		before := f.requests.Load()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		waitFor(b, f, before+1)
		b.StopTimer()
		spent += processorTime(cmd.Process.Pid)
		cmd.Wait()
		b.StartTimer()
	}
}
