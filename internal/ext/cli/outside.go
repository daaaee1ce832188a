package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"context"
	"strings"

	"github.com/alecthomas/kong"

	"assay/internal/ext/outside"
	"assay/internal/ext/outside/relay"
)

// workspaceCmd measures an agent that the user starts by hand.
type workspaceCmd struct {
	As    string     `name:"as" help:"Name of the agent in results, with its version, for example claude-code-2.1." required:"" placeholder:"NAME" config:"-"`
	Flags cli.RunCmd `embed:""`
}

func (*workspaceCmd) Help() string {
	return `For each trial it prepares a directory, prints its path, and waits until the agent that you start there has called submit. Then it judges, measures and reports.
It is short for assay run --model agent-hand:NAME and accepts all flags of assay run. For an agent that a command can start, use assay run --model agent-exec:COMMAND.

Examples:

  assay workspace --as claude-code-2.1 --suite blockbench --filter term-loan-vault
  assay run --model 'agent-exec:claude -p --mcp-config .mcp.json --strict-mcp-config --allowedTools mcp__assay' --suite blockbench --limit 20`
}

func (c *workspaceCmd) Run(ctx context.Context, env *cli.Env, kctx *kong.Context) error {
	if c.As == "" || strings.ContainsAny(c.As, "@, ") {
		return exit.Usage("--as %q: a name has no spaces, commas or @", c.As)
	}
	c.Flags.Ask.Model = []string{outside.Hand + ":" + c.As}
	return c.Flags.Run(ctx, env, kctx)
}

// mcpCmd is started by an agent. It keeps no state: see package relay.
type mcpCmd struct{}

func (*mcpCmd) Help() string {
	return `An agent starts this command as the .mcp.json of its directory specifies. It relays bytes between the agent and the trial, and ends with either.
Where assay is not in the agent's file system, the smaller program assay-mcp does the same.`
}

func (*mcpCmd) Run(ctx context.Context, env *cli.Env) error {
	ctx, stop := env.Interruptible(ctx)
	defer stop()
	return relay.Run(ctx, env.Getenv(relay.SocketVar), env.Getenv(relay.TokenVar), env.Stdin, env.RawOut)
}
