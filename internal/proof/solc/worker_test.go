package solc

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeWrapper replaces solc/wrapper: the first line of a.sol states what the compiler
// does. It counts the compilations of its process.
const fakeWrapper = `
let n = 0;
module.exports = (name) => ({
  version: () => name + '+commit.fake',
  compile(input) {
    n++;
    console.log('chatter on stdout');
    process.stdout.write('and more\n');
    const what = JSON.parse(input).sources['a.sol'].content.slice(3).split('\n')[0];
    const ok = JSON.stringify({ errors: [{ severity: 'info', message: 'compilation ' + n + ' of ' + process.pid }], contracts: {} });
    switch (what.split(' ')[0]) {
      case 'abort': process.abort();
      case 'exit': process.stderr.write('RuntimeError: memory access out of bounds\n'); process.exit(7);
      case 'throw': throw new Error('function signature mismatch');
      case 'hang': require('fs').writeFileSync(what.split(' ')[1], ''); for (;;);
      case 'wait': require('fs').writeFileSync(what.split(' ')[1], ''); while (!require('fs').existsSync(what.split(' ')[2])); return ok;
      case 'fill': { const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1)); }
      case 'idle': Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return ok;
      case 'once': { const fs = require('fs'); if (fs.existsSync(what.split(' ')[1])) return ok; fs.writeFileSync(what.split(' ')[1], ''); process.abort(); }
      case 'junk': return 'Segmentation fault';
      case 'empty': return '{}';
      case 'internal': return JSON.stringify({ errors: [{ severity: 'error', type: 'InternalCompilerError', message: 'Assertion failed', sourceLocation: { file: 'a.sol', start: 0 } }] });
      case 'handlers': return JSON.stringify({ errors: [{ severity: 'info', message: 'handlers=' + process.listenerCount('uncaughtException') }], contracts: {} });
      case 'env': return JSON.stringify({ errors: [{ severity: 'info', message: 'key=' + process.env.SECRET_KEY }], contracts: {} });
      case 'odd': return JSON.stringify({ contracts: { 'a.sol': { A: { evm: { bytecode: { object: '60zz' } } } } } });
    }
    return ok;
  },
});
`

// fake returns a compiler whose 0.8.30 and 0.8.29 are fakeWrapper, and whose 0.8.28 is
// not the version that its package states.
func fake(t *testing.T, o Options) *Compiler {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no process")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED, NOTHING WAS RUN: node is not on PATH; install Node.js 18 or newer")
	}
	o.Dir, o.CacheDir = t.TempDir(), t.TempDir()
	write(t, filepath.Join(o.Dir, "node_modules/solc/wrapper.js"), fakeWrapper)
	for alias, is := range map[string]string{"0.8.30": "0.8.30", "0.8.29": "0.8.29", "0.8.28": "0.8.2"} {
		dir := filepath.Join(o.Dir, "node_modules/solc-"+alias)
		write(t, filepath.Join(dir, "package.json"), `{"version":"`+alias+`"}`)
		write(t, filepath.Join(dir, "soljson.js"), `process.on('uncaughtException', (e) => { throw e }); module.exports = '`+
			is+`'`)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.sums = nil // no compiler of these versions has such a text
	return c
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func do(what string) Input {
	return Input{Version: "0.8.30", Sources: map[string]string{"a.sol": "// " + what + "\n"}}
}

// said compiles and returns the fake compiler's message.
func said(t *testing.T, c *Compiler, in Input) string {
	t.Helper()
	out, err := c.Compile(t.Context(), in)
	if err != nil {
		t.Fatalf("%s: %v", in.Sources["a.sol"], err)
	}
	return out.Diagnostics[0].Message
}

func waitFor(t *testing.T, file string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s did not appear", file)
		}
	}
}

// In whatever way a compiler dies, its compilation is a crash and is not cached, and
// the next compilation works.
func TestCrash(t *testing.T) {
	c := fake(t, Options{})
	for what, want := range map[string]string{
		"abort":    "signal: aborted",
		"exit":     "exit status 7: RuntimeError: memory access out of bounds",
		"throw":    "function signature mismatch",
		"junk":     "not standard JSON",
		"empty":    "neither code nor an error",
		"internal": "InternalCompilerError: a.sol:1: Assertion failed",
		"odd":      "a.sol: contract A: creation code: encoding/hex",
	} {
		for range 2 {
			out, err := c.Compile(t.Context(), do(what))
			var crash *CrashError
			if out != nil || !errors.As(err, &crash) || !strings.HasPrefix(err.Error(), "solc 0.8.30 crashed: ") ||
				!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want a crash with %q", what, err, want)
			}
		}
		said(t, c, do("well after "+what))
	}
	if files, _ := filepath.Glob(filepath.Join(c.cache.Path, "*", "*")); len(files) != 7 {
		t.Errorf("%d results were remembered, want the 7 good ones", len(files))
	}
	in := do("well")
	in.Version = "0.8.28"
	if _, err := c.Compile(t.Context(), in); !isCrash(err) || !strings.Contains(err.Error(), "is solc 0.8.2+") {
		t.Errorf("a compiler of another version than its package says: %v", err)
	}
}

// One process serves many compilations and versions; it sees no keys.
func TestOneProcess(t *testing.T) {
	t.Setenv("SECRET_KEY", "hunter2")
	c := fake(t, Options{})
	first := said(t, c, do("well 1"))
	in := do("well 2")
	in.Version = "0.8.29"
	said(t, c, in)
	third := said(t, c, do("well 3"))
	_, pid, _ := strings.Cut(first, " of ")
	if third != "compilation 3 of "+pid {
		t.Errorf("%q, then %q", first, third)
	}
	if got := said(t, c, do("handlers")); got != "handlers=0" {
		t.Errorf("the compiler's own exception handlers are in place: %s", got)
	}
	if got := said(t, c, do("env")); got != "key=undefined" {
		t.Errorf("the compiler process sees %s", got)
	}
}

// With two workers, two compilations can wait for each other.
func TestWorkers(t *testing.T) {
	c := fake(t, Options{Workers: 2, Timeout: 20 * time.Second})
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	var wg sync.WaitGroup
	for _, what := range []string{"wait " + a + " " + b, "wait " + b + " " + a} {
		wg.Go(func() {
			if _, err := c.Compile(t.Context(), do(what)); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	wg.Wait()
}

func TestRecycled(t *testing.T) {
	c := fake(t, Options{MaxRSS: 1 << 20})
	a, b := said(t, c, do("well 1")), said(t, c, do("well 2"))
	if !strings.HasPrefix(a, "compilation 1 of ") || !strings.HasPrefix(b, "compilation 1 of ") || a == b {
		t.Errorf("%q, then %q, want two processes", a, b)
	}
}

func TestTimeout(t *testing.T) {
	c := fake(t, Options{Timeout: 2 * time.Second})
	_, err := c.Compile(t.Context(), do("hang "+filepath.Join(t.TempDir(), "started")))
	if !isCrash(err) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no answer after 2s") {
		t.Errorf("%v, want a crash for lack of time", err)
	}
	said(t, c, do("well"))
}

// A process killed from outside fails only the compilation that it was running; one
// killed while idle fails none.
func TestKilled(t *testing.T) {
	c := fake(t, Options{})
	said(t, c, do("well 1"))
	pid := running(c).cmd.Process // only this test uses c
	started := filepath.Join(t.TempDir(), "started")
	go func() {
		waitFor(t, started)
		pid.Kill()
	}()
	if _, err := c.Compile(t.Context(), do("hang "+started)); !isCrash(err) ||
		!strings.Contains(err.Error(), "signal: killed") {
		t.Errorf("%v, want a crash by a signal", err)
	}
	said(t, c, do("well 2"))
	running(c).cmd.Process.Kill()
	<-running(c).done
	said(t, c, do("well 3"))
}

// waiting returns when n callers wait for the only compilation in flight.
func waiting(t *testing.T, c *Compiler, n int) {
	t.Helper()
	end := time.Now().Add(20 * time.Second)
	for is := -1; is != n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d callers wait, want %d", is, n)
		}
		c.flights.mu.Lock()
		for _, f := range c.flights.all {
			is = f.waiting
		}
		c.flights.mu.Unlock()
	}
}

// Cancelling ends the process; any other caller that waits for the same input gets it.
func TestCancel(t *testing.T) {
	c := fake(t, Options{})
	dir := t.TempDir()
	started, release := filepath.Join(dir, "started"), filepath.Join(dir, "release")
	shared := do("wait " + started + " " + release)

	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := c.Compile(ctx, shared); !errors.Is(err, context.Canceled) || isCrash(err) {
			t.Errorf("the caller who left got %v", err)
		}
	})
	waitFor(t, started)
	var other string
	wg.Go(func() { other = said(t, c, shared) })
	waiting(t, c, 2)
	cancel()
	waiting(t, c, 1)
	write(t, release, "")
	wg.Wait()
	if !strings.HasPrefix(other, "compilation 1 of ") {
		t.Errorf("the caller who stayed got %q, want the one compilation", other)
	}

	ctx, cancel = context.WithCancel(t.Context())
	started = filepath.Join(dir, "started-again")
	node := running(c)
	go func() {
		waitFor(t, started)
		cancel()
	}()
	if _, err := c.Compile(ctx, do("hang "+started)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled compilation: %v", err)
	}
	select {
	case <-node.done:
	case <-time.After(10 * time.Second):
		t.Error("the process goes on after its only caller left")
	}
	said(t, c, do("well"))
}

func TestClose(t *testing.T) {
	c := fake(t, Options{})
	well := said(t, c, do("well"))
	node := running(c)
	started := filepath.Join(t.TempDir(), "started")
	go func() {
		waitFor(t, started)
		c.Close()
	}()
	if _, err := c.Compile(t.Context(), do("hang "+started)); !errors.Is(err, ErrClosed) {
		t.Errorf("a compilation in flight: %v", err)
	}
	<-node.done
	if _, err := c.Compile(t.Context(), do("well, but new")); !errors.Is(err, ErrClosed) {
		t.Errorf("a compilation after Close: %v", err)
	}
	if again := said(t, c, do("well")); again != well {
		t.Errorf("from the cache after Close: %q, want %q", again, well)
	}
}

// The worker ends with its parent, even in the middle of a compilation.
func TestOrphan(t *testing.T) {
	c := fake(t, Options{})
	started := filepath.Join(t.TempDir(), "started")
	where, err := c.find("0.8.30")
	if err != nil {
		t.Fatal(err)
	}
	_, input, _ := do("hang " + started).standard()
	// The parent that dies is a shell in between.
	shell := exec.Command("sh", "-c", `"$0" -e "$1" $$ <&3 & echo $!; wait`, where.node, workerJS)
	read, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close() // stays open: the worker must not end because its input does
	shell.ExtraFiles = []*os.File{read}
	out, err := shell.StdoutPipe()
	if err == nil {
		err = shell.Start()
	}
	if err != nil {
		t.Skipf("no shell: %v", err)
	}
	read.Close()
	feed.WriteString(`{"version":"0.8.30","wrapper":"` + where.wrapper + `","soljson":"` + where.soljson + `","input":` +
		quoteJSON(input) + "}\n")
	waitFor(t, started)
	shell.Process.Kill()
	// The worker holds the other end of the pipe: reading ends when the worker does.
	ended := make(chan struct{})
	go func() {
		buf := make([]byte, 1024)
		for {
			if _, err := out.Read(buf); err != nil {
				close(ended)
				return
			}
		}
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the worker outlives its parent")
	}
	shell.Wait()
}
