package cli

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
)

// What is gone is answered with one line about what does its job now, and nothing is said of what is not gone.
func TestGone(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, g := range gone {
		args := strings.Fields(g.words)
		if strings.HasPrefix(args[0], "-") {
			args = append([]string{"run", "--suite", "tenantsql", "--limit", "1"}, args...)
		}
		if len(strings.Fields(g.words)) == 1 {
			args = append(args, "x")
		}
		var out bytes.Buffer
		code := Main(t.Context(), args, &environ.Env{Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" }})
		if want := "assay: " + g.words + " is gone: " + g.now + "\n"; code != 2 || out.String() != want {
			t.Errorf("%v: %d, %q, want %q", args, code, out.String(), want)
		}
	}
	for _, args := range [][]string{{"run", "preregister"}, {"run", "--preregistrations"}, {"report", "x", "--", "y"}} {
		if got := nowOf(args); got != "" {
			t.Errorf("%v: %s", args, got)
		}
	}
}
