package cli

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/suites"
)

// closed are suites of which no file may be opened.
type closed struct{ t *testing.T }

func (c closed) Open(name string) (fs.File, error) {
	c.t.Errorf("%s was opened", name)
	return nil, fs.ErrNotExist
}

// What only lists or explains reads no suite.
func TestNoSuiteIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	whole := suites.FS
	suites.FS = closed{t}
	defer func() { suites.FS = whole }()
	for args, want := range map[string]string{"version": "400 samples", "version --json": `"samples": 516`,
		"models": "builtin/keyword", "--help": "assay run", "run --help": "--model", "strategies": "direct"} {
		var out, errs bytes.Buffer
		code := Main(t.Context(), strings.Fields(args), &environ.Env{Stdout: &out, Stderr: &errs,
			Getenv: func(string) string { return "" }})
		if code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %d\n%s%s", args, code, out.String(), errs.String())
		}
	}
}
