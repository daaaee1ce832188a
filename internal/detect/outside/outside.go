// Package outside measures agents of others: programs with a loop and a model of their
// own, such as a coding assistant or a script. Each trial is a directory with the files
// that the agent may see, and an MCP server with the tools of the trial, the last of
// which takes the answer. The agent is a command that is started there.
//
// The trial stays in this process: the agent starts a relay (package relay), which
// carries bytes to a socket and holds nothing. No isolation comes from here: a command
// runs as the user who started it. Whoever wants more puts it into the command (sudo, a
// container), says so ([Config.Isolation]), and results show it.
package outside

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/command"
	"assay/internal/detect"
	"assay/internal/model"
	"assay/internal/redact"
)

// Name is the prefix of such subjects in model names: "agent-exec:claude -p".
const Name = "agent-exec"

// Version is the version of every subject of this package, and of the MCP server.
// Raise it when an agent sees something else than before.
const Version = "1"

// ServerName is what the MCP server is called in an agent's configuration.
const ServerName = "assay"

// Session is one trial as an agent meets it. Its methods but Call and Answer return the
// same at every call. Call is never called concurrently.
type Session interface {
	Brief() string       // what is to be done, in words
	Files() []bench.File // that the agent may read
	Tools() []model.Tool
	Submit() string // name of the tool that takes the answer

	// Call makes a call. What the agent did wrong is a result; an error is the
	// harness's, and ends the trial. Its context ends with the trial, or when the agent
	// gives the call up.
	Call(context.Context, bench.ToolCall) (model.ToolResult, error)

	// Answer returns what was submitted, and whether anything was.
	Answer() (text string, submitted bool)

	// Close frees what the trial holds. No call is made then, or after it.
	Close() error
}

// Isolation says what keeps an agent from the truth. It is what the user says of the
// command, and cannot be seen from here.
type Isolation string

// Isolations, from the weakest.
const (
	NoIsolation Isolation = "none"      // the same user: what is on the machine can be read
	User        Isolation = "user"      // another user, who reads the directory alone
	Container   Isolation = "container" // another file system, into which the directory is mounted
)

// Defaults of [Config].
const (
	DefaultTimeout = time.Hour
	DefaultGrace   = 10 * time.Second
	DefaultCalls   = 500
)

// Config describes one subject.
type Config struct {
	Command   string        // without a shell; it gets TASK.md on standard input
	Label     string        // what it is called where it is stored, "" for Command: it need not hold the keys that it has
	Relay     []string      // command and arguments of the relay, as the agent reaches it
	Isolation Isolation     // "" for [NoIsolation]
	Timeout   time.Duration // of a trial, 0 for [DefaultTimeout]
	Grace     time.Duration // for ending after the answer, 0 for [DefaultGrace]
	Calls     int           // calls of a trial, 0 for [DefaultCalls]; then only the answer is taken
	Limit     int           // of the output of the command in bytes, 0 for 4 MB
	Env       []string      // of the command, nil for [command.Environment]
	Keys      *redact.Keys  // are taken out of the record

	Strategy string // how it is asked: part of the subject's name; "" for the default of each suite

	// Ask returns the question about a task, or [detect.ErrNotApplicable]. Open begins a
	// trial; nil begins one that needs nothing but the files.
	Ask  func(bench.Task) (Question, error)
	Open func(context.Context, bench.Task, Question) (Session, error)
}

// Detector measures one command.
type Detector struct {
	config Config
	args   []string
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector. It starts nothing.
func New(c Config) (*Detector, error) {
	args, err := command.Split(c.Command)
	if err == nil && len(args) == 0 {
		err = errors.New("there is no command")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	if len(c.Relay) == 0 {
		return nil, errors.New(Name + ": no relay is named")
	}
	c.Isolation = cmp.Or(c.Isolation, NoIsolation)
	switch c.Isolation {
	case NoIsolation, User, Container:
	default:
		return nil, fmt.Errorf("%s: isolation %q is not none, user or container", Name, c.Isolation)
	}
	if c.Open == nil {
		c.Open = func(_ context.Context, t bench.Task, q Question) (Session, error) { return Reading(t, q), nil }
	}
	c.Label = cmp.Or(c.Label, c.Command)
	c.Timeout, c.Grace = cmp.Or(c.Timeout, DefaultTimeout), cmp.Or(c.Grace, DefaultGrace)
	c.Calls, c.Limit = cmp.Or(c.Calls, DefaultCalls), cmp.Or(c.Limit, 4<<20)
	return &Detector{c, args}, nil
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject {
	name := Name + ":" + d.config.Label
	if d.config.Strategy != "" {
		name += "@" + d.config.Strategy // names tell subjects apart
	}
	return bench.Subject{
		Name: name, Kind: "agent", Version: Version, Strategy: d.config.Strategy,
		Params: map[string]string{
			"isolation": string(d.config.Isolation), "timeout": d.config.Timeout.String(), "calls": strconv.Itoa(d.config.Calls),
		},
		Doc: "an agent of others: " + d.config.Label,
	}
}

// PromptHash implements [detect.Detector].
func (d *Detector) PromptHash(t bench.Task) (string, error) {
	q, err := d.config.Ask(t)
	return q.Hash, err
}

// Detect implements [detect.Detector]: it prepares a directory, runs the command there,
// and takes what was submitted. The directory is gone afterwards. An agent that ends
// without an answer has given none, which is a response; one that fails is an error, by
// its exit status as for "exec:".
func (d *Detector) Detect(ctx context.Context, t bench.Task) (bench.Response, error) {
	resp := bench.Response{Started: time.Now()}
	q, err := d.config.Ask(t)
	if err != nil {
		return resp, err
	}
	s, err := d.config.Open(ctx, t, q)
	if err != nil {
		return resp, err
	}
	rctx, stop := context.WithCancel(ctx)
	defer stop()
	log := &record{
		Session: s, most: d.config.Calls, failed: stop, submitted: func() { time.AfterFunc(d.config.Grace, stop) },
	}
	w, err := newWorkspace(ctx, d.config, log)
	if err != nil {
		s.Close()
		return resp, &model.Error{Kind: model.ErrUnavailable, Err: fmt.Errorf("%s: the directory of the trial: %w", Name, err)}
	}
	defer w.Close()
	env := d.config.Env
	if env == nil {
		env = command.Environment(nil)
	}
	res, err := command.Run(rctx, command.Spec{
		Args: d.args, Dir: w.Dir, Env: env, Stdin: []byte(s.Brief()), Timeout: d.config.Timeout, Limit: d.config.Limit,
	})
	w.Close() // no call is handled any more
	closing := s.Close()
	keys := d.config.Keys
	resp.Attempts, resp.Elapsed = 1, time.Since(resp.Started)
	resp.RawRequest, resp.RawResponse = keys.Body(log.request()), keys.Body(log.response(res.Stdout))
	answer, ok := s.Answer()
	fail := func(kind model.ErrorKind, format string, args ...any) (bench.Response, error) {
		return resp, &model.Error{Kind: kind, Err: errors.New(Name + ": " + keys.Message(fmt.Sprintf(format, args...)))}
	}
	switch {
	case errors.Is(err, command.ErrNotStarted):
		return fail(model.ErrNoModel, "%v", err)
	case ctx.Err() != nil:
		return resp, ctx.Err()
	case log.fault != nil:
		return fail(model.ErrUnavailable, "the trial's tools: %v", log.fault)
	case closing != nil:
		return fail(model.ErrUnavailable, "the end of the trial: %v", closing)
	case ok: // whatever became of the agent after it had answered
		resp.Text, resp.Finish, resp.FinishRaw = keys.Text(answer), bench.Answered, "submitted"
	case res.Over:
		return fail(model.ErrProtocol, "more than %d bytes of output", d.config.Limit)
	case res.TimedOut:
		resp.Finish, resp.FinishRaw = bench.Truncated, "time-limit"
	case res.Status != 0:
		return fail(kindOf(res.Status), "%s%s", res.State, res.Stderr)
	case log.calls > log.most:
		resp.Finish, resp.FinishRaw = bench.Truncated, "call-limit"
	default:
		resp.Finish, resp.FinishRaw = bench.Answered, "gave-up"
	}
	return resp, nil
}

// kindOf reads an exit status, -1 for a signal, as the provider exec does.
func kindOf(status int) model.ErrorKind {
	switch status {
	case 75, -1:
		return model.ErrUnavailable
	case 77:
		return model.ErrAuth
	}
	return model.ErrInvalid
}

// record keeps what an agent called and was told, in order, and counts it.
type record struct {
	Session
	most      int    // calls, of the session's tools but submit
	submitted func() // called once, when an answer was taken
	failed    func() // called when the harness has failed

	mu    sync.Mutex
	lines bytes.Buffer
	calls int
	done  bool
	fault error // of the harness: there are no calls after it
}

// maxRecord bounds what is kept of one trial. An agent that calls without end is told
// so by its session; this is for the memory of the harness.
const maxRecord = 32 << 20

// entry is one call in a record.
type entry struct {
	Call   bench.ToolCall `json:"call"`
	Result string         `json:"result"`
	Error  bool           `json:"error,omitempty"`
}

// Call implements [Session].
func (r *record) Call(ctx context.Context, c bench.ToolCall) (model.ToolResult, error) {
	res, err := r.call(ctx, c)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		if ctx.Err() == nil && r.fault == nil { // not the agent's, that gave the call up
			r.fault = err
			r.failed()
		}
		return res, err
	}
	line, err := json.Marshal(entry{c, res.Text, res.Error})
	if err == nil && r.lines.Len()+len(line) < maxRecord {
		r.lines.Write(line)
		r.lines.WriteByte('\n')
	}
	if _, answered := r.Answer(); answered && !r.done {
		r.done = true
		r.submitted()
	}
	return res, nil
}

func (r *record) call(ctx context.Context, c bench.ToolCall) (model.ToolResult, error) {
	r.mu.Lock()
	fault := r.fault
	if c.Name != r.Submit() {
		r.calls++
	}
	over := r.calls > r.most
	r.mu.Unlock()
	switch {
	case fault != nil:
		return model.ToolResult{}, fault
	case over && c.Name != r.Submit():
		return model.ToolResult{Error: true, Text: fmt.Sprintf("all %d calls of this trial are used: answer with %s", r.most, r.Submit())}, nil
	}
	return r.Session.Call(ctx, c)
}

// request is what the agent was given, but for the files.
func (r *record) request() []byte {
	type tool struct {
		Name   string          `json:"name"`
		Doc    string          `json:"description"`
		Params json.RawMessage `json:"input_schema"`
	}
	tools := []tool{}
	for _, t := range r.Tools() {
		tools = append(tools, tool{t.Name, t.Doc, t.Params})
	}
	b, err := json.Marshal(map[string]any{"task": r.Brief(), "tools": tools})
	if err != nil {
		panic("outside: tools have schemas in JSON: " + err.Error())
	}
	return b
}

// response is the calls, a line each, and what the command wrote.
func (r *record) response(stdout []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, err := json.Marshal(map[string]string{"output": strings.ToValidUTF8(string(stdout), "\ufffd")})
	if err != nil {
		panic("outside: a map of strings cannot fail to encode: " + err.Error())
	}
	return append(bytes.Clone(r.lines.Bytes()), append(last, '\n')...)
}

// remove deletes a directory, also one in which an agent has taken its own rights away.
func remove(dir string) {
	if os.RemoveAll(dir) != nil {
		_ = os.Chmod(dir, 0o700)
		_ = os.RemoveAll(dir)
	}
}
