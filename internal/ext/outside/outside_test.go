package outside_test

import (
	"bytes"
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
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/base/command"
	"assay/internal/core/base/redact"
	"assay/internal/core/detect"
	"assay/internal/core/model"
	"assay/internal/ext/agent"
	"assay/internal/ext/outside"
	"assay/internal/ext/outside/relay"
)

// The test binary is the agent, and the relay that the agent starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		var err error
		switch os.Args[1] {
		case "as-relay":
			err = relay.Run(context.Background(), os.Getenv(relay.SocketVar), os.Getenv(relay.TokenVar), os.Stdin, os.Stdout)
		case "as-agent":
			err = work(os.Args[2])
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

// tests runs the tests with workspaces in a directory that nothing else uses.
func tests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "o")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // for agents of another user
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv("TMPDIR", dir)
	return m.Run()
}

// world is what the tools act on: it counts concurrent calls, and its contracts never get deployed, or break.
type world struct {
	inside, most, calls atomic.Int32
	broken              bool
	closed              atomic.Int32
}

func (*world) Parts(bench.Task) agent.Parts                            { return agent.Parts{Compiler: true} }
func (w *world) Open(context.Context, bench.Task) (agent.World, error) { return w, nil }
func (w *world) Close() error                                          { w.closed.Add(1); return nil }

// enter counts a call; the function that it returns ends the call.
func (w *world) enter() func() {
	w.calls.Add(1)
	if n := w.inside.Add(1); n > w.most.Load() {
		w.most.Store(n)
	}
	return func() { w.inside.Add(-1) }
}

func (w *world) Deployed(ctx context.Context) (string, error) {
	defer w.enter()()
	if w.broken {
		return "", errors.New("the node has died of secret reasons")
	}
	<-ctx.Done()
	return "", ctx.Err()
}

func (w *world) Compile(_ context.Context, source string) (string, error) {
	defer w.enter()()
	return "compiled " + source, nil
}

func (*world) Send(context.Context, []agent.Call, bool) (string, error) {
	return "", agent.Mistakef("it reverted")
}
func (*world) Attack(context.Context, string) (string, error)     { return "", errors.New("unused") }
func (*world) Query(context.Context, agent.Query) (string, error) { return "", errors.New("unused") }

var task = bench.Task{
	Language: "solidity", Files: []bench.File{{Path: "Vault.sol", Text: "contract Vault {\r\n}  \n"}},
	Context: []bench.File{{Path: "lib/Token.sol", Text: "contract Token {} // é\u2028"}},
}

// detector measures the test binary in one of its modes. Any answer is accepted except "no".
func detector(t *testing.T, w *world, way string, change func(*outside.Config)) *outside.Detector {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := outside.Config{
		Command: "'" + self + "' as-agent " + way, Label: "agent " + way, Relay: []string{self, "as-relay"}, Worlds: w,
		Ask: func(t bench.Task) (model.Request, error) {
			return model.Request{System: "You review.", User: "Find the flaw in " + t.Files[0].Path}, nil
		},
		Check: func(_ bench.Task, text string) (string, bool) { return "no is no answer", text != "no" },
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

// say calls a tool and returns its result, with "error: " before a failure.
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

// work is the agent's part of the test binary.
func work(way string) error {
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
	case "look":
		return look(os.Args[3])
	case "reach":
		text, err := reach()
		if err != nil {
			return err
		}
		return os.WriteFile(os.Getenv("FOUND"), []byte(text), 0o600)
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
	case "other":
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		moved := os.Rename(dir, dir+"-kept") == nil
		left := exec.Command("setsid", "sleep", "600")
		if err := left.Start(); err != nil {
			return err
		}
		return submit("uid %d, home %s, moved %v", os.Getuid(), os.Getenv("HOME"), moved)
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
		}{{"list", nil}, {"search", map[string]any{"pattern": "Token"}}, {"read", map[string]any{"path": "../x"}},
			{"launch", nil},
			{"read", map[string]any{"path": 7}}, {"call", map[string]any{"to": "target"}},
			{"submit", map[string]any{"answer": "no"}}} {
			text, err := say(ctx, s, c.tool, c.args)
			if err != nil {
				return err
			}
			said = append(said, text)
		}
		file, err := os.ReadFile("lib/Token.sol")
		if err != nil || string(file) != task.Context[0].Text {
			return fmt.Errorf("the file is %q: %w", file, err)
		}
		fmt.Println("done, with sk-secret-12345")
		if err := submit("%s|%s|sk-secret-12345", strings.Join(names, " "), strings.Join(said, "|")); err != nil {
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
						if text, err := say(ctx, own, "compile", map[string]any{"source": "x"}); err != nil || text != "compiled x" {
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
			if strings.HasPrefix(text, "error: error: all calls of this trial are used (7)") {
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
		text, err := say(ctx, s, "deployed", nil)
		if err != nil || strings.Contains(text, "secret") || !strings.HasPrefix(text, "error: error: the harness") {
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
		_, err := say(wctx, s, "deployed", nil)
		return submit("%v", errors.Is(err, context.DeadlineExceeded))
	case "wait":
		_, err := say(ctx, s, "deployed", nil)
		return err
	}
	return fmt.Errorf("no way %s", way)
}

// tree prints the content of the working directory, and of its parent.
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

// look prints every other trial's directory that it finds beside its own, until it finds one or a while has passed.
func look(beside string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	for range 50 {
		list, err := filepath.Glob(filepath.Join(beside, "trial-*"))
		if err != nil {
			return err
		}
		for _, other := range list {
			if !strings.HasPrefix(dir, other) {
				fmt.Println("beside", other)
				return nil
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// No trial without a container is beside another one, of this subject or of another: an agent could read its files,
// which may be the other half of a pair, and answer for it with its token.
func TestNeighbours(t *testing.T) {
	var trials sync.WaitGroup
	for range 3 {
		d := detector(t, &world{}, "look '"+os.TempDir()+"'", nil)
		trials.Go(func() {
			resp, err := d.Detect(t.Context(), task)
			if err != nil {
				t.Error(err)
			} else if events := eventsOf(t, resp); events[len(events)-1].Text != "" {
				t.Errorf("an agent finds: %s", events[len(events)-1].Text)
			}
		})
	}
	trials.Wait()
}

// transcript reads the events of a response.
func eventsOf(t *testing.T, resp bench.Response) []transcript.Event {
	t.Helper()
	events, err := transcript.Decode(resp.RawResponse)
	if err != nil || len(events) < 2 || events[0].Kind != transcript.Begin ||
		events[len(events)-1].Kind != transcript.End {
		t.Fatalf("%v: %s", err, resp.RawResponse)
	}
	return events
}

// An agent finds the files on disk and with the tools, is told of its mistakes, and its answer is the response.
func TestSolve(t *testing.T) {
	w := &world{}
	keys := redact.New("sk-secret-12345")
	d := detector(t, w, "solve", func(c *outside.Config) { c.Keys = keys })
	resp, err := d.Detect(t.Context(), task)
	want := strings.Join([]string{
		"attack call compile deployed list read search simulate submit", "Vault.sol (2 lines)\nlib/Token.sol (1 lines)\n",
		"lib/Token.sol:1: contract Token {} // é\u2028\n",
		"error: error: there is no file \"../x\"",
		`error: error: there is no tool "launch"; there are list, read, search, deployed, compile, call, simulate, attack, submit`,
		"error: error: arguments: cannot unmarshal number into Go struct field .path of type string",
		"error: error: it reverted",
		"error: error: this is not the form that the question describes: no is no answer", "[key]",
	}, "|")
	if err != nil || resp.Finish != bench.Answered || resp.FinishRaw != "agent: submitted after 9 turns" ||
		resp.Attempts != 1 || resp.Usage.CostUSD != nil {
		t.Fatalf("got %+v, error %v", resp, err)
	}
	got := strings.Split(resp.Text, "|")
	for i, part := range strings.Split(want, "|") {
		if i >= len(got) || !strings.HasPrefix(got[i], part) {
			t.Fatalf("part %d of the answer is not %q: %q", i, part, got)
		}
	}
	events := eventsOf(t, resp)
	if n := len(events); n != 20 || events[n-1].Ending != bench.Submitted || events[n-1].Text != "done, with [key]\n" ||
		bytes.Contains(resp.RawResponse, []byte("sk-secret")) {
		t.Errorf("the record is %s", resp.RawResponse)
	}
	if e := events[7]; events[7].Message == nil || e.Message.Turn.Calls[0].Name != "launch" ||
		e.Message.Turn.Calls[0].ID != "call_4" || !events[8].Result.Error || events[8].Call != "call_4" {
		t.Errorf("the call of a tool that there is not is recorded as %+v, %+v", events[7], events[8])
	}
	if !bytes.Contains(resp.RawRequest, []byte(`"submit"`)) || !bytes.Contains(resp.RawRequest,
		[]byte("Find the flaw in Vault.sol")) {
		t.Errorf("the request is %s", resp.RawRequest)
	}
	if sub := d.Subject(); sub.Name != "agent-exec:agent solve" || sub.Params["isolation"] != "none" ||
		sub.Kind != "agent" || sub.Scaffold == "" {
		t.Errorf("the subject is %+v", sub)
	}
	if w.closed.Load() != 1 {
		t.Errorf("the world was closed %d times", w.closed.Load())
	}
}

// The question of an agent is the text and the tools that it gets: a different question is a different trial.
func TestPromptHash(t *testing.T) {
	hash := func(change func(*outside.Config)) string {
		h, err := detector(t, &world{}, "solve", change).PromptHash(task)
		if err != nil || len(h) != 64 {
			t.Fatal(h, err)
		}
		return h
	}
	same := hash(nil)
	if hash(func(c *outside.Config) { c.Command, c.Isolation, c.As = "other", outside.User, &command.User{} }) != same {
		t.Error("the command is part of the question")
	}
	for name, change := range map[string]func(*outside.Config){
		"words": func(c *outside.Config) {
			c.Ask = func(bench.Task) (model.Request, error) { return model.Request{User: "?"}, nil }
		},
		"schema": func(c *outside.Config) {
			ask := c.Ask
			c.Ask = func(t bench.Task) (model.Request, error) {
				r, err := ask(t)
				r.Schema = []byte(`{"type":"object"}`)
				return r, err
			}
		},
		"tools": func(c *outside.Config) { c.Worlds = empty{} },
	} {
		if hash(change) == same {
			t.Errorf("%s are not part of the question", name)
		}
	}
	d := detector(t, &world{}, "solve", func(c *outside.Config) {
		c.Ask = func(bench.Task) (model.Request, error) { return model.Request{}, detect.ErrNotApplicable }
	})
	if _, err := d.PromptHash(task); !errors.Is(err, detect.ErrNotApplicable) {
		t.Errorf("a task that does not apply: %v", err)
	}
}

// empty has no worlds.
type empty struct{ agent.World }

func (empty) Parts(bench.Task) agent.Parts                          { return agent.Parts{} }
func (empty) Open(context.Context, bench.Task) (agent.World, error) { return nil, errors.New("unused") }

// A workspace holds the task, its unchanged files, the access to the tools, and nothing that reveals when or by
// whom it was made.
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
		resp, err := detector(t, &world{}, "tree", func(c *outside.Config) { c.Isolation = isolation }).Detect(t.Context(),
			task)
		if err != nil {
			t.Fatal(err)
		}
		events := eventsOf(t, resp)
		got := events[len(events)-1].Text
		if isolation == outside.NoIsolation { // the umask matters
			got = strings.ReplaceAll(strings.ReplaceAll(got, "Srwxr-xr-x", "S"), "Srwx------", "S")
		}
		if got != want {
			t.Errorf("%s: the workspace is\n%s\nwant\n%s", isolation, got, want)
		}
	}
	for _, name := range []string{"../x", "/etc/x", "TASK.md", ".mcp.json", ".assay-mcp", "a/../b", "", "a\\b",
		"Vault.sol"} {
		bad := task
		bad.Context = []bench.File{{Path: name, Text: "x"}}
		if _, err := detector(t, &world{}, "tree", nil).Detect(t.Context(), bad); model.KindOf(err) == "" {
			t.Errorf("a file %q: %v", name, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "trial-*")); len(left) > 0 {
		t.Errorf("workspaces are left: %v", left)
	}
}

// Whatever the agent does, the trial ends, with a named ending.
func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		way, text string
		ending    bench.Ending
		turns     int
		outcome   bench.Outcome
		kind      model.ErrorKind
	}{
		{"nothing", "", bench.GaveUp, 0, bench.Answered, ""},
		{"crash", "", "", 0, "", model.ErrInvalid},
		{"later", "", "", 0, "", model.ErrUnavailable},
		{"sleep", "", bench.TimeLimit, 0, bench.Truncated, ""},
		{"wait", "", bench.TimeLimit, 0, bench.Truncated, ""},
		{"hang", "an answer", bench.Submitted, 1, bench.Answered, ""},
		{"many", "0 failed", bench.Submitted, 81, bench.Answered, ""},
		{"crowd", "8", bench.Submitted, 1, bench.Answered, ""},
		{"flood", "true", bench.Submitted, 1, bench.Answered, ""},
		{"give-up", "true", bench.Submitted, 1, bench.Answered, ""},
		{"spend", "", bench.TurnLimit, 7, bench.Truncated, ""},
		{"spend-all", "at last", bench.Submitted, 8, bench.Answered, ""},
		{"break", "", "", 0, "", model.ErrUnavailable},
	} {
		t.Run(tt.way, func(t *testing.T) {
			w := &world{broken: tt.way == "break"}
			d := detector(t, w, tt.way, func(c *outside.Config) {
				c.Grace = 10 * time.Millisecond
				if strings.HasPrefix(tt.way, "spend") {
					c.Calls = 7
				}
				if tt.ending == bench.TimeLimit {
					c.Timeout = 300 * time.Millisecond
				}
			})
			resp, err := d.Detect(t.Context(), task)
			if model.KindOf(err) != tt.kind || (err == nil) != (tt.kind == "") || resp.Finish != tt.outcome ||
				resp.Text != tt.text {
				t.Errorf("ended %q (%q) with %q, error %v", resp.Finish, resp.FinishRaw, resp.Text, err)
			}
			ending, turns, _ := bench.EndingOf(resp.FinishRaw)
			if ending != tt.ending || turns != tt.turns {
				t.Errorf("ended %q after %d turns", ending, turns)
			}
			if last := eventsOf(t, resp); tt.kind != "" && last[len(last)-1].Ending != bench.AgentFailed {
				t.Errorf("the transcript ends with %+v", last[len(last)-1])
			}
			if w.most.Load() > 1 || w.inside.Load() != 0 {
				t.Errorf("%d calls at once, %d after the trial", w.most.Load(), w.inside.Load())
			}
			if tt.way == "many" && w.calls.Load() != 80 {
				t.Errorf("%d calls arrived", w.calls.Load())
			}
		})
	}
}

// By hand, the user gets the directories one after the other, and starts an agent there, which is measured like
// any other.
func TestByHand(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var before string // directory of the previous trial, deleted before the next begins
	var agents sync.WaitGroup
	d := detector(t, &world{}, "", func(c *outside.Config) {
		c.Command, c.Label, c.Grace, c.Timeout = "", "me", 500*time.Millisecond, time.Minute
		c.ByHand = func(dir string) {
			if _, err := os.Stat(before); before != "" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("two trials at once: %v", err)
			}
			before = dir
			agents.Go(func() {
				brief, err := os.ReadFile(filepath.Join(dir, "TASK.md"))
				if err != nil {
					t.Error(err)
				}
				cmd := exec.Command(self, "as-agent", "crowd")
				cmd.Dir, cmd.Stdin = dir, bytes.NewReader(brief)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			})
		}
	})
	if name := d.Subject().Name; name != "agent-hand:me" {
		t.Errorf("the subject is %s", name)
	}
	var trials sync.WaitGroup
	for range 3 {
		trials.Go(func() {
			resp, err := d.Detect(t.Context(), task)
			if err != nil || resp.Text != "8" || resp.FinishRaw != bench.Submitted.Raw(1) {
				t.Errorf("%+v, error %v", resp, err)
			}
		})
	}
	trials.Wait()
	agents.Wait()
	if before == "" {
		t.Error("no trial began")
	}
}

// The end of a run stops the agent, and the process that it waits for.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &world{}
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
	for name, change := range map[string]func(*outside.Config){
		"no command":    func(c *outside.Config) { c.Command = "" },
		"broken quotes": func(c *outside.Config) { c.Command = "'x" },
		"no relay":      func(c *outside.Config) { c.Relay = nil },
		"no worlds":     func(c *outside.Config) { c.Worlds = nil },
		"isolation":     func(c *outside.Config) { c.Isolation = "wall" },
		"nobody named":  func(c *outside.Config) { c.Isolation = outside.User },
		"no isolation":  func(c *outside.Config) { c.As = &command.User{} },
	} {
		c := outside.Config{
			Command: "x", Relay: []string{"x"}, Worlds: &world{}, Ask: func(bench.Task) (model.Request,
				error) {
				return model.Request{}, nil
			},
			Check: func(bench.Task, string) (string, bool) { return "", true },
		}
		if _, err := outside.New(c); err != nil {
			t.Fatal(err)
		}
		change(&c)
		if _, err := outside.New(c); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	d := detector(t, &world{}, "x", func(c *outside.Config) { c.Command = "/no/such/program" })
	if _, err := d.Detect(t.Context(), task); model.KindOf(err) != model.ErrNoModel {
		t.Errorf("a command that there is not: %v", err)
	}
}

// A client without a token, or after the end, is refused, and learns nothing.
func TestDoor(t *testing.T) {
	var socket string
	s := &world{}
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
	list, err := filepath.Glob(filepath.Join(os.TempDir(), "trial-*", "*", ".assay-mcp"))
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
	if err := relay.Run(t.Context(), socket, "guess", strings.NewReader(""), &out); err == nil ||
		!strings.Contains(err.Error(), "over") {
		t.Errorf("after the end: %v", err)
	}
	if err := relay.Run(t.Context(), "", "", strings.NewReader(""), &out); err == nil ||
		!strings.Contains(err.Error(), relay.SocketVar) {
		t.Errorf("started by hand: %v", err)
	}
}
