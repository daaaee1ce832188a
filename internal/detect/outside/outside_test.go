package outside_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/bench"
	"assay/internal/detect/outside"
	"assay/internal/model"
	"assay/internal/redact"
	"assay/internal/relay"
)

// The test's own program is the agent, and the relay that the agent starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		var err error
		switch os.Args[1] {
		case "as-relay":
			err = relay.Run(context.Background(), os.Getenv(relay.SocketVar), os.Getenv(relay.TokenVar), os.Stdin, os.Stdout)
		case "as-agent":
			err = agent(os.Args[2])
		default:
			os.Exit(tests(m))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(tests(m))
}

// tests runs them with workspaces in a directory where nobody else has any.
func tests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "o")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	os.Setenv("TMPDIR", dir)
	return m.Run()
}

// trial is a session about a task: files can be read, and one answer submitted.
type trial struct {
	task   bench.Task
	inside atomic.Int32 // calls at once
	most   atomic.Int32
	block  chan struct{} // where not nil, a call of wait ends with it or its context

	mu     sync.Mutex
	calls  []bench.ToolCall
	answer string
	done   bool
}

func (s *trial) Brief() string       { return "Find the flaw, if there is one. Answer with submit.\n" }
func (s *trial) Files() []bench.File { return slices.Concat(s.task.Files, s.task.Context) }
func (s *trial) Submit() string      { return "submit" }

func (s *trial) Tools() []model.Tool {
	schema := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"answer":{"type":"string"}}}`)
	return []model.Tool{
		{Name: "list", Doc: "Lists the files.", Params: schema}, {Name: "read", Doc: "Reads a file.", Params: schema},
		{Name: "wait", Doc: "Waits.", Params: schema}, {Name: "submit", Doc: "Takes the answer.", Params: schema},
	}
}

func (s *trial) Close() error { return nil }

func (s *trial) Call(ctx context.Context, c bench.ToolCall) (model.ToolResult, error) {
	if n := s.inside.Add(1); n > s.most.Load() {
		s.most.Store(n)
	}
	defer s.inside.Add(-1)
	s.mu.Lock()
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	var args struct{ Path, Answer string }
	fail := func(format string, a ...any) (model.ToolResult, error) {
		return model.ToolResult{ID: c.ID, Name: c.Name, Text: fmt.Sprintf(format, a...), Error: true}, nil
	}
	if err := json.Unmarshal([]byte(c.Args), &args); err != nil {
		return fail("the arguments cannot be read: %v", err)
	}
	switch c.Name {
	case "list":
		var names []string
		for _, f := range s.Files() {
			names = append(names, f.Path)
		}
		return model.ToolResult{Text: strings.Join(names, "\n")}, nil
	case "read":
		for _, f := range s.Files() {
			if f.Path == args.Path {
				return model.ToolResult{Text: f.Text}, nil
			}
		}
		return fail("there is no file %s", args.Path)
	case "wait":
		select {
		case <-s.block:
			return model.ToolResult{Text: "waited"}, nil
		case <-ctx.Done():
			return fail("given up")
		}
	case "break":
		return model.ToolResult{}, errors.New("the node has died of secret reasons")
	case "submit":
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.done {
			return fail("there is an answer already")
		}
		s.answer, s.done = args.Answer, true
		return model.ToolResult{Text: "taken"}, nil
	}
	return fail("there is no tool %s: list, read, wait, submit", c.Name)
}

func (s *trial) Answer() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answer, s.done
}

var task = bench.Task{
	Language: "solidity", Files: []bench.File{{Path: "Vault.sol", Text: "contract Vault {\r\n}  \n"}},
	Context: []bench.File{{Path: "lib/Token.sol", Text: "contract Token {} // é\u2028"}},
}

// detector measures the test's own program in one of its ways.
func detector(t *testing.T, s *trial, way string, change func(*outside.Config)) *outside.Detector {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := outside.Config{
		Command: "'" + self + "' as-agent " + way, Label: "agent " + way, Relay: []string{self, "as-relay"},
		Ask: func(t bench.Task) (outside.Question, error) { return outside.Question{Text: "?", Hash: t.Hash()}, nil },
		Open: func(_ context.Context, task bench.Task, _ outside.Question) (outside.Session, error) {
			s.task = task
			return s, nil
		},
	}
	if change != nil {
		change(&c)
	}
	d, err := outside.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// connect starts what .mcp.json names and opens a session, as an agent does.
func connect(ctx context.Context) (*mcp.ClientSession, error) {
	text, err := os.ReadFile(".mcp.json")
	if err != nil {
		return nil, err
	}
	var c struct {
		Servers map[string]struct {
			Type, Command string
			Args          []string
			Env           map[string]string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	s, ok := c.Servers[outside.ServerName]
	if !ok || s.Type != "stdio" {
		return nil, fmt.Errorf("the configuration is %s", text)
	}
	cmd := exec.Command(s.Command, s.Args...)
	cmd.Env = os.Environ()
	for k, v := range s.Env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "script", Version: "1"}, nil)
	return client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
}

// say calls a tool and returns what it says, with "error: " before a failure.
func say(ctx context.Context, s *mcp.ClientSession, tool string, args map[string]any) (string, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	text := ""
	for _, c := range res.Content {
		text += c.(*mcp.TextContent).Text
	}
	if res.IsError {
		text = "error: " + text
	}
	return text, nil
}

// agent is what the command does.
func agent(way string) error {
	ctx := context.Background()
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	brief, err := os.ReadFile("TASK.md")
	if err != nil || string(brief) != string(in) {
		return fmt.Errorf("standard input is %q, TASK.md %q: %w", in, brief, err)
	}
	switch way {
	case "nothing":
		fmt.Println("I have found nothing.")
		return nil
	case "crash":
		os.Exit(3)
	case "later":
		os.Exit(75)
	case "sleep":
		time.Sleep(time.Minute)
	case "tree":
		return tree()
	case "reach":
		text, err := reach()
		fmt.Print(text)
		return err
	}
	s, err := connect(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	submit := func(format string, a ...any) error {
		_, err := say(ctx, s, "submit", map[string]any{"answer": fmt.Sprintf(format, a...)})
		return err
	}
	switch way {
	case "solve":
		tools, err := s.ListTools(ctx, nil)
		if err != nil {
			return err
		}
		var names []string
		for _, t := range tools.Tools {
			names = append(names, t.Name)
		}
		var said []string
		for _, c := range []struct {
			tool string
			args map[string]any
		}{{"list", nil}, {"read", map[string]any{"path": "lib/Token.sol"}}, {"read", map[string]any{"path": "../x"}}, {"launch", nil}, {"read", map[string]any{"path": 7}}} {
			text, err := say(ctx, s, c.tool, c.args)
			if err != nil {
				return err
			}
			said = append(said, text)
		}
		file, err := os.ReadFile("lib/Token.sol")
		if err != nil || string(file) != said[1] {
			return fmt.Errorf("the file and the tool say %q and %q: %w", file, said[1], err)
		}
		fmt.Println("done, with sk-secret-12345")
		if err := submit("%s; %s; sk-secret-12345", strings.Join(names, " "), strings.Join(said, "; ")); err != nil {
			return err
		}
		again, err := say(ctx, s, "submit", map[string]any{"answer": "another"})
		if err != nil || !strings.HasPrefix(again, "error: ") {
			return fmt.Errorf("a second answer: %q, %w", again, err)
		}
		return nil
	case "many":
		var wg sync.WaitGroup
		var failed atomic.Int32
		for range 4 {
			wg.Go(func() {
				own, err := connect(ctx)
				if err != nil {
					failed.Add(1)
					return
				}
				defer own.Close()
				var calls sync.WaitGroup
				for range 20 {
					calls.Go(func() {
						if _, err := say(ctx, own, "list", nil); err != nil {
							failed.Add(1)
						}
					})
				}
				calls.Wait()
			})
		}
		wg.Wait()
		return submit("%d failed", failed.Load())
	case "crowd":
		open := 1
		for range 20 {
			if other, err := connect(ctx); err == nil {
				defer other.Close()
				open++
			}
		}
		return submit("%d", open)
	case "spend":
		for {
			text, err := say(ctx, s, "list", nil)
			if err != nil {
				return err
			}
			if strings.HasPrefix(text, "error: all 7 calls") {
				return nil
			}
		}
	case "spend-all":
		for range 9 {
			if _, err := say(ctx, s, "list", nil); err != nil {
				return err
			}
		}
		return submit("at last")
	case "break":
		text, err := say(ctx, s, "break", nil)
		if err != nil || strings.Contains(text, "secret") || !strings.HasPrefix(text, "error: The harness") {
			return fmt.Errorf("a broken harness: %q, %w", text, err)
		}
		time.Sleep(time.Minute)
	case "hang":
		if err := submit("an answer"); err != nil {
			return err
		}
		time.Sleep(time.Minute)
	case "flood":
		other, err := connect(ctx)
		if err != nil {
			return err
		}
		_, err = say(ctx, other, "read", map[string]any{"path": strings.Repeat("x", 17<<20)})
		return submit("%v", err != nil)
	case "give-up":
		wctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		_, err := say(wctx, s, "wait", nil)
		return submit("%v", errors.Is(err, context.DeadlineExceeded))
	case "wait":
		_, err := say(ctx, s, "wait", nil)
		return err
	}
	return fmt.Errorf("no way %s", way)
}

// tree prints what stands in the working directory, and what is beside it.
func tree() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		fmt.Println(rel, info.Mode(), info.ModTime().UTC().Format(time.RFC3339))
		return nil
	})
}

// lines are those of a record: calls, and what was written.
func lines(t *testing.T, resp bench.Response) (calls []map[string]any) {
	t.Helper()
	in := bufio.NewScanner(strings.NewReader(string(resp.RawResponse)))
	in.Buffer(nil, 32<<20)
	for in.Scan() {
		var l map[string]any
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			t.Fatalf("%v: %s", err, in.Text())
		}
		calls = append(calls, l)
	}
	return calls
}

// An agent finds the files on disk and by the tools, is told what it did wrong, and its
// answer is the response.
func TestSolve(t *testing.T) {
	s := &trial{}
	keys := redact.New("sk-secret-12345")
	d := detector(t, s, "solve", func(c *outside.Config) { c.Keys = keys })
	resp, err := d.Detect(t.Context(), task)
	want := "list read submit wait; Vault.sol\nlib/Token.sol; contract Token {} // é\u2028; error: there is no file ../x; " +
		"error: there is no tool launch: list, read, wait, submit; error: the arguments cannot be read: " +
		"json: cannot unmarshal number into Go struct field .Path of type string; [key]"
	if err != nil || resp.Finish != bench.Answered || resp.FinishRaw != "submitted" || resp.Text != want || resp.Attempts != 1 {
		t.Fatalf("got %+v, error %v\nwant %s", resp, err, want)
	}
	l := lines(t, resp)
	if len(l) != 8 || l[7]["output"] != "done, with [key]\n" || l[3]["error"] != true || strings.Contains(string(resp.RawResponse), "sk-secret") {
		t.Errorf("the record is %s", resp.RawResponse)
	}
	if call := l[3]["call"].(map[string]any); call["name"] != "launch" || call["id"] != "call_4" {
		t.Errorf("the call of a tool that there is not is recorded as %v", call)
	}
	if !strings.Contains(string(resp.RawRequest), `"name":"submit"`) || !strings.Contains(string(resp.RawRequest), "Find the flaw") {
		t.Errorf("the request is %s", resp.RawRequest)
	}
	if sub := d.Subject(); sub.Name != "agent-exec:agent solve" || sub.Params["isolation"] != "none" || sub.Kind != "agent" {
		t.Errorf("the subject is %+v", sub)
	}
}

// A workspace holds the task, its files as they are, the way to the tools, and nothing
// that tells when or by whom it was made.
func TestWorkspace(t *testing.T) {
	for isolation, want := range map[outside.Isolation]string{
		outside.NoIsolation: `. drwx------ 2000-01-01T00:00:00Z
.assay-mcp S 2000-01-01T00:00:00Z
.mcp.json -rw------- 2000-01-01T00:00:00Z
TASK.md -rw------- 2000-01-01T00:00:00Z
Vault.sol -rw------- 2000-01-01T00:00:00Z
lib drwx------ 2000-01-01T00:00:00Z
lib/Token.sol -rw------- 2000-01-01T00:00:00Z
`,
		outside.Container: `. drwxr-xr-x 2000-01-01T00:00:00Z
.assay-mcp Srw-rw-rw- 2000-01-01T00:00:00Z
.mcp.json -rw-r--r-- 2000-01-01T00:00:00Z
TASK.md -rw-r--r-- 2000-01-01T00:00:00Z
Vault.sol -rw-r--r-- 2000-01-01T00:00:00Z
lib drwxr-xr-x 2000-01-01T00:00:00Z
lib/Token.sol -rw-r--r-- 2000-01-01T00:00:00Z
`,
	} {
		resp, err := detector(t, &trial{}, "tree", func(c *outside.Config) { c.Isolation = isolation }).Detect(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := lines(t, resp)[0]["output"].(string)
		if isolation == outside.NoIsolation { // the umask has a say
			got = strings.ReplaceAll(strings.ReplaceAll(got, "Srwxr-xr-x", "S"), "Srwx------", "S")
		}
		if got != want {
			t.Errorf("%s: the workspace is\n%s\nwant\n%s", isolation, got, want)
		}
	}
	for _, name := range []string{"../x", "/etc/x", "TASK.md", ".mcp.json", ".assay-mcp", "a/../b", "", "a\\b", "Vault.sol"} {
		bad := task
		bad.Context = []bench.File{{Path: name, Text: "x"}}
		if _, err := detector(t, &trial{}, "tree", nil).Detect(t.Context(), bad); model.KindOf(err) == "" {
			t.Errorf("a file %q: %v", name, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "trial-*")); len(left) > 0 {
		t.Errorf("workspaces are left: %v", left)
	}
}

// Whatever the agent does, the trial ends, in a way that has a name.
func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		way, text, finish string
		outcome           bench.Outcome
		kind              model.ErrorKind
	}{
		{"nothing", "", "gave-up", bench.Answered, ""},
		{"crash", "", "", "", model.ErrInvalid},
		{"later", "", "", "", model.ErrUnavailable},
		{"sleep", "", "time-limit", bench.Truncated, ""},
		{"wait", "", "time-limit", bench.Truncated, ""},
		{"hang", "an answer", "submitted", bench.Answered, ""},
		{"many", "0 failed", "submitted", bench.Answered, ""},
		{"crowd", "8", "submitted", bench.Answered, ""},
		{"flood", "true", "submitted", bench.Answered, ""},
		{"give-up", "true", "submitted", bench.Answered, ""},
		{"spend", "", "call-limit", bench.Truncated, ""},
		{"spend-all", "at last", "submitted", bench.Answered, ""},
		{"break", "", "", "", model.ErrUnavailable},
	} {
		t.Run(tt.way, func(t *testing.T) {
			s := &trial{}
			d := detector(t, s, tt.way, func(c *outside.Config) {
				c.Grace = 10 * time.Millisecond
				if strings.HasPrefix(tt.way, "spend") {
					c.Calls = 7
				}
				if tt.finish == "time-limit" {
					c.Timeout = 300 * time.Millisecond
				}
			})
			resp, err := d.Detect(t.Context(), task)
			if model.KindOf(err) != tt.kind || (err == nil) != (tt.kind == "") || resp.Finish != tt.outcome || resp.FinishRaw != tt.finish || resp.Text != tt.text {
				t.Errorf("ended %q (%q) with %q, error %v", resp.Finish, resp.FinishRaw, resp.Text, err)
			}
			if s.most.Load() > 1 {
				t.Errorf("%d calls at once", s.most.Load())
			}
			if tt.way == "many" && len(s.calls) != 81 {
				t.Errorf("%d calls arrived", len(s.calls))
			}
			if s.inside.Load() != 0 {
				t.Error("a call is still handled after the trial")
			}
		})
	}
}

// The end of a run ends the agent, and what it waits for.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &trial{}
	done := make(chan error, 1)
	d := detector(t, s, "wait", nil)
	go func() {
		_, err := d.Detect(ctx, task)
		done <- err
	}()
	for s.inside.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestNew(t *testing.T) {
	for name, c := range map[string]outside.Config{
		"no command":    {Relay: []string{"x"}},
		"broken quotes": {Command: "'x", Relay: []string{"x"}},
		"no relay":      {Command: "x"},
		"isolation":     {Command: "x", Relay: []string{"x"}, Isolation: "wall"},
	} {
		if _, err := outside.New(c); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	d := detector(t, &trial{}, "x", func(c *outside.Config) { c.Command = "/no/such/program" })
	if _, err := d.Detect(t.Context(), task); model.KindOf(err) != model.ErrNoModel {
		t.Errorf("a command that there is not: %v", err)
	}
}

// Who has no token is not let in, nor who comes after the end; neither learns anything.
func TestDoor(t *testing.T) {
	var socket string
	s := &trial{block: make(chan struct{})}
	d := detector(t, s, "wait", nil)
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		_, _ = d.Detect(ctx, task)
	}()
	for s.inside.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	list, err := filepath.Glob(filepath.Join(os.TempDir(), "trial-*", ".assay-mcp"))
	if err != nil || len(list) != 1 {
		t.Fatalf("sockets %v, error %v", list, err)
	}
	socket = list[0]
	var out strings.Builder
	err = relay.Run(t.Context(), socket, "guess", strings.NewReader("{}\n"), &out)
	if err == nil || !strings.Contains(err.Error(), "opens no trial") || out.Len() > 0 {
		t.Errorf("a wrong token: %v, %q", err, out.String())
	}
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	if b, _ := io.ReadAll(conn); len(b) > 0 {
		t.Errorf("without a token: %q", b)
	}
	cancel()
	<-done
	if err := relay.Run(t.Context(), socket, "guess", strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("after the end: %v", err)
	}
	if err := relay.Run(t.Context(), "", "", strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), relay.SocketVar) {
		t.Errorf("started by hand: %v", err)
	}
}
