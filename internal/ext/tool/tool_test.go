//go:build unix

package tool_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/all"
)

// The test binary is the tool: its arguments select the behaviour.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "as-tool" {
		os.Exit(act(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func act(args []string) int {
	switch args[0] {
	case "--version":
		fmt.Println("fake analyser, version v3.14.1-beta (built today)")
	case "files": // an issue for every file of the copy, with what is in it
		_ = filepath.WalkDir(".", func(path string, e os.DirEntry, _ error) error {
			if !e.IsDir() {
				text, _ := os.ReadFile(path)
				dir, _ := os.Getwd()
				print1(dir+"/"+path, fmt.Sprintf("%s holds %s", dir+"/"+path, text))
			}
			return nil
		})
	case "args":
		print1("", strings.Join(args[1:], " "))
	case "env":
		for _, e := range os.Environ() {
			if strings.HasPrefix(e, "ASSAY_") || strings.Contains(e, "sesame") || strings.HasPrefix(e, "OWN=") {
				print1("", e)
			}
		}
	case "report":
		_ = os.WriteFile(args[1], []byte(`{"check":"c","message":"from a file"}`), 0o600)
		fmt.Println("chatter")
	case "link": // a report that leads elsewhere
		_ = os.Symlink("/etc/passwd", args[1])
	case "exit":
		fmt.Println(`{"check":"c","message":"half"}`)
		fmt.Fprintln(os.Stderr, "Traceback\n  the \x1b[31mreason")
		n, _ := strconv.Atoi(args[1])
		return n
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	case "garbage":
		fmt.Println("<html>no analysis\x00</html>")
	case "flood":
		for {
			if _, err := os.Stdout.Write(make([]byte, 1<<12)); err != nil {
				return 0
			}
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "many":
		for i := range 1001 {
			print1("", strconv.Itoa(i))
		}
	}
	return 0
}

func print1(file, message string) {
	b, _ := json.Marshal(map[string]string{"check": "c", "message": message, "file": file})
	fmt.Println(string(b))
}

// adapter returns the fake tool, which writes one JSON object per issue. It is started from a temporary
// directory, so that a wrong working directory cannot write into the sources.
func adapter(t *testing.T, args ...string) tool.Adapter {
	t.Helper()
	t.Chdir(t.TempDir())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return tool.Adapter{
		Version: "1",
		Config: tool.Config{
			Tool: "fake", Install: "by hand", Command: []string{self, "as-tool"}, Arguments: args, Exit: []int{0, 3},
			Timeout: "1m", MaxOutput: 1 << 16, Languages: []string{"solidity"}, Confidence: "medium",
			Checks: map[string]bench.Class{"c": "reentrancy"},
		},
		Parse: func(output []byte) ([]tool.Issue, error) {
			var out []tool.Issue
			for line := range strings.Lines(string(output)) {
				var v struct{ Check, Message, File string }
				if err := json.Unmarshal([]byte(line), &v); err != nil {
					return nil, err
				}
				out = append(out, tool.Issue{Check: v.Check, Message: v.Message, File: v.File})
			}
			return out, nil
		},
	}
}

func task() bench.Task {
	return bench.Task{Language: "solidity", Files: []bench.File{{Path: "src/A.sol", Text: "contract A {}"}},
		Context: []bench.File{{Path: "src/B.sol", Text: "contract B {}"}}}
}

func run(t *testing.T, a tool.Adapter) (bench.Response, error) {
	t.Helper()
	return tool.New(t.Context(), a, tool.Options{}).Detect(t.Context(), task())
}

// explanations returns the texts of the findings of a response.
func explanations(t *testing.T, r bench.Response) []string {
	t.Helper()
	var v struct {
		Vulnerabilities []struct{ Explanation string }
	}
	if err := json.Unmarshal([]byte(r.Text), &v); err != nil {
		t.Fatalf("%v in %s", err, r.Text)
	}
	var out []string
	for _, f := range v.Vulnerabilities {
		out = append(out, f.Explanation)
	}
	return out
}

// The tool sees the files of the task and its own. The answer does not contain the path of the working copy.
func TestWorkingCopy(t *testing.T) {
	before, _ := filepath.Glob(filepath.Join(os.TempDir(), "assay-tool-*"))
	a := adapter(t, "files")
	a.Config.Files = map[string]string{".fake.json": "settings"}
	r, err := run(t, a)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := explanations(t, r), []string{"[c] src/A.sol holds contract A {}"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	n, _ := detect.NotesOf(r.Text)
	if n.Outside["c"] != 2 || n.Mapped["c"] != 1 {
		t.Errorf("notes %+v", n)
	}
	if again, err := run(t, a); err != nil || again.Text != r.Text {
		t.Errorf("the same files get another answer: %v\n%s\n%s", err, r.Text, again.Text)
	}
	if !strings.Contains(string(r.RawResponse), "assay-tool-") {
		t.Errorf("the raw response is not what the tool wrote: %s", r.RawResponse)
	}
	after, _ := filepath.Glob(filepath.Join(os.TempDir(), "assay-tool-*"))
	for _, dir := range after {
		if text, err := os.ReadFile(filepath.Join(dir, ".fake.json")); err == nil && string(text) == "settings" &&
			!slices.Contains(before, dir) {
			t.Errorf("%s stayed", dir)
		}
	}
}

func TestArguments(t *testing.T) {
	r, err := run(t, adapter(t, "args", "{file}", "--x={file}", "; touch /tmp/x", "$HOME", "*"))
	if err != nil || explanations(t, r)[0] != "[c] ./src/A.sol --x=./src/A.sol ; touch /tmp/x $HOME *" {
		t.Errorf("%s, error %v", r.Text, err)
	}
	r, err = run(t, adapter(t, "report", "{output}.json"))
	if err != nil || explanations(t, r)[0] != "[c] from a file" {
		t.Errorf("%s, error %v", r.Text, err)
	}
}

// Tools do not get keys.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{"ASSAY_DB", "OPENROUTER_API_KEY", "SEMGREP_APP_TOKEN", "DATABASE_URL", "LANG"} {
		t.Setenv(name, "sesame")
	}
	a := adapter(t, "env")
	a.Config.Environment = map[string]string{"OWN": "1"}
	r, err := run(t, a)
	got := explanations(t, r)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, []string{"[c] LANG=sesame", "[c] OWN=1"}) {
		t.Errorf("%q, error %v", got, err)
	}
}

// Each kind of failure of a tool is an error with its own kind, never an answer.
func TestFailures(t *testing.T) {
	hasty := adapter(t, "sleep")
	hasty.Config.Timeout = "50ms"
	nowhere := adapter(t)
	nowhere.Config.Command = []string{"no-such-analyser-anywhere"}
	unset := adapter(t)
	unset.Config.Command = nil
	long := adapter(t, "args", strings.Repeat("x", 900))
	long.Parse = func([]byte) ([]tool.Issue, error) { return nil, errors.New(strings.Repeat("very long\n", 500)) }
	for _, tt := range []struct {
		name    string
		adapter tool.Adapter
		kind    detect.FailureKind
		says    string
	}{
		{"missing", nowhere, detect.Missing,
			"no-such-analyser-anywhere: executable file not found in $PATH; to install it: by hand"},
		{"no command", unset, detect.Missing, "no command is configured for fake"},
		{"status", adapter(t, "exit", "4"), detect.Crashed, "exit status 4: Traceback the [31mreason"},
		{"signal", adapter(t, "kill"), detect.Crashed, "signal: killed"},
		{"time", hasty, detect.TimedOut, "killed after 50ms"},
		{"garbage", adapter(t, "garbage"), detect.Garbage, "invalid character '<'"},
		{"long reason", long, detect.Garbage, "…"},
		{"flood", adapter(t, "flood"), detect.TooMuch, "more than 65536 bytes"},
		{"many", adapter(t, "many"), detect.TooMuch, "1001 findings"},
		{"no report", adapter(t, "args", "{output}"), detect.Garbage, "it wrote no report"},
		{"a link", adapter(t, "link", "{output}"), detect.Garbage, "it wrote no report"},
	} {
		r, err := run(t, tt.adapter)
		if err == nil {
			t.Errorf("%s: %s", tt.name, r.Text)
			continue
		}
		if k, ok := detect.KindOfReason(err.Error()); !ok || k != tt.kind || !strings.Contains(err.Error(), tt.says) ||
			r.Text != "" {
			t.Errorf("%s: error %v, text %q", tt.name, err, r.Text)
		}
		if len(err.Error()) > 2000 || strings.Contains(err.Error(), "\n") || len(r.RawResponse) > 64<<10 {
			t.Errorf("%s: error of %d bytes, %d bytes kept", tt.name, len(err.Error()), len(r.RawResponse))
		}
	}
	if r, err := run(t, adapter(t, "exit", "3")); err != nil || len(explanations(t, r)) != 1 {
		t.Errorf("a status that is fine: %v", err)
	}
}

// A path of a sample that leads out of the copy is not written.
func TestPaths(t *testing.T) {
	for _, path := range []string{"../x.sol", "/tmp/x.sol", "assay-report.sol"} {
		tk := task()
		tk.Files[0].Path = path
		if _, err := tool.New(t.Context(), adapter(t, "files"), tool.Options{}).Detect(t.Context(), tk); err == nil ||
			!strings.Contains(err.Error(), "cannot be called") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A change that can change the answers makes another subject.
func TestSubject(t *testing.T) {
	a := adapter(t, "files")
	a.Config.VersionArgs = []string{"--version"}
	base := tool.New(t.Context(), a, tool.Options{}).Subject()
	if !strings.HasPrefix(base.Version, "3.14.1-beta+") || base.Params["confidence"] != "low" || base.Name != "tool/fake" {
		t.Errorf("%+v", base)
	}
	changes := map[string]func(*tool.Adapter){
		"parser":    func(a *tool.Adapter) { a.Version = "2" },
		"arguments": func(a *tool.Adapter) { a.Config.Arguments = []string{"args"} },
		"checks":    func(a *tool.Adapter) { a.Config.Checks = map[string]bench.Class{"c": "arithmetic"} },
		"files":     func(a *tool.Adapter) { a.Config.Files = map[string]string{"x": "y"} },
		"status":    func(a *tool.Adapter) { a.Config.Exit = []int{0} },
	}
	for name, change := range changes {
		b := adapter(t, "files")
		change(&b)
		b.Config.VersionArgs = a.Config.VersionArgs
		if got := tool.New(t.Context(), b, tool.Options{}).Subject(); got.Version == base.Version {
			t.Errorf("%s: still version %s", name, got.Version)
		}
	}
	a.Config.Timeout = "2m"
	if got := tool.New(t.Context(), a, tool.Options{}).Subject(); got.Version != base.Version {
		t.Error("the time that a tool gets changes no answer")
	}
	tk := task()
	tk.Language = "sql"
	if _, err := tool.New(t.Context(), a, tool.Options{}).PromptHash(tk); !errors.Is(err, detect.ErrNotApplicable) {
		t.Errorf("SQL: %v", err)
	}
}

func TestOwnConfig(t *testing.T) {
	own, err := tool.ReadOwn("f.yaml", []byte(
		"tools:\n  semgrep:\n    command: [sg]\n    checks: {mine: reentrancy, tx-origin: ''}\n"))
	if err != nil {
		t.Fatal(err)
	}
	adapters := all.Adapters()
	base := adapters[2].Config
	c, err := base.With(own["semgrep"])
	if err != nil || c.Command[0] != "sg" || !slices.Equal(c.Arguments, base.Arguments) ||
		c.Checks["mine"] != "reentrancy" || c.Checks["tx-origin"] != "" || base.Checks["tx-origin"] != "tx_origin" {
		t.Errorf("%+v, error %v", c, err)
	}
	for text, says := range map[string]string{
		"tools: {semgrep: {checks: {a: nonsense}}}":       `"nonsense" is no class`,
		"tools: {semgrep: {confidence: sure}}":            `"sure" is no confidence`,
		"tools: {semgrep: {timeout: -3s}}":                "no duration",
		"tools: {semgrep: {max_output: 999999999999}}":    "not between",
		"tools: {semgrep: {files: {../x: y}}}":            "leads out",
		"tools: {semgrep: {confidences: {a: very-high}}}": "confidences.a",
		"tools: {semgrep: {tool: x}}":                     "the key above is the name",
		"tools: {semgrep: {colour: x}}":                   "unknown field",
	} {
		own, err := tool.ReadOwn("f.yaml", []byte(text))
		if err == nil {
			_, err = base.With(own["semgrep"])
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The example of the documentation is valid.
func TestDocumentedConfig(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "add-a-tool.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, _, ok := strings.Cut(rest, "```")
	own, err := tool.ReadOwn("docs", []byte(text))
	if !ok || err != nil || len(own) != 3 {
		t.Fatalf("%d tools, %v", len(own), err)
	}
	for _, a := range all.Adapters() {
		if _, err := a.Config.With(own[a.Config.Tool]); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(page), "`tool/"+a.Config.Tool+"`") {
			t.Errorf("docs/add-a-tool.md does not name tool/%s", a.Config.Tool)
		}
	}
	for _, k := range detect.FailureKinds() {
		if !strings.Contains(string(page), "| `"+string(k)+"` |") {
			t.Errorf("docs/add-a-tool.md does not name %q", k)
		}
	}
}

// Every adapter's configuration is read when it is created; here it is compared with the table that readers
// see.
func TestAdapters(t *testing.T) {
	names := map[string]bool{}
	for _, a := range all.Adapters() {
		c := a.Config
		if names[c.Tool] || c.Doc == "" || c.Install == "" || len(c.Checks) < 10 || a.Version == "" ||
			!slices.ContainsFunc(append(c.Arguments, ""), func(s string) bool { return s == "{file}" || s == "." }) {
			t.Errorf("%+v", c)
		}
		names[c.Tool] = true
		for check := range c.Confidences {
			if _, ok := c.Checks[check]; !ok {
				t.Errorf("%s: a confidence for %s, which is no check", c.Tool, check)
			}
		}
	}
}

// A finding about SQL names the requirement that its class is about.
func TestSQL(t *testing.T) {
	tk := bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: "SELECT * FROM notes"}},
		Spec: "0. Parameters are bound.\n1. Every row must belong to :org_id.\n2. Deleted rows stay hidden.\n"}
	a := adapter(t, "args", "{file}")
	a.Config.Languages, a.Config.Checks = []string{"sql"}, map[string]bench.Class{"c": "cross_tenant"}
	r, err := tool.New(t.Context(), a, tool.Options{}).Detect(t.Context(), tk)
	if err != nil || !strings.Contains(strings.Join(strings.Fields(r.Text), ""),
		`"assessment":"bad","violated_requirements":[1]`) {
		t.Errorf("%s, error %v", r.Text, err)
	}
}

func TestLocal(t *testing.T) {
	for in, want := range map[string]string{
		"/w/src/A.sol": "src/A.sol", "./src/A.sol": "src/A.sol", "file:///w/src/A.sol": "src/A.sol",
		"src/a%20b.sol": "src/a b.sol", `src\A.sol`: "src/A.sol",
		"": ".", "/elsewhere/A.sol": "/elsewhere/A.sol", "/private/w/A.sol": "A.sol", "/wx/A.sol": "/wx/A.sol",
	} {
		if got := tool.Local("/w", in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
