package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	author "assay/internal/author/cli"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
)

// pseudoTerminal returns a terminal, and a reader of its output.
func pseudoTerminal(t *testing.T) (tty, shown *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shown.Close() })
	var number, unlocked int32
	for request, to := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, shown.Fd(), request, uintptr(unsafe.Pointer(to))); e != 0 {
			t.Fatal(e)
		}
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return tty, shown
}

// The content of a file does not control the terminal on which it is shown; data for another
// program keeps every byte.
func TestScreenOrData(t *testing.T) {
	t.Chdir(t.TempDir())
	const comment = "// \x1b]0;title\x07 \u202e end"
	if err := os.WriteFile("Jar.sol", []byte("contract Jar {\n    "+comment+"\n    uint256 public coins;\n}\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"transform", "Jar.sol", "--chain", "shapeshifter-l2"},
		{"transform", "Jar.sol", "--chain", "no-comments", "--diff"},
	} {
		var out, errs bytes.Buffer
		env := &environ.Env{Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		if code := cli.Main(t.Context(), args, env, author.Further()); code != exit.OK ||
			!strings.Contains(out.String(), comment) {
			t.Errorf("%v: %d, %q %s", args, code, out.String(), errs.String())
		}
		tty, shown := pseudoTerminal(t)
		env.Stdout = tty
		if code := cli.Main(t.Context(), args, env, author.Further()); code != exit.OK {
			t.Fatalf("%v: %d, %s", args, code, errs.String())
		}
		fmt.Fprintln(tty, "the end of it")
		var all []byte
		for buf := make([]byte, 4096); !bytes.Contains(all, []byte("the end of it")); {
			n, err := shown.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, buf[:n]...)
		}
		if s := string(all); !strings.Contains(s, "// ␛]0;title␇ <U+202E> end") || strings.ContainsAny(s, "\x1b\x07\u202e") {
			t.Errorf("%v: the terminal got %q", args, s)
		}
	}

	// Messages are for people, wherever they are written.
	var errs bytes.Buffer
	env := &environ.Env{Stdout: new(bytes.Buffer), Stderr: &errs, Getenv: func(string) string { return "" }}
	if code := cli.Main(t.Context(), []string{"transform", "x\x1b[2J\u202ey.sol", "--chain", "no-comments"},
		env, author.Further()); code != exit.BadUsage ||
		!strings.Contains(errs.String(), "x␛[2J<U+202E>y.sol") || strings.ContainsAny(errs.String(), "\x1b\u202e") {
		t.Errorf("%d, %q", code, errs.String())
	}
}
