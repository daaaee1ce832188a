package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/model"
	"assay/internal/ext/agent"
	"assay/internal/test/modeltest"
)

var task = bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: "contract A {\n  uint x;\n}\n"}},
	Context: []bench.File{{Path: "B.sol", Text: "contract B {}\n"}}, Protocol: "A keeps x."}

// question is a fixed question, as a strategy would make it.
type question struct{}

func (q question) Subject() bench.Subject {
	return bench.Subject{Name: "openai/m@exploit", Model: "openai/m", Strategy: "exploit", Kind: "model", Version: "1",
		Params: map[string]string{"max_tokens": "100"}}
}

func (q question) Request(bench.Task) (model.Request, error) {
	return model.Request{Model: "m", System: "You are an auditor.", User: "Attack A.sol.", MaxTokens: 100,
		Schema: []byte(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`)}, nil
}

// counter is a world that counts calls.
type counter struct {
	agent.World
	n      int
	closed bool
	broken error
}

func (c *counter) Send(_ context.Context, calls []agent.Call, keep bool) (string, error) {
	if c.broken != nil {
		return "", c.broken
	}
	if calls[0].To == "nobody" {
		return "", agent.Mistakef("there is no nobody")
	}
	if keep {
		c.n += len(calls)
	}
	return fmt.Sprintf("%d", c.n), nil
}

func (c *counter) Close() error { c.closed = true; return nil }

type worlds struct {
	mu     sync.Mutex
	opened int
	drift  bool
	broken error
	failed error
}

func (w *worlds) Parts(bench.Task) agent.Parts { return agent.Parts{Compiler: true} }

func (w *worlds) Open(context.Context, bench.Task) (agent.World, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil {
		return nil, w.failed
	}
	w.opened++
	c := &counter{broken: w.broken}
	if w.drift {
		c.n = w.opened
	}
	return c, nil
}

// memory is a journal that can fail after a number of events.
type memory struct {
	events map[string][][]byte
	dies   int // number of appends that succeed; below 0, all do
}

var errKilled = errors.New("killed")

func (j *memory) Events(_ context.Context, trial string) ([][]byte, error) {
	return j.events[trial], nil
}

func (j *memory) Append(trial string, seq int, e []byte) error {
	if j.dies == 0 {
		return errKilled
	}
	j.dies--
	if seq != len(j.events[trial]) {
		return fmt.Errorf("event %d follows %d", seq, len(j.events[trial]))
	}
	if j.events == nil {
		j.events = map[string][][]byte{}
	}
	j.events[trial] = append(j.events[trial], e)
	return nil
}

func (j *memory) Forget(trial string) error { delete(j.events, trial); return nil }

var turns int

// turn is a step of a scripted model: a text, or calls as name, arguments, name, arguments.
func turn(text string, calls ...string) modeltest.Step {
	t := &bench.Turn{Text: text}
	for i := 0; i < len(calls); i += 2 {
		turns++
		t.Calls = append(t.Calls, bench.ToolCall{ID: fmt.Sprintf("c%d", turns), Name: calls[i], Args: calls[i+1]})
	}
	cost := 0.5
	return modeltest.Step{Response: bench.Response{Text: text, Finish: bench.Answered, Turn: t, Model: "m-1", Attempts: 1,
		Usage: bench.Usage{InputTokens: 100, OutputTokens: 10, CostUSD: &cost}}}
}

func check(text string) (string, bool) {
	var a struct{ OK *bool }
	if json.Unmarshal([]byte(text), &a) != nil || a.OK == nil {
		return "ok is missing", false
	}
	return "", true
}

func scaffold(t *testing.T, name string) agent.Scaffold {
	t.Helper()
	s, err := agent.FindScaffold(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// config is a subject with a fixed clock.
func config(t *testing.T, m model.Model) agent.Config {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return agent.Config{Model: m, Question: question{}, Scaffold: scaffold(t, "react"),
		Limits: transcript.Limits{Turns: 8},
		Worlds: &worlds{},
		Check:  check, Now: func() time.Time { now = now.Add(time.Second); return now }}
}

func detect(t *testing.T, c agent.Config) (bench.Response, error) {
	t.Helper()
	d, err := agent.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d.Detect(model.WithTrial(t.Context(), "k1"), task)
}

func eventsOf(t *testing.T, r bench.Response) []transcript.Event {
	t.Helper()
	events, err := transcript.Decode(r.RawResponse)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

const submit = `{"ok":true}`

// An agent reads, acts and submits: the answer is the submitted text, and the usage is the total of all turns.
func TestSubmit(t *testing.T) {
	m := modeltest.Scripted(
		turn("", "list", "{}", "read", `{"path":"A.sol"}`),
		turn("", "call", `{"to":"A"}`),
		turn("thinking aloud", "submit", submit),
	)
	r, err := detect(t, config(t, m))
	if err != nil {
		t.Fatal(err)
	}
	if r.Text != submit || r.Finish != bench.Answered || r.FinishRaw != "agent: submitted after 3 turns" ||
		r.Attempts != 3 ||
		r.Usage.InputTokens != 300 || r.Usage.OutputTokens != 30 || *r.Usage.CostUSD != 1.5 || r.Model != "m-1" {
		t.Errorf("%+v", r)
	}
	asked := m.Requests()
	if len(asked) != 3 || asked[0].Schema != nil || !strings.HasPrefix(asked[0].System, "You are an auditor.") ||
		!strings.Contains(asked[0].System, "submit") {
		t.Fatalf("%+v", asked)
	}
	last := asked[0].Tools[len(asked[0].Tools)-1]
	if last.Name != "submit" || !strings.Contains(string(last.Params), `"ok"`) {
		t.Errorf("submit is %+v", last)
	}
	h := asked[2].History
	if len(h) != 4 || len(h[1].Results) != 2 || h[1].Results[0].Text != "A.sol (3 lines)\nB.sol (1 "+
		"lines)\nPROTOCOL.md (1 lines)\n" || h[3].Results[0].Text != "1" {
		t.Errorf("%+v", h)
	}
	for _, k := range []transcript.Kind{transcript.Begin, transcript.Said, transcript.CallEnded, transcript.End} {
		found := false
		for _, e := range eventsOf(t, r) {
			found = found || e.Kind == k
		}
		if !found {
			t.Errorf("no event %s in\n%s", k, r.RawResponse)
		}
	}
}

// Each ending has a name, and only a submission gives an answer.
func TestEndings(t *testing.T) {
	look := func() modeltest.Step { return turn("", "list", "{}") }
	var same, steps []modeltest.Step
	for i := range 12 {
		same = append(same, look())
		steps = append(steps, turn("", "read", fmt.Sprintf(`{"path":"A.sol","from":%d}`, i%3+1)))
	}
	refused, filtered := turn("no"), turn("")
	refused.Response.Finish, filtered.Response.Finish = bench.Refused, bench.Filtered
	unpriced := look()
	unpriced.Response.Usage.CostUSD = nil
	long := modeltest.Step{Err: &model.Error{Kind: model.ErrTooLong, Status: 400,
		Err: errors.New("This model's maximum context length is 8192 tokens.")}}
	for name, tt := range map[string]struct {
		steps  []modeltest.Step
		limits transcript.Limits
		want   bench.Ending
		turns  int
	}{
		"gave up": {[]modeltest.Step{turn("done"), turn("really"), turn("yes")}, transcript.Limits{Turns: 9},
			bench.GaveUp,
			3},
		"turns":    {steps, transcript.Limits{Turns: 4}, bench.TurnLimit, 4},
		"tokens":   {steps, transcript.Limits{Turns: 9, Tokens: 300}, bench.TokenLimit, 3},
		"dollars":  {steps, transcript.Limits{Turns: 9, Dollars: 1}, bench.CostLimit, 2},
		"no price": {[]modeltest.Step{unpriced}, transcript.Limits{Turns: 9, Dollars: 1}, bench.CostLimit, 1},
		"seconds":  {steps, transcript.Limits{Turns: 9, Seconds: 5}, bench.TimeLimit, 3},
		"context":  {[]modeltest.Step{look(), long}, transcript.Limits{Turns: 9}, bench.ContextLimit, 1},
		"stuck":    {same, transcript.Limits{Turns: 9}, bench.Stuck, 6},
		"refused":  {[]modeltest.Step{look(), refused}, transcript.Limits{Turns: 9}, bench.AgentRefused, 2},
		"filtered": {[]modeltest.Step{filtered}, transcript.Limits{Turns: 9}, bench.AgentFilter, 1},
		"last moment": {[]modeltest.Step{look(), turn("", "submit", submit)}, transcript.Limits{Turns: 2},
			bench.Submitted, 2},
		"bad answers": {[]modeltest.Step{turn("", "submit", `{}`), turn("", "submit", `{`), turn("", "submit", submit)},
			transcript.Limits{Turns: 9}, bench.Submitted, 3},
		"after a word": {[]modeltest.Step{turn("hm"), turn("", "submit", submit)}, transcript.Limits{Turns: 9},
			bench.Submitted,
			2},
	} {
		t.Run(name, func(t *testing.T) {
			c := config(t, modeltest.Scripted(tt.steps...))
			c.Limits = tt.limits
			r, err := detect(t, c)
			ending, n, ok := bench.EndingOf(r.FinishRaw)
			if err != nil || !ok || ending != tt.want || n != tt.turns {
				t.Fatalf("%q, error %v", r.FinishRaw, err)
			}
			if (r.Text != "") != (ending == bench.Submitted) {
				t.Errorf("answer %q", r.Text)
			}
			if o := ending.Outcome(); o != bench.Unparsed && r.Finish != o {
				t.Errorf("finish %s for %s", r.Finish, ending)
			}
		})
	}
}

// The agent is told of its mistakes, and the run continues.
func TestMistakesGoOn(t *testing.T) {
	m := modeltest.Scripted(
		turn("", "hack", "{}", "read", "{", "read", `{"path":"../../etc/passwd"}`, "call", `{"to":"nobody"}`, "search",
			`{"pattern":"`+strings.Repeat("(", 300)+`"}`),
		turn("", "compile", `{"source":"`+strings.Repeat("x", 10<<20)+`"}`),
		turn("", "submit", submit, "submit", `{"ok":false}`),
	)
	r, err := detect(t, config(t, m))
	if err != nil || r.Text != submit {
		t.Fatalf("%s, error %v", r.Text, err)
	}
	var failed []string
	for _, e := range eventsOf(t, r) {
		if e.Kind == transcript.CallEnded && e.Result.Error {
			failed = append(failed, e.Tool)
		}
	}
	if want := []string{"hack", "read", "read", "call", "search", "compile", "submit"}; !reflect.DeepEqual(failed, want) {
		t.Errorf("failed calls %v, want %v", failed, want)
	}
}

// A run that is killed after any event continues there, repeats no request, and ends with the same transcript
// as an uninterrupted one.
func TestResume(t *testing.T) {
	steps := []modeltest.Step{
		turn("", "call", `{"to":"A"}`, "call", `{"to":"A"}`),
		turn("a word"),
		turn("", "simulate", `{"calls":[{"to":"A"}]}`, "call", `{"to":"nobody"}`),
		turn("", "submit", submit),
	}
	whole, err := detect(t, config(t, modeltest.Scripted(steps...)))
	if err != nil {
		t.Fatal(err)
	}
	plain := func(r bench.Response) string {
		var b strings.Builder
		for _, e := range eventsOf(t, r) {
			if e.Kind == transcript.Resumed {
				continue
			}
			e.Seq, e.At, e.Millis = 0, time.Time{}, 0
			j, _ := json.Marshal(e)
			b.Write(append(j, '\n'))
		}
		return b.String()
	}
	n := len(eventsOf(t, whole))
	for kill := range n {
		j := &memory{dies: kill}
		c := config(t, modeltest.Scripted(steps...))
		c.Journal = func() agent.Journal { return j }
		if _, err := detect(t, c); !errors.Is(err, errKilled) {
			t.Fatalf("killed after %d events: %v", kill, err)
		}
		said := 0
		for _, e := range j.events["k1"] {
			if strings.Contains(string(e), `"kind":"message"`) {
				said++
			}
		}
		j.dies = -1
		c.Model = modeltest.Scripted(steps[said:]...)
		r, err := detect(t, c)
		if err != nil || plain(r) != plain(whole) || r.Text != whole.Text || r.Usage.InputTokens != whole.Usage.InputTokens {
			t.Errorf("killed after %d events: %v\n%s", kill, err, plain(r))
		}
		// The trial has ended: after a crash before it was stored, no request is sent.
		c.Model = modeltest.Scripted()
		if again, err := detect(t, c); err != nil || again.Text != whole.Text || again.FinishRaw != whole.FinishRaw {
			t.Errorf("after the end: %v, %q", err, again.FinishRaw)
		}
	}
}

// When a world answers differently from before, the trial fails, and the next one starts from the beginning.
func TestResumeDiffers(t *testing.T) {
	j := &memory{dies: 4}
	c := config(t, modeltest.Scripted(turn("", "call", `{"to":"A"}`), turn("", "submit", submit)))
	c.Worlds = &worlds{drift: true}
	c.Journal = func() agent.Journal { return j }
	if _, err := detect(t, c); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	j.dies = -1
	r, err := detect(t, c)
	if err == nil || !strings.Contains(err.Error(), "another result") || len(j.events) != 0 {
		t.Errorf("error %v, events %v", err, j.events)
	}
	if ending, _, _ := bench.EndingOf(r.FinishRaw); ending != bench.AgentFailed {
		t.Errorf("%q", r.FinishRaw)
	}
}

// Faults of the harness are errors, not results; after a halt the trial can be resumed.
func TestFaults(t *testing.T) {
	c := config(t, modeltest.Scripted(turn("", "call", `{"to":"A"}`)))
	c.Worlds = &worlds{broken: errors.New("the machine is gone")}
	r, err := detect(t, c)
	if err == nil || !strings.Contains(err.Error(), "the machine is gone") ||
		r.FinishRaw != "agent: failed after 1 turns" || r.Usage.InputTokens != 100 {
		t.Errorf("%v, %q", err, r.FinishRaw)
	}
	c = config(t, modeltest.Scripted(turn("", "call", `{"to":"A"}`)))
	c.Worlds = &worlds{failed: errors.New("no compiler")}
	if _, err := detect(t, c); err == nil || !strings.Contains(err.Error(), "no compiler") {
		t.Error(err)
	}
	m := modeltest.Scripted(turn("", "list", "{}"))
	c = config(t, m)
	d, _ := agent.New(c)
	halt := make(chan struct{})
	close(halt)
	if _, err := d.Detect(model.WithHalt(t.Context(), halt), task); model.KindOf(err) != model.ErrHalted ||
		len(m.Requests()) != 0 {
		t.Errorf("halted: %v after %d requests", err, len(m.Requests()))
	}
}

// A scaffold that plans first sends no tools with the first question, and no executing tools later.
func TestPlan(t *testing.T) {
	m := modeltest.Scripted(turn("1. read"), turn("", "read", `{"path":"B.sol"}`), turn("", "call", `{"to":"A"}`),
		turn("", "submit", submit))
	c := config(t, m)
	c.Scaffold = scaffold(t, "plan-then-read")
	r, err := detect(t, c)
	if err != nil || r.Text != submit {
		t.Fatal(err, r.FinishRaw)
	}
	asked := m.Requests()
	if len(asked[0].Tools) != 0 || len(asked[1].Tools) != 4 || !strings.Contains(asked[0].User, "plan") ||
		asked[1].History[1].User == "" {
		t.Errorf("%+v", asked[:2])
	}
	if last := asked[3].History; !last[len(last)-1].Results[0].Error {
		t.Error("it executes")
	}
}

// Long results are cut at the end of a line, with a note.
func TestCut(t *testing.T) {
	long := task
	long.Files = []bench.File{{Path: "A.sol", Text: strings.Repeat(strings.Repeat("x", 99)+"\n", 1000)}}
	b := agent.NewToolbox(long, nil, agent.Tools(agent.Parts{}, nil, nil), check)
	for call, want := range map[string]string{
		`{"path":"A.sol","count":1000}`: "go on from",
		`{"pattern":"x"}`:               "[cut: ",
	} {
		name := "read"
		if strings.Contains(call, "pattern") {
			name = "search"
		}
		r, err := b.Do(t.Context(), bench.ToolCall{Name: name, Args: call})
		if err != nil || len(r.Text) > agent.MaxResult || !strings.Contains(r.Text, want) || len(r.Text) < agent.MaxResult/2 {
			t.Errorf("%s: %d bytes, %v: …%s", name, len(r.Text), err, r.Text[max(len(r.Text)-80, 0):])
		}
	}
}

// Every setting that may change an output changes the trial's key.
func TestSubject(t *testing.T) {
	base, err := agent.New(config(t, modeltest.Scripted()))
	if err != nil {
		t.Fatal(err)
	}
	s := base.Subject()
	if s.Name != "openai/m+react@exploit" || s.Scaffold != "react" || s.Model != "openai/m" ||
		s.Params["max_tokens"] != "" || s.Params["turn_tokens"] != "100" {
		t.Errorf("%+v", s)
	}
	hash, _ := base.PromptHash(task)
	c := config(t, modeltest.Scripted())
	c.Scaffold = scaffold(t, "plan-then-read")
	other, _ := agent.New(c)
	if h, _ := other.PromptHash(task); h == hash || other.Subject().Params["scaffold"] == s.Params["scaffold"] {
		t.Error("two scaffolds ask the same")
	}
	c = config(t, modeltest.Scripted())
	c.Limits.Turns++
	other, _ = agent.New(c)
	if reflect.DeepEqual(other.Subject(), s) {
		t.Error("limits do not count")
	}
	for name, change := range map[string]func(*agent.Config){
		"no turns": func(c *agent.Config) { c.Limits.Turns = 0 }, "no model": func(c *agent.Config) { c.Model = nil },
		"negative": func(c *agent.Config) { c.Limits.Tokens = -1 },
	} {
		c := config(t, modeltest.Scripted())
		change(&c)
		if _, err := agent.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Every folder is a valid scaffold, and no tool's schema has a feature that providers reject.
func TestScaffoldsAndSchemas(t *testing.T) {
	if n := len(agent.Scaffolds()); n < 2 {
		t.Errorf("%d scaffolds", n)
	}
	if _, err := agent.FindScaffold("nothing"); err == nil || !strings.Contains(err.Error(), "react") {
		t.Error(err)
	}
	for _, tool := range agent.Tools(agent.Parts{Compiler: true, Database: true}, nil, nil) {
		var s map[string]any
		if err := json.Unmarshal([]byte(tool.Params), &s); err != nil || s["type"] != "object" ||
			s["additionalProperties"] != false || tool.Doc == "" {
			t.Errorf("%s: %v %s", tool.Name, err, tool.Params)
		}
	}
}

// A folder of the user is read like those of the package; the error for an invalid one is one line with the
// problem and the place.
func TestOpenScaffold(t *testing.T) {
	folder := func(yaml string, more ...string) fstest.MapFS {
		f := fstest.MapFS{"scaffold.yaml": {Data: []byte(yaml)}, "system.txt": {Data: []byte("Work in turns.\n")}}
		for _, name := range more {
			f[name] = &fstest.MapFile{Data: []byte("Go on.")}
		}
		return f
	}
	s, err := agent.OpenScaffold(folder("name: mine\ndoc: reading only\ntools: [list, read]\nnudges: 1\n", "nudge.txt"),
		"mine")
	if err != nil || s.System != "Work in turns." || s.Nudge != "Go on." || s.Hash == "" ||
		!slices.Equal(s.Tools, []string{"list", "read"}) {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, c := range []struct {
		name string
		dir  fstest.MapFS
		want string
	}{
		{"react", folder("name: react\ndoc: x\n"), `assay has a scaffold "react"; rename the folder`},
		{"none", folder("name: none\ndoc: x\n"), `assay has a scaffold "none"`},
		{"a+b", folder("name: a+b\ndoc: x\n"), "cannot name a scaffold"},
		{"mine", folder("name: other\ndoc: x\n"), `scaffold.yaml: name is "other", and the folder is called "mine"`},
		{"mine", folder("name: mine\ndoc: x\ntool: [list]\n"), `scaffold.yaml:3: unknown field "tool"`},
		{"mine", folder("name: mine\ndoc: x\ntools: [lisp]\n"), `there is no tool "lisp"; there are list, read`},
		{"mine", folder("name: mine\ndoc: x\nnudges: 1\n"), "nudge.txt is missing"},
		{"mine", folder("name: mine\ndoc: x\n", "plan.txt"), "plan.txt exists, and scaffold.yaml does not use it"},
		{"mine", fstest.MapFS{}, "scaffold.yaml"},
	} {
		if _, err := agent.OpenScaffold(c.dir, c.name); err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
