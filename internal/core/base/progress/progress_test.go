package progress

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
)

// Without a terminal, a bar is a line for each tenth: the output does not depend on how
// long the program takes.
func TestLines(t *testing.T) {
	var b bytes.Buffer
	env := &environ.Env{Stderr: &b, RawErr: &b, Getenv: func(string) string { return "" }}
	p := New(env, "sample")
	p.Start(20, 0, nil)
	for range 20 {
		p.Ended(bench.Answered)
	}
	p.Finish()
	p.Finish()
	if got := strings.Count(b.String(), "\n"); got != 11 {
		t.Errorf("%d lines, want 11:\n%s", got, b.String())
	}
}
