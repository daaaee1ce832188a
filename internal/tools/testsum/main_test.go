package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const pass = `{"Action":"pass","Package":"p","Test":"A"}` + "\n"
	for _, c := range []struct {
		name, in string
		code     int
		want     []string
	}{
		{"good", pass + `{"Action":"pass","Package":"p","Elapsed":1.5}`, 0,
			[]string{"ok    p", "1 passed, 0 skipped so far", "1 passed, 0 failed, 0 skipped"}},
		{"all skipped", pass + `{"Action":"skip","Package":"q","Test":"B"}` + "\n" + `{"Action":"pass","Package":"q"}`, 0,
			[]string{"none  q", "1 passed, 1 skipped so far"}},
		{"fails", `{"Action":"output","Package":"p","Test":"A","Output":"why it fails\n"}` + "\n" +
			`{"Action":"fail","Package":"p","Test":"A"}` + "\n" + `{"Action":"fail","Package":"p"}`,
			1, []string{"--- FAIL: p A", "why it fails", "0 passed, 1 failed, 0 skipped"}},
		{"crashes", pass + `{"Action":"output","Package":"p","Test":"B","Output":"panic: why it crashes\n"}` + "\n" +
			`{"Action":"fail","Package":"p"}`,
			1, []string{"FAIL  p", "--- UNFINISHED: p B", "panic: why it crashes", "1 passed, 0 failed, 0 skipped"}},
		{"does not build", pass + `{"Action":"build-output","ImportPath":"q","Output":"q.go:1: syntax error\n"}` + "\n" +
			`{"Action":"fail","Package":"q"}`, 1, []string{"syntax error", "FAIL  q"}},
		{"skips", pass + `{"Action":"output","Package":"p","Test":"B","Output":"=== RUN B\n"}` + "\n" +
			`{"Action":"output","Package":"p","Test":"B","Output":"    b_test.go:3: no compiler\n"}` + "\n" +
			`{"Action":"skip","Package":"p","Test":"B"}`,
			0, []string{"SKIPPED p B: b_test.go:3: no compiler", "1 passed, 0 failed, 1 skipped"}},
		{"nothing", `{"Action":"skip","Package":"p"}`, 1, []string{"0 passed"}},
		{"not JSON", "go: cannot find module\n", 1, []string{"go: cannot find module"}},
	} {
		var out strings.Builder
		if code := run(strings.NewReader(c.in), &out); code != c.code {
			t.Errorf("%s: exit %d, want %d", c.name, code, c.code)
		}
		for _, w := range c.want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, out.String())
			}
		}
	}
}
