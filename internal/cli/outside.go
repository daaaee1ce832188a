package cli

import (
	"context"
	"strings"

	"github.com/alecthomas/kong"

	"assay/internal/detect/outside"
	"assay/internal/exit"
	"assay/internal/relay"
)

// workspaceCmd measures an agent that someone starts by hand.
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
