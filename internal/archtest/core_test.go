package archtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const alone = "./internal/test/corealone"

// The reading path of docs/architecture.md: how many files and lines it may have. 9,000 lines are the goal.
// The numbers fall, or rise by a decision that names the user (docs/decisions/0143).
const (
	pathFiles = 45
	pathLines = 11_050
)

// does is how many statements of a file are executed at least when the file does a part of the work.
const does = 40

// beside are files and packages that do a part of the work and are not on the reading path, each with the reason.
var beside = map[string]string{
	"internal/core/base":                "streams, settings, files of the user",
	"internal/core/cli":                 "flags and printing",
	"internal/core/database":            "SQLite and PostgreSQL behind one interface",
	"internal/core/model/limit":         "how many requests at once",
	"internal/core/model/registry":      "prices and limits of models",
	"internal/core/run/session":         "keys, accounts and logs of a run",
	"internal/core/run/start.go":        "who holds a plan, and how a start ends",
	"internal/core/store/begin.go":      "what is done already when a run begins",
	"internal/core/suite/parts.go":      "several flaws in one sample",
	"internal/core/suite/executable.go": "which samples have proofs",
	"internal/core/suite/sqlapp":        "what the proofs of a SQL application are made of",
	"internal/core/answer/findings.go":  "the shapes in which models write findings",
	"internal/core/taxonomy/words.go":   "the model of words that likeness uses",
	"internal/core/metric/batch.go":     "many intervals from one bootstrap",
	"internal/core/metric/ranking.go":   "another table",
	"internal/core/stats/rank":          "another table",
	"internal/core/stats/columns.go":    "sums of the bootstrap",
	"internal/core/report":              "the other tables, a file each",
}

var fileRE = regexp.MustCompile("`(internal/[a-z/_]+\\.go)`")

// readingPath returns the files that docs/architecture.md lists.
func readingPath(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "\n## The reading path\n")
	list, _, _ = strings.Cut(list, "\n## ")
	var out []string
	for _, m := range fileRE.FindAllStringSubmatch(list, -1) {
		if slices.Contains(out, m[1]) {
			t.Errorf("docs/architecture.md lists %s twice", m[1])
		}
		out = append(out, m[1])
	}
	return out
}

// The core compiles without what executes, makes and exchanges samples, runs both suites over HTTP and prints their
// numbers; and the reading path names the files that do the work.
func TestCoreAlone(t *testing.T) {
	command := func(name string, args ...string) *exec.Cmd {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir, c.Stderr = "../..", t.Output()
		return c
	}
	deps, err := command("go", "list", "-deps", alone).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range strings.Fields(string(deps)) {
		if strings.HasPrefix(pkg, module+"/internal/proof/") || strings.HasPrefix(pkg, module+"/internal/author/") ||
			strings.HasPrefix(pkg, module+"/internal/ext/") || strings.HasPrefix(pkg, module+"/internal/lang/transform") {
			t.Errorf("core needs %s", pkg)
		}
	}
	dir := t.TempDir()
	program, counters := filepath.Join(dir, "corealone"), filepath.Join(dir, "counters")
	if err := os.Mkdir(counters, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := command("go", "build", "-cover", "-coverpkg=./internal/core/...,./internal/bench/...,"+alone, "-o", program,
		alone).Run(); err != nil {
		t.Fatal(err)
	}
	run := command(program, "run", "--model", "openai/m", "--base-url", server(t), "--suite", "blockbench", "--suite",
		"tenantsql", "--limit", "1", "--db", filepath.Join(dir, "r.db"), "--reports", filepath.Join(dir, "reports"), "--json")
	run.Env = append(os.Environ(), "OPENAI_API_KEY=k", "GOCOVERDIR="+counters)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var numbers struct {
		Suites []struct {
			Subjects []struct {
				Metrics map[string]struct{ K, N int }
			}
		}
	}
	if err := json.Unmarshal(out, &numbers); err != nil || len(numbers.Suites) != 2 {
		t.Fatalf("%v: %.300s", err, out)
	}
	for i, want := range []string{"{1 2} {1 1}", "{4 6} {2 2}"} {
		m := numbers.Suites[i].Subjects[0].Metrics
		if got := fmt.Sprint(m["accuracy"], m["false-alarm"]); got != want {
			t.Errorf("accuracy and false alarms of suite %d are %s, want %s", i, got, want)
		}
	}
	text, err := command("go", "tool", "covdata", "textfmt", "-i", counters, "-o", "/dev/stdout").Output()
	if err != nil {
		t.Fatal(err)
	}
	compareWithPath(t, readingPath(t), executed(string(text)))
}

// compareWithPath reports files that work and are not on the reading path, and files of the path that do nothing.
func compareWithPath(t *testing.T, path []string, statements map[string]int) {
	lines := 0
	for _, file := range path {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Error(err)
			continue
		}
		lines += strings.Count(string(text), "\n")
		if statements[file] == 0 {
			t.Errorf("%s is on the reading path, and nothing of it is executed", file)
		}
	}
	if len(path) > pathFiles || lines > pathLines {
		t.Errorf("the reading path has %d files and %d lines, and %d and %d are allowed", len(path), lines, pathFiles, pathLines)
	}
	if lines < pathLines-300 {
		t.Errorf("the reading path has %d lines: lower pathLines", lines)
	}
	used := map[string]bool{}
	for file, n := range statements {
		if n < does || slices.Contains(path, file) || !strings.HasPrefix(file, "internal/core/") {
			continue
		}
		found := false
		for part := file; part != "."; part = filepath.Dir(part) {
			if beside[part] != "" {
				used[part], found = true, true
				break
			}
		}
		if !found {
			t.Errorf("%s executes %d statements between a sample and a cell of the headline: list it in "+
				"docs/architecture.md, or in beside with the reason", file, n)
		}
	}
	for part := range beside {
		if !used[part] {
			t.Errorf("%s does no part of the work any more: delete it from beside", part)
		}
	}
}

// executed returns the executed statements of each file of a coverage profile.
func executed(profile string) map[string]int {
	out := map[string]int{}
	sc := bufio.NewScanner(strings.NewReader(profile))
	for sc.Scan() {
		file, rest, _ := strings.Cut(strings.TrimPrefix(sc.Text(), module+"/"), ":")
		var at string
		var statements, times int
		if _, err := fmt.Sscan(rest, &at, &statements, &times); err == nil && times > 0 {
			out[file] += statements
		}
	}
	return out
}

// server returns the address of a model that calls everything vulnerable.
func server(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answer := `{"verdict":"vulnerable","confidence":80,"vulnerabilities":[{"type":"reentrancy","severity":"high",` +
			`"location":"withdraw","explanation":"the call comes before the update"}]}`
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": answer}}},
			"usage": map[string]int{"prompt_tokens": 9, "completion_tokens": 9}})
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}
