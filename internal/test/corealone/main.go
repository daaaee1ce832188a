// Command corealone is assay without what executes, makes or exchanges samples: internal/core and the suites. A test
// runs both suites with it.
package main

import (
	"context"
	"os"

	"assay/internal/core/base/environ"
	"assay/internal/core/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], &environ.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Interrupt: make(chan os.Signal),
	}))
}
