package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/core/base/command"
	"assay/internal/test/corpustest"
)

// blockRE matches the code blocks of a page: the text after the three backquotes, and
// the content.
var blockRE = regexp.MustCompile("(?ms)^```([^\n`]*)\n(.*?)^```$")

// TestPages follows the steps of docs/add-a-*.md in order, in a copy of the directories they use:
//
//	```LANGUAGE PATH     writes the block to a file
//	```sh                runs each line; it must succeed
//	```sh fails          runs each line; it must fail
//	```text says         the last run line printed each of these lines, "…" stands for anything
//	```LANGUAGE shown    the shape of a file; not written
//	```LANGUAGE          the same, for text, YAML and JSON only
//
// A line runs assay, built once, or go. The go command builds in this checkout, with an
// overlay of the page's files, so that only the packages that the page changes are compiled; a
// test runs in the copy of its directory.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../../docs/add-a*-*.md")
	pages = append(pages, "../../docs/import.md")
	if err != nil || len(pages) < 6 {
		t.Fatal(pages, err)
	}
	takes := corpustest.Every(t, 3)
	for i, page := range pages {
		if !takes(i) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(page), ".md"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			follow(t, string(text))
		})
	}
}

// Errors in pages are detected.
func TestPagesCanFail(t *testing.T) {
	for page, want := range map[string]string{
		"```sh\nassay strategies show ./none\n```\n":                     "assay strategies show ./none: exit status 2",
		"```sh fails\nassay version\n```\n":                              "assay version: it was to fail",
		"```sh\nassay version\n```\n\n```text says\nno such line\n```\n": `no "no such line"`,
		"```sh\nrm -rf .\n```\n":                                         "a page runs assay and go",
		"```python\nprint(1)\n```\n":                                     "python is shown and not run",
		"```go ../x.go\nx\n```\n":                                        "no path below",
		"```go internal/core/stats/x.go\npackage x\n```\n\n```sh\ngo build ./internal/core/stats\n```\n": "go build ./internal/core/stats: exit status 1",
	} {
		var said string
		if err := attempt(t, page); err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", page, said, want)
		}
	}
}

func follow(t *testing.T, page string) {
	t.Helper()
	if err := attempt(t, page); err != nil {
		t.Error(err)
	}
}

// attempt follows a page up to the first step that fails.
func attempt(t *testing.T, page string) error { return attemptWith(t, page, nil) }

// attemptWith follows a page beside files.
func attemptWith(t *testing.T, page string, files map[string]string) error {
	t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	w := &workshop{t: t, repository: repository, dir: t.TempDir()}
	if strings.Contains(page, "\ngo ") || strings.Contains(page, "n a checkout of the repository") {
		w.copy("go.mod", "go.sum", "cmd", "docs", "internal")
	}
	if strings.Contains(page, "suites lint suites/") {
		w.copy("suites/blockbench")
	}
	for name, text := range files {
		w.write(name, text)
	}
	steps, output := 0, ""
	for _, m := range blockRE.FindAllStringSubmatch(page, -1) {
		info, body := strings.Fields(m[1]), m[2]
		switch {
		case len(info) == 2 && info[1] == "shown" || len(info) == 0 || len(info) == 1 &&
			(info[0] == "text" || info[0] == "yaml" || info[0] == "json"):
		case info[0] == "sh":
			for line := range strings.Lines(body) {
				steps++
				var err error
				if output, err = w.run(strings.TrimSpace(line)); err != nil && len(info) == 1 {
					return fmt.Errorf("%s: %w\n%s", strings.TrimSpace(line), err, output)
				} else if err == nil && len(info) > 1 {
					return fmt.Errorf("%s: it was to fail\n%s", strings.TrimSpace(line), output)
				}
			}
		case info[0] == "text" && info[1] == "says":
			for line := range strings.Lines(body) {
				want := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
				if !regexp.MustCompile(want).MatchString(output) {
					return fmt.Errorf("no %q in\n%s", strings.TrimSpace(line), output)
				}
			}
		case len(info) == 2:
			if !filepath.IsLocal(info[1]) {
				return fmt.Errorf("%s is no path below the directory", info[1])
			}
			w.write(info[1], body)
		default:
			return fmt.Errorf("%s is shown and not run; say which file it is", m[1])
		}
	}
	if steps == 0 {
		return fmt.Errorf("nothing was run")
	}
	return nil
}

// workshop is the directory in which a page is followed.
type workshop struct {
	t               *testing.T
	repository, dir string
}

func (w *workshop) write(name, text string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// copy copies parts of the repository into the workshop.
func (w *workshop) copy(parts ...string) {
	w.t.Helper()
	w.walk(w.repository, parts, func(name string, text []byte) { w.write(name, string(text)) })
}

func (w *workshop) walk(root string, parts []string, each func(name string, text []byte)) {
	w.t.Helper()
	for _, part := range parts {
		err := filepath.WalkDir(filepath.Join(root, part), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, p)
			each(name, text)
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// run runs one line, and returns its output.
func (w *workshop) run(line string) (string, error) {
	words, err := command.Split(line)
	if err != nil {
		return "", err
	}
	switch {
	case words[0] == "assay":
		return w.start(w.dir, assay, words[1:]...)
	case words[0] == "go" && words[1] == "build":
		return w.start(w.repository, "go", append([]string{"build", "-o", os.DevNull, w.overlay()}, words[2:]...)...)
	case words[0] == "go" && words[1] == "test":
		return w.test(words[2:])
	}
	return "", fmt.Errorf("a page runs assay and go build and test")
}

// start runs a program without the user's results and settings.
func (w *workshop) start(dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(w.t.Context(), name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(w.dir, ".state"))
	out, err := c.CombinedOutput()
	return string(out), err
}

// overlay returns the flag that lays the changed files of the workshop over the repository.
func (w *workshop) overlay() string {
	replace := map[string]string{}
	w.walk(w.dir, []string{"internal", "docs"}, func(name string, text []byte) {
		ours := filepath.Join(w.repository, name)
		if was, err := os.ReadFile(ours); err != nil || !bytes.Equal(was, text) {
			replace[ours] = filepath.Join(w.dir, name)
		}
	})
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		w.t.Fatal(err)
	}
	w.write("overlay.json", string(b))
	return "-overlay=" + filepath.Join(w.dir, "overlay.json")
}

// test compiles the tests of packages over the repository, and runs them in the workshop.
func (w *workshop) test(args []string) (string, error) {
	var all strings.Builder
	var flags []string
	packages := 0
	for len(args) > packages && strings.HasPrefix(args[packages], "./") {
		packages++
	}
	for _, a := range args[packages:] {
		if name, ok := strings.CutPrefix(a, "-"); ok && name != "update" && name != "chain" {
			a = "-test." + name
		}
		flags = append(flags, a)
	}
	for i, p := range args[:packages] {
		binary := filepath.Join(w.dir, fmt.Sprintf("test-%d", i))
		out, err := w.start(w.repository, "go", "test", "-c", "-vet=off", w.overlay(), "-o", binary, p)
		all.WriteString(out)
		if err != nil {
			return all.String(), err
		}
		out, err = w.start(filepath.Join(w.dir, p), binary, flags...)
		all.WriteString(out)
		if err != nil {
			return all.String(), err
		}
	}
	return all.String(), nil
}
