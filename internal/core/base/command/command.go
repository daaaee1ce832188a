// Package command runs other programs: without a shell, in their own process group,
// which is killed as a whole, and with limits on time and output. It does not interpret
// their output. It also reports whether a process still runs.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"
)

// Spec is one run of a program.
type Spec struct {
	Args    []string      // the program and its arguments, at least one
	Dir     string        // working directory, "" for the caller's
	Env     []string      // the whole environment, nil for [Environment]
	Stdin   []byte        // followed by EOF
	Timeout time.Duration // of the run, 0 for no limit but the context's
	Limit   int           // of standard output in bytes
	As      *User         // nil for the caller's user; else HOME and TMPDIR are those of this user
}

// Result is the result of a run that was started.
type Result struct {
	Stdout   []byte // up to the limit
	Stderr   string // its end on one line, after a colon and a space; "" if it is empty
	Over     bool   // the output exceeded the limit; the program was killed
	TimedOut bool   // the timeout of the Spec expired; the program was killed
	Status   int    // exit status, -1 for a signal
	State    string // the status in words: "exit status 1", "signal: killed"
	Failure  error  // an error of the pipes
	Elapsed  time.Duration
}

// ErrNotStarted marks the error for a program that cannot be started.
var ErrNotStarted = errors.New("cannot be started")

// grace is how long the pipes of a killed program may stay open.
const grace = time.Second

// Run runs a program once. The error is ctx's, or [ErrNotStarted] with the reason;
// everything else about the run is in the result. When ctx ends, the timeout expires or
// the output exceeds the limit, the program and all its descendants are killed.
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
		s.Env = Environment()
	}
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.Dir, s.Env, grace
	group(cmd)
	if s.As != nil {
		cmd.Env = append(slices.Clone(s.Env), "HOME="+s.As.Home, "TMPDIR=/tmp")
		cmd.SysProcAttr = s.As.attributes()
	}

	started := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	err := cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) { // a descendant still holds the pipes
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
