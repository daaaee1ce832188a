package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"assay/internal/bench"
	"assay/internal/command"
	"assay/internal/detect"
	"assay/internal/detect/outside"
	"assay/internal/engine"
	"assay/internal/exit"
	"assay/internal/model"
	"assay/internal/prompt"
	"assay/internal/relay"
)

// outsiders are how agents of others are measured: --model agent-exec:COMMAND.
type outsiders struct {
	AgentIsolation string `name:"agent-isolation" help:"What keeps an agent-exec: command from what is on this machine, as the command itself arranges it: none, user or container. Results say so." default:"none" placeholder:"WORD" found:"data"`
	AgentTimeout   int    `name:"agent-timeout" help:"Longest trial of an agent-exec: command, in seconds." default:"3600" placeholder:"N"`
	AgentCalls     int    `name:"agent-calls" help:"Calls of tools in one trial of an agent-exec: command; then only its answer is taken." default:"500" placeholder:"N"`
	AgentRelay     string `name:"agent-relay" help:"Command of the MCP server in an agent's .mcp.json: assay-mcp beside this program where it is there, else 'assay mcp'." placeholder:"COMMAND" found:"program"`
}

// isOutside reports whether a name of --model is an agent of others.
func isOutside(name string) bool {
	return strings.HasPrefix(name, outside.Name+":") || strings.HasPrefix(name, outside.Hand+":")
}

// outside returns one command with each way of asking.
func (s *subjects) outside(name string) ([]detect.Detector, error) {
	line := strings.TrimPrefix(name, outside.Name+":")
	label, grace := s.env.Clean(line), outside.DefaultGrace
	var byHand func(string)
	if who, ok := strings.CutPrefix(name, outside.Hand+":"); ok {
		line, label, grace = "", who, time.Second // what follows an answer is not started from here
		byHand = func(dir string) {
			fmt.Fprintf(s.env.Stderr, "start the agent %s in %s: TASK.md says what to do, .mcp.json how to reach the tools; the trial ends with its answer\n", who, dir)
		}
	}
	child, err := s.relay()
	if err != nil {
		return nil, err
	}
	if s.AgentTimeout < 1 || s.AgentCalls < 1 {
		return nil, exit.Usage("--agent-timeout and --agent-calls are at least 1")
	}
	if s.AgentIsolation == string(outside.NoIsolation) {
		s.env.Once("an agent-exec: command can read what its user can, this program and its suites too; results say so (--agent-isolation)")
	}
	var out []detect.Detector
	for _, w := range s.ways {
		d, err := outside.New(outside.Config{
			Command: line, ByHand: byHand, Grace: grace, Label: label, Relay: child, Isolation: outside.Isolation(s.AgentIsolation), Worlds: s.worlds,
			Timeout: time.Duration(s.AgentTimeout) * time.Second, Calls: s.AgentCalls, Env: s.env.Children(), Keys: s.env.Keys(),
			Strategy: w.name, Ask: w.question, Check: w.readable,
		})
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		out = append(out, d)
	}
	return out, nil
}

// relay returns the command that an agent starts as its MCP server.
func (o *outsiders) relay() ([]string, error) {
	if o.AgentRelay != "" {
		args, err := command.Split(o.AgentRelay)
		if err != nil || len(args) == 0 {
			return nil, exit.Usage("--agent-relay %q is no command", o.AgentRelay)
		}
		return args, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("where this program is: %w; give --agent-relay", err)
	}
	small := filepath.Join(filepath.Dir(self), "assay-mcp")
	if runtime.GOOS == "windows" {
		small += ".exe"
	}
	if info, err := os.Stat(small); err == nil && info.Mode().IsRegular() {
		return []string{small}, nil
	}
	return []string{self, "mcp"}, nil
}

// strategy returns how a task is asked about.
func (w way) strategy(t bench.Task) (prompt.Strategy, error) {
	if w.own != nil {
		return w.own.For(prompt.FormatOf(t))
	}
	return prompt.For(prompt.FormatOf(t), w.name)
}

// question is the question of a strategy to an agent: the words that a model is asked
// with.
func (w way) question(t bench.Task) (model.Request, error) {
	s, err := w.strategy(t)
	var p prompt.Prompt
	switch {
	case err != nil:
	case s.Asks == prompt.ForKnowledge:
		err = &prompt.MismatchError{Strategy: s.Name, Why: "it asks what a model knows, without tools"}
	default:
		p, err = prompt.Render(s, t)
	}
	if m := (*prompt.MismatchError)(nil); errors.As(err, &m) {
		return model.Request{}, fmt.Errorf("%s %w: %w", outside.Name, detect.ErrNotApplicable, err)
	}
	if err != nil {
		return model.Request{}, fmt.Errorf("%s: %w", outside.Name, err)
	}
	return model.Request{System: p.System, User: p.User, Schema: p.Schema}, nil
}

// readable says whether a text can be read as an answer about a task, and why not.
func (w way) readable(t bench.Task, text string) (reason string, ok bool) {
	s, err := w.strategy(t)
	if err != nil {
		return err.Error(), false
	}
	return engine.Readable(s.Asks, text)
}

// workspaceCmd measures an agent that somebody starts by hand.
type workspaceCmd struct {
	As    string `name:"as" help:"What the agent is called in results, with its version: claude-code-2.1." required:"" placeholder:"NAME" config:"-"`
	Flags runCmd `embed:""`
}

func (*workspaceCmd) Help() string {
	return `Prepares one directory after the other, says where it is, and waits until the agent that you start there has called submit. Then it judges, measures and reports
as assay run does, of which it takes all flags: it is assay run --model agent-hand:NAME. An agent that can be started by a command needs no hand: assay run --model agent-exec:COMMAND.

Examples:

  assay workspace --as claude-code-2.1 --suite blockbench --filter term-loan-vault
  assay run --model 'agent-exec:claude -p --mcp-config .mcp.json --strict-mcp-config --allowedTools mcp__assay' --suite blockbench --limit 20`
}

func (c *workspaceCmd) Run(ctx context.Context, env *Env, kctx *kong.Context) error {
	if c.As == "" || strings.ContainsAny(c.As, "@, ") {
		return exit.Usage("--as %q is no name: no blank, comma or @", c.As)
	}
	c.Flags.Ask.Model = []string{outside.Hand + ":" + c.As}
	return c.Flags.Run(ctx, env, kctx)
}

// mcpCmd is what an agent starts. It holds nothing: see package relay.
type mcpCmd struct{}

func (*mcpCmd) Help() string {
	return `Started by an agent, with what the .mcp.json of its directory says; it carries bytes between the agent and the trial, and ends with either.
Agents whose file system has no assay start the smaller program assay-mcp, which does the same.`
}

func (*mcpCmd) Run(ctx context.Context, env *Env) error {
	ctx, stop := env.Interruptible(ctx)
	defer stop()
	return relay.Run(ctx, env.Getenv(relay.SocketVar), env.Getenv(relay.TokenVar), env.Stdin, env.RawOut)
}
