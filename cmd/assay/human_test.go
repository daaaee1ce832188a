package main

import (
	"bytes"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// heard collects the output of a program and lets a test wait for a pattern.
type heard struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all.String()
}

// A person answers a run in a browser, is interrupted, and continues where the run
// stopped; the answers are scored like those of a model.
func TestHuman(t *testing.T) {
	dir := t.TempDir()
	start := func() (*exec.Cmd, *heard, string) {
		cmd, _ := program(t, dir, "", strings.Fields("run --model human:alice --suite tenantsql --filter approve-order")...)
		out := new(heard)
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		address := regexp.MustCompile(`http://127\S+/`)
		for range 1200 {
			if a := address.FindString(out.String()); a != "" {
				return cmd, out, a
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("no address:\n%s", out)
		return nil, nil, ""
	}
	answer := func(address string, number int) {
		t.Helper()
		resp, err := http.PostForm(address, url.Values{"question": {strconv.Itoa(number)}, "do": {"answer"},
			"answer.assessment": {"bad"}, "answer.violated_requirements": {"1"}})
		if err != nil {
			return // the command ends with its last answer, perhaps before the page that follows
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("question %d: %s", number, resp.Status)
		}
	}
	cmd, _, address := start()
	answer(address, 1)
	answer(address, 2)
	for stored := 0; stored == 0; _, _, stored = counts(t, dir) {
		time.Sleep(20 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	cmd, out, address := start() // the answers that were stored are not asked for again
	m := regexp.MustCompile(`(\d+) trials? to go`).FindStringSubmatch(out.String())
	if m == nil {
		t.Fatalf("not said how many are left:\n%s", out)
	}
	left, err := strconv.Atoi(m[1])
	if err != nil || left < 4 || left > 5 {
		t.Fatalf("%d are left, %v:\n%s", left, err, out)
	}
	for number := 1; number <= left; number++ {
		answer(address, number)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if !strings.Contains(out.String(), "human:alice") || !strings.Contains(out.String(), "constant answer") {
		t.Errorf("not in the report:\n%s", out)
	}
}
