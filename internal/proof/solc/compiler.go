package solc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/core/base/filecache"
)

// Options configures a Compiler. The zero value is right for a user's machine.
type Options struct {
	// holds node_modules; "" means <user cache>/assay/solc. Never the working directory:
	// code from there must not be run
	Dir      string
	CacheDir string        // of compiled results; "" means <user cache>/assay/compiled
	Timeout  time.Duration // for one compilation; 0 means ten minutes, which a busy machine may need
	Foreign  time.Duration // processor time for compiling foreign sources; 0 means 30 seconds
	Memory   int64         // maximum memory, in bytes, for compiling foreign sources; 0 means 1 GiB
	MaxRSS   int64         // memory in bytes at which a Node process is replaced; 0 means 1 GiB
	Workers  int           // number of Node processes for sources that are not foreign; 0 means one
}

// Compiler compiles. It is safe for concurrent use: equal inputs in flight are
// compiled once, and Node runs no more compilations than there are workers. It holds
// no resources until the first compilation that is not in the cache.
type Compiler struct {
	modules string // node_modules
	cache   filecache.Dir
	timeout time.Duration
	foreign time.Duration
	memory  int64
	maxRSS  int64

	flights flights
	natives sync.Map          // version string -> *native
	sums    map[string]string // version -> SHA-256 of its soljson.js in hexadecimal, where it is known
	checked sync.Map          // path of a soljson.js -> nil or the error of its check

	trustedLanes chan *lane // lanes for trusted sources
	foreignLanes chan *lane // lanes for foreign sources
	closed       atomic.Bool
}

// A lane is a slot for one compilation at a time, with the Node process of the
// previous one. The goroutine that takes a lane out of its channel may use it.
type lane struct{ node *worker }

// lanes is the number of foreign compilations at a time: one that uses all of its time
// does not make the others wait.
const lanes = 4

// New returns a Compiler. It starts nothing and reads no file; it fails only if a
// default directory is requested and the user has no cache directory.
func New(o Options) (*Compiler, error) {
	c := &Compiler{
		timeout:      cmp.Or(o.Timeout, 10*time.Minute),
		foreign:      cmp.Or(o.Foreign, 30*time.Second),
		memory:       cmp.Or(o.Memory, 1<<30),
		maxRSS:       cmp.Or(o.MaxRSS, 1<<30),
		trustedLanes: make(chan *lane, max(o.Workers, 1)),
		foreignLanes: make(chan *lane, lanes),
		sums:         knownSums(),
		cache:        filecache.Dir{Path: o.CacheDir, Format: format},
	}
	for _, all := range []chan *lane{c.trustedLanes, c.foreignLanes} {
		for range cap(all) {
			all <- &lane{}
		}
	}
	if o.Dir == "" || o.CacheDir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("finding a directory for compilers and their results: %w", err)
		}
		o.Dir = cmp.Or(o.Dir, filepath.Join(user, "assay", "solc"))
		c.cache.Path = cmp.Or(o.CacheDir, filepath.Join(user, "assay", "compiled"))
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("finding the compilers: %w", err)
	}
	c.modules = filepath.Join(Folder(dir), "node_modules")
	return c, nil
}

// Folder returns the directory that holds node_modules, where a user may have named node_modules itself.
func Folder(dir string) string {
	if parent, name := filepath.Split(filepath.Clean(dir)); name == "node_modules" {
		return filepath.Clean(parent)
	}
	return dir
}

// format is the version of cached compiler answers and of the input that standard()
// makes; a change of either requires a new version.
const format = "assay-solc-1"

// CacheDir returns the directory of the compiled results, in which derived data may be stored too.
func (c *Compiler) CacheDir() string { return c.cache.Path }

// Compile compiles in, or returns the earlier result of compiling it.
//
// The error is an *InputError, a *CompileError, a *LimitError, a *CrashError or a *MissingError, or
// wraps ErrClosed or the context's error; any other error is a problem of this machine. Code,
// compile errors and exceeded memory are cached, other errors are not.
func (c *Compiler) Compile(ctx context.Context, in Input) (*Output, error) {
	sources, err := c.pinnedLibraries(in.Version, in.Sources)
	if err != nil {
		return nil, err
	}
	in.Sources = sources
	v, input, err := in.standard()
	if err != nil {
		return nil, err
	}
	key := c.cache.Key(in.Version, input)
	exceeds := c.cache.Key("memory", []byte(key))
	flight := key
	if in.Foreign {
		flight = exceeds
	}
	raw, err := c.flights.do(ctx, flight, func(ctx context.Context) ([]byte, error) {
		if raw, ok := c.cache.Get(key); ok {
			return raw, nil
		}
		var raw []byte
		var err error // a new variable: a caller that stopped waiting has returned
		if in.Foreign {
			if why, ok := c.cache.Get(exceeds); ok {
				return nil, &LimitError{Version: in.Version, Message: string(why)}
			}
			raw, err = c.compileForeign(ctx, in.Version, v, input)
			var limit *LimitError
			if errors.As(err, &limit) && !errors.Is(err, errCPU) {
				c.cache.Put(exceeds, []byte(limit.Message))
			}
		} else {
			raw, err = c.compile(ctx, in.Version, v, input, c.trustedLanes, nil)
		}
		if err != nil {
			return nil, err
		}
		if _, err := read(in, raw); isCrash(err) {
			return nil, err
		}
		c.cache.Put(key, raw) // a cache that cannot be written costs only time
		return raw, nil
	})
	if err != nil {
		return nil, err
	}
	return read(in, raw)
}

// Ready returns the *MissingError that Compile would return for in, or nil if there would be none: everything is
// installed, the result is in the cache, or the input is refused anyway. It compiles nothing.
func (c *Compiler) Ready(ctx context.Context, in Input) error {
	var missing *MissingError
	sources, err := c.pinnedLibraries(in.Version, in.Sources)
	if err != nil {
		if errors.As(err, &missing) {
			return err
		}
		return nil
	}
	available := c.Available(ctx, in.Version)
	if !errors.As(available, &missing) {
		return nil
	}
	in.Sources = sources
	_, input, err := in.standard()
	if err != nil {
		return nil
	}
	if _, cached := c.cache.Get(c.cache.Key(in.Version, input)); cached {
		return nil
	}
	return available
}

// Available returns nil if a compiler of this version is installed, otherwise why not: a
// *MissingError, or an *InputError if there is no such version. It ignores the cache.
func (c *Compiler) Available(ctx context.Context, version string) error {
	v, err := parseVersion(version)
	if err != nil {
		return &InputError{Message: err.Error()}
	}
	if c.native(ctx, version, v) != nil {
		return nil
	}
	_, err = c.find(version)
	return err
}

// Close ends the Node process. It aborts a compilation in flight with ErrClosed; a
// later one succeeds only from the cache or with a native compiler.
func (c *Compiler) Close() error {
	c.closed.Store(true)
	c.flights.stop()
	for _, all := range []chan *lane{c.trustedLanes, c.foreignLanes} {
		for range cap(all) {
			l := <-all
			l.drop()
			defer func() { all <- l }()
		}
	}
	return nil
}

// limits are the limits of a compilation of foreign sources. Processor time does not grow when the machine is busy.
type limits struct {
	cpu    time.Duration
	memory int64
}

// overCPU reports whether a compiler was ended by its limit of processor time: by worker.js, or by the system.
func overCPU(crash *CrashError) bool {
	return strings.Contains(crash.Message, "its limit of processor time") ||
		strings.Contains(crash.Message, "CPU time limit exceeded")
}

// compileForeign compiles within limits, and once more if the compiler crashes. The second time, the sources are to
// blame; the first time, if they take too much processor time. A lack of time is never their fault.
func (c *Compiler) compileForeign(ctx context.Context, name string, v version, input []byte) (raw []byte, err error) {
	var crash *CrashError
	for range 2 {
		raw, err = c.compile(ctx, name, v, input, c.foreignLanes, &limits{c.foreign, c.memory})
		if !errors.As(err, &crash) || ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
			return raw, err
		} else if overCPU(crash) {
			return nil, &LimitError{name, fmt.Sprintf("more than %v of processor time", c.foreign), errCPU}
		}
	}
	return nil, &LimitError{name, crash.Message, crash.Err}
}

// errCPU is the cause of a [LimitError] for a lack of processor time.
var errCPU = errors.New("processor time ran out")

// compile runs a compiler on a standard JSON input and returns its answer. within is
// nil for trusted sources.
func (c *Compiler) compile(ctx context.Context, name string, v version, input []byte, from chan *lane,
	within *limits) ([]byte, error) {
	if n := c.native(ctx, name, v); n != nil {
		ctx, cancel := limit(ctx, c.timeout)
		defer cancel()
		return n.compile(ctx, name, input, within)
	}
	where, err := c.find(name)
	if err != nil {
		return nil, err
	}
	var l *lane
	select {
	case l = <-from:
		defer func() { from <- l }()
	case <-ctx.Done():
		return nil, failure(ctx, name, ctx.Err())
	}
	if c.closed.Load() {
		return nil, ErrClosed
	}
	if l.node != nil && l.node.dead() {
		l.drop()
	}
	most, keep := int64(0), c.maxRSS
	if within != nil {
		most, keep = within.memory, min(within.memory/2, c.maxRSS)
	}
	ask := func(cpu time.Duration, input string) (reply, error) { // the limits begin with this request
		if l.node == nil {
			if l.node, err = startWorker(where.node, most); err != nil {
				return reply{}, fmt.Errorf("starting Node.js for solc %s: %w", name, err)
			}
		}
		ctx, cancel := limit(ctx, c.timeout)
		defer cancel()
		answer, err := l.node.call(ctx, request{name, where.wrapper, where.soljson, input, cpu.Milliseconds()})
		if err != nil || answer.RSS > keep || ctx.Err() != nil {
			l.drop()
		}
		if err != nil {
			return answer, failure(ctx, name, err)
		}
		return answer, nil
	}
	var cpu time.Duration
	if within != nil { // loading the compiler does not count as the sources' time
		if _, err := ask(0, ""); err != nil {
			return nil, err
		}
		cpu = within.cpu
	}
	answer, err := ask(cpu, string(input))
	if err != nil {
		return nil, err
	}
	return []byte(answer.Output), nil
}

func limit(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, after, timeLimit{after})
}

// drop ends the Node process.
func (l *lane) drop() {
	if l.node != nil {
		l.node.stop()
		l.node = nil
	}
}

// timeLimit is the cause of a context that Timeout ended, to distinguish it from an
// end by the caller.
type timeLimit struct{ after time.Duration }

func (t timeLimit) Error() string        { return fmt.Sprintf("no answer after %v", t.after) }
func (t timeLimit) Is(target error) bool { return target == context.DeadlineExceeded }
