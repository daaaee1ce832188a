// Command assay measures whether a model understands a vulnerability or merely
// recognises it. See the README, or run `assay --help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"assay/internal/cli"
	"assay/internal/environ"
)

func main() {
	// The heap may grow by half before it is collected, not by as much again: what is
	// kept are texts and numbers that hold hardly a pointer, so that collecting them
	// more often costs little.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(50)
	}
	interrupt := make(chan os.Signal, 2)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	status := cli.Main(context.Background(), os.Args[1:], &environ.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Interrupt: interrupt,
	})
	os.Exit(status)
}
