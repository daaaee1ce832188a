//go:build unix

package pgserver

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cluster is the running process.
type cluster struct {
	life io.Closer // the watcher's standard input: closing it ends the cluster
	cmd  *exec.Cmd
	done chan struct{} // closed when the watcher has ended
}

// watcher runs the server and ends it when its standard input closes, which also happens when this process is
// killed. It reads the server's process id from its lock file, since the server may have been restarted. The
// limit bounds what one backend can allocate.
const watcher = `ulimit -v 2000000 2>/dev/null
dir=$1; shift
"$@" </dev/null >"$dir/log" 2>&1 &
read -r _
read -r server < "$dir/data/postmaster.pid" && kill -QUIT "$server" && while kill -0 "$server"; do sleep 0.01; done
wait
rm -rf "$dir"`

// settings make the cluster fast and not durable: no data survives the process.
var settings = []string{"listen_addresses=", "unix_socket_permissions=0700", "fsync=off", "synchronous_commit=off",
	"full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "shared_buffers=64MB", "max_connections=300",
	"autovacuum=off", "jit=off", "max_parallel_workers_per_gather=0", "timezone=UTC", "lc_messages=C",
	"dynamic_shared_memory_type=mmap", "wal_init_zero=off", "max_wal_size=256MB"}

// start makes a cluster and waits until it answers on the socket in its directory.
func (p *Server) start(ctx context.Context, opt Options) (err error) {
	dir, err := os.MkdirTemp(cmp.Or(opt.Parent, place()), "assay-pg-")
	if err != nil {
		return fmt.Errorf("making a directory for the private cluster: %w", err)
	}
	p.dir = dir
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	attr, err := identity(dir)
	if err != nil {
		return err
	}
	if len(dir) > 80 {
		return fmt.Errorf("the temporary directory %s is too long for a socket; set TMPDIR to a shorter one", dir)
	}
	data := filepath.Join(dir, "data")
	for i, locale := range []string{"C.UTF-8", "C"} {
		out, initErr := p.run(ctx, attr, filepath.Join(p.bin, "initdb"), "-D", data, "-U", Superuser, "-A", "trust", "-E",
			"UTF8", "--locale="+locale, "--no-sync", "--no-instructions")
		if initErr == nil {
			break
		}
		if i == 1 || ctx.Err() != nil {
			return fmt.Errorf("initdb in %s: %w: %s", p.bin, initErr, bytes.TrimSpace(out))
		}
	}
	args := []string{"-c", watcher, "assay", dir, filepath.Join(p.bin, "postgres"), "-D", data, "-k", dir}
	for _, s := range slices.Concat(settings, opt.Settings) {
		args = append(args, "-c", s)
	}
	p.cmd = exec.Command("/bin/sh", args...)
	p.cmd.Dir, p.cmd.Env, p.cmd.SysProcAttr = "/", environment(), attr
	if p.life, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("starting the private cluster: %w", err)
	}
	p.done = make(chan struct{})
	go func() {
		p.cmd.Wait() // its result is that of a killed server; its output is in the log
		close(p.done)
	}()
	return p.await(ctx)
}

// await returns when the socket exists. The server creates it before it is ready; the caller retries
// connecting.
func (p *Server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		if log, err := os.ReadFile(filepath.Join(p.dir, "log")); err == nil {
			if bytes.Contains(log, []byte("ready to accept connections")) {
				return nil
			}
			if bytes.Contains(log, []byte("FATAL:")) {
				return fmt.Errorf("the private cluster did not start: %s", lastLines(log))
			}
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(p.dir, "log"))
			return fmt.Errorf("the private cluster did not start: %w: %s", ctx.Err(), lastLines(log))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func lastLines(log []byte) string {
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}

func (p *Server) run(ctx context.Context, attr *syscall.SysProcAttr, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", environment(), attr
	return cmd.CombinedOutput()
}

// Restart stops the server as a crash would, and starts it again in the same directory. Committed data survives
// only with durable settings.
func (p *Server) Restart(ctx context.Context) error {
	attr, err := identity(p.dir)
	if err != nil {
		return err
	}
	// A file, so that the server, which keeps writing to its output, does not block this process.
	out, err := os.Create(filepath.Join(p.dir, "restart"))
	if err != nil {
		return fmt.Errorf("restarting the private cluster: %w", err)
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "pg_ctl"), "restart", "-D", filepath.Join(p.dir, "data"), "-m",
		"immediate", "-w", "-s")
	cmd.Dir, cmd.Env, cmd.SysProcAttr, cmd.Stdout, cmd.Stderr = "/", environment(), attr, out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		return fmt.Errorf("restarting the private cluster: %w: %s", err, lastLines(said))
	}
	return nil
}

// Close stops the server immediately and removes its directory. It may be called twice.
func (p *Server) Close() error {
	if p.life != nil {
		p.life.Close()
		select {
		case <-p.done:
		case <-time.After(15 * time.Second):
			p.cmd.Process.Kill()
		}
		p.life = nil
	}
	if err := os.RemoveAll(p.dir); err != nil {
		return fmt.Errorf("removing the private cluster: %w", err)
	}
	return nil
}

// identity returns how the server's processes run: in a separate process group, so that an interrupt at the
// terminal does not reach them, and not as root, which PostgreSQL refuses.
func identity(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() != 0 {
		return attr, nil
	}
	var u *user.User
	for _, name := range []string{"postgres", "nobody"} {
		var err error
		if u, err = user.Lookup(name); err == nil {
			break
		}
	}
	if u == nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no user postgres or nobody; run as another " +
			"user, or give the URL of a server")
	}
	uid, errU := strconv.ParseUint(u.Uid, 10, 32)
	gid, errG := strconv.ParseUint(u.Gid, 10, 32)
	if errU != nil || errG != nil {
		return nil, fmt.Errorf("user %s has the ids %q and %q", u.Username, u.Uid, u.Gid)
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return nil, fmt.Errorf("giving %s to %s: %w", dir, u.Username, err)
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, nil
}
