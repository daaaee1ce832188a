//go:build unix

package exec_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/redact"
	"assay/internal/core/model"
	"assay/internal/core/model/exec"
)

// The test binary itself is the command: its last argument selects the action.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "as-command" {
		os.Exit(command(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func command(args []string) int {
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 1
	}
	switch args[0] {
	case "repeat":
		os.Stdout.Write(in)
	case "split":
		n, _ := strconv.Atoi(os.Getenv("ASSAY_SYSTEM_BYTES"))
		fmt.Printf("%q %q", in[:n], in[n:])
	case "env":
		for _, e := range os.Environ() {
			if strings.HasPrefix(e, "ASSAY_") {
				fmt.Println(e)
			}
		}
	case "secrets":
		for _, e := range os.Environ() {
			if strings.Contains(e, "sesame") {
				fmt.Println(e)
			}
		}
	case "args":
		fmt.Printf("%q", args)
	case "exit":
		fmt.Print("half an answer")
		fmt.Fprint(os.Stderr, strings.Join(args[2:], " "), "first words\nthe \x1b[31mreason\n")
		status, _ := strconv.Atoi(args[1])
		return status
	case "garbage":
		os.Stdout.Write([]byte("a\xffb"))
	case "flood":
		for {
			if _, err := os.Stdout.Write(make([]byte, 1<<12)); err != nil {
				return 0
			}
		}
	case "sleep":
		wait(args[1])
	case "family": // a child that outlives its parent, holding the pipes
		p, err := os.StartProcess(os.Args[0], []string{os.Args[0], "as-command", "sleep", args[1]},
			&os.ProcAttr{Files: []*os.File{nil, os.Stdout, os.Stderr}})
		if err != nil {
			return 1
		}
		if len(args) > 2 {
			p.Wait()
		}
	case "silent":
	}
	return 0
}

// wait writes the id of this process to a file for the test, and does not end.
func wait(path string) {
	if os.WriteFile(path+".tmp", []byte(strconv.Itoa(os.Getpid())), 0o600) != nil || os.Rename(path+".tmp", path) != nil {
		return
	}
	time.Sleep(time.Hour)
}

func run(args ...string) string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return "'" + self + "' as-command '" + strings.Join(args, "' '") + "'"
}

func ask(args ...string) model.Request {
	return model.Request{Model: run(args...), User: "Is it safe?"}
}

func TestAnswer(t *testing.T) {
	m := exec.New(exec.Config{})
	r := ask("repeat")
	r.User = "{{x}} \x00\xff $HOME `id` é\n"
	resp, err := m.Generate(t.Context(), r)
	if err != nil || string(resp.RawResponse) != r.User || string(resp.RawRequest) != r.User {
		t.Errorf("%q, error %v", resp.RawResponse, err)
	}
	if resp.Finish != bench.Answered || resp.Attempts != 1 || resp.Model != r.Model || resp.Usage != (bench.Usage{}) ||
		resp.Elapsed <= 0 {
		t.Errorf("%+v", resp)
	}
	if resp, err := m.Generate(t.Context(), ask("garbage")); err != nil || resp.Text != "a\ufffdb" ||
		string(resp.RawResponse) != "a\xffb" {
		t.Errorf("%q, error %v", resp.Text, err)
	}
	if resp, err := m.Generate(t.Context(), ask("args", "a b", `"`, `\\`, "$HOME;*")); err != nil ||
		resp.Text != `["args" "a b" "\"" "\\\\" "$HOME;*"]` {
		t.Errorf("%s, error %v", resp.Text, err)
	}
}

// A command reads one prompt: a request with more is refused, not cut silently.
func TestTools(t *testing.T) {
	for _, r := range []model.Request{
		{Model: "cat", User: "?", Tools: []model.Tool{{Name: "read", Params: []byte(`{}`)}}},
		{Model: "cat", User: "?", History: []model.Message{{User: "go on"}}},
	} {
		resp, err := exec.New(exec.Config{}).Generate(t.Context(), r)
		if model.KindOf(err) != model.ErrInvalid || !errors.Is(err, model.ErrTools) || resp.Attempts != 0 {
			t.Errorf("%+v, error %v", resp, err)
		}
	}
}

// A command gets only the secrets that are passed to it, and its stored record contains
// none of them.
func TestSecrets(t *testing.T) {
	for _, name := range []string{"ASSAY_DB", "OPENROUTER_API_KEY", "SOME_TOKEN", "PGPASSWORD",
		"otel_exporter_otlp_headers", "DATABASE_URL", "LANG"} {
		t.Setenv(name, "sesame-1")
	}
	if resp, err := exec.New(exec.Config{}).Generate(t.Context(), ask("secrets")); err != nil ||
		resp.Text != "LANG=sesame-1\n" {
		t.Errorf("%q, error %v", resp.Text, err)
	}
	keys := redact.New("sesame-1")
	m := exec.New(exec.Config{Env: []string{"X=sesame-1"}, Keys: keys, Command: run("secrets", "sesame-1")})
	resp, err := m.Generate(t.Context(), model.Request{Model: "named", User: "sesame-1?"})
	if err != nil || resp.Text != "X=[key]\n" || string(resp.RawResponse) != resp.Text || resp.Model != "named" ||
		string(resp.RawRequest) != "[key]?" {
		t.Errorf("%+v, error %v", resp, err)
	}
	for _, c := range []string{run("exit", "3", "sesame-1"), "/nowhere/sesame-1"} {
		resp, err = exec.New(exec.Config{Keys: keys, Command: c}).Generate(t.Context(),
			model.Request{Model: "named", User: "x"})
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, resp), "sesame") {
			t.Errorf("%+v, error %v", resp, err)
		}
	}
}

func TestSettings(t *testing.T) {
	m := exec.New(exec.Config{})
	r := ask("split")
	r.System = "Be brief."
	if resp, err := m.Generate(t.Context(), r); err != nil || resp.Text != `"Be brief.\n\n" "Is it safe?"` {
		t.Errorf("%s, error %v", resp.Text, err)
	}
	if resp, err := m.Generate(t.Context(), ask("split")); err != nil || resp.Text != `"" "Is it safe?"` {
		t.Errorf("%s, error %v", resp.Text, err)
	}
	temp, seed := 0.5, int64(-3)
	r = ask("env")
	r.Temperature, r.Seed, r.MaxTokens, r.ReasoningEffort, r.Schema = &temp, &seed, 9, "low", []byte(`{"type":"object"}`)
	resp, err := m.Generate(t.Context(), r)
	got := strings.Fields(resp.Text)
	slices.Sort(got)
	want := []string{"ASSAY_MAX_TOKENS=9", "ASSAY_REASONING_EFFORT=low", `ASSAY_SCHEMA={"type":"object"}`, "ASSAY_SEED=-3",
		"ASSAY_SYSTEM_BYTES=0", "ASSAY_TEMPERATURE=0.5"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, error %v", got, err)
	}
	if resp, _ := m.Generate(t.Context(), ask("env")); resp.Text != "ASSAY_SYSTEM_BYTES=0\n" || len(resp.Params) != 0 {
		t.Errorf("without settings: %q %v", resp.Text, resp.Params)
	}
}

func TestErrors(t *testing.T) {
	m := exec.New(exec.Config{Limit: 1 << 10})
	for _, tt := range []struct {
		name, model string
		kind        model.ErrorKind
		says        string
	}{
		{"status 1", run("exit", "1"), model.ErrInvalid, "exit status 1: first words the [31mreason"},
		{"another try", run("exit", "75"), model.ErrUnavailable, "reason"},
		{"no permission", run("exit", "77"), model.ErrAuth, "reason"},
		{"no output", run("silent"), model.ErrProtocol, "no output"},
		{"flood", run("flood"), model.ErrProtocol, "1024 bytes"},
		{"no such command", "/no/such/command", model.ErrNoModel, "no such file"},
		{"nothing", "  ", model.ErrNoModel, "no command"},
		{"open quotes", "cat 'x", model.ErrNoModel, "quotes"},
	} {
		resp, err := m.Generate(t.Context(), model.Request{Model: tt.model, User: "?"})
		if model.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.says) || resp.Finish != "" {
			t.Errorf("%s: %+v, error %v", tt.name, resp, err)
		}
		if len(resp.RawResponse) > 1<<10 {
			t.Errorf("%s: %d bytes were kept", tt.name, len(resp.RawResponse))
		}
	}
}

// appears waits for the id of a process that has started.
func appears(t *testing.T, path string) int {
	t.Helper()
	for {
		if b, err := os.ReadFile(path); err == nil {
			pid, err := strconv.Atoi(string(b))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		if t.Context().Err() != nil {
			t.Fatal("the command did not start")
		}
		time.Sleep(time.Millisecond)
	}
}

// gone waits until a process has ended or is a zombie.
func gone(t *testing.T, pid int) {
	t.Helper()
	for range 5000 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

// A cancelled command is killed with all processes that it started.
func TestCancel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := exec.New(exec.Config{}).Generate(ctx, ask("family", path, "wait"))
		ended <- err
	}()
	child := appears(t, path)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || model.KindOf(err) != "" {
		t.Errorf("error is %v", err)
	}
	gone(t, child)
	if _, err := exec.New(exec.Config{}).Generate(ctx, ask("repeat")); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// Processes that a command leaves behind do not delay the answer, and are killed.
func TestLeftovers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pid")
	resp, err := exec.New(exec.Config{}).Generate(t.Context(), ask("family", path))
	if model.KindOf(err) != model.ErrProtocol || resp.Attempts != 1 {
		t.Errorf("%+v, error %v", resp, err)
	}
	gone(t, appears(t, path))
}

func TestTimeout(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pid")
	_, err := exec.New(exec.Config{Timeout: 30 * time.Millisecond}).Generate(t.Context(), ask("sleep", path))
	if model.KindOf(err) != model.ErrUnavailable || !strings.Contains(err.Error(), "30ms") {
		t.Errorf("error is %v", err)
	}
}
