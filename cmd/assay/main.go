// Command assay measures whether a model understands a vulnerability or merely
// recognises it. See the README, or run `assay --help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"assay/internal/cli"
	"assay/internal/heap"
)

func main() {
	release := heap.Floor(heap.Default)
	interrupt := make(chan os.Signal, 2)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	status := cli.Main(context.Background(), os.Args[1:], cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Interrupt: interrupt,
	})
	release()
	os.Exit(status)
}
