package subject

import (
	"slices"

	"assay/internal/core/base/exit"
)

// NoScaffold is the name of the scaffold for one answer without tools.
const NoScaffold = "none"

// acting holds the flags for models that work in turns: scaffolds and limits.
type acting struct {
	Scaffold []string `help:"Scaffold of a model: none for one answer without tools, the name of a scaffold with turns and tools (docs/agents.md), the folder of your own scaffold, for example ./mine, or a directory of such folders. Repeatable: every model works with each scaffold." placeholder:"NAME|PATH" aliases:"scaffolds" found:"input"`
	Turns    int      `name:"max-turns" help:"Maximum turns of an agent in one trial." default:"30" placeholder:"N"`
	Tokens   int64    `name:"max-trial-tokens" help:"Maximum tokens of an agent in one trial, input and output of all turns; 0 is no limit." default:"0" placeholder:"N"`
	Seconds  int      `name:"max-trial-seconds" help:"Maximum working time of an agent in one trial, in seconds over all starts; 0 is no limit." default:"0" placeholder:"N"`
	Dollars  float64  `name:"max-trial-usd" help:"Maximum cost of an agent in one trial, in dollars; 0 is no limit." default:"0" placeholder:"USD"`
}

// outsiders holds the flags for agents of others: --model agent-exec:COMMAND.
type outsiders struct {
	AgentIsolation string `name:"agent-isolation" help:"Isolation of an agent-exec: command from this machine: none, user:NAME (assay, as root, runs the command as this user) or container (which the command must start). Results state it." default:"none" placeholder:"WORD" found:"data"`
	AgentTimeout   int    `name:"agent-timeout" help:"Maximum duration of one trial of an agent-exec: command, in seconds." default:"3600" placeholder:"N"`
	AgentCalls     int    `name:"agent-calls" help:"Maximum tool calls in one trial of an agent-exec: command; after that only its answer is accepted." default:"500" placeholder:"N"`
	AgentRelay     string `name:"agent-relay" help:"Command of the MCP server in an agent's .mcp.json. By default assay-mcp in the directory of this program, if it exists, else 'assay mcp'." placeholder:"COMMAND" found:"program"`
}

// tooling holds the flags for static analysers.
type tooling struct {
	ToolConfidence string `help:"Minimum confidence of static analysers' findings: low, medium or high; findings below it do not count." default:"low" placeholder:"LEVEL" found:"data"`
	ToolsFile      string `help:"Your settings of static analysers: commands, arguments, meaning of their checks; assay-tools.yaml by default, if it exists." placeholder:"FILE" found:"tools"`
}

// acts reports whether a run has agents. Workers cannot run their trials.
func (a *Options) acts() bool {
	return slices.ContainsFunc(a.Scaffold, func(s string) bool { return s != NoScaffold }) ||
		slices.ContainsFunc(SplitNames(a.Model), isPlayer)
}

// CheckActing returns an error for flags that cannot be combined with agents.
func (a *Options) CheckActing(distributed, batched bool) error {
	if !a.acts() {
		return nil
	}
	switch {
	case distributed:
		return exit.Usage("--distributed: workers cannot run agents; omit --scaffold")
	case batched:
		return exit.Usage("--batch: an agent waits for the answer to each turn; omit --scaffold")
	}
	return nil
}
