// Package command runs other programs: no shell, a process group of their own
// that is killed whole, a limit on time and on output. It decides nothing about
// what they say. It also tells whether a process goes on.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// Spec is one run of a program.
type Spec struct {
	Args    []string      // the program and its arguments, at least one
	Dir     string        // working directory, "" for the caller's
	Env     []string      // the whole environment, nil for the caller's without secrets ([Environment])
	Stdin   []byte        // then the end
	Timeout time.Duration // of the run, 0 for none but the context's
	Limit   int           // of standard output in bytes
}

// Result is what came of a run that was started.
type Result struct {
	Stdout   []byte // up to the limit
	Stderr   string // its end in one line, behind a colon and a blank; "" when there is none
	Over     bool   // there was more output than the limit; the program was killed
	TimedOut bool   // the time of the Spec ended; the program was killed
	Status   int    // exit status, -1 for a signal
	State    string // the same in words: "exit status 1", "signal: killed"
	Failure  error  // what went wrong with the pipes
	Elapsed  time.Duration
}

// ErrNotStarted marks the error of a program that cannot be started.
var ErrNotStarted = errors.New("cannot be started")

// grace is how long the pipes of a killed program may stay open.
const grace = time.Second

// Run runs a program once. The error is ctx's, or [ErrNotStarted] with its
// reason; whatever the program does is in the result. When ctx or the time ends,
// or the output grows too large, the program and everything it started is killed.
func Run(ctx context.Context, s Spec) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	tctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.Timeout > 0 {
		var stop context.CancelFunc
		tctx, stop = context.WithTimeout(tctx, s.Timeout)
		defer stop()
	}
	cmd := exec.CommandContext(tctx, s.Args[0], s.Args[1:]...)
	stdout := &bounded{limit: s.Limit, full: cancel}
	stderr := &tail{limit: 2 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(s.Stdin), stdout, stderr
	if s.Env == nil {
		s.Env = Environment(nil)
	}
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.Dir, s.Env, grace
	group(cmd)

	started := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	err := cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) { // something it started still holds the pipes
		killGroup(cmd)
		err = nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil
	}
	r := Result{
		Stdout: stdout.kept.Bytes(), Stderr: stderr.String(), Over: stdout.over,
		Status: cmd.ProcessState.ExitCode(), State: cmd.ProcessState.String(), Failure: err, Elapsed: time.Since(started),
	}
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r.TimedOut = tctx.Err() != nil && !r.Over
	return r, nil
}
