package cli_test

import (
	"assay/internal/core/cli"
	ext "assay/internal/ext/cli"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

// fakeProvider answers that everything is safe, and counts the questions.
type fakeProvider struct {
	mu    sync.Mutex
	asked map[string]int
}

func (p *fakeProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	p.mu.Lock()
	p.asked[string(b)]++
	p.mu.Unlock()
	json.NewEncoder(w).Encode(map[string]any{
		"model": "m-1",
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": `{"verdict":"safe","confidence":0.9,"vulnerabilities":[]}`}}},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}

func (p *fakeProvider) total() (total, questions int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.asked {
		total += n
	}
	return total, len(p.asked)
}

// background is a command in progress, until it ends or is interrupted.
type background struct {
	out, errs lines
	interrupt chan os.Signal
	code      chan int
}

func inBackground(args ...string) *background {
	b := &background{interrupt: make(chan os.Signal, 2), code: make(chan int, 1)}
	go func() {
		b.code <- cli.Main(context.Background(), args, &environ.Env{Stdout: &b.out, Stderr: &b.errs, Interrupt: b.interrupt,
			Getenv: func(string) string { return "" }}, ext.Further())
	}()
	return b
}

func (b *background) until(t *testing.T, text string) {
	t.Helper()
	for !strings.Contains(b.errs.String(), text) {
		select {
		case c := <-b.code:
			t.Fatalf("it ended with %d and did not say %q:\n%s", c, text, b.errs.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A distributed run may be left and resumed. Workers that join at any time end it, and each
// question is asked once. The command ends with the same output as a run on one machine.
func TestDistributed(t *testing.T) {
	corpustest.Turn(t, 3)
	p := &fakeProvider{asked: map[string]int{}}
	srv := httptest.NewServer(p)
	defer srv.Close()
	db := pgtest.URL(t)
	t.Chdir(t.TempDir())
	args := []string{"run", "--distributed", "--db", db, "--suite", "tenantsql", "--subset", "purchase-orders", "--model",
		"openai/m", "--model", "openai/n", "--model", "builtin/keyword", "--base-url", srv.URL + "/v1", "--price",
		"openai/m=1000/1000", "--price", "openai/n=1000/1000", "--budget-usd", "100000"}

	left := inBackground(args...)
	left.until(t, "no worker is running")
	left.interrupt <- os.Interrupt
	if c := <-left.code; c != exit.Interrupt || !strings.Contains(left.errs.String(), "the workers continue") {
		t.Fatalf("exit %d:\n%s", c, left.errs.String())
	}
	if n, _ := p.total(); n != 0 {
		t.Errorf("%d requests without a worker", n)
	}
	again := inBackground(args...)
	again.until(t, "shards queued") // it watches before there is any progress
	workers := []*background{}
	for range 2 {
		workers = append(workers, inBackground("worker", "--db", db, "--max-connections", "8"))
	}
	if c := <-again.code; c != exit.OK {
		t.Fatalf("exit %d:\n%s\n%s", c, again.errs.String(), workers[0].errs.String())
	}
	for _, w := range workers {
		w.interrupt <- os.Interrupt
		if c := <-w.code; c != exit.OK {
			t.Errorf("a worker ended with %d:\n%s", c, w.errs.String())
		}
	}
	asked, questions := p.total()
	if asked != questions || asked == 0 {
		t.Errorf("%d requests for %d questions", asked, questions)
	}
	if !regexp.MustCompile(`[0-9]/[0-9]+ trials, \$[0-9.]*[1-9][0-9.]* of \$100000`).MatchString(again.errs.String()) {
		t.Errorf("what workers spend is not shown:\n%s", again.errs.String())
	}
	if !strings.Contains(again.errs.String(), ": 0 of ") {
		t.Errorf("shards were queued twice:\n%s", again.errs.String())
	}
	if _, errs, code := cmdline(t, args...); code != exit.OK || !strings.Contains(errs, "done already") {
		t.Errorf("exit %d:\n%s", code, errs)
	}
	// A run on one machine has the same result.
	one := append([]string{"run", "--json", "--db", "one.db"}, args[4:]...)
	want, errs, code := cmdline(t, one...)
	if code != exit.OK {
		t.Fatal(errs)
	}
	got, _, _ := cmdline(t, append([]string{"run", "--json"}, args[2:]...)...)
	if diff := cmp.Diff(numbers(t, want), numbers(t, got)); diff != "" {
		t.Errorf("one machine says - and many say +:\n%s", diff)
	}

	for _, bad := range [][]string{{"run", "--distributed", "--db", "x.db", "--model", "openai/m", "--base-url", srv.URL},
		{"worker", "--db", "x.db"}, {"worker", "--db", db, "--max-connections", "0"},
		{"worker", "--db", db, "--rescue", "1ms"}} {
		if _, errs, code := cmdline(t, bad...); code != exit.BadUsage {
			t.Errorf("%q: exit %d, %s", bad, code, errs)
		}
	}
}

// numbers returns the measurements of a report, without times.
func numbers(t *testing.T, text string) any {
	t.Helper()
	var d struct {
		Suites []struct {
			Name     string
			Subjects []struct {
				Name    string
				Metrics map[string]any
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if len(d.Suites) == 0 || len(d.Suites[0].Subjects) != 3 || len(d.Suites[0].Subjects[0].Metrics) < 10 {
		t.Fatalf("%+v", d)
	}
	for _, s := range d.Suites {
		for _, x := range s.Subjects {
			delete(x.Metrics, "seconds-per-found")
		}
	}
	return d
}
