package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/command"
	"assay/internal/detect"
	"assay/internal/detect/outside"
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
func isOutside(name string) bool { return strings.HasPrefix(name, outside.Name+":") }

// agents returns one command with each way of asking.
func (o *outsiders) agents(env *Env, name string, ways []way) ([]detect.Detector, error) {
	line := strings.TrimPrefix(name, outside.Name+":")
	child, err := o.relay()
	if err != nil {
		return nil, err
	}
	if o.AgentTimeout < 1 || o.AgentCalls < 1 {
		return nil, usage("--agent-timeout and --agent-calls are at least 1")
	}
	if o.AgentIsolation == string(outside.NoIsolation) {
		env.once("an agent-exec: command can read what its user can, this program and its suites too; results say so (--agent-isolation)")
	}
	var out []detect.Detector
	for _, w := range ways {
		d, err := outside.New(outside.Config{
			Command: line, Label: env.clean(line), Relay: child, Isolation: outside.Isolation(o.AgentIsolation),
			Timeout: time.Duration(o.AgentTimeout) * time.Second, Calls: o.AgentCalls, Env: env.children(), Keys: env.keys(),
			Strategy: w.name, Ask: func(t bench.Task) (outside.Question, error) { return questionTo(w, t) },
		})
		if err != nil {
			return nil, usage("%v", err)
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
			return nil, usage("--agent-relay %q is no command", o.AgentRelay)
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

// questionTo is the question of a strategy to an agent: the words that a model is asked
// with.
func questionTo(w way, t bench.Task) (outside.Question, error) {
	var s prompt.Strategy
	var err error
	if w.own != nil {
		s, err = w.own.For(prompt.FormatOf(t))
	} else {
		s, err = prompt.For(prompt.FormatOf(t), w.name)
	}
	var p prompt.Prompt
	switch {
	case err != nil:
	case s.Asks == prompt.ForKnowledge:
		err = &prompt.MismatchError{Strategy: s.Name, Why: "it asks what a model knows, without tools"}
	default:
		p, err = prompt.Render(s, t)
	}
	if m := (*prompt.MismatchError)(nil); errors.As(err, &m) {
		return outside.Question{}, fmt.Errorf("%s %w: %w", outside.Name, detect.ErrNotApplicable, err)
	}
	if err != nil {
		return outside.Question{}, fmt.Errorf("%s: %w", outside.Name, err)
	}
	text := strings.TrimSpace(p.System + "\n\n" + p.User)
	sum := sha256.Sum256([]byte(p.Hash + "\x00" + outside.Brief("")))
	return outside.Question{Text: text, Schema: p.Schema, Hash: hex.EncodeToString(sum[:]), Check: func(text string) (string, bool) {
		return readable(s.Asks, text)
	}}, nil
}

// readable says whether a text is an answer to a question of some kind.
func readable(asks prompt.Asks, text string) (reason string, ok bool) {
	switch asks {
	case prompt.ForExploit:
		_, reason, ok = answer.ParseCode(bench.AnswerExploit, text, false)
	case prompt.ForPatch:
		_, reason, ok = answer.ParseCode(bench.AnswerPatch, text, false)
	default:
		_, reason, ok = answer.Parse(text, false)
	}
	return reason, ok
}

// mcpCmd is what an agent starts. It holds nothing: see package relay.
type mcpCmd struct{}

func (*mcpCmd) Help() string {
	return `Started by an agent, with what the .mcp.json of its directory says; it carries bytes between the agent and the trial, and ends with either.
Agents whose file system has no assay start the smaller program assay-mcp, which does the same.`
}

func (*mcpCmd) Run(ctx context.Context, env *Env) error {
	ctx, stop := env.interruptible(ctx)
	defer stop()
	return relay.Run(ctx, env.Getenv(relay.SocketVar), env.Getenv(relay.TokenVar), env.Stdin, env.rawOut)
}
