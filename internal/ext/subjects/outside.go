package subjects

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"assay/internal/core/base/command"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/run/subject"
	"assay/internal/ext/outside"
)

// Outside implements [subject.Actors]: it returns one command as an agent with each way of asking.
func (s *actors) Outside(name string, ways []subject.Way) ([]detect.Detector, error) {
	line := strings.TrimPrefix(name, outside.Name+":")
	label, grace := s.Env.Clean(line), outside.DefaultGrace
	var byHand func(string)
	if who, ok := strings.CutPrefix(name, outside.Hand+":"); ok {
		line, label, grace = "", who, time.Second // the agent is not a child, so its end is not awaited
		byHand = func(dir string) {
			fmt.Fprintf(s.Env.Stderr, "start the agent %s in %s: TASK.md has the task, .mcp.json the MCP server; "+
				"the trial ends with its answer\n", who, dir)
		}
	}
	child, err := s.relay()
	if err != nil {
		return nil, err
	}
	if s.AgentTimeout < 1 || s.AgentCalls < 1 {
		return nil, exit.Usage("--set agent-timeout and --set agent-calls must be at least 1")
	}
	isolation, as, err := s.isolation()
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, w := range ways {
		d, err := outside.New(outside.Config{
			Command: line, ByHand: byHand, Grace: grace, Label: label, Relay: child,
			Isolation: isolation, As: as, Worlds: s.worlds,
			Timeout: time.Duration(s.AgentTimeout) * time.Second, Calls: s.AgentCalls, Env: s.Env.Children(), Keys: s.Env.Keys(),
			Strategy: w.Name, Ask: w.Question, Check: w.Readable,
		})
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		out = append(out, d)
	}
	return out, nil
}

// isolation returns what isolates agents, says what that cannot give, and refuses what gives nothing.
func (s *actors) isolation() (outside.Isolation, *command.User, error) {
	word, name, named := strings.Cut(s.AgentIsolation, ":")
	switch isolation := outside.Isolation(word); {
	case isolation == outside.NoIsolation && !named:
		s.Env.Once("an agent-exec: command can read all files of its user, including this program and its suites, earlier " +
			"trials of which it kept a copy, and the environment of the processes that started it (/proc); results state " +
			"this (--set agent-isolation)")
		return isolation, nil, nil
	case isolation == outside.User && named:
		as, err := command.OtherUser(name)
		if err != nil {
			return "", nil, exit.Usage("--set agent-isolation %s: %v", s.AgentIsolation, err)
		}
		self, err := os.Executable()
		if err != nil {
			return "", nil, err
		}
		if as.Reads(self) {
			return "", nil, exit.Usage("--set agent-isolation %s: %s can read %s, which contains the suites with their "+
				"answers; chmod 700 it, and name a copy of assay-mcp with --agent-relay", s.AgentIsolation, name, self)
		}
		s.Env.Once("an agent-exec: command can keep a copy of one trial where " + name + " can write, and read it in the " +
			"next, which may be the other half of a pair; a container that is removed prevents this (--set agent-isolation)")
		return isolation, as, nil
	case isolation == outside.Container && !named:
		return isolation, nil, nil
	}
	return "", nil, exit.Usage("--set agent-isolation %q is not none, user:NAME or container", s.AgentIsolation)
}

// relay returns the command with which an agent starts its MCP server.
func (s *actors) relay() ([]string, error) {
	if s.AgentRelay != "" {
		args, err := command.Split(s.AgentRelay)
		if err != nil || len(args) == 0 {
			return nil, exit.Usage("--set agent-relay %q is not a command", s.AgentRelay)
		}
		return args, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot locate this program: %w; set --agent-relay", err)
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
