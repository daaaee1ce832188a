package cli_test

import (
	"assay/internal/core/cli"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/store"
	"assay/internal/test/pgtest"
)

// lines is a writer that a test reads while a command writes.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// serve answers until it is interrupted. A second one on the same port reports this in one
// line, and a port that other machines can reach requires a token.
func TestServe(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, db string) {
		s, err := store.Open(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		interrupt := make(chan os.Signal, 1)
		var out lines
		env := func(w io.Writer, token string) *environ.Env {
			return &environ.Env{Stdout: w, Stderr: w, Interrupt: interrupt, Getenv: func(name string) string {
				if name == "ASSAY_TOKEN" {
					return token
				}
				return ""
			}}
		}
		code := make(chan int, 1)
		go func() {
			code <- cli.Main(context.Background(), []string{"serve", "--db", db, "--listen", "127.0.0.1:0"}, env(&out, ""))
		}()
		var addr string
		for addr == "" {
			if _, rest, ok := strings.Cut(out.String(), "http://"); ok {
				addr, _, _ = strings.Cut(rest, " ")
			}
			select {
			case c := <-code:
				t.Fatalf("ended with %d: %s", c, out.String())
			case <-time.After(10 * time.Millisecond):
			}
		}
		r, err := http.Get("http://" + addr + "/")
		if err != nil || r.StatusCode != 200 {
			t.Fatalf("%v, %v", r, err)
		}
		r.Body.Close()

		none, says := db+"none", "no run has been stored"
		if pgtest.IsPostgres(db) {
			none, says = strings.Replace(db, "?", "_none?", 1), "does not exist"
		}
		for _, c := range []struct {
			args  []string
			token string
			code  int
			says  string
		}{
			{[]string{"--listen", addr}, "", exit.Failed, addr + " is in use"},
			{[]string{"--listen", "0.0.0.0:0"}, "", exit.BadUsage, "set --token"},
			{[]string{"--listen", ":0"}, "", exit.BadUsage, "set --token"},
			{[]string{"--listen", "0.0.0.0:0"}, "short", exit.BadUsage, "at least 16 characters"},
			{[]string{"--listen", "127.0.0.1:x"}, "", exit.BadUsage, "listening on"},
			{[]string{"--db", none}, "", exit.BadUsage, says},
		} {
			var b lines
			got := cli.Main(context.Background(), append([]string{"serve", "--db", db}, c.args...), env(&b, c.token))
			if got != c.code || !strings.Contains(b.String(), c.says) || strings.Count(b.String(), "\n") != 1 {
				t.Errorf("serve %v: exit %d, %q", c.args, got, b.String())
			}
		}

		interrupt <- os.Interrupt
		if c := <-code; c != exit.OK {
			t.Errorf("interrupted, it exits with %d: %s", c, out.String())
		}
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			t.Error("the port is still open")
		}
	})
}
