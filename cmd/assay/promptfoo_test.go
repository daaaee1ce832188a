package main

import (
	"bufio"
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// promptfooCommand names the promptfoo that `make promptfoo` has installed.
const promptfooCommand = "ASSAY_PROMPTFOO"

// promptfoo asks the exported questions word for word, and its output is scored:
// every answer for the question that it was given to.
func TestPromptfoo(t *testing.T) {
	command := os.Getenv(promptfooCommand)
	if command == "" {
		t.Skip("PROMPTFOO WAS NOT RUN: make promptfoo installs and runs it")
	}
	for _, c := range []struct{ suite, filter string }{{"tenantsql", "approve-order"}, {"blockbench", "ds/h"}} {
		t.Run(c.suite, func(t *testing.T) {
			dir := t.TempDir()
			assay := func(args ...string) string {
				t.Helper()
				cmd, out := program(t, dir, "", args...)
				if err := cmd.Run(); err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return out.String()
			}
			hashes := questionsOf(t, dir, c.suite, c.filter)
			asked := slices.Sorted(maps.Keys(hashes))
			server := &echo{answer: map[string]string{}}
			for i, q := range asked { // one of four is not answered
				if i%4 != 3 {
					server.answer[q] = fmt.Sprintf("Question %d.\n```json\n{\"a\": \"{{ %d }}\"}\n```", i, i)
				}
			}
			srv := httptest.NewServer(server)
			defer srv.Close()
			assay("export", "suite", "asked", "--format", "promptfoo", "--suite", c.suite, "--filter", c.filter)
			config := filepath.Join(dir, "asked", "promptfooconfig.yaml")
			b, err := os.ReadFile(config)
			if err != nil {
				t.Fatal(err)
			}
			model := fmt.Sprintf("  - id: openai:chat:m\n    config: {apiBaseUrl: %q, apiKey: k}\n", srv.URL+"/v1")
			lines := strings.SplitAfter(string(b), "\n")
			at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "openai:chat:NAME") })
			lines[at] = model
			if err := os.WriteFile(config, []byte(strings.Join(lines, "")), 0o600); err != nil {
				t.Fatal(err)
			}
			eval := exec.Command(command, "eval", "-o", "out.json", "--no-cache", "--no-table", "--no-progress-bar",
				"--no-write", "--max-concurrency", "2")
			eval.Dir = filepath.Dir(config)
			eval.Env = append(os.Environ(), "PROMPTFOO_DISABLE_TELEMETRY=1", "PROMPTFOO_DISABLE_UPDATE=1",
				"PROMPTFOO_DISABLE_REMOTE_GENERATION=true",
				"PROMPTFOO_REQUEST_BACKOFF_MS=1", "PROMPTFOO_CONFIG_DIR="+filepath.Join(dir, "home"))
			said, err := eval.CombinedOutput() // 100 means that some question has no answer
			if _, missing := os.Stat(filepath.Join(dir, "asked", "out.json")); missing != nil {
				t.Fatalf("%v\n%.2000s", err, said)
			}
			got := slices.Sorted(slices.Values(server.seen))
			if got = slices.Compact(got); !slices.Equal(got, asked) {
				t.Errorf("promptfoo asked %d questions, and we %d; are they the same?", len(got), len(asked))
			}
			report := assay("import", "promptfoo", "asked/out.json", "--suite", c.suite, "--filter", c.filter, "--db", "p.db")
			if left := len(asked) - len(server.answer); !strings.Contains(report,
				fmt.Sprintf("%d results that ended with an error", left)) {
				t.Errorf("not left out: %d\n%s", left, report)
			}
			stored := answersOf(t, filepath.Join(dir, "p.db"))
			for q, text := range server.answer {
				if got := stored[hashes[q]]; got != text {
					t.Errorf("stored %q, the answer was %q", got, text)
				}
			}
			if len(stored) != len(server.answer) {
				t.Errorf("%d answers are stored, want %d", len(stored), len(server.answer))
			}
		})
	}
}

// questionsOf returns the hash of each question about a part of a suite, by its system
// and user message.
func questionsOf(t *testing.T, dir, suite, filter string) map[string]string {
	t.Helper()
	cmd, _ := program(t, dir, "", "import", "responses", "--questions", "--suite", suite, "--filter", filter)
	cmd.Stdout = nil
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	scan := bufio.NewScanner(strings.NewReader(string(out)))
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var q struct{ Prompt, System, User string }
		if err := json.Unmarshal(scan.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		list[q.System+"\x00"+q.User] = q.Prompt
	}
	if len(list) < 4 {
		t.Fatalf("%d questions", len(list))
	}
	return list
}

// answersOf returns the stored answers by the hash of their question.
func answersOf(t *testing.T, file string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(
		`SELECT k.parts, b.text FROM trial t JOIN body b ON b.trial_id = t.id JOIN trial_key k ON k.key = t.key WHERE b.text <> ''`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var parts, text string
		var key struct{ Prompt string }
		if err := rows.Scan(&parts, &text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(parts), &key); err != nil {
			t.Fatal(err)
		}
		out[key.Prompt] = text
	}
	return out
}

// echo returns the answers that it knows, and fails for the rest.
type echo struct {
	answer map[string]string // by question
	finish map[string]string // by question: why it stopped, "stop" without one
	mu     sync.Mutex
	seen   []string
}

// ServeHTTP implements [http.Handler].
func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	part := map[string]string{}
	for _, m := range body.Messages {
		part[m.Role] = m.Content
	}
	q := part["system"] + "\x00" + part["user"]
	e.mu.Lock()
	e.seen = append(e.seen, q)
	text, ok := e.answer[q]
	e.mu.Unlock()
	if !ok {
		http.Error(w, `{"error":{"message":"no","type":"invalid_request_error"}}`, http.StatusBadRequest)
		return
	}
	b, _ := json.Marshal(text)
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"`+
		cmp.Or(e.finish[q], "stop")+`","message":{"role":"assistant","content":`+string(b)+`}}],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}`)
}
