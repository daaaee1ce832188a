// Command assay measures whether a model understands a vulnerability or merely
// recognises it. See the README, or run `assay --help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	author "assay/internal/author/cli"
	"assay/internal/author/mutate"
	"assay/internal/core/base/command"
	"assay/internal/core/base/environ"
	"assay/internal/core/cli"
	ext "assay/internal/ext/cli"
	proof "assay/internal/proof/cli"
)

func main() {
	command.Hide() // commands of this user could read the keys in its environment
	// Collect when the heap has grown by half, not when it has doubled: live data are mostly
	// texts and numbers with hardly any pointers, so that collecting more often
	// costs little.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(50)
	}
	interrupt := make(chan os.Signal, 2)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(interrupt, syscall.SIGHUP) // the terminal was closed
	}
	proof.Register(mutate.Deletions)
	ext.Register()
	status := cli.Main(context.Background(), os.Args[1:], &environ.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Interrupt: interrupt,
	}, proof.Further(mutate.Deletions), author.Further(), ext.Further())
	os.Exit(status)
}
