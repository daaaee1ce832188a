package main

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/ext/tool/solhint"
	"assay/internal/test/npmtest"
	"assay/internal/test/solctest"
)

// worldFolder names the folder in which `make world` has installed foreign programs, each in a folder of its own.
const worldFolder = "ASSAY_WORLD"

// npmMember is the member of programs that npm installs, each in its folder of tools.
const npmMember = "npm"

// foreign returns the path of a program that `make world` has installed for a member, or that npm installs now.
func foreign(t *testing.T, member, program string) string {
	t.Helper()
	dir := os.Getenv(worldFolder)
	if dir == "" {
		t.Skip("THE WORLD WAS NOT ASKED: make world installs other programs and runs them")
	}
	if member == npmMember {
		dir := npmtest.Dir(t, program, "ASSAY_REQUIRE_SOLHINT", program+" was left out")
		return filepath.Join(dir, "node_modules", ".bin", program)
	}
	p := filepath.Join(dir, member, "bin", program)
	if _, err := os.Stat(filepath.Join(dir, member, "installed")); err != nil {
		t.Skipf("%s was left out: it is not installed", member)
	}
	return p
}

// summary prints a line for the end of `make world`.
func summary(t *testing.T, program, version, asked, back string) {
	t.Helper()
	fmt.Printf("world: %s %s | asked: %s | came back: %s\n", program, version, asked, back)
}

// scored is what a program says about an answer. Reward and Right are nil where it has no score.
type scored struct {
	Prompt     string
	Repetition int
	Reward     *float64
	Right      *float64
	Outcome    string // how the answer was read
	Verdict    string // what it says; "" if it could not be read
	Error      string
}

// name identifies the answer.
func (s scored) name() string { return fmt.Sprintf("%s %d", s.Prompt, s.Repetition) }

// exam is a part of a suite, exported for a program, and a model that gives every kind of answer about it.
type exam struct {
	t      *testing.T
	dir    string // where assay runs; the export is below it
	flags  []string
	answer *echo
	url    string
	n      int // number of questions
	solved int // of them with a solution
}

// newExam exports the questions of a selection in a format, to a directory with this name.
func newExam(t *testing.T, format, name string, flags ...string) *exam {
	t.Helper()
	x := &exam{t: t, dir: t.TempDir(), flags: flags,
		answer: &echo{answer: map[string]string{}, finish: map[string]string{}}}
	x.assay(append([]string{"export", "suite", name, "--format", format, "--solutions"}, flags...)...)
	type line struct{ Prompt, System, User, Text string }
	read := func(file string) (out []line) {
		b, err := os.ReadFile(filepath.Join(x.dir, name, file))
		if err != nil {
			t.Fatal(err)
		}
		for row := range bytes.Lines(b) {
			var l line
			if err := json.Unmarshal(row, &l); err != nil {
				t.Fatal(err)
			}
			out = append(out, l)
		}
		return out
	}
	questions, solutions := read("questions.jsonl"), map[string]string{}
	for _, s := range read("solutions.jsonl") {
		solutions[s.Prompt] = s.Text
	}
	x.n, x.solved = len(questions), len(solutions)
	if x.n < 6 || x.solved < 3 || x.solved > x.n {
		t.Fatalf("%d questions, %d solutions", x.n, x.solved)
	}
	for i, q := range questions {
		key, text := q.System+"\x00"+q.User, solutions[q.Prompt]
		switch i % 8 {
		case 1:
			text = "Let me see {braces}.\n\n```json\n" + text + "\n```\n"
		case 2, 3: // of another text: right by chance
			text = solutions[questions[(i+1)%x.n].Prompt]
		case 4:
			text = "I looked at it for a while and cannot tell."
		case 5:
			text, x.answer.finish[key] = text[:len(text)/2], "length"
		case 6:
			text = "I'm sorry, but I can't help with that."
		}
		if i%8 != 7 { // which is refused with an error
			x.answer.answer[key] = text
		}
	}
	srv := httptest.NewServer(x.answer)
	t.Cleanup(srv.Close)
	x.url = srv.URL + "/v1"
	return x
}

// assay runs the program, and returns what it printed.
func (x *exam) assay(args ...string) string {
	x.t.Helper()
	cmd, out := program(x.t, x.dir, x.url, args...)
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // some trials have no answer
		x.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out.String()
}

// foreign runs another program in a directory below that of the exam, and returns its standard output.
func (x *exam) foreign(dir string, more []string, name string, args ...string) []byte {
	x.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join(x.dir, dir)
	cmd.Env = append(append(os.Environ(), "ASSAY="+assay, "OPENAI_BASE_URL="+x.url, "OPENAI_API_KEY=k", "NO_COLOR=1",
		"HOME="+x.dir), more...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		x.t.Fatalf("%s %v: %v\n%.3000s\n%.3000s", name, args, err, out.String(), said.String())
	}
	return out.Bytes()
}

// scores decodes what a script of testdata/world printed: the version of the program, then its scores by answer.
func scores(t *testing.T, out []byte) (version string, by map[string]scored) {
	t.Helper()
	by = map[string]scored{}
	for row := range bytes.Lines(out) {
		var l struct {
			scored
			Version string
		}
		if !bytes.HasPrefix(row, []byte("{")) {
			continue // the program's own words
		}
		if err := json.Unmarshal(row, &l); err != nil {
			t.Fatalf("%v: %s", err, row)
		}
		if version = cmp.Or(version, l.Version); l.Prompt != "" {
			by[l.name()] = l.scored
		}
	}
	return version, by
}

// ours returns what assay's report says about the trials in a database.
func (x *exam) ours(db string) map[string]scored {
	t := x.t
	t.Helper()
	x.assay("report", "--db", db, "--format", "csv", "--output", db+".csv")
	base, err := sql.Open("sqlite", filepath.Join(x.dir, db))
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	out := map[string]scored{}
	for _, row := range readTable(t, filepath.Join(x.dir, db+".csv")) {
		var parts string
		if err := base.QueryRow(`SELECT parts FROM trial_key WHERE key = ?`, row["trial"]).Scan(&parts); err != nil {
			t.Fatal(err)
		}
		var s scored
		if err := json.Unmarshal([]byte(parts), &s); err != nil {
			t.Fatal(err)
		}
		if row["outcome"] == "failed" || row["outcome"] == "" {
			continue
		}
		right, reward := 0.0, 0.0
		if row["verdict"] == row["truth"] {
			right = 1
		}
		if row["truth"] == "safe" && right == 1 || row["strict"] == "hit" {
			reward = 1
		}
		s.Right, s.Reward, s.Outcome, s.Verdict = &right, &reward, row["outcome"], row["verdict"]
		out[s.name()] = s
	}
	return out
}

// same fails where two programs differ about an answer, and returns how many they agree about, and the sum of rewards.
func same(t *testing.T, who string, theirs, ours map[string]scored) (n int, sum float64) {
	t.Helper()
	for name, a := range theirs {
		b, ok := ours[name]
		switch {
		case a.Reward == nil && !ok:
		case a.Reward == nil || !ok:
			t.Errorf("%s: %s: %+v, and assay has %+v", who, name, a, b)
		case *a.Reward != *b.Reward || a.Right != nil && *a.Right != *b.Right:
			t.Errorf("%s: %s: reward %v, and assay's is %v", who, name, *a.Reward, *b.Reward)
		default:
			n++
			sum += *a.Reward
		}
	}
	if n != len(ours) {
		t.Errorf("%s agrees about %d answers of %d", who, n, len(ours))
	}
	return n, sum
}

// parts are the selections that other programs ask: ten pairs, and ten queries.
var parts = [][]string{
	{"--suite", "blockbench", "--subset", "tc", "--limit", "10"},
	{"--suite", "tenantsql", "--filter", "approve-order-", "--filter", "add-note-"},
}

// Inspect asks the exported questions, its scorer grades by assay reward, and assay reads its log: the three agree
// about every answer, and so does a run of assay with the same model.
func TestWorldInspect(t *testing.T) {
	inspect := foreign(t, "inspect", "inspect")
	for _, flags := range parts {
		x := newExam(t, "inspect", "asked", flags...)
		x.foreign("asked", []string{"LOCAL_BASE_URL=" + x.url, "LOCAL_API_KEY=k"}, inspect, "eval", "task.py",
			"--model", "openai-api/local/m", "--epochs", "2", "--no-fail-on-error", "--max-retries", "0",
			"--log-dir", "logs", "--display", "none")
		version, theirs := scores(t, x.foreign("asked", nil, filepath.Join(filepath.Dir(inspect), "python"),
			testFile(t, "inspect_scores.py"), "logs"))
		x.assay(append([]string{"import", "inspect", "asked/logs", "--db", "in.db"}, flags...)...)
		x.assay(append([]string{"run", "--model", "openai/m", "--epochs", "2", "--max-retries", "0", "--db", "run.db"},
			flags...)...)
		read := x.ours("in.db")
		n, sum := same(t, "Inspect", theirs, read)
		same(t, "a run of assay", x.ours("run.db"), read)
		failed := len(theirs) - n
		if len(theirs) != 2*x.n || failed == 0 || sum == 0 || sum == float64(n) {
			t.Errorf("%d answers, %d errors, rewards %v: too little was asked", len(theirs), failed, sum)
		}
		summary(t, "inspect_ai", version, fmt.Sprintf("%d questions of %s, 2 epochs", x.n, flags[1]),
			fmt.Sprintf("%d scores, all as assay import inspect and assay run decide; %d errors, no score", n, failed))
	}
}

// testFile returns the path of a script of testdata/world.
func testFile(t *testing.T, name string) string {
	t.Helper()
	p, err := filepath.Abs(filepath.Join("testdata", "world", name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// module makes an exported package importable by a name, as its installation would, and returns the environment.
func (x *exam) module(dir, name string) []string {
	mods := filepath.Join(x.dir, "mods")
	if err := os.MkdirAll(mods, 0o755); err != nil {
		x.t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(x.dir, dir), filepath.Join(mods, name)); err != nil {
		x.t.Fatal(err)
	}
	return []string{"PYTHONPATH=" + mods}
}

// verifiers before 0.4 loads the exported environment and asks the model: every reward is what a run of assay decides.
func TestWorldVerifiersEnvironment(t *testing.T) {
	python := foreign(t, "verifiers-environment", "python")
	for _, flags := range parts {
		x := newExam(t, "verifiers", "asked", flags...)
		module := "assay_" + flags[1]
		version, theirs := scores(t, x.foreign("", x.module("asked", module), python,
			testFile(t, "verifiers_rewards.py"), module, x.url, "m"))
		x.assay(append([]string{"run", "--model", "openai/m", "--max-retries", "0", "--db", "run.db"}, flags...)...)
		n, sum := same(t, "verifiers", theirs, x.ours("run.db"))
		if len(theirs) != x.n || n == x.n || sum == 0 || sum == float64(n) {
			t.Errorf("%d of %d answers, rewards %v: too little was asked", n, x.n, sum)
		}
		summary(t, "verifiers", version, fmt.Sprintf("%d questions of %s", x.n, flags[1]),
			fmt.Sprintf("%d rewards, all as assay run decides; %d errors, no reward", n, x.n-n))
	}
}

// executed are the selections whose answers are code. The attackers of the last but one act from several addresses in
// part, so not every question has a solution; the last needs a box and the packages of a stack.
var executed = [][]string{
	{"--suite", "tenantsql", "--filter", "approve-order-", "--strategy", "sql-repair"},
	{"--suite", "tenantsql", "--filter", "approve-order-", "--strategy", "sql-exploit"},
	{"--suite", "blockbench", "--subset", "tc", "--limit", "5", "--strategy", "patch"},
	{"--suite", "blockbench", "--subset", "tc", "--limit", "5", "--strategy", "exploit"},
	{"--suite", "tenancy", "--subset", "django", "--filter", "edit-site-", "--strategy", "handler-repair", "--box"},
}

// cached lets assay find the compilers of the tests where it looks for them, beside what else it has there.
func cached(t *testing.T) {
	t.Helper()
	own, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(own, "assay", "*"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, "assay", name) }
	errs := []error{os.Mkdir(at(""), 0o755), os.Symlink(solctest.Dir(t), at("solc"))}
	for _, f := range found {
		if name := filepath.Base(f); name != "solc" {
			errs = append(errs, os.Symlink(f, at(name)))
		}
	}
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", dir)
}

// verifiers from 0.4 on validates the exported taskset: the answer of the proof has the reward 1, and none has 0.
func TestWorldVerifiersTaskset(t *testing.T) {
	validate := foreign(t, "verifiers", "vf-validate")
	cached(t)
	for _, flags := range append(slices.Clone(parts), executed...) {
		x := newExam(t, "verifiers", "asked", flags...)
		module := "assay_" + flags[1]
		if slices.Contains(flags, "--box") && !x.boxes(flags) {
			continue
		}
		out := x.foreign("", x.module("asked", module), validate, module, "-o", "out", "--runtime.type", "subprocess")
		var sum struct {
			Outcomes map[string]int
			Checks   map[string]map[string]int
		}
		at := bytes.Index(out, []byte("{"))
		if at < 0 {
			t.Fatalf("%s", out)
		}
		if err := json.Unmarshal(out[at:], &sum); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if sum.Outcomes["valid"] != x.solved || sum.Outcomes["unchecked"] != x.n-x.solved ||
			sum.Checks["noop"]["valid"] != x.n {
			t.Errorf("%v: %d of %d tasks are valid\n%s", flags, sum.Outcomes["valid"], x.solved, out)
		}
		what := strings.Join(slices.DeleteFunc(slices.Clone(flags), func(s string) bool {
			return strings.HasPrefix(s, "--")
		}), " ")
		summary(t, "verifiers", "vf-validate", fmt.Sprintf("%d tasks: %s", x.n, what),
			fmt.Sprintf("%d valid: solution 1.0, nothing done 0.0; %d have no solution", sum.Outcomes["valid"],
				x.n-x.solved))
	}
}

// boxes reports whether what others wrote for handlers is executed here, and says what is missing.
func (x *exam) boxes(flags []string) bool {
	x.t.Helper()
	in, err := os.Open(filepath.Join(x.dir, "asked", "solutions.jsonl"))
	if err != nil {
		x.t.Fatal(err)
	}
	defer in.Close()
	cmd, out := program(x.t, x.dir, x.url, append([]string{"reward"}, flags...)...)
	cmd.Stdin = in
	err = cmd.Run()
	if missing := err != nil || strings.Contains(out.String(), `"reward":null`); !missing {
		return true
	}
	summary(x.t, "verifiers", "vf-validate", strings.Join(flags, " "), fmt.Sprintf("left out: %.300s", out.String()))
	return false
}

// analyser is a static analyser of the world.
type analyser struct {
	name, member, program string
	args                  []string // that print its report about {file} as JSON
	settings              string   // of assay-tools.yaml
	sarif                 []string // that write its SARIF about {file} to {output}; nil without SARIF
	suite                 []string // flags that select texts: contracts in one file, for solc 0.8.19
	count                 func(report []byte) (int, error)
}

// counter returns a function that counts what a report lists.
func counter[T any](list func(T) int) func([]byte) (int, error) {
	return func(report []byte) (int, error) {
		var d T
		err := json.Unmarshal(report, &d)
		return list(d), err
	}
}

type (
	slitherReport struct {
		Results struct{ Detectors []struct{} }
	}
	semgrepReport struct{ Results []struct{} }
	mythrilReport struct{ Issues []struct{} }
	solhintReport []struct{ RuleID *string } // what is no result of a rule, such as its conclusion, has no RuleID
)

// tin is a contract whose flaw symbolic execution finds within seconds.
const tin = `{"id": "tin", "truth": "vulnerable", "class": "tx_origin", "lines": "7", "code": ` +
	`"// SPDX-License-Identifier: MIT\npragma solidity 0.8.19;\n\ncontract Tin {\n    address owner = msg.sender;\n` +
	`    function close() external {\n        require(tx.origin == owner);\n        selfdestruct(payable(msg.sender));\n` +
	`    }\n}\n", "fixed_code": "// SPDX-License-Identifier: MIT\npragma solidity 0.8.19;\n\ncontract Tin {\n` +
	`    address owner = msg.sender;\n    function close() external {\n        require(msg.sender == owner);\n` +
	`        selfdestruct(payable(msg.sender));\n    }\n}\n"}
`

// What an analyser itself reports about texts is read, each result in one count of the report. Its own run and that of
// assay see the same.
func TestWorldAnalysers(t *testing.T) {
	rules := testFile(t, "rules.yaml")
	some := []string{"--suite", "blockbench", "--filter", "ds/gift-card-desk", "--filter", "ds/timed-pots"}
	linted := filepath.Join(t.TempDir(), ".solhint.json")
	if err := os.WriteFile(linted, []byte(solhint.Adapter().Config.Files[".solhint.json"]), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, a := range []analyser{
		{"slither", "slither", "slither", []string{"{file}", "--json", "-", "--disable-color"}, "",
			[]string{"{file}", "--sarif", "{output}", "--disable-color"}, some,
			counter(func(d slitherReport) int { return len(d.Results.Detectors) })},
		{"semgrep", "semgrep", "semgrep", []string{"scan", "--json", "--metrics", "off", "--disable-version-check",
			"--no-git-ignore", "--quiet", "--config", rules, "{file}"},
			"{arguments: [scan, --json, --metrics, 'off', --disable-version-check, --no-git-ignore, --quiet, --config, " + rules +
				", '{file}'], checks: {has-an-event: ''}}",
			[]string{"scan", "--sarif", "--metrics", "off", "--disable-version-check", "--no-git-ignore", "--quiet",
				"--output", "{output}", "--config", rules, "{file}"}, some,
			counter(func(d semgrepReport) int { return len(d.Results) })},
		// it ends by itself after seconds: its limits are for busy machines
		{"mythril", "mythril", "myth", []string{"analyze", "{file}", "-o", "json", "--execution-timeout", "900",
			"--solver-timeout", "100000"},
			"{arguments: [analyze, '{file}', -o, json, --execution-timeout, '900', --solver-timeout, '100000']}",
			nil, []string{"--suite", "tin"},
			counter(func(d mythrilReport) int { return len(d.Issues) })},
		{"solhint", npmMember, "solhint",
			[]string{"--formatter", "json", "--config", linted, "--disc", "--noPoster", "{file}"}, "", nil, some,
			counter(func(d solhintReport) int {
				return len(slices.DeleteFunc(d, func(r struct{ RuleID *string }) bool { return r.RuleID == nil }))
			})},
	} {
		t.Run(a.name, func(t *testing.T) {
			command := foreign(t, a.member, a.program)
			x := &exam{t: t, dir: t.TempDir()}
			shim, err := filepath.Abs("../../tools/forge/solc-shim.js")
			if err != nil {
				t.Fatal(err)
			}
			write := func(name, text string) {
				p := filepath.Join(x.dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(text), 0o755)); err != nil {
					t.Fatal(err)
				}
			}
			write("bin/solc", "#!/bin/sh\nexec node "+shim+" 0.8.19 \"$@\"\n")
			if a.settings != "" {
				write("assay-tools.yaml", "tools: {"+a.name+": "+a.settings+"}\n")
			}
			t.Setenv("PATH", strings.Join([]string{filepath.Join(x.dir, "bin"), filepath.Dir(command), os.Getenv("PATH")},
				string(os.PathListSeparator)))
			write("rows/tin.jsonl", tin)
			x.assay("import", "jsonl", "rows", "--output", "tin")
			x.assay(append([]string{"export", "suite", "texts", "--format", "files"}, a.suite...)...)
			files, err := filepath.Glob(filepath.Join(x.dir, "texts", "*", "ds", "*", "*.sol"))
			if err != nil || len(files) < 2 {
				t.Fatalf("%v, %v", files, err)
			}
			own := 0
			for _, f := range files {
				cmd := exec.Command(command)
				for _, arg := range a.args {
					cmd.Args = append(cmd.Args, strings.ReplaceAll(arg, "{file}", filepath.Base(f)))
				}
				cmd.Dir = filepath.Dir(f)
				out, _ := cmd.Output() // findings are an exit status, too
				n, err := a.count(out)
				if err != nil {
					t.Fatalf("%v: %v\n%.1000s", cmd.Args, err, out)
				}
				own += n
			}
			counted := func(db, model string, own int) (version string, texts, mapped int) {
				t.Helper()
				x.assay(append([]string{"run", "--model", model, "--allow-commands", "--db", db}, a.suite...)...)
				var d struct {
					Tools []struct {
						Answered, Mapped, Below, Outside, Repeated, Ignored int
						Unmapped                                            map[string]int
					}
					Manifest struct{ Subjects []struct{ Version string } }
				}
				x.assay("report", "--db", db, "--format", "json", "--output", db+".json")
				b, err := os.ReadFile(filepath.Join(x.dir, db+".json"))
				if err == nil {
					err = json.Unmarshal(b, &d)
				}
				if err != nil || len(d.Tools) != 1 {
					t.Fatalf("%v: %.1000s", err, b)
				}
				c := d.Tools[0]
				read := c.Mapped + c.Below + c.Outside + c.Repeated + c.Ignored
				for _, n := range c.Unmapped {
					read += n
				}
				if read != own || own == 0 {
					t.Errorf("%s reports %d results, %d are counted: %+v", model, own, read, c)
				}
				version, _, _ = strings.Cut(d.Manifest.Subjects[0].Version, "+")
				return version, c.Answered, c.Mapped
			}
			version, texts, mapped := counted("a.db", "tool/"+a.name, own)
			if texts != len(files) {
				t.Errorf("%d of %d texts answered", texts, len(files))
			}
			summary(t, a.name, version, fmt.Sprintf("%d texts", len(files)),
				fmt.Sprintf("%d results, each counted: %d with a class", own, mapped))
			if a.sarif != nil {
				own = recorded(t, x.dir, command, a.sarif, files)
				_, texts, mapped = counted("s.db", "sarif:recorded.sarif", own)
				summary(t, a.name, version, fmt.Sprintf("SARIF of %d texts", len(files)),
					fmt.Sprintf("%d results about %d of them, each counted: %d with a class", own, texts, mapped))
			}
		})
	}
}

// recorded lets an analyser write its SARIF about each file, puts the runs into one file, recorded.sarif in a
// directory, and returns how many results it has.
func recorded(t *testing.T, dir, command string, args, files []string) (results int) {
	t.Helper()
	type part struct{ Results []json.RawMessage }
	runs := []json.RawMessage{}
	for i, f := range files {
		rel, err := filepath.Rel(dir, f)
		if err != nil {
			t.Fatal(err)
		}
		own := fmt.Sprintf("%d.sarif", i)
		cmd := exec.Command(command)
		for _, arg := range args {
			cmd.Args = append(cmd.Args, strings.NewReplacer("{file}", rel, "{output}", own).Replace(arg))
		}
		cmd.Dir = dir
		said, _ := cmd.CombinedOutput() // findings are an exit status, too
		b, err := os.ReadFile(filepath.Join(dir, own))
		if err != nil {
			t.Fatalf("%v: %v\n%.1000s", cmd.Args, err, said)
		}
		var log struct{ Runs []json.RawMessage }
		if err := json.Unmarshal(b, &log); err != nil {
			t.Fatalf("%s: %v", own, err)
		}
		for _, run := range log.Runs {
			var p part
			if err := json.Unmarshal(run, &p); err != nil {
				t.Fatal(err)
			}
			results += len(p.Results)
		}
		runs = append(runs, log.Runs...)
	}
	b, err := json.Marshal(map[string]any{"version": "2.1.0", "runs": runs})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "recorded.sarif"), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// The exported data set is read by the validator of its card, by another reader of Parquet, and as Hugging Face lays it
// out: the same rows, and no word of complaint.
func TestWorldCards(t *testing.T) {
	python := foreign(t, "cards", "python")
	x := &exam{t: t, dir: t.TempDir()}
	x.assay("export", "suite", "hub", "--format", "huggingface", "--suite", "blockbench", "--suite", "tenantsql",
		"--filter", "ds/lantern", "--filter", "approve-order")
	cmd := exec.Command(python, testFile(t, "cards.py"), "hub")
	cmd.Dir = x.dir
	cmd.Env = append(os.Environ(), "HF_HUB_OFFLINE=1", "HF_HOME="+filepath.Join(x.dir, "home"),
		"HF_DATASETS_DISABLE_PROGRESS_BARS=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	if strings.Contains(said.String(), "gnoring part of") {
		t.Errorf("datasets does not take the card:\n%s", said.String())
	}
	want := map[string]int{"blockbench": 2, "tenantsql": 6}
	read := map[string]int{}
	for row := range bytes.Lines(out) {
		var l struct {
			Reader, Version, Set string
			Rows, Columns        int
			Errors, Warnings     int
		}
		if err := json.Unmarshal(row, &l); err != nil {
			t.Fatalf("%v: %s", err, row)
		}
		if l.Rows != want[l.Set] || l.Errors+l.Warnings > 0 {
			t.Errorf("%s", row)
		}
		read[l.Reader]++
		summary(t, l.Reader, l.Version, "the data set of "+l.Set, fmt.Sprintf("%d rows, no error, no warning", l.Rows))
	}
	if len(read) != 3 || read["mlcroissant"] != 2 || read["pyarrow"] != 2 || read["datasets"] != 2 {
		t.Errorf("read: %v", read)
	}
}

// Harbor finds nothing wrong with the exported tasks, and their scripts give the solution 1 and an untouched answer 0,
// here without a container.
func TestWorldHarbor(t *testing.T) {
	harbor := foreign(t, "harbor", "harbor")
	x := &exam{t: t, dir: t.TempDir()}
	x.assay(append([]string{"export", "suite", "asked", "--format", "harbor", "--solutions"}, parts[1]...)...)
	tasks, err := filepath.Glob(filepath.Join(x.dir, "asked", "tasks", "*"))
	if err != nil || len(tasks) < 10 {
		t.Fatalf("%v, %v", tasks, err)
	}
	version := strings.TrimSpace(string(x.foreign("", nil, harbor, "--version")))
	var findings []json.RawMessage
	if out := x.foreign("", nil, harbor, append([]string{"lint", "--json"}, tasks...)...); json.Unmarshal(out,
		&findings) != nil || len(findings) > 0 {
		t.Errorf("harbor lint: %.2000s", out)
	}
	script := func(task, name string) {
		b, err := os.ReadFile(filepath.Join(task, name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("/app/", x.dir+"/app/", "/logs/", x.dir+"/logs/", "\nassay ", "\n"+assay+" ").Replace(
			string(b))
		cmd := exec.Command("bash", "-c", text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	reward := func(task string) string {
		script(task, "tests/test.sh")
		b, err := os.ReadFile(filepath.Join(x.dir, "logs", "verifier", "reward.txt"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(b))
	}
	app := filepath.Join(x.dir, "app")
	if err := os.MkdirAll(app, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		if err := os.WriteFile(filepath.Join(app, "answer.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		none := reward(task)
		script(task, "solution/solve.sh")
		if solved := reward(task); none != "0" || solved != "1" {
			t.Errorf("%s: nothing done has %q, the solution %q", filepath.Base(task), none, solved)
		}
	}
	summary(t, "harbor", version, fmt.Sprintf("lint and the scripts of %d tasks", len(tasks)),
		"no finding; solution 1, nothing done 0; no container was run")
}
