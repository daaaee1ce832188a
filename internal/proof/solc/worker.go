package solc

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed worker.js
var workerJS string

// maxAnswer bounds the size of a compiler's answer, in bytes.
const maxAnswer = 256 << 20

type request struct {
	Version string `json:"version"`
	Wrapper string `json:"wrapper"` // path of solc/wrapper.js
	Soljson string `json:"soljson"` // path of the compiler
	Input   string `json:"input"`
	CPU     int64  `json:"cpu,omitempty"` // limit of the processor time in milliseconds, 0 for none
}

type reply struct {
	Output string `json:"output"`
	Error  string `json:"error"`
	RSS    int64  `json:"rss"`
}

// worker is a running Node process. call must not be called concurrently.
type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	outEnd *os.File
	stderr *tail
	done   chan struct{} // closed when the process has ended; err is set
	err    error
}

// startWorker starts a Node process, which ends itself when it uses more than memory
// bytes; 0 means no limit.
func startWorker(node string, memory int64) (*worker, error) {
	outEnd, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	w := &worker{outEnd: outEnd, out: bufio.NewReaderSize(outEnd, 1<<16), stderr: &tail{}, done: make(chan struct{})}
	w.cmd = exec.Command(node, "-e", workerJS, strconv.Itoa(os.Getpid()), strconv.FormatInt(memory, 10))
	w.cmd.Env = environment()
	w.cmd.Stdout, w.cmd.Stderr = theirs, w.stderr
	w.cmd.WaitDelay = time.Second
	if w.in, err = w.cmd.StdinPipe(); err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		outEnd.Close()
		return nil, err
	}
	go func() {
		w.err = w.cmd.Wait()
		close(w.done)
	}()
	return w, nil
}

// environment returns the variables that a compiler process needs to start; keys and
// options for other programs are not passed on.
func environment() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

func (w *worker) dead() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// call sends one request and reads its answer. After an error the worker cannot be
// used any more.
func (w *worker) call(ctx context.Context, r request) (reply, error) {
	defer context.AfterFunc(ctx, func() { w.cmd.Process.Kill() })()
	var answer reply
	line, err := json.Marshal(r)
	if err != nil {
		return answer, err
	}
	if _, err := w.in.Write(append(line, '\n')); err != nil {
		return answer, w.death(err)
	}
	line, err = readLine(w.out, maxAnswer)
	if err != nil {
		return answer, w.death(err)
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return answer, fmt.Errorf("an answer that is not JSON: %w", err)
	}
	if answer.Error != "" {
		return answer, errors.New(firstLines(answer.Error))
	}
	return answer, nil
}

// death returns how the process ended, with its last output if there is any.
func (w *worker) death(err error) error {
	w.stop()
	how := "it ended in the middle of its work"
	if w.err != nil {
		how = w.err.Error()
	}
	if errors.Is(err, errLong) {
		how = err.Error()
	}
	if words := w.stderr.last(); words != "" {
		how += ": " + words
	}
	return errors.New(how)
}

// stop kills the process and waits for its end.
func (w *worker) stop() {
	w.cmd.Process.Kill()
	w.in.Close()
	<-w.done
	w.outEnd.Close()
}

var errLong = fmt.Errorf("an answer of more than %d MiB", maxAnswer>>20)

func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > limit:
			return nil, errLong
		}
	}
}

// tail keeps the end of the output.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	const keep = 8 << 10
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - keep; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// last returns the most informative line: the last that names an error, otherwise the last.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	best := ""
	for _, line := range strings.Split(string(t.buf), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if strings.Contains(line, "rror") || !strings.Contains(best, "rror") {
			best = line
		}
	}
	return best
}

// firstLines reduces a JavaScript stack to its message and the place of the throw.
func firstLines(s string) string {
	lines := strings.SplitN(s, "\n", 3)
	if len(lines) > 2 {
		lines = lines[:2]
	}
	return oneLine(strings.Join(lines, " "))
}

// failure turns a failed call into the error of the compilation.
func failure(ctx context.Context, version string, err error) error {
	cause := context.Cause(ctx)
	var limit timeLimit
	switch {
	case cause == nil:
		return &CrashError{Version: version, Message: err.Error(), Err: err}
	case errors.As(cause, &limit):
		return &CrashError{Version: version, Message: cause.Error(), Err: cause}
	case errors.Is(cause, ErrClosed):
		return cause
	default:
		return fmt.Errorf("compiling with solc %s: %w", version, ctx.Err())
	}
}

func isCrash(err error) bool {
	var crash *CrashError
	return errors.As(err, &crash)
}
