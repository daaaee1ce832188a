package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/internal/proof/sqlproof"
)

// A Box starts programs that execute code of a model: with bubblewrap, in name spaces of their own. Such a program sees
// a read-only file system of what its runtime needs, no network, no other process and no variable of the environment.
// It has no rights, and limits of memory, processes, open files and time. It can write into its pipes, and into the
// sockets and the folder that it is given. A filter of system calls keeps it from new name spaces and from memory that
// no limit counts. A Box is safe for concurrent use.
type Box struct {
	words []string      // bubblewrap, with the arguments that all programs have
	limit time.Duration // of one call
}

// What a program in a box may use.
const (
	boxLimit  = 45 * time.Second // of one call; of the processor less
	boxMemory = 3 << 30          // bytes of all its processes together
	boxMade   = 64 << 20         // bytes of the folder that it writes
	boxUsers  = 1 << 30          // the first user of programs, and their number, where assay runs as root
)

// boxLimits are the limits of one process, and of the number of processes, with threads.
var boxLimits = []string{"/usr/bin/prlimit", "--as=6000000000", "--nproc=128", "--cpu=20", "--nofile=256", "--core=0"}

// boxSystem is what the programs of this machine are read from.
var boxSystem = []string{"/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin"}

// NewBox returns a box, after it was tried. The error says in one line why there can be none here.
func NewBox(ctx context.Context) (*Box, error) {
	const why = "code that a model wrote runs only in a box"
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		return nil, errors.New(why + ", and there is no bwrap here; install bubblewrap (Debian: apt-get install bubblewrap)")
	}
	if filter() == nil {
		return nil, errors.New(why + ", and there is none for this system")
	}
	b := &Box{limit: boxLimit, words: []string{bwrap, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
		"--unshare-cgroup-try", "--hostname", "box", "--die-with-parent", "--new-session", "--clearenv", "--chdir",
		"/", "--cap-drop", "ALL"}}
	if os.Geteuid() != 0 {
		b.words = append(b.words, "--unshare-user", "--disable-userns")
	}
	for _, dir := range boxSystem {
		b.words = append(b.words, "--ro-bind-try", dir, dir)
	}
	b.words = append(b.words, "--perms", "0755", "--dir", "/dev")
	for _, device := range []string{"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"} {
		b.words = append(b.words, "--dev-bind-try", device, device)
	}
	c, err := b.start(program{run: []string{"/bin/sh", "-c", "echo {}"}})
	if err == nil {
		err = c.answer(starting, &struct{}{})
		c.stop()
	}
	if err != nil {
		return nil, fmt.Errorf("%s, and bubblewrap makes none here: %w", why, err)
	}
	return b, ctx.Err()
}

// program is what runs in a box.
type program struct {
	run     []string
	reads   []string // files and folders
	sockets string   // a folder whose sockets it uses, "" for none
	made    string   // a folder that it sees as /made, "" for none
	writes  bool     // into made
}

// start starts a program.
func (b *Box) start(g program) (*child, error) {
	words, limits := slices.Clone(b.words), slices.Clone(boxLimits)
	size := 0 // of a file: none may be written
	for _, path := range append(slices.Clone(g.reads), g.sockets) {
		if path == "" {
			continue
		}
		for i := range path[1:] { // other users cannot enter all of these on the machine
			if path[i+1] == '/' {
				words = append(words, "--perms", "0755", "--dir", path[:i+1])
			}
		}
		words = append(words, "--ro-bind", path, path)
	}
	if g.made != "" {
		bind := "--ro-bind"
		if g.writes {
			bind, size = "--bind", boxMade
		}
		words = append(words, bind, g.made, "/made")
	}
	limits = append(limits, fmt.Sprintf("--fsize=%d", size))
	if os.Geteuid() == 0 { // limits do not hold for root
		user := boxUsers + rand.IntN(boxUsers)
		id := strconv.Itoa(user)
		words = append(words, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP")
		limits = append(limits, "/usr/bin/setpriv", "--reuid="+id, "--regid="+id, "--clear-groups", "--bounding-set=-all",
			"--inh-caps=-all")
		for _, dir := range []string{g.sockets, g.made} {
			if err := give(dir, user); err != nil {
				return nil, fmt.Errorf("giving %s to the user of a box: %w", dir, err)
			}
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	_, err = w.Write(filter()) // less than a pipe holds
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	words = append(words, "--seccomp", "3", "--remount-ro", "/", "--")
	words = append(append(words, limits...), g.run...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.ExtraFiles = []*os.File{r}
	c, err := begin(cmd, false)
	if err == nil {
		go c.watch(g)
	}
	return c, err
}

// give makes a folder, and what is in it, the property of a user.
func give(dir string, user int) error {
	if dir == "" {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, user, user))
	})
}

// watch ends a program whose processes together, or whose files, exceed their limits.
func (c *child) watch(g program) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-c.over:
			return
		case <-tick.C:
		}
		if resident(c.cmd.Process.Pid) > boxMemory || g.writes && sizeOf(g.made) > boxMade {
			kill(c.cmd)
		}
	}
}

// resident returns the bytes in memory of a process and its descendants; those that ended meanwhile count no more.
func resident(pid int) int64 {
	var sum int64
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if f := strings.Fields(string(stat)); len(f) > 1 {
		pages, _ := strconv.ParseInt(f[1], 10, 64) // digits
		sum = pages * int64(os.Getpagesize())
	}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		ids, _ := os.ReadFile(list)
		for _, id := range strings.Fields(string(ids)) {
			if n, err := strconv.Atoi(id); err == nil {
				sum += resident(n)
			}
		}
	}
	return sum
}

// sizeOf returns the bytes that the files in a folder take.
func sizeOf(dir string) (sum int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			if info, err := d.Info(); err == nil {
				sum += info.Size() + 4096 // an empty file takes space, too
			}
		}
		return nil
	})
	return sum
}

// Boxed calls handlers that a model wrote. Each request runs in a box of its own, which ends with it: nothing is left
// for the next one, and no other code is in it. What the adapter makes of a handler when its signature is read stays
// until Close, and later requests read it. It is safe for concurrent use.
type Boxed struct {
	own *Runner
	box *Box

	mu   sync.Mutex
	made map[string]string // by code: the folder
}

var _ sqlproof.Boxed = (*Boxed)(nil)

// In returns the runner of the same stack for code that a model wrote. Close it in the end.
func (r *Runner) In(b *Box) *Boxed { return &Boxed{own: r, box: b, made: map[string]string{}} }

// Ready implements [sqlproof.Runner].
func (x *Boxed) Ready() error { return x.own.Ready() }

// Engine implements [sqlproof.Runner].
func (x *Boxed) Engine() string { return x.own.Engine() }

// Fresh implements [sqlproof.Runner].
func (x *Boxed) Fresh() bool { return true }

// Signature implements [sqlproof.Runner].
func (x *Boxed) Signature(code string) (params, optional []string, err error) {
	dir, err := os.MkdirTemp("", "assay-made-")
	if err != nil {
		return nil, nil, fmt.Errorf("making a folder for a handler: %w", err)
	}
	x.mu.Lock()
	old := x.made[code]
	x.made[code] = dir
	x.mu.Unlock()
	os.RemoveAll(old) // "" removes nothing
	g := program{made: dir, writes: true}
	a, err := x.ask(context.Background(), g, map[string]string{"signature": code}, x.box.limit) // it may compile
	if err != nil {
		return nil, nil, err
	}
	return a.Params, a.Optional, nil
}

// Call implements [sqlproof.Runner].
func (x *Boxed) Call(ctx context.Context, request sqlproof.Request) ([]string, [][]*string, error) {
	x.mu.Lock()
	g := program{made: x.made[request.Code], sockets: request.Sockets}
	x.mu.Unlock()
	a, err := x.ask(ctx, g, request, x.box.limit)
	if err != nil {
		return nil, nil, err
	}
	return a.Columns, a.Rows, nil
}

// Close removes what was made of the handlers.
func (x *Boxed) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, dir := range x.made {
		os.RemoveAll(dir)
	}
	clear(x.made)
}

// ask starts the adapter in a box and sends it one request.
func (x *Boxed) ask(ctx context.Context, g program, request any, limit time.Duration) (*reply, error) {
	line, err := json.Marshal(request)
	if err == nil {
		err = x.Ready()
	}
	if err == nil {
		err = x.own.inBox(&g)
	}
	if err != nil {
		return nil, err
	}
	c, err := x.box.start(g)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	if err := c.answer(starting, &struct{}{}); err != nil { // nothing of the model is in it yet
		return nil, fmt.Errorf("starting %s in a box: %w", x.own.stack.Name, err)
	}
	defer context.AfterFunc(ctx, func() { kill(c.cmd) })()
	var a reply
	if _, err = c.in.Write(append(line, '\n')); err == nil {
		err = c.answer(limit, &a)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, sqlproof.Stopped("the handler ended its process, or was stopped at a limit of time, memory or output")
	case a.Error != nil:
		return nil, a.Error
	}
	return &a, nil
}

// inBox adds to a program how the adapter of the stack is run in a box: it reads its packages, the folder of its
// runtime, and the folder that the file root of the former names.
func (r *Runner) inBox(g *program) error {
	run := append(r.words(r.stack.Run, "/made"), r.stack.Adapter)
	path, err := exec.LookPath(run[0])
	if err != nil {
		return fmt.Errorf("there is no %s", run[0])
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	g.run = append([]string{path}, run[1:]...)
	if _, err := os.Stat(r.dir); err == nil {
		g.reads = append(g.reads, r.dir)
	}
	more := []string{filepath.Dir(filepath.Dir(real))}
	if root, err := os.ReadFile(filepath.Join(r.dir, "root")); err == nil {
		more = append(more, strings.TrimSpace(string(root)))
	}
	for _, dir := range more {
		if dir != "/" && !slices.ContainsFunc(boxSystem, func(s string) bool { return strings.HasPrefix(dir+"/", s+"/") }) {
			g.reads = append(g.reads, dir)
		}
	}
	if !strings.HasPrefix(path, r.dir) && path != real { // a link outside both
		g.run[0] = real
	}
	return nil
}
