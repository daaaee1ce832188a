// Command assay-mcp is the MCP server that an agent starts: it relays bytes to the process
// that runs the trial, as `assay mcp` does. It embeds no suite, so an agent with a shell may
// have access to the file.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"assay/internal/ext/outside/relay"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := relay.Run(ctx, os.Getenv(relay.SocketVar), os.Getenv(relay.TokenVar), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "assay-mcp:", err)
		os.Exit(1)
	}
}
