package cli

import (
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
)

// The settings that turn colour on and off, in order of precedence.
func TestColoured(t *testing.T) {
	for _, c := range []struct {
		flag string
		env  map[string]string
		want bool
	}{
		{"auto", nil, false}, // not a terminal
		{"auto", map[string]string{"FORCE_COLOR": "1"}, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "0"}, false},
		{"auto", map[string]string{"FORCE_COLOR": "1", "NO_COLOR": "1"}, false},
		{"always", map[string]string{"NO_COLOR": "1"}, true},
		{"never", map[string]string{"FORCE_COLOR": "1"}, false},
	} {
		e := &Env{color: c.flag, Env: &environ.Env{Getenv: func(name string) string { return c.env[name] }}}
		if got := e.coloured(new(strings.Builder)); got != c.want {
			t.Errorf("--color=%s with %v: %v", c.flag, c.env, got)
		}
	}
}

// Colour reaches the raw stream; escape sequences in names do not.
func TestDocumentInColour(t *testing.T) {
	for flag, want := range map[string]string{
		"always": "\x1b[1mONE \ufffd[31M\x1b[0m\n",
		"never":  "ONE \ufffd[31M\n",
	} {
		var out strings.Builder
		e := &Env{color: flag, Env: &environ.Env{RawOut: &out, Stdout: termtext.Screen(&out)}}
		if err := e.document(write.Document{Sections: []write.Section{{Title: "One \x1b[31m"}}}); err != nil ||
			out.String() != want {
			t.Errorf("--color=%s: %q, %v", flag, out.String(), err)
		}
	}
	var out strings.Builder
	e := &Env{color: "always", Env: &environ.Env{RawErr: &out, Getenv: func(string) string { return "" }}}
	e.complain("no\x1b[2J\nmore")
	if want := "\x1b[1;31massay:\x1b[0m no\ufffd[2J\nmore\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
