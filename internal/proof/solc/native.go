package solc

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// native is a compiler binary of one version; it is searched for once.
type native struct {
	once      sync.Once
	path      string // "" if PATH has none of exactly this version
	noImports bool   // it has an option to read no files
}

// native returns the binary solc-X.Y.Z or solc of exactly this version on PATH, or nil.
func (c *Compiler) native(ctx context.Context, name string, v version) *native {
	entry, _ := c.natives.LoadOrStore(name, &native{noImports: v.atLeast(0, 8, 22)})
	n := entry.(*native)
	n.once.Do(func() {
		for _, binary := range []string{"solc-" + name, "solc"} {
			if path, err := exec.LookPath(binary); err == nil && nativeVersion(context.WithoutCancel(ctx), path) == name {
				n.path = path
				return
			}
		}
	})
	if n.path == "" {
		return nil
	}
	return n
}

// nativeVersion asks a binary for its version; "" if the binary does not print one, or
// is not a release.
func nativeVersion(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env, cmd.WaitDelay = environment(), time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	_, rest, ok := strings.Cut(string(out), "Version: ")
	if !ok {
		return ""
	}
	v, _, ok := strings.Cut(rest, "+commit.")
	if !ok {
		return ""
	}
	return v
}

func (n *native) compile(ctx context.Context, version string, input []byte, within *limits) (raw []byte, err error) {
	empty, err := os.MkdirTemp("", "assay-solc-")
	if err != nil {
		return nil, fmt.Errorf("making a working directory for solc %s: %w", version, err)
	}
	defer os.RemoveAll(empty)
	args := []string{"--standard-json"}
	if n.noImports {
		args = append(args, "--no-import-callback")
	}
	out, stderr := &bounded{limit: maxAnswer}, &tail{}
	cmd := exec.CommandContext(ctx, n.path, args...)
	if within != nil && runtime.GOOS != "windows" { // a shell sets the limit and is then replaced by the compiler
		bound := fmt.Sprintf(`ulimit -v %d 2>/dev/null; ulimit -S -t %d; exec "$0" "$@"`, within.memory>>10,
			int(math.Ceil(within.cpu.Seconds())))
		cmd = exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", bound, n.path}, args...)...)
	}
	cmd.Dir, cmd.Env, cmd.WaitDelay = empty, environment(), time.Second
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, stderr
	err = cmd.Run()
	if err != nil {
		if words := stderr.last(); words != "" {
			err = fmt.Errorf("%w: %s", err, words)
		}
		return nil, failure(ctx, version, err)
	}
	return out.buf, nil
}

// bounded is a buffer that refuses to grow beyond its limit.
type bounded struct {
	buf   []byte
	limit int
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.buf)+len(p) > b.limit {
		return 0, errLong
	}
	b.buf = append(b.buf, p...)
	return len(p), nil
}
