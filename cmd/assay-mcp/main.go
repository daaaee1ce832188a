// Command assay-mcp is what an agent starts as its MCP server: it carries bytes to the
// process that runs the trial, and holds nothing else. Beside it `assay mcp` does the
// same; this program has no suite in it, so that it can stand where an agent with a
// shell can read it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"assay/internal/relay"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := relay.Run(ctx, os.Getenv(relay.SocketVar), os.Getenv(relay.TokenVar), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "assay-mcp:", err)
		os.Exit(1)
	}
}
