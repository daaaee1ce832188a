package stack

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/core/suite/sqlapp"
	"assay/internal/proof/sqlproof"
)

const (
	limit    = 20 * time.Second // of one call
	starting = time.Minute      // of the start on a busy machine
	maxLine  = 16 << 20         // bytes of an answer
	// memory bounds each process; the program follows.
	memory = `ulimit -v 4000000 2>/dev/null; exec "$@"`
)

// Runner calls handlers of one stack. It is safe for concurrent use and holds no resources until the first call.
type Runner struct {
	stack *sqlapp.Stack
	dir   string // of its packages

	mu    sync.Mutex
	child *child // nil before the first call
}

// All returns a runner for each of the stacks with an adapter, once by name; nil is no stack. Their runtimes may be
// missing.
func All(dir string, stacks []*sqlapp.Stack) (map[string]*Runner, error) {
	out := map[string]*Runner{}
	for _, s := range stacks {
		if s == nil || s.Adapter == "" || out[s.Name] != nil {
			continue
		}
		r, err := New(dir, s)
		if err != nil {
			return nil, err
		}
		out[s.Name] = r
	}
	return out, nil
}

// New returns a Runner for a stack whose packages are below stacks/NAME of a directory; "" means
// <user cache>/assay/solc, that of all other packages. It starts nothing.
func New(dir string, s *sqlapp.Stack) (*Runner, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("finding a directory for the packages of %s: %w", s.Name, err)
		}
		dir = filepath.Join(user, "assay", "solc")
	}
	dir, err := filepath.Abs(filepath.Join(dir, "stacks", s.Name))
	return &Runner{stack: s, dir: dir}, err
}

// Packages returns name and version of each package.
func (r *Runner) Packages() []string { return r.stack.Ships() }

// Engine implements [sqlproof.Runner].
func (r *Runner) Engine() string { return strings.Join(r.Packages(), ", ") }

// Commands returns the commands that install the packages, as words.
func (r *Runner) Commands() [][]string {
	var out [][]string
	for _, line := range r.stack.Get {
		out = append(out, r.words(strings.Fields(line), ""))
	}
	return out
}

// words replaces {dir}, and {made} by the folder for what the adapter makes of handlers, "" for one in {dir}.
func (r *Runner) words(list []string, made string) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = strings.NewReplacer("{dir}", r.dir, "{made}", cmp.Or(made, filepath.Join(r.dir, "made"))).Replace(out[i])
	}
	return out
}

// MissingError means that the runtime of a stack is not installed; it names the commands that get it.
type MissingError struct{ text string }

func (e *MissingError) Error() string { return e.text }

// Ready implements [sqlproof.Runner]. The error is a *MissingError.
func (r *Runner) Ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.child != nil {
		return nil
	}
	err := r.start()
	if err == nil {
		return nil
	}
	r.stop()
	var lines []string
	for _, words := range r.Commands() {
		for i, w := range words {
			if strings.ContainsAny(w, " '\"$") {
				words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return &MissingError{fmt.Sprintf("tests of the stack %s need %s, which do not run here (%v); this gets them: %s",
		r.stack.Name, r.Engine(), err, strings.Join(lines, " && "))}
}

// start starts the child and compares the versions that it announces.
func (r *Runner) start() error {
	run := append(r.words(r.stack.Run, ""), r.stack.Adapter)
	program, err := exec.LookPath(run[0])
	if err != nil {
		return fmt.Errorf("there is no %s", run[0])
	}
	run[0] = program                               // the child has no PATH
	for _, separate := range []bool{true, false} { // not every system allows it
		r.child, err = begin(exec.Command("/bin/sh", append([]string{"-c", memory, "assay"}, run...)...), separate)
		if err == nil {
			break
		}
		if !separate || !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	var hello struct{ Packages map[string]string }
	if err := r.child.answer(starting, &hello); err != nil {
		return fmt.Errorf("its adapter does not start: %w", err)
	}
	for name, want := range r.stack.Packages {
		if have := hello.Packages[name]; have != want {
			return fmt.Errorf("%s is %q", name, have)
		}
	}
	return nil
}

// child is a running adapter.
type child struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	over chan struct{} // closed when the child was stopped
}

// begin starts a command with an empty environment.
func begin(cmd *exec.Cmd, separate bool) (*child, error) {
	cmd.Env, cmd.Dir, cmd.WaitDelay = []string{}, os.TempDir(), time.Second
	isolate(cmd, separate)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &child{cmd, in, bufio.NewReaderSize(out, 1<<16), make(chan struct{})}, nil
}

// answer reads a line of the child, which is killed if it takes too long.
func (c *child) answer(limit time.Duration, into any) error {
	stop := time.AfterFunc(limit, func() { kill(c.cmd) })
	defer stop.Stop()
	var line []byte
	for {
		part, err := c.out.ReadSlice('\n')
		if line = append(line, part...); err == nil {
			return json.Unmarshal(line, into)
		}
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > maxLine {
			return fmt.Errorf("no answer of at most %d MB within %s: %w", maxLine>>20, limit, err)
		}
	}
}

// stop ends the child. It is called once.
func (c *child) stop() {
	c.in.Close()
	kill(c.cmd)
	c.cmd.Wait() // it was killed
	close(c.over)
}

// reply is a line of the adapter.
type reply struct {
	Params, Optional []string
	Columns          []string
	Rows             [][]*string
	Error            *sqlproof.SQLError
}

// ask sends a request and reads the answer. After a problem of the machine the child is started again.
func (r *Runner) ask(ctx context.Context, request any) (*reply, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	if err := r.Ready(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var a reply
	if _, err = r.child.in.Write(append(line, '\n')); err == nil {
		err = r.child.answer(limit, &a)
	}
	if err != nil {
		r.stop()
		return nil, fmt.Errorf("running a handler of %s: %w", r.stack.Name, err)
	}
	if a.Error != nil {
		return nil, a.Error
	}
	return &a, nil
}

// Signature implements [sqlproof.Runner].
func (r *Runner) Signature(code string) (params, optional []string, err error) {
	a, err := r.ask(context.Background(), map[string]string{"signature": code})
	if err != nil {
		return nil, nil, err
	}
	return a.Params, a.Optional, nil
}

// Call implements [sqlproof.Runner].
func (r *Runner) Call(ctx context.Context, request sqlproof.Request) ([]string, [][]*string, error) {
	a, err := r.ask(ctx, request)
	if err != nil {
		return nil, nil, err
	}
	return a.Columns, a.Rows, nil
}

// stop ends the child, if there is one.
func (r *Runner) stop() {
	if r.child != nil {
		r.child.stop()
	}
	r.child = nil
}

// Fresh implements [sqlproof.Runner].
func (r *Runner) Fresh() bool { return false }

// Close ends the child. The Runner can be used again.
func (r *Runner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop()
}
