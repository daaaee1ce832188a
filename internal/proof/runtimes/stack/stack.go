package stack

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
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

	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
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
func (r *Runner) Packages() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(r.stack.Packages)) {
		out = append(out, name+" "+r.stack.Packages[name])
	}
	return out
}

// Engine implements [sqlproof.Runner].
func (r *Runner) Engine() string { return strings.Join(r.Packages(), ", ") }

// Commands returns the commands that install the packages, as words.
func (r *Runner) Commands() [][]string {
	var out [][]string
	for _, line := range r.stack.Get {
		out = append(out, r.words(strings.Fields(line)))
	}
	return out
}

func (r *Runner) words(list []string) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "{dir}", r.dir)
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
	if r.cmd != nil {
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
	run := append(r.words(r.stack.Run), r.stack.Adapter)
	program, err := exec.LookPath(run[0])
	if err != nil {
		return fmt.Errorf("there is no %s", run[0])
	}
	run[0] = program                               // the child has no PATH
	for _, separate := range []bool{true, false} { // not every system allows it
		r.cmd = exec.Command("/bin/sh", append([]string{"-c", memory, "assay"}, run...)...)
		r.cmd.Env, r.cmd.Dir, r.cmd.WaitDelay = []string{}, os.TempDir(), time.Second
		isolate(r.cmd, separate)
		if r.in, err = r.cmd.StdinPipe(); err != nil {
			return err
		}
		out, err := r.cmd.StdoutPipe()
		if err != nil {
			return err
		}
		r.out = bufio.NewReaderSize(out, 1<<16)
		if err = r.cmd.Start(); err == nil {
			break
		}
		r.cmd = nil
		if !separate || !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	var hello struct{ Packages map[string]string }
	if err := r.answer(starting, &hello); err != nil {
		return fmt.Errorf("its adapter does not start: %w", err)
	}
	for name, want := range r.stack.Packages {
		if have := hello.Packages[name]; have != want {
			return fmt.Errorf("%s is %q", name, have)
		}
	}
	return nil
}

// answer reads a line of the child, which is killed if it takes too long.
func (r *Runner) answer(limit time.Duration, into any) error {
	cmd := r.cmd
	stop := time.AfterFunc(limit, func() { kill(cmd) })
	defer stop.Stop()
	var line []byte
	for {
		part, err := r.out.ReadSlice('\n')
		if line = append(line, part...); err == nil {
			return json.Unmarshal(line, into)
		}
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > maxLine {
			return fmt.Errorf("no answer of at most %d MB within %s: %w", maxLine>>20, limit, err)
		}
	}
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
	if _, err = r.in.Write(append(line, '\n')); err == nil {
		err = r.answer(limit, &a)
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
	if r.cmd != nil && r.cmd.Process != nil {
		r.in.Close()
		kill(r.cmd)
		r.cmd.Wait() // it was killed
	}
	r.cmd = nil
}

// Close ends the child. The Runner can be used again.
func (r *Runner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop()
}
