package main

import (
	"compress/gzip"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/internal/proof/runtimes/stack"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

// assay is the path of the program as released, built once without the race detector:
// the tests of the packages run under it, and a run of the whole
// program takes ten times as long with it.
var assay string

func TestMain(m *testing.M) { os.Exit(withProgram(m)) }

func withProgram(m *testing.M) int {
	dir, err := os.MkdirTemp("", "assay-program-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	assay = filepath.Join(dir, "assay")
	build := exec.Command("go", "build", "-o", assay, ".")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestScripts drives the program through testdata/script. The first comment of
// each script states its purpose. $FAKE is the address of the script's own model server,
// which answers as the model's name demands (fake_test.go), $IMPORTS the directory of the
// importers with their fixtures, $DOCS the documentation. Further commands are "asked N", which
// holds if that server has had N requests, and "holds TEXT PATH...", which holds if a file, the
// member of an archive or a file below a directory contains the text. The scripts start the program hundreds of
// times, so each check runs a part of them ([corpustest]).
func TestScripts(t *testing.T) { scripts(t, "testdata/script", "") }

// TestCompiledScripts does the same for scripts that need the Solidity compilers, which
// are in $SOLC; without them it is skipped with a message.
func TestCompiledScripts(t *testing.T) { scripts(t, "testdata/compiled", solctest.Dir(t)) }

func scripts(t *testing.T, dir, compilers string) {
	imports, err := filepath.Abs("../../internal/author/importer")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if takes := corpustest.Every(t, 4); !*update {
		i := -1
		files = slices.DeleteFunc(files, func(string) bool { i++; return !takes(i) })
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	packages := filepath.Join(cache, "assay", "solc") // where assay compilers puts them by default
	testscript.Run(t, testscript.Params{
		Files: files,
		Condition: func(word string) (bool, error) {
			switch kind, name, _ := strings.Cut(word, ":"); kind {
			case "box": // one can be made here
				_, err := stack.NewBox(t.Context())
				return err == nil, nil
			case "stack": // the runtime of one is installed, by assay compilers --suite tenancy
				_, err := os.Stat(filepath.Join(packages, "stacks", name))
				return err == nil, nil
			}
			return false, fmt.Errorf("there is no condition %s", word)
		},
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"asked": asked, "exits": exits,
			"holds": holds, "modes": modes, "unpacks": unpacks},
		Setup: func(e *testscript.Env) error {
			fake := new(fakeServer)
			srv := httptest.NewServer(fake)
			e.Defer(srv.Close)
			e.Values["fake"] = fake
			e.Setenv("PATH", filepath.Dir(assay)+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("FAKE", srv.URL+"/v1")
			e.Setenv("SERVER", srv.URL)
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, ".state"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".config"))
			e.Setenv("SOLC", compilers)
			e.Setenv("STACKS", packages)
			e.Setenv("IMPORTS", imports)
			e.Setenv("DOCS", docs)
			e.Setenv("OPENAI_API_KEY", "")
			e.Setenv("OPENROUTER_API_KEY", "")
			return nil
		},
	})
}

// unpacks writes the packed texts of a page to a file.
func unpacks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unpacks PAGE FILE")
	}
	f, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	defer f.Close()
	for _, m := range packedRE.FindAllStringSubmatch(ts.ReadFile(args[0]), -1) {
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
		ts.Check(err)
		_, err = io.Copy(f, z)
		ts.Check(err)
	}
}

var packedRE = regexp.MustCompile(`<script type="application/gzip" id="[^"]*">([^<]*)</script>`)

// exits runs a program that must end with the exit code given first.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENT...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		code = strconv.Itoa(ended.ExitCode())
	} else {
		ts.Check(err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// modes checks that all the files have the mode given first, as ls shows it.
func modes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: modes MODE FILE...")
	}
	for _, name := range args[1:] {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if info.Mode().String() != args[0] {
			ts.Fatalf("%s has %v, want %s", name, info.Mode(), args[0])
		}
	}
}
