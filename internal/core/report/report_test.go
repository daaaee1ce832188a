package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is what a response may hold; none of it may become markup.
const hostile = "</script><img src=x onerror=alert(1)>{{7*7}}\u202e"

// variants builds n bases of one pair each in a suite.
func variants(suite string, format bench.Format, n int) []*bench.Variant {
	var out []*bench.Variant
	for i := range n {
		id := fmt.Sprintf("ds/s%02d", i)
		v := &bench.Variant{
			Key: suite + "/" + id, Suite: suite, Format: format, Sample: id, Base: id, Group: []string{"ds", "tc"}[i%2],
			Tier:  1 + i%3,
			Class: []bench.Class{"reentrancy", "access_control"}[i%2], Severity: "high", Truth: bench.Vulnerable,
			Proof: bench.Proved,
			Twin:  suite + "/" + id + "+fixed", RootCause: "the cause", Attack: "the attack", Fix: "the repair",
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
				Text: "// A.\n\ncontract A {\n  uint x;\n  function f() public {\n    x = 1;\n  }\n}\n"}}},
		}
		v.Labels = []bench.Label{{Class: v.Class, Function: bench.RootCause, Act: "STATE_MOD",
			Span: bench.Span{File: "A.sol", Line: 6, EndLine: 6}, Scope: "f", Note: "sets x <late>"}}
		if format == "tenantsql" {
			v.Task.Language, v.Task.Spec = "sql", "1. Every row belongs to the caller's <org>.\n2. Deleted rows stay hidden.\n"
			v.Task.Files[0] = bench.File{Path: "q.sql", Text: "SELECT id\nFROM t\nWHERE org = :org;\n"}
			v.Labels[0] = bench.Label{Class: v.Class, Function: bench.RootCause, Requirements: []int{1}}
		}
		f := *v
		f.Key, f.Twin, f.Truth, f.Labels = v.Twin, "", bench.Safe, nil
		f.Task.Files = []bench.File{{Path: v.Task.Files[0].Path, Text: strings.Replace(v.Task.Files[0].Text, "x = 1", "x = 2",
			1) + "-- end\n"}}
		out = append(out, v, &f)
	}
	return out
}

// say answers one trial; a zero truth means that there is no answer.
func say(subject string, v *bench.Variant, says bench.Truth, hit bool) bench.Trial {
	t := bench.Trial{Variant: v, Subject: subject, Outcome: bench.Answered, Key: subject + v.Key,
		Details: &bench.Details{Response: bench.Response{Text: "I say " + says.String() + ". " + hostile}}}
	hit = hit && says == bench.Vulnerable
	if says == 0 {
		t.Outcome, t.Reason, t.Response.Text = bench.Refused, "declined "+hostile, ""
		return t
	}
	t.Answer, t.Verdict = &bench.Answer{Verdict: says}, &bench.Verdict{Judge: "rule/1"}
	if v.Truth == bench.Vulnerable {
		t.Verdict.Strict, t.Verdict.Lenient = bench.Miss, bench.Miss
		if hit {
			t.Verdict.Strict, t.Verdict.Lenient = bench.Hit, bench.Hit
		}
	}
	if says == bench.Vulnerable {
		class := bench.Hallucinated
		if hit {
			class = bench.TargetMatch
		}
		t.Answer.Findings = []bench.Finding{{Type: hostile, Location: hostile, Explanation: hostile}}
		t.Verdict.Findings = []bench.FindingVerdict{{Class: class, Reason: hostile}}
	}
	return t
}

// world is a run of four subjects over two suites: one that knows, one that
// recognises, one that always says safe, and one that refuses now and then.
func world() *Data {
	start := time.Date(2026, 11, 21, 9, 31, 0, 0, time.UTC)
	d := &Data{RunID: "run-1", Started: start, Ended: start.Add(192 * time.Second), Complete: true,
		Manifest: bench.Manifest{Program: "0.1.0", Commit: "4f1d2c9", Go: "go1.26.8",
			Command: []string{"run", "--model", "a b"}, Judging: bench.Judging{Rule: "rule/1"}, Parser: "1", Epochs: 1, Seed: 7,
			Suites: map[string]string{"blockbench": "aa", "tenantsql": "bb"}, StartedAt: start},
		Subjects: []bench.Subject{{Name: "builtin/slither", Kind: "builtin", Version: "1"},
			{Name: "builtin/keyword", Kind: "builtin", Version: "1", Doc: "sees names"},
			{Name: "builtin/always-safe", Kind: "builtin", Version: "1"},
			{Name: "model/名前<b>", Kind: "model", Version: "v1", Params: map[string]string{"temperature": "0", "a": "1"}}},
	}
	all := append(variants("blockbench", "blockbench", 16), variants("tenantsql", "tenantsql", 8)...)
	for i := 0; i < len(all); i += 2 {
		v, f, k := all[i], all[i+1], i/2
		static, model := bench.Safe, bench.Vulnerable
		if k%2 == 0 {
			static = bench.Vulnerable
		}
		if k%5 == 0 {
			model = 0
		}
		key := []bench.Truth{bench.Vulnerable, bench.Safe, bench.Vulnerable}[k%3]
		m := say("model/名前<b>", v, model, k%2 == 1)
		if m.Answer != nil {
			confidence := 0.9
			m.Answer.Confidence = &confidence
		}
		m.Spent = &bench.Spent{InputTokens: 1200, OutputTokens: 300, CostUSD: 0.01, Priced: true}
		d.Trials = append(d.Trials,
			say("builtin/slither", v, static, true), say("builtin/slither", f, bench.Safe, false),
			say("builtin/keyword", v, key, true), say("builtin/keyword", f, key, false),
			say("builtin/always-safe", v, bench.Safe, false), say("builtin/always-safe", f, bench.Safe, false),
			m, say("model/名前<b>", f, bench.Vulnerable, false))
	}
	d.Manifest.Trials, d.Manifest.Variants = len(d.Trials), len(all)
	return d
}

func terminal(t *testing.T, d *Data, width int) string {
	t.Helper()
	var b bytes.Buffer
	if err := Terminal(&b, d, width); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func page(t *testing.T, d *Data) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTerminalGolden(t *testing.T) {
	for _, width := range []int{80, 100, 120, 160} {
		got := terminal(t, world(), width)
		file := filepath.Join("testdata", fmt.Sprintf("terminal-%d.txt", width))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("width %d (-update rewrites):\n%s", width, got)
		}
	}
}

func TestTerminalFits(t *testing.T) {
	for width := 80; width <= 170; width += 9 {
		for line := range strings.Lines(terminal(t, world(), width)) {
			if line = strings.TrimSuffix(line, "\n"); termtext.Columns(line) > width {
				t.Fatalf("width %d: %d cells: %s", width, termtext.Columns(line), line)
			}
			if strings.HasSuffix(line, " ") {
				t.Errorf("width %d: trailing space: %q", width, line)
			}
		}
	}
}

// Every subject, its counts and its diagnosis survive at every width.
func TestTerminalKeepsWhatMatters(t *testing.T) {
	d := world()
	d.Subjects[0].Name = "provider/" + strings.Repeat("long-", 12) + "name"
	for i := range d.Trials {
		if d.Trials[i].Subject == "builtin/slither" {
			d.Trials[i].Subject = d.Subjects[0].Name
		}
	}
	for _, width := range []int{20, 60, 80, 100} {
		got := terminal(t, d, width)
		for _, want := range []string{"provider/", "8/16", "50.0 %", "[28.0, 72.0]", "follows the flaw", "recogniser",
			"constant answer"} {
			if !strings.Contains(got, want) {
				t.Errorf("width %d: no %q in\n%s", width, want, got)
			}
		}
	}
}

func TestTerminalWritesNoControlCharacter(t *testing.T) {
	d := world()
	d.Notes = []string{"\x1b[2J\u202e note"}
	d.Subjects[0].Name = "evil\x1b]0;x\a"
	for i := range d.Trials {
		d.Trials[i].Subject = strings.Replace(d.Trials[i].Subject, "builtin/slither", d.Subjects[0].Name, 1)
	}
	if got := terminal(t, d, 120); strings.ContainsAny(got, "\x1b\a\u202e") {
		t.Errorf("%q", got)
	}
}

// Sentences are chosen by the diagnosis and carry its counts.
func TestExplain(t *testing.T) {
	d := world()
	s := d.Suites()[0]
	text := strings.Join(Explain(HeadlineOf(d, &s)), "\n")
	for _, want := range []string{
		"builtin/slither (8 of 16 pairs, 50 %) follows the flaw", "builtin/keyword (16 of 16 pairs) is a recogniser",
		"Detection alone would put builtin/keyword (11/16) above builtin/slither (8/16)", "builtin/always-safe (“safe”)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, l := range HeadlineOf(d, &s).Lines {
		for _, sentence := range Explain(HeadlineOf(d, &s)) {
			if strings.Contains(sentence, "recogniser") && strings.Contains(sentence, l.Subject.Name+" (") &&
				l.Diagnosis != metric.Recogniser {
				t.Errorf("%s is %s, and the text says %q", l.Subject.Name, l.Diagnosis, sentence)
			}
		}
	}
	// With one subject turned round the text turns too.
	for i := range d.Trials {
		if d.Trials[i].Subject == "builtin/slither" && d.Trials[i].Answer != nil {
			d.Trials[i].Answer.Verdict = bench.Vulnerable + bench.Safe - d.Trials[i].Answer.Verdict
		}
	}
	text = strings.Join(Explain(HeadlineOf(d, &s)), "\n")
	if strings.Contains(text, "follows the flaw") || !strings.Contains(text,
		"builtin/slither (8 of 16 pairs reversed) goes against the flaw") {
		t.Error(text)
	}
}

// Unproved samples stay out of the headline, whole, and are counted; without a
// proved one the numbers are shown for what they are.
func TestUnproved(t *testing.T) {
	unproved := func(every int) (*Data, Suite) {
		d := world()
		for i, v := range d.Suites()[0].Variants {
			if v.Truth == bench.Vulnerable && i/2%every == 0 {
				v.Proof = bench.Unproved
			}
		}
		return d, d.Suites()[0]
	}
	d, s := unproved(4)
	if got := terminal(t, d, 120); !strings.Contains(got,
		"4 of 16 samples are not proved by execution, and not included in these numbers.") {
		t.Error(got)
	}
	if n := len(s.Headline("builtin/slither")); n != 24 {
		t.Errorf("%d rows in the headline, want 24: a sample counts whole or not at all", n)
	}
	d, s = unproved(1)
	if got := terminal(t, d, 120); !strings.Contains(got, "No sample of this suite is proved by execution:") {
		t.Error(got)
	}
	if n := len(s.Headline("builtin/slither")); n != 32 {
		t.Errorf("%d rows in the headline, want all 32", n)
	}
}

// edge holds runs that have little to show.
func edge() map[string]*Data {
	one := &Data{Complete: true, Subjects: []bench.Subject{{Name: "m"}},
		Trials: []bench.Trial{say("m", variants("s", "blockbench", 1)[0], bench.Vulnerable, true)}}
	refused := &Data{Complete: true, Subjects: []bench.Subject{{Name: "m"}}}
	interrupted := &Data{Subjects: []bench.Subject{{Name: "m"}}}
	foreign := &Data{Complete: true}
	for i, v := range variants("s", "tenantsql", 4) {
		refused.Trials = append(refused.Trials, say("m", v, 0, false))
		t := say("m", v, v.Truth, true)
		if i > 2 {
			t = bench.Trial{Variant: v, Subject: "m", Details: &bench.Details{}}
		}
		interrupted.Trials = append(interrupted.Trials, t)
		bare := *v
		bare.Labels, bare.Class, bare.Group, bare.Task = nil, "", "", bench.Task{}
		un := say("not in the plan", &bare, bench.Vulnerable, false)
		un.Verdict = nil
		foreign.Trials = append(foreign.Trials, un)
	}
	return map[string]*Data{"empty": {}, "subjects only": {Subjects: []bench.Subject{{Name: "m"}}},
		"one trial": one, "all refused": refused, "interrupted": interrupted, "bare": foreign}
}

func TestEdgeRunsSayWhatIsMissing(t *testing.T) {
	want := map[string]string{
		"empty": "No trial was planned", "subjects only": "No trial was planned", "one trial": "no pair with two answers",
		"all refused": "8 of 8 trials have no answer", "interrupted": "5 of 8 trials were not asked",
		"bare": "8 answers have no verdict",
	}
	for name, d := range edge() {
		if got := terminal(t, d, 100); !strings.Contains(strings.Join(strings.Fields(got), " "), want[name]) {
			t.Errorf("%s: no %q in\n%s", name, want[name], got)
		}
		got := page(t, d)
		if w := want[name]; name != "one trial" && !strings.Contains(got, w) {
			t.Errorf("%s: no %q in the page", name, w)
		}
		wellFormed(t, name, got)
	}
}

func TestDeterminism(t *testing.T) {
	a, b := world(), world()
	for i, j := 0, len(b.Trials)-1; i < j; i, j = i+1, j-1 {
		b.Trials[i], b.Trials[j] = b.Trials[j], b.Trials[i]
	}
	first, again := page(t, a), page(t, a)
	if first != again || first != page(t, b) {
		t.Error("the same data give different pages")
	}
	if terminal(t, a, 100) != terminal(t, b, 100) {
		t.Error("the same data give different text")
	}
}
