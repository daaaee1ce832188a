package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

var shellBlockRE = regexp.MustCompile("(?s)```sh\n(.*?)```")

// Every command of the README runs verbatim, with a model server on loopback if it asks a model, and so does every
// command of one of the longer pages.
func TestReadme(t *testing.T) {
	t.Run("README.md", func(t *testing.T) { runs(t, "README.md", 4) })
	takes := corpustest.Every(t, 3)
	for i, page := range []struct {
		file  string
		least int
	}{{"docs/guide.md", 8}, {"docs/tutorial.md", 8}, {"docs/reading-results.md", 2}} {
		if takes(i) {
			t.Run(page.file, func(t *testing.T) { runs(t, page.file, page.least) })
		}
	}
}

// runs runs the commands of a page, which must have at least the given number.
func runs(t *testing.T, file string, least int) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(new(fakeServer))
	defer srv.Close()
	dir := t.TempDir()
	ran := 0
	for _, block := range shellBlockRE.FindAllStringSubmatch(string(page), -1) {
		for _, line := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			ran++
			if target, ok := strings.CutPrefix(line, "make "); ok {
				if !bytes.Contains(makefile, []byte("\n"+target+":")) {
					t.Errorf("%q: the Makefile has no such target", line)
				}
				continue // the tests cannot run themselves
			}
			args, ok := strings.CutPrefix(line, "assay ")
			if !ok {
				if args, ok = strings.CutPrefix(line, "go run ./cmd/assay "); !ok {
					t.Errorf("%q: the test does not know how to run this", line)
					continue
				}
			}
			args = strings.ReplaceAll(args, "http://localhost:11434/v1", srv.URL+"/v1")
			args = strings.ReplaceAll(args, "'", "")
			cmd, out := program(t, dir, srv.URL+"/v1", strings.Fields(args)...)
			if strings.Contains(line, "--task") { // what assay compilers gets
				cmd.Args = append(cmd.Args, "--compilers", solctest.Dir(t))
			}
			cmd.Env = append(cmd.Env, "OPENROUTER_API_KEY=k", "OPENROUTER_BASE_URL="+srv.URL+"/v1")
			if err := cmd.Run(); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		}
	}
	if ran < least {
		t.Errorf("only %d commands found", ran)
	}
}

// Links to files of the repository are valid.
func TestLinks(t *testing.T) {
	linkRE := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	checked := 0
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(pages, "../../README.md", "../../CHANGELOG.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linkRE.FindAllStringSubmatch(string(text), -1) {
			checked++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", file, m[1])
			}
		}
	}
	if checked == 0 {
		t.Error("no links found")
	}
}
