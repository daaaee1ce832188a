package progress

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/environ"
)

// Where no terminal is, a bar is a line for each tenth, and a late one is nothing: what a
// program prints there does not depend on how long it takes.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		bar   func(*environ.Env, string) *Bar
		lines int
	}{{New, 11}, {Late, 0}} {
		var b bytes.Buffer
		env := &environ.Env{Stderr: &b, RawErr: &b, Getenv: func(string) string { return "" }}
		p := c.bar(env, "sample")
		p.Start(20, 0, nil)
		for range 20 {
			p.Ended(bench.Answered)
		}
		p.Finish()
		p.Finish()
		if got := strings.Count(b.String(), "\n"); got != c.lines {
			t.Errorf("%d lines, want %d:\n%s", got, c.lines, b.String())
		}
	}
}
