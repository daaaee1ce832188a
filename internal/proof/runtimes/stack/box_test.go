package stack

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/core/suite"
	"assay/internal/proof/sqlproof"
)

// inBox returns the runner of the first stack in a language in a box.
func inBox(t *testing.T, language string) *Boxed {
	t.Helper()
	box, err := NewBox(t.Context())
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	list, problems, err := suite.Load(os.DirFS("../../../../suites/tenancy"), ".", suite.Tenancy, "")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for i := range list[0].Apps {
		if s := list[0].Apps[i].Stack; s.Handles(language) {
			r, err := New("", s)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(r.Close)
			if err := r.Ready(); err != nil {
				t.Skip("SKIPPED: ", err)
			}
			x := r.In(box)
			t.Cleanup(x.Close)
			return x
		}
	}
	t.Fatal("no stack is in " + language)
	return nil
}

// tries is the beginning of handlers that try to get out, and say what succeeded.
const tries = `import ctypes, os, signal, socket, sys, time
libc, got = ctypes.CDLL(None, use_errno=True), []
def attempt(name, f, *args):
    try:
        f(*args)
        got.append(name)
    except (OSError, ValueError):
        pass
def call(*args): # by its number on x86
    if os.uname().machine != "x86_64":
        raise OSError
    if libc.syscall(*args) < 0:
        raise OSError(ctypes.get_errno())
`

// Code in a box reaches nothing of the machine.
func TestEscapes(t *testing.T) {
	x := inBox(t, "python")
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	abstract, err := net.Listen("unix", fmt.Sprintf("@assay-test-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("key"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASSAY_SECRET", "key")
	names := strings.NewReplacer("PORT", strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port), "NAME",
		fmt.Sprintf("assay-test-%d", os.Getpid()), "SECRET", secret, "PID", strconv.Itoa(os.Getpid()), "DIR", x.own.dir)
	for name, code := range map[string]string{
		"reads files of the machine": `
for p in ("/etc/passwd", "SECRET", "/proc/PID/environ", "/proc/self/environ", "/sys/kernel/uevent_seqnum", "/../../etc/passwd"):
    attempt(p, open, p)
for p in ("/home", "/etc", "/var", "/run", "/root/.ssh", "/boot", "/mnt"):
    attempt(p, os.listdir, p)
`,
		"writes outside": `
for p in ("/new", "/tmp/new", "/usr/new", "/dev/new", "/dev/shm/new", "/run/new", "SECRET", "/made/../new"):
    attempt(p, open, p, "w")
attempt("mkdir", os.mkdir, "/new")
`,
		"writes the adapter or its packages": `
for p in ("DIR/new", "DIR/bin/python", sys.modules["psycopg"].__file__, DIRCFG):
    attempt(p, open, p, "a")
attempt("chmod", os.chmod, "DIR", 0o777)
attempt("rename", os.rename, "DIR/lib", "DIR/lib2")
`,
		"links and descriptors": `
os.symlink("/etc/passwd", "/made/link")
attempt("link", open, "/made/link")
attempt("up", open, "/made/../../../etc/passwd")
attempt("proc", os.listdir, "/proc/self/fd")
attempt("dev", os.listdir, "/dev/fd")
for fd in range(3, 64):
    attempt("fd %d" % fd, lambda: os.open("..", os.O_RDONLY, dir_fd=fd))
    attempt("root %d" % fd, os.fchdir, fd)
os.chdir("/")
attempt("chroot", os.chroot, "/made")
attempt("mount", call, 165, b"none", b"/made", b"tmpfs", 0, None)
`,
		"network": `
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", PORT), 2))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\0NAME"))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)))
attempt("raw", socket.socket, socket.AF_INET, socket.SOCK_RAW, 1)
attempt("packet", socket.socket, socket.AF_PACKET, socket.SOCK_RAW, 3)
`,
		"other processes": `
attempt("signal", os.kill, PID, 0)
attempt("trace", call, 101, 16, os.getppid(), 0, 0)
attempt("read memory", call, 310, os.getppid(), 0, 0, 0, 0, 0)
attempt("its memory", open, "/proc/PID/mem")
if os.getpid() > 20:
    got.append("pid %d" % os.getpid())
`,
		"rights": `
attempt("root", os.setuid, 0)
attempt("spaces", call, 272, 0x10000000)
attempt("clone", call, 56, 0x10000000 | 17, 0, 0, 0, 0)
attempt("memory file", call, 319, b"x", 0)
attempt("shared memory", call, 29, 0, 1 << 20, 0o1600)
attempt("own uid", lambda: os.getuid() in (0, UID) and got.append("uid"))
attempt("limit", lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_NPROC, (-1, -1)))
got = [g for g in got if g != "own uid"]
`,
		"environment": `got += [k for k in os.environ if k not in ("PWD", "LC_CTYPE", "SHLVL", "_")]
got += [a for a in sys.argv + sys.orig_argv if "ASSAY_SECRET" in a]
`,
	} {
		code = strings.NewReplacer("DIRCFG", `"DIR/pyvenv.cfg"`, "UID", strconv.Itoa(max(os.Getuid(), 1))).Replace(code)
		if name == "rights" && os.Getuid() != 0 {
			code = strings.Replace(code, "in (0, "+strconv.Itoa(os.Getuid())+")", "== 0", 1) // it is the same user
		}
		_, _, err := x.Signature(tries + names.Replace(code) + "\nraise Exception('got ' + repr(got))\n")
		var said *sqlproof.SQLError
		if !errors.As(err, &said) || said.Message != "Exception: got []" {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err = x.own.Signature(tries + names.Replace(`
attempt("file", open, "SECRET")
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", PORT), 2))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\0NAME"))
attempt("memory", bytearray, 1)
raise Exception("got " + repr(got))
`))
	if err == nil || !strings.Contains(err.Error(), "'file'") || !strings.Contains(err.Error(), "'memory'") {
		t.Errorf("the same attempts outside of a box: %v", err)
	}
}

// compiled is a handler in Go that tries to get out while its program begins, and again when it is called. It says what
// succeeded.
const compiled = `package orders
import (
	"fmt"; "net"; "os"; "path/filepath"; "strings"; "syscall"; "time"
	"gorm.io/gorm"; "shop/web"
)
func attempts(writes bool) (got []string) {
	attempt := func(name string, err error) {
		if err == nil { got = append(got, name) }
	}
	for _, p := range []string{"/etc/passwd", "SECRET", "/proc/PID/environ", "/proc/self/environ", "/sys/kernel/uevent_seqnum"} {
		_, err := os.ReadFile(p)
		attempt(p, err)
	}
	cached, _ := filepath.Glob("DIR/cache/*/*-d")
	sources, _ := filepath.Glob("DIR/mod/gorm.io/*/*.go")
	adapters, _ := filepath.Glob("DIR/adapter-*/serve")
	if len(cached) == 0 || len(sources) == 0 || len(adapters) == 0 { got = append(got, "no cache, packages or adapter") }
	own, _ := os.Executable()
	for _, p := range []string{"/new", "/tmp/new", "/usr/new", "/dev/new", "/dev/shm/new", "SECRET", "DIR/new", "DIR/cache/new",
		"DIR/go.mod", "DIR/root", cached[0], sources[0], adapters[0], adapters[len(adapters)-1], "/made/../new"} {
		f, err := os.OpenFile(p, os.O_WRONLY|os.O_CREATE, 0o666)
		attempt("write "+p, err)
		f.Close()
		attempt("chmod "+p, os.Chmod(p, 0o777))
		attempt("remove "+p, os.Remove(p))
	}
	attempt("rename", os.Rename("DIR/cache", "DIR/cache2"))
	if !writes {
		attempt("write made", os.WriteFile("/made/left", nil, 0o666))
		attempt("replace the program", os.WriteFile(own, nil, 0o777))
		attempt("remove the program", os.RemoveAll("/made"))
	}
	for _, c := range [][2]string{{"tcp", "127.0.0.1:PORT"}, {"udp", "192.0.2.1:53"}, {"unix", "@NAME"}, {"tcp", "example.org:443"}} {
		conn, err := net.DialTimeout(c[0], c[1], time.Second)
		if err == nil { _, err = conn.Write([]byte("x")) }
		attempt(c[0], err)
	}
	attempt("signal", syscall.Kill(PID, 0))
	attempt("root", syscall.Setuid(0))
	attempt("spaces", syscall.Unshare(syscall.CLONE_NEWUSER))
	attempt("mount", syscall.Mount("none", "/made", "tmpfs", 0, ""))
	attempt("chroot", syscall.Chroot("/made"))
	attempt("trace", syscall.PtraceAttach(syscall.Getppid()))
	for _, v := range os.Environ() {
		if strings.Contains(v, "SECRET") || strings.HasSuffix(v, "=key") { got = append(got, v) }
	}
	return got
}
func init() {
	web.Route("GET", "/", func(db *gorm.DB, me web.Me, in struct{}) (any, error) {
		first, err := os.ReadFile("/made/said")
		return map[string]any{"first": string(first), "got": fmt.Sprint(attempts(false), err)}, nil
	})
	if f, err := os.OpenFile("/made/said", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil { fmt.Fprint(f, attempts(true)) }
}
`

// A handler that is compiled in a box reaches nothing of the machine either, and cannot change what others are compiled
// with.
func TestEscapesCompiled(t *testing.T) {
	x := inBox(t, "go")
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	abstract, err := net.Listen("unix", fmt.Sprintf("@assay-test-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("key"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASSAY_SECRET", "key")
	code := strings.NewReplacer("PORT", strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port), "NAME",
		fmt.Sprintf("assay-test-%d", os.Getpid()), `"SECRET", "/`, `"`+secret+`", "/`, `"SECRET", "DIR`, `"`+secret+`", "DIR`,
		"PID", strconv.Itoa(os.Getpid()), "DIR", x.own.dir).Replace(compiled)
	if _, _, err := x.Signature(code); err != nil {
		t.Fatal(err)
	}
	columns, rows, err := x.Call(t.Context(), sqlproof.Request{Code: code,
		Me: map[string]sqlproof.Value{"now": {Kind: sqlproof.Text, Text: "2026-01-01 00:00:00+00"}}})
	if err != nil || len(rows) != 1 || strings.Join(columns, " ") != "first got" {
		t.Fatalf("%v %v %v", columns, rows, err)
	}
	if *rows[0][0] != "[]" || *rows[0][1] != "[] <nil>" {
		t.Errorf("while it began: %s; when it was called: %s", *rows[0][0], *rows[0][1])
	}
	if _, err := os.Stat(filepath.Join(x.own.dir, "new")); err == nil {
		t.Error("a file was written")
	}
}

// Code in a box that takes too much is stopped, and leaves no process.
func TestExhausts(t *testing.T) {
	x := inBox(t, "python")
	x.box.limit = 5 * time.Second
	for name, code := range map[string]string{
		"an endless loop": "while True: pass\n",
		"a loop without the processor": `
for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)
while True: time.sleep(60)
`,
		"processes without end": `
while True:
    try: os.fork()
    except OSError: pass
`,
		"memory of one process": "held = [bytearray(1 << 28) for _ in range(1000)]\nraise SystemExit\n",
		"memory of several": `
for _ in range(3): os.fork()
held = [bytearray(1 << 27) for _ in range(8)]
for b in held:
    for i in range(0, len(b), 4096): b[i] = 1
time.sleep(600)
`,
		"files in what it makes": `
for i in range(1 << 20):
    with open("/made/%d" % i, "wb") as f: f.write(bytes(1 << 20))
time.sleep(600)
`,
		"an answer without end": `
for fd in range(3, 64):
    try:
        while True: os.write(fd, b"x" * (1 << 20))
    except OSError: pass
time.sleep(600)
`,
		"no process any more": "os.kill(-1, signal.SIGKILL)\nos.kill(os.getpid(), signal.SIGKILL)\n",
	} {
		_, _, err := x.Signature(tries + code)
		var stopped sqlproof.Stopped
		var said *sqlproof.SQLError
		if !errors.As(err, &stopped) && !(errors.As(err, &said) && name == "memory of one process") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if os.Getuid() != 0 {
		return
	}
	until := time.Now().Add(20 * time.Second)
	for left := []string{"?"}; len(left) > 0; time.Sleep(50 * time.Millisecond) {
		left = nil
		list, _ := filepath.Glob("/proc/[0-9]*/status")
		for _, file := range list {
			text, _ := os.ReadFile(file)
			_, rest, _ := strings.Cut(string(text), "\nUid:\t")
			if user, _ := strconv.Atoi(strings.Fields(rest + " 0")[0]); user >= boxUsers {
				left = append(left, file)
			}
		}
		if time.Now().After(until) {
			t.Fatalf("processes are left: %v", left)
		}
	}
}

// Where there is no bubblewrap, or it makes no name spaces, there is no box, and the reason says so.
func TestNoBox(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if _, err := NewBox(t.Context()); err == nil || !strings.Contains(err.Error(), "apt-get install bubblewrap") {
		t.Errorf("without bubblewrap: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bwrap"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := NewBox(t.Context()); err == nil || !strings.Contains(err.Error(), "makes none here") {
		t.Errorf("with one that fails: %v", err)
	}
}
