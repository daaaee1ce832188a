package main

import (
	"net/http/httptest"
	"slices"
	"testing"
)

// A budget that is used up has an exit code of its own, and is never passed by
// what many workers do at once.
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
	// 20 tokens an answer at $0.001: the 24th could have cost $0.05 of $0.04.
	if rows, _, answered := counts(t, dir); rows != 23 || answered != 23 || f.requests.Load() != 23 {
		t.Errorf("%d rows, %d answers, %d requests for $0.50, want 23\n%s", rows, answered, f.requests.Load(), out)
	}
}
