// Package cli has the commands for those who publish results and extend assay.
package cli

import (
	"github.com/alecthomas/kong"

	"assay/internal/core/cli"
)

// Further returns the commands.
func Further() cli.Further {
	return cli.Further{Commands: &struct {
		Leaks     leaksCmd     `cmd:"" help:"Look for signs in logs that a subject saw the truth."`
		Board     boardCmd     `cmd:"" group:"Publishing and extending" help:"Build a leaderboard site from archives of runs."`
		Submit    submitCmd    `cmd:"" group:"Publishing and extending" help:"Pack the archive of a run as a submission to a board."`
		Reward    rewardCmd    `cmd:"" group:"Publishing and extending" help:"Grade answers that another program received, one at a time, also by executing them."`
		Worker    workerCmd    `cmd:"" group:"Publishing and extending" help:"Ask trials of runs that were started with --distributed."`
		Workspace workspaceCmd `cmd:"" group:"Publishing and extending" help:"Measure an agent that you start by hand: a directory and tools for each trial."`
		MCP       mcpCmd       `cmd:"" group:"Publishing and extending" name:"mcp" help:"MCP server that connects an agent to its trial; the agent starts it."`
	}{}, Imports: answerImports(), RunFormats: runFormats(), Subjects: listed, Exports: kong.Plugins{&struct {
		Suite exportSuiteCmd `cmd:"" help:"Export the questions about a suite for another program, or the suite itself as a data set."`
	}{}}, Suites: kong.Plugins{&struct {
		Card suitesCard `cmd:"" help:"Print the Croissant data card of suites."`
	}{}}}
}
