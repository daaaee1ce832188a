package main

import (
	"net/http/httptest"
	"slices"
	"testing"
)

// A spent budget has its own exit code, and concurrent workers never exceed
// it.
func TestBudgetExitCode(t *testing.T) {
	f := &fakeServer{}
	srv := httptest.NewServer(f)
	defer srv.Close()
	dir := t.TempDir()
	cmd, out := program(t, dir, srv.URL+"/v1", append(slices.Clone(runArgs), "--max-tokens", "50", "--price",
		"openai/ok=0/1000", "--budget-usd", "0.5", "--max-connections", "64")...)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 4 {
		t.Errorf("exit code %d, want 4\n%s", code, out)
	}
	// 20 tokens per answer at $0.001: the 24th could have cost $0.05, with $0.04 left.
	if rows, _, answered := counts(t, dir); rows != 23 || answered != 23 || f.requests.Load() != 23 {
		t.Errorf("%d rows, %d answers, %d requests for $0.50, want 23\n%s", rows, answered, f.requests.Load(), out)
	}
}
