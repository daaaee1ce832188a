package solc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Options say where things are. The zero value is right for a user's machine.
type Options struct {
	Dir      string        // holds node_modules; "" means <user cache>/assay/solc. Never the working directory: code from there is not ours to run
	CacheDir string        // of compiled results; "" means <user cache>/assay/compiled
	Timeout  time.Duration // of one compilation; 0 means two minutes
	MaxRSS   int64         // bytes at which the Node process is replaced; 0 means 1 GiB
}

// Compiler compiles. It is safe for concurrent use: equal inputs in flight are
// compiled once, and compilations in Node run one after the other. It holds no
// resources until the first compilation that the cache cannot answer.
type Compiler struct {
	dirs    []string // that may hold node_modules, in order of preference
	cache   cache
	timeout time.Duration
	maxRSS  int64

	flights flights
	natives sync.Map // version string -> *native

	turn   chan struct{} // held by whoever uses node
	node   *worker       // guarded by turn; nil until needed
	closed bool          // guarded by turn
}

// New returns a Compiler. It starts nothing and looks at no file; it fails only
// when a default directory is asked for and the user has no cache directory.
func New(o Options) (*Compiler, error) {
	c := &Compiler{timeout: o.Timeout, maxRSS: o.MaxRSS, turn: make(chan struct{}, 1)}
	if c.timeout == 0 {
		c.timeout = 2 * time.Minute
	}
	if c.maxRSS == 0 {
		c.maxRSS = 1 << 30
	}
	base := ""
	if o.Dir == "" || o.CacheDir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("finding a directory for compilers and their results: %w", err)
		}
		base = filepath.Join(user, "assay")
	}
	dirs := []string{o.Dir}
	if o.Dir == "" {
		dirs = []string{filepath.Join(base, "solc")}
	}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("finding the compilers: %w", err)
		}
		c.dirs = append(c.dirs, abs)
	}
	c.cache.dir = o.CacheDir
	if o.CacheDir == "" {
		c.cache.dir = filepath.Join(base, "compiled")
	}
	return c, nil
}

// Compile compiles in, or returns what compiling it gave before.
//
// The error is an *InputError, a *CompileError, a *CrashError or a
// *MissingError, or wraps ErrClosed or ctx's own; anything else is trouble of
// this machine.
// Code and compile errors are remembered, the others are not.
func (c *Compiler) Compile(ctx context.Context, in Input) (*Output, error) {
	v, input, err := in.standard()
	if err != nil {
		return nil, err
	}
	key := cacheKey(in.Version, input)
	raw, err := c.flights.do(ctx, key, func(ctx context.Context) ([]byte, error) {
		if raw, ok := c.cache.get(key); ok {
			return raw, nil
		}
		raw, err := c.compile(ctx, in.Version, v, input)
		if err != nil {
			return nil, err
		}
		if _, err := read(in, raw); isCrash(err) {
			return nil, err
		}
		c.cache.put(key, raw) // a cache that cannot be written costs time, not the result
		return raw, nil
	})
	if err != nil {
		return nil, err
	}
	return read(in, raw)
}

// Available returns nil when a compiler of this version is installed, or why not:
// a *MissingError, or an *InputError when there is no such version. It ignores the cache.
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

// Close ends the Node process. A compilation in flight is broken off with
// ErrClosed; a later one succeeds only from the cache or a native compiler.
func (c *Compiler) Close() error {
	c.flights.stop()
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	c.closed = true
	c.drop()
	return nil
}

// compile runs a compiler on a standard JSON input and returns its answer.
func (c *Compiler) compile(ctx context.Context, name string, v version, input []byte) ([]byte, error) {
	if n := c.native(ctx, name, v); n != nil {
		ctx, cancel := c.limit(ctx)
		defer cancel()
		return n.compile(ctx, name, input)
	}
	where, err := c.find(name)
	if err != nil {
		return nil, err
	}
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, failure(ctx, name, ctx.Err())
	}
	if c.closed {
		return nil, ErrClosed
	}
	if c.node != nil && c.node.dead() {
		c.drop()
	}
	if c.node == nil {
		if c.node, err = startWorker(where.node); err != nil {
			return nil, fmt.Errorf("starting Node.js for solc %s: %w", name, err)
		}
	}
	ctx, cancel := c.limit(ctx) // the time limit begins with the turn
	defer cancel()
	reply, err := c.node.call(ctx, request{name, where.wrapper, where.soljson, string(input)})
	if err != nil || reply.RSS > c.maxRSS || ctx.Err() != nil {
		c.drop()
	}
	if err != nil {
		return nil, failure(ctx, name, err)
	}
	return []byte(reply.Output), nil
}

func (c *Compiler) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.timeout, timeLimit{c.timeout})
}

// drop ends the Node process; the caller holds the turn.
func (c *Compiler) drop() {
	if c.node != nil {
		c.node.stop()
		c.node = nil
	}
}

// timeLimit is the cause of a context that Timeout ended, as opposed to the caller.
type timeLimit struct{ after time.Duration }

func (t timeLimit) Error() string        { return fmt.Sprintf("no answer after %v", t.after) }
func (t timeLimit) Is(target error) bool { return target == context.DeadlineExceeded }
