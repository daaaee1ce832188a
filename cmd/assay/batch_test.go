package main

import (
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"assay/internal/test/modeltest"
)

// Killed after a batch was created but not recorded, while it waits, or while its
// answers are stored, the same command continues and asks nothing twice.
func TestBatchKillResumes(t *testing.T) {
	for _, tt := range []struct{ model, answer string }{
		{"openai/ok", `{"model":"m","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":ANSWER}}],"usage":{"prompt_tokens":100,"completion_tokens":20}}`},
		{"anthropic/ok", `{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"text","text":ANSWER}],"usage":{"input_tokens":100,"output_tokens":20}}`},
	} {
		t.Run(tt.model, func(t *testing.T) {
			t.Setenv("ANTHROPIC_API_KEY", "k")
			body := strings.ReplaceAll(tt.answer, "ANSWER", modeltest.Encode(fakeBad))
			var mu sync.Mutex
			over, killAt := false, ""
			reached := make(chan struct{}, 100)
			srv := &modeltest.Batches{
				Over:   func(int) bool { mu.Lock(); defer mu.Unlock(); return over },
				Answer: func(string, []byte) (int, string) { return 200, body },
				After: func(what string) {
					mu.Lock()
					hit := what == killAt
					mu.Unlock()
					if hit {
						reached <- struct{}{}
						time.Sleep(50 * time.Millisecond) // the kill is faster than the answer
					}
				},
			}
			hs := httptest.NewServer(srv)
			defer hs.Close()
			t.Setenv("ANTHROPIC_BASE_URL", hs.URL)
			dir := t.TempDir()
			args := []string{"run", "--model", tt.model, "--batch", "--set", "batch-poll=1", "--suite", "tenantsql",
				"--limit", "3",
				"--price", tt.model + "=0/1000", "--budget-usd", "1", "--max-tokens", "50"}
			for _, at := range []string{"create", "get", "results"} {
				mu.Lock()
				over, killAt = at == "results", at
				mu.Unlock()
				cmd, out := program(t, dir, hs.URL+"/v1", args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				select {
				case <-reached:
				case <-time.After(time.Minute):
					cmd.Process.Kill()
					cmd.Wait()
					t.Fatalf("the program does not come to %q:\n%s", at, out)
				}
				cmd.Process.Signal(syscall.SIGKILL)
				cmd.Wait()
			}
			mu.Lock()
			killAt = ""
			mu.Unlock()
			cmd, out := program(t, dir, hs.URL+"/v1", args...)
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			rows, keys, answered := counts(t, dir)
			asked := map[string]int{}
			for _, b := range srv.All() {
				for _, it := range b.Items {
					asked[string(it.Body)]++
				}
			}
			if rows == 0 || rows != keys || answered != rows || len(asked) != rows {
				t.Errorf("%d rows, %d keys, %d answered, %d asked\n%s", rows, keys, answered, len(asked), out)
			}
			for q, n := range asked {
				if n != 1 {
					t.Errorf("asked %d times: %.200s", n, q)
				}
			}
			// 18 trials of at most $0.05: each time, the batch used all but $0.10 of the budget.
			if !strings.Contains(out.String(), "$0.36") {
				t.Errorf("does not say what was spent:\n%s", out)
			}
		})
	}
}
