package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var update = flag.Bool("update", false, "rewrite docs/export.md and testdata/columns.txt")

// hostile is what a subject may say; no format may read it as its own.
const hostile = "=1+1|<img src=x>\n[a](b) {0} \\end{tabular} & % $ _ # @all `x`\u202e"

// world is a run of two subjects over twelve pairs in two subsets: one finds
// every other flaw, the other refuses every third text and reasons.
func world() *report.Data {
	d := &report.Data{RunID: "run-1", Started: time.Unix(0, 0), Complete: true, Notes: []string{hostile},
		Subjects: []bench.Subject{{Name: "builtin/one", Kind: "builtin", Version: "1"},
			{Name: "model/=two[*]", Kind: "model", Version: "2", Strategy: "chain-of-thought"}}}
	half, cost := 0.5, 0.25
	for i := range 12 {
		id := fmt.Sprintf("s%02d", i)
		v := &bench.Variant{Key: "demo/" + id, Suite: "demo", Format: "blockbench", Sample: id, Base: id,
			Group: []string{"ds", "tc"}[i%2], Tier: 1 + i%3,
			Class: []bench.Class{"reentrancy", "access_control"}[i%2], Severity: "high", Truth: bench.Vulnerable,
			Proof: bench.Proved, Twin: "demo/" + id + "+fixed",
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A b.sol", Text: "contract A {}\n"}}},
			Labels: []bench.Label{{Class: "reentrancy", Function: bench.RootCause, Act: "EXT_CALL",
				Span: bench.Span{File: "A b.sol", Line: 1, EndLine: 1}}}}
		f := *v
		f.Key, f.Twin, f.Truth, f.Labels = v.Twin, "", bench.Safe, nil
		for _, v := range []*bench.Variant{v, &f} {
			one := bench.Trial{Variant: v, Subject: "builtin/one", Outcome: bench.Answered, Key: "a" + v.Key,
				Details: &bench.Details{Response: bench.Response{Text: hostile}}}
			one.Answer, one.Verdict = &bench.Answer{Verdict: bench.Safe, Confidence: &half}, &bench.Verdict{Judge: "rule/1"}
			if v.Truth == bench.Vulnerable {
				one.Verdict.Strict, one.Verdict.Lenient = bench.Miss, bench.Miss
			}
			if i%2 == 0 && v.Truth == bench.Vulnerable {
				one.Answer.Verdict, one.Verdict.Strict, one.Verdict.Lenient = bench.Vulnerable, bench.Hit, bench.Hit
				one.Answer.Findings = []bench.Finding{{Type: "Reentrancy", Lines: []bench.Range{{From: 3, To: 5}, {From: 9}},
					Scopes: []string{"f"}, Severity: "Critical", Explanation: hostile}}
				one.Verdict.Findings = []bench.FindingVerdict{{Class: bench.TargetMatch}}
			}
			two := one
			two.Subject, two.Key, two.Response.Model, two.Spent = "model/=two[*]", "b"+v.Key, hostile,
				&bench.Spent{InputTokens: 10, CostUSD: cost, Priced: true}
			two.Answer, two.Verdict = &bench.Answer{Verdict: bench.Vulnerable,
				Findings: []bench.Finding{{Type: hostile, Location: hostile}}},
				&bench.Verdict{Judge: "llm:x", RCIR: &half, AVA: &half, FSV: &half}
			two.Verdict.Findings = []bench.FindingVerdict{{Class: bench.TargetMatch}}
			if v.Truth == bench.Vulnerable {
				two.Verdict.Strict, two.Verdict.Lenient = bench.Hit, bench.Hit
			}
			if i%3 == 0 {
				two.Outcome, two.Reason, two.Answer, two.Verdict = bench.Refused, hostile, nil, nil
			}
			d.Trials = append(d.Trials, one, two)
		}
	}
	return d
}

func written(t *testing.T, d *report.Data, name, table string) string {
	t.Helper()
	f, err := Find(name, table)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, d, table); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// table reads CSV as rows by column.
func table(t *testing.T, text string) []map[string]string {
	t.Helper()
	if text == "" {
		return nil
	}
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, r := range all[1:] {
		m := map[string]string{}
		for i, c := range r {
			m[all[0][i]] = c
		}
		out = append(out, m)
	}
	return out
}

func TestEqualDataEqualBytes(t *testing.T) {
	a, b := world(), world()
	slices.Reverse(b.Trials)
	a, b = a.Shared(), b.Shared()
	for _, f := range Formats() {
		for _, table := range append([]string{""}, f.Tables...) {
			if x, y := written(t, a, f.Name, table), written(t, b, f.Name, table); x != y || x == "" &&
				len(report.Only(a, table).Sections) > 0 {
				t.Errorf("%s %s depends on the order of trials, or is empty", f.Name, table)
			}
		}
		if f.Doc == "" {
			t.Errorf("%s has no doc", f.Name)
		}
	}
	for _, c := range [][2]string{{"pdf", ""}, {"csv", "nothing"}, {"md", "trials"}} {
		if _, err := Find(c[0], c[1]); err == nil {
			t.Errorf("%v is found", c)
		}
	}
}

// The table of trials is enough to compute the headline again.
func TestTrialsHoldTheHeadline(t *testing.T) {
	d := world()
	rows := table(t, written(t, d, "csv", "trials"))
	if len(rows) != len(d.Trials) {
		t.Fatalf("%d rows of %d trials", len(rows), len(d.Trials))
	}
	hits, n, refused := 0, 0, 0
	for _, r := range rows {
		if r["subject"] != "model/=two[*]" {
			continue
		}
		if r["truth"] == "vulnerable" && r["counted"] == "true" {
			n++
			if r["strict"] == "hit" {
				hits++
			}
		}
		if r["outcome"] == "refused" {
			refused++
			if r["verdict"]+r["findings"]+r["judge"] != "" {
				t.Errorf("a refusal says something: %v", r)
			}
		}
		if !strings.HasPrefix(r["model"], "'=1+1") {
			t.Errorf("model %q could be a formula", r["model"])
		}
	}
	if hits != 8 || n != 12 || refused != 8 {
		t.Errorf("%d of %d hits, %d refusals", hits, n, refused)
	}
	found := false
	for _, r := range table(t, written(t, d, "csv", "metrics")) {
		if r["subject"] == "model/=two[*]" && r["metric"] == "tdr" && r["by"] == "" {
			found = true
			if p, _ := strconv.ParseFloat(r["point"], 64); p != 8.0/12 || r["k"] != "8" || r["n"] != "12" ||
				r["missing"] != "4" || r["lo"] == "" {
				t.Errorf("%v", r)
			}
		}
		if r["subject"] == "builtin/one" && r["metric"] == "sui" && r["point"] != "" {
			t.Errorf("SUI without reasoning has a number: %v", r)
		}
	}
	if !found {
		t.Error("no TDR")
	}
}

func TestInert(t *testing.T) {
	for in, want := range map[string]string{"": "", "a=1": "a=1", "=1": "'=1", "-0.5": "-0.5", "-x": "'-x", "@a": "'@a",
		"+1e3": "+1e3", "\tx": "'\tx"} {
		if got := write.Inert(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}

func TestMarkdownTables(t *testing.T) {
	d := world()
	out := written(t, d, "md", "")
	if strings.Contains(out, "<img") || strings.Contains(out, "[a](b)") || strings.Contains(out, "@all") {
		t.Errorf("words of a subject are read as Markdown:\n%s", out)
	}
	pipes := regexp.MustCompile(`(^|[^\\])\|`)
	columns, tables := 0, 0
	for _, l := range strings.Split(out, "\n") {
		if !strings.HasPrefix(l, "|") {
			columns = 0
			continue
		}
		n := len(pipes.FindAllString(l, -1))
		if columns == 0 {
			columns, tables = n, tables+1
		}
		if n != columns {
			t.Errorf("%d columns, want %d: %s", n, columns, l)
		}
	}
	// Every table with rows, and no other.
	want := 0
	for _, s := range report.Document(d).Sections {
		for _, t := range s.Tables {
			if len(t.Rows) > 0 {
				want++
			}
		}
	}
	if tables != want || want < 20 {
		t.Errorf("%d tables of %d:\n%s", tables, want, out)
	}
	for _, want := range []string{
		"8/12 66.7 %",
		"| builtin/one | **1 \\[1, 1\\]** | 2 \\[1, 2\\] |",
		"| builtin/one | 24 | 0 | 0.250",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
}

// Weights of the reader stand wherever the paper's do. builtin/one reasons nothing.
func TestOwnWeights(t *testing.T) {
	d := world()
	w, err := metric.NewWeights("custom", 0.2, 0.2, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	wants := map[[2]string]string{{"csv", "metrics"}: "sui-custom", {"latex", "weights"}: "custom & 0.20 & 0.20 & 0.60",
		{"latex", "sui"}: "detection-heavy & custom", {"md", ""}: "SUI with your weights: 0.2 for detection, 0.2 " +
			"for reasoning, 0.6 for precision"}
	for f, want := range wants {
		if strings.Contains(written(t, d, f[0], f[1]), want) {
			t.Errorf("%v has weights that nobody gave", f)
		}
	}
	d.Weights = &w
	for f, want := range wants {
		if out := written(t, d, f[0], f[1]); !strings.Contains(out, want) {
			t.Errorf("%v: %q is missing in:\n%s", f, want, out)
		}
	}
	// TDR 8/12, reasoning 1/2, precision 1.
	if out := written(t, d, "md", ""); !strings.Contains(out, "| model/=two\\[\\*\\] | 0.833 ") ||
		!strings.Contains(out, "| builtin/one | – |") {
		t.Errorf("0.2·2/3 + 0.2/2 + 0.6 is not in:\n%s", out)
	}
}

// SARIF is held to its schema, and to what it must not lose.
func TestSARIF(t *testing.T) {
	d := world()
	out := written(t, d, "sarif", "")
	if strings.ContainsRune(out, '\u202e') {
		t.Error("a character reverses the reading order")
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 2 {
		t.Fatalf("%d runs", len(log.Runs))
	}
	one, two := log.Runs[0], log.Runs[1]
	if len(one.Results) != 6 || len(two.Results) != 16 || len(two.Invocations[0].ToolExecutionNotifications) != 8 ||
		two.Invocations[0].ExecutionSuccessful || !one.Invocations[0].ExecutionSuccessful {
		t.Errorf("%d and %d results, %+v", len(one.Results), len(two.Results), two.Invocations)
	}
	r := one.Results[0]
	if one.Tool.Driver.Rules[r.RuleIndex].ID != "reentrancy" || r.Level != "error" || len(r.Locations) != 2 ||
		*r.Locations[0].PhysicalLocation.Region != (sarifRegion{3, 5}) ||
		*r.Locations[1].PhysicalLocation.Region != (sarifRegion{9, 9}) {
		t.Errorf("%+v", r)
	}
	if uri := r.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "demo/s00/A%20b.sol" {
		t.Errorf("address %s", uri)
	}
	if !strings.Contains(r.Message.Text, `\[a\](b) {{0}}`) {
		t.Errorf("message %q could be a link", r.Message.Text)
	}
	if two.Tool.Driver.Rules[two.Results[0].RuleIndex].ID != otherRule ||
		*two.Results[0].Locations[0].PhysicalLocation.Region != (sarifRegion{1, 1}) ||
		two.Results[0].Properties["placed"] != false || r.Properties["placed"] != nil {
		t.Errorf("%+v", two.Results[0])
	}
	prints := map[string]bool{}
	for _, r := range two.Results {
		prints[r.PartialFingerprints["assay/v1"]] = true
	}
	if len(prints) != len(two.Results) {
		t.Error("fingerprints repeat")
	}
	for _, run := range log.Runs {
		codeScanning(t, run)
	}
}

// codeScanning holds a run to what GitHub's code scanning wants beyond the schema.
func codeScanning(t *testing.T, r sarifRun) {
	t.Helper()
	if len(r.Tool.Driver.Rules) > 25000 || len(r.Results) > 25000 || r.AutomationDetails.ID == "" {
		t.Errorf("%d rules, %d results, category %q", len(r.Tool.Driver.Rules), len(r.Results), r.AutomationDetails.ID)
	}
	for _, rule := range r.Tool.Driver.Rules {
		tags, _ := rule.Properties["tags"].([]any)
		if rule.ID == "" || rule.Name == "" || rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" ||
			rule.Help.Text == "" || len(rule.ID) > 255 || len(tags) == 0 || len(tags) > 20 {
			t.Errorf("rule %+v", rule)
		}
	}
	listed := map[string]bool{}
	for _, a := range r.Artifacts {
		if listed[a.Location.URI] {
			t.Errorf("%s is listed twice", a.Location.URI)
		}
		listed[a.Location.URI] = true
	}
	prints := map[string]bool{}
	for _, res := range r.Results {
		p := res.PartialFingerprints["primaryLocationLineHash"]
		if !regexp.MustCompile(`^[0-9a-f]{16}:[1-9]\d*$`).MatchString(p) || prints[p] {
			t.Errorf("fingerprint %q", p)
		}
		prints[p] = true
		if len(res.Locations) == 0 || len(res.Locations) > 1000 || res.Message.Text == "" {
			t.Errorf("%d locations, message %q", len(res.Locations), res.Message.Text)
		}
		for _, l := range res.Locations {
			u, err := url.Parse(l.PhysicalLocation.ArtifactLocation.URI)
			if err != nil || u.IsAbs() || strings.HasPrefix(u.Path, "/") || strings.Contains(u.Path, "..") ||
				!listed[u.String()] {
				t.Errorf("address %q: %v", l.PhysicalLocation.ArtifactLocation.URI, err)
			}
			if g := l.PhysicalLocation.Region; g == nil || g.StartLine < 1 || g.EndLine < g.StartLine {
				t.Errorf("region %+v", g)
			}
		}
	}
}

// docs/export.md lists the formats, tables and columns that there are.
func TestDocumented(t *testing.T) {
	const begin, end = "<!-- generated: go test ./internal/core/report/export -update -->\n", "<!-- end -->"
	file := filepath.Join("..", "..", "..", "..", "docs", "export.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("docs/export.md has lost its marks")
	}
	var b strings.Builder
	b.WriteString("\n| format | |\n|---|---|\n")
	for _, f := range Formats() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.Doc)
	}
	b.WriteString("\n`csv --table trials`\n\n| column | |\n|---|---|\n")
	for _, c := range trialColumns() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Name, c.Doc)
	}
	b.WriteString("\n`csv --table metrics`\n\n| column | |\n|---|---|\n")
	for _, c := range metricColumns() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Name, c.Doc)
	}
	b.WriteString("\nTables of the report, for `--table` of `csv`, `latex`, `md` and `text`\n\n| " +
		"section | tables |\n|---|---|\n")
	for _, s := range report.Sections() {
		fmt.Fprintf(&b, "| %s | `%s` |\n", s.Title, strings.Join(s.Tables, "`, `"))
	}
	b.WriteString("\n")
	want := before + begin + b.String() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Error("docs/export.md is out of date; go test ./internal/core/report/export -update")
	}
}
