package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/run/exchange"
	"assay/internal/core/store"
	"assay/internal/ext/interchange"
	"assay/internal/test/interchangetest"
)

func number(x float64) *float64 { return &x }

// world is a run of a model, an agent and a built-in with every outcome.
func world() *interchange.Run {
	bad := &bench.Variant{Key: "s/ds/jar", Suite: "s", Sample: "jar", Base: "jar", Truth: bench.Vulnerable,
		Twin: "s/ds/jar+fixed", Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "Jar.sol", Text: "contract Jar { /* <b>&\u2028 */ }"}}}}
	good := &bench.Variant{Key: "s/ds/jar+fixed", Suite: "s", Sample: "jar", Base: "jar", Truth: bench.Safe,
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "Jar.sol", Text: "contract Jar {}"}}}}
	start := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	trial := func(v *bench.Variant, subject string, rep int, o bench.Outcome, text string) interchange.Trial {
		var t interchange.Trial
		t.Variant, t.Subject, t.Repetition, t.Outcome, t.Key = v, subject, rep, o,
			fmt.Sprintf("%x", subject+v.Key+fmt.Sprint(rep))
		if o == "" {
			return t
		}
		t.ID, t.Details = 1, &bench.Details{}
		t.Response = bench.Response{Text: text, Finish: bench.Answered, Model: "m-1", Started: start,
			Elapsed: 1500 * time.Millisecond, Attempts: 1,
			Usage: bench.Usage{InputTokens: 100, CachedTokens: 40, OutputTokens: 30, ReasoningTokens: 10, CostUSD: number(0.25)}}
		t.Response.RawRequest = []byte(
			`{"messages":[{"role":"system","content":"You audit."},{"role":"user","content":"Is it safe?"}]}`)
		return t
	}
	hit := trial(bad, "v/m", 0, bench.Answered, `{"verdict":"vulnerable"}`)
	hit.Answer = &bench.Answer{Verdict: bench.Vulnerable, Confidence: number(0.9), Explanation: "it is",
		Findings: []bench.Finding{{Type: "reentrancy", Location: "withdraw()"}}}
	hit.Verdict = &bench.Verdict{Judge: "rule", Strict: bench.Hit, Lenient: bench.Hit, RCIR: number(1),
		Findings: []bench.FindingVerdict{{Class: bench.TargetMatch}}}
	miss := trial(bad, "v/m", 1, bench.Answered, `{"verdict":"vulnerable"}`)
	miss.Answer, miss.Verdict = &bench.Answer{Verdict: bench.Vulnerable},
		&bench.Verdict{Judge: "rule", Strict: bench.Miss, Lenient: bench.Miss}
	unscored := trial(bad, "v/m", 2, bench.Answered, `{"verdict":"safe"}`)
	unscored.Answer, unscored.Verdict = &bench.Answer{Verdict: bench.Safe},
		&bench.Verdict{Judge: "rule", Strict: bench.Unscored}
	refused := trial(good, "v/m", 0, bench.Refused, "")
	refused.Response.Finish, refused.Reason = bench.Refused, "I cannot"
	cut := trial(good, "v/m", 1, bench.Truncated, `{"verd`)
	failed := trial(good, "v/m", 2, bench.Failed, "")
	failed.Response.Finish, failed.Reason = bench.Failed, "401"
	turn := bench.Turn{Text: "I look.", Calls: []bench.ToolCall{{ID: "c1", Name: "read", Args: `{"path":"Jar.sol"}`},
		{ID: "c2", Name: "read", Args: `[`}}}
	acted := trial(good, "v/m+react", 0, bench.Answered, `{"verdict":"safe"}`)
	acted.Answer = &bench.Answer{Verdict: bench.Safe}
	acted.Response.FinishRaw = bench.Submitted.Raw(2)
	acted.Response.RawResponse = transcript.Encode([]transcript.Event{
		{Seq: 0, Kind: transcript.Begin, Question: &transcript.Asked{System: "You audit.", User: "Look."}},
		{Seq: 1, Kind: transcript.Said, Message: &transcript.Message{Turn: turn, Model: "m-1"}},
		{Seq: 2, Kind: transcript.CallEnded, Call: "c1", Tool: "read",
			Result: &transcript.Result{Text: "contract Jar {}"}},
		{Seq: 3, Kind: transcript.Nudged, Text: "Go on."},
		{Seq: 4, Kind: transcript.End, Ending: bench.Submitted},
	})
	code := trial(bad, "builtin/slither", 0, bench.Answered, `{"verdict":"safe"}`)
	code.Response.RawRequest = nil
	code.Answer, code.Verdict = &bench.Answer{Verdict: bench.Safe}, &bench.Verdict{Judge: "rule", Strict: bench.Miss}
	trials := []interchange.Trial{hit, miss, unscored, refused, cut, failed, acted, code,
		trial(good, "builtin/slither", 0, "", "")}
	return &interchange.Run{
		Run: store.Run{ID: "20260102-030405-abcdef", Started: start, Ended: start.Add(time.Minute), Manifest: bench.Manifest{
			Program: "devel", Epochs: 3, Suites: map[string]string{"s": "5ui7e"},
			Subjects: []bench.Subject{{Name: "v/m", Kind: "model", Model: "v/m", Strategy: "direct"},
				{Name: "v/m+react", Model: "v/m", Scaffold: "react"}},
		}},
		Judge:  "rule",
		Trials: func(f func(interchange.Trial) error) error { return each(trials, f) },
		Clean:  func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("You audit."), []byte("[key]")) },
	}
}

func each(list []interchange.Trial, f func(interchange.Trial) error) error {
	for _, t := range list {
		if err := f(t); err != nil {
			return err
		}
	}
	return nil
}

func exported(t *testing.T, f interchange.Runs) interchangetest.Folder {
	t.Helper()
	out := interchangetest.Folder{}
	if err := f.Write(out, world(), func(s string) { t.Error(s) }); err != nil {
		t.Fatal(err)
	}
	return out
}

func in(t *testing.T, name string, b []byte) (interchange.Record, error) {
	t.Helper()
	return read(interchange.File{Name: name, Data: bytes.NewReader(b), Size: int64(len(b))})
}

// unpack converts both forms of a log to one: header, samples and summaries.
func unpack(t *testing.T, b []byte) (head []byte, samples, summaries []json.RawMessage) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		var d struct{ Samples []json.RawMessage }
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		return b, d.Samples, nil
	}
	for _, f := range z.File {
		text, err := member("x", f)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case f.Name == "header.json":
			head = text
		case f.Name == "summaries.json":
			if err := json.Unmarshal(text, &summaries); err != nil {
				t.Fatal(err)
			}
		case strings.HasPrefix(f.Name, "samples/"):
			samples = append(samples, text)
		}
	}
	return head, samples, summaries
}

// Written logs are valid under Inspect's published schema. The schema in testdata is reduced to what our logs
// may contain, and allows no other fields.
func TestSchema(t *testing.T) {
	schema := func(name string) *jsonschema.Schema {
		c := jsonschema.NewCompiler()
		f, err := os.Open("testdata/log.schema.json")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		doc, err := jsonschema.UnmarshalJSON(f)
		if err == nil {
			err = c.AddResource("log.json", doc)
		}
		if err != nil {
			t.Fatal(err)
		}
		return c.MustCompile("log.json#/$defs/" + name)
	}
	valid := func(s *jsonschema.Schema, name string, b []byte) {
		t.Helper()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err == nil {
			err = s.Validate(doc)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	logs, summaries, samplesSeen := 0, 0, 0
	for _, f := range Logs() {
		for name, b := range exported(t, f) {
			head, samples, list := unpack(t, b)
			valid(schema("EvalLog"), name, head)
			for _, s := range samples {
				valid(schema("EvalSample"), name, s)
				samplesSeen++
			}
			for _, s := range list {
				valid(schema("EvalSampleSummary"), name, s)
				summaries++
			}
			logs++
			if !strings.HasPrefix(name, "2026-01-02T03-04-05+00-00_s_") {
				t.Errorf("%s: the viewer lists a .json log only if its name begins with a time", name)
			}
		}
	}
	if logs != 6 || samplesSeen != 16 || summaries != 8 {
		t.Errorf("%d logs with %d samples and %d summaries were looked at", logs, samplesSeen, summaries)
	}
}

// Written logs can be read back: every answer with its text, ending and usage, under the key of its variant.
// Trials without an answer are counted.
func TestRoundTrip(t *testing.T) {
	for _, f := range Logs() {
		var got []string
		left := map[string]int{}
		for name, b := range exported(t, f) {
			if bytes.Contains(b, []byte("You audit.")) {
				t.Errorf("%s holds what was to be cleaned out of it", name)
			}
			r, err := in(t, name, b)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range r.Lines {
				u := l.Usage
				got = append(got, fmt.Sprintf("%s %s %d %s %s %q %s %d/%d/%d/%d $%g", l.Subject, l.Sample, l.Repetition, l.Finish,
					l.Strategy, l.Text, l.Model, u.InputTokens, u.CachedTokens, u.OutputTokens, u.ReasoningTokens, *u.CostUSD))
			}
			for k, n := range r.Left {
				left[k] += n
			}
		}
		slices.Sort(got)
		want := []string{
			`recorded/builtin/slither s/ds/jar 0 answered  "{\"verdict\":\"safe\"}" m-1 100/40/30/10 $0.25`,
			`v/m s/ds/jar 0 answered direct "{\"verdict\":\"vulnerable\"}" m-1 100/40/30/10 $0.25`,
			`v/m s/ds/jar 1 answered direct "{\"verdict\":\"vulnerable\"}" m-1 100/40/30/10 $0.25`,
			`v/m s/ds/jar 2 answered direct "{\"verdict\":\"safe\"}" m-1 100/40/30/10 $0.25`,
			`v/m s/ds/jar+fixed 0 refused direct "" m-1 100/40/30/10 $0.25`,
			`v/m s/ds/jar+fixed 1 truncated direct "{\"verd" m-1 100/40/30/10 $0.25`,
			`v/m+react s/ds/jar+fixed 0 answered  "{\"verdict\":\"safe\"}" m-1 100/40/30/10 $0.25`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", f.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if len(left) != 1 || left["samples that ended with an error"] != 1 {
			t.Errorf("%s left %v", f.Name, left)
		}
	}
}

// The header summarizes its samples: an unanswered trial is not right, and an unscored one is in no mean.
func TestTally(t *testing.T) {
	for name, b := range exported(t, Logs()[0]) {
		head, _, _ := unpack(t, b)
		var l log
		if err := json.Unmarshal(head, &l); err != nil {
			t.Fatal(err)
		}
		if l.Eval.Metadata.Assay.Subject != "v/m" {
			if l.Eval.Metadata.Assay.Subject == "builtin/slither" && (l.Status != "cancelled" || l.Results.Total != 2 ||
				l.Results.Completed != 1) {
				t.Errorf("%s: %s, %+v", name, l.Status, l.Results)
			}
			continue
		}
		if l.Status != "success" || l.Results.Total != 6 || l.Results.Completed != 5 || l.Eval.Dataset.Samples != 2 {
			t.Errorf("%s: %s, %+v, %+v", name, l.Status, l.Results, l.Eval.Dataset)
		}
		want := map[string]string{"verdict": "2 of 6, 0 unscored", "target": "1 of 2, 1 unscored"}
		for _, s := range l.Results.Scores {
			got := fmt.Sprintf("%.0f of %d, %d unscored", s.Metrics["accuracy"].Value*float64(s.Scored), s.Scored, s.Unscored)
			if got != want[s.Name] {
				t.Errorf("%s: %s, want %s", s.Name, got, want[s.Name])
			}
			delete(want, s.Name)
		}
		if len(want) > 0 {
			t.Errorf("no score for %v", want)
		}
		u := l.Stats.Usage["v/m"]
		if u.Input != 6*60 || u.Total != 6*130 || u.Cost == nil || *u.Cost != 1.5 {
			t.Errorf("usage %+v", u)
		}
	}
}

func TestMessages(t *testing.T) {
	seen := 0
	for _, b := range exported(t, Logs()[1]) {
		_, samples, _ := unpack(t, b)
		for _, text := range samples {
			var s sample
			if err := json.Unmarshal(text, &s); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range s.Messages {
				got = append(got, m.Role)
				for _, c := range m.Calls {
					got = append(got, c.Function+string(c.Arguments)+c.ParseError)
				}
			}
			want := ""
			switch {
			case s.Metadata.Assay.Outcome == "failed":
				want = "system user"
			case s.Usage["v/m"] == usage{}: // the built-in
				want = "user assistant"
			case len(s.Messages) > 3:
				want = `system user assistant read{"path":"Jar.sol"} read{}not an object: [ tool user`
			default:
				want = "system user assistant"
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %q, want %q", s.ID, got, want)
			}
			seen++
		}
	}
	if seen != 8 {
		t.Errorf("%d samples", seen)
	}
}

// A log written by Inspect: zstd in the zip, ids that are hashes, texts in parts, a sample that was written
// twice, and members that are not needed.
func TestForeign(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for _, m := range [][2]string{
		{"_journal/start.json", `{"version":2,"eval":{"model":"openai/x y"}}`},
		{"samples/1_epoch_1.json",
			`{"id":1,"epoch":1,"output":{"choices":[{"message":{"content":"x"},"stop_reason":"stop"}]}}`},
		{"samples/a_epoch_1.json", `{"id":"` + hash + `","epoch":1,"output":{"choices":[]}}`},
		{"samples/a_epoch_1.json", `{"id":"` + hash +
			`","epoch":1,"new":[1],"output":{"model":"x-2026","choices":[{"message":{"content":[{"type":"reasoning","reasoning":"hm"},{"type":"text","text":"one "},{"type":"text","text":"two"}]},"stop_reason":"max_tokens"}],"usage":{"input_tokens":5,"input_tokens_cache_read":3,"output_tokens":2,"total_tokens":10}}}`},
		{"samples/a_epoch_2.json", `{"id":"` + hash + `","epoch":2,"output":{"choices":[]}}`},
		{"samples/a_epoch_3.json", `{"id":"` + hash + `","epoch":3,"error":{"message":"no"},"output":{"choices":[]}}`},
		{"samples/b_epoch_1.json",
			`{"id":9,"epoch":1,"metadata":{"sample":"s/a"},"attachments":{"h":"long"},"output":{"completion":"attachment://h","choices":[{"message":{"content":""},"stop_reason":"content_filter"}]}}`},
		{"reductions.json", `[]`},
	} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m[0], Method: zstd.ZipMethodWinZip})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := in(t, "x.eval", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 2 || r.Left[interchange.Unasked] != 1 || r.Left["samples without an output"] != 1 ||
		r.Left["samples that ended with an error"] != 1 {
		t.Fatalf("%+v", r)
	}
	if l := r.Lines[0]; l.Prompt != hash || l.Text != "one two" || l.Subject != "openai/x_y" || l.Model != "x-2026" ||
		l.Finish != bench.Truncated || l.Usage.InputTokens != 8 || l.Usage.CachedTokens != 3 ||
		!strings.Contains(l.Place, "samples/a_epoch_1.json") {
		t.Errorf("%+v", l)
	}
	if l := r.Lines[1]; l.Sample != "s/a" || l.Text != "long" || l.Finish != bench.Filtered {
		t.Errorf("%+v", l)
	}
}

// Bad input gets one line with its place and a remedy.
func TestRefuses(t *testing.T) {
	var eval []byte
	for _, b := range exported(t, Logs()[0]) {
		eval = b
	}
	good := `{"version":2,"eval":{"model":"m"},"samples":[%s]}`
	interchangetest.Refuses(t, Answers(), map[string][2]string{
		"cut zip": {string(eval[:len(eval)/2]),
			"f: not a whole .eval log: zip: not a valid zip file; if it was cut, copy it again"},
		"cut JSON":   {`{"version":2,`, "f: not a log of Inspect: unexpected end of JSON input; if it was cut"},
		"other":      {`{"a":1}`, `f: not a log of Inspect: there is no "eval" in it`},
		"version":    {`{"version":3,"eval":{}}`, "f: a log of version 3; version 2 is read"},
		"no version": {`{"eval":{}}`, "f: a log of version none"},
		"no model": {`{"version":2,"eval":{},"samples":[{"id":"s/a","epoch":1,"output":{"completion":"x"}}]}`,
			"f: sample 1: the file does not say which model answered; name it with --subject"},
		"epoch": {fmt.Sprintf(good, `{"id":"s/a","output":{"completion":"x"}}`),
			"f: sample 1: epoch 0; Inspect counts from 1"},
		"sample": {fmt.Sprintf(good, `{"id":"s/a","epoch":"x"}`), "f: sample 1: not a sample of Inspect"},
		"many epochs": {fmt.Sprintf(good, `{"id":"s/a","epoch":99999,"output":{"completion":"x"}}`),
			"f: sample 1: repetition 99998 is not between"},
		"finish": {fmt.Sprintf(good,
			`{"id":"s/a","epoch":1,"metadata":{"assay":{"variant":"s/a","finish":"won"}},"output":{"completion":"x"}}`),
			`f: sample 1: finish "won"`},
		"our metadata": {fmt.Sprintf(good, `{"id":"s/a","epoch":1,"metadata":{"assay":7},"output":{"completion":"x"}}`),
			"f: sample 1: its metadata of assay cannot be read"},
	})
}

// The task asks the questions in the file next to it. A stub provides Inspect's names; `make world` runs Inspect.
func TestTask(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED, the task of Inspect was not run: python3 is not on PATH")
	}
	out := interchangetest.Folder{}
	list := []exchange.Question{{Prompt: "h1", System: "be short", User: "is it {{safe}}?"},
		{Prompt: "h2", User: "and this?", Schema: json.RawMessage(`{"type":"object"}`)}}
	if err := Questions().Write(out, interchange.Export{Name: "assay-s", Questions: list}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, b := range map[string]string{
		"inspect_ai/__init__.py": "class Task:\n    def __init__(self, **k): self.__dict__.update(k)\ndef task(f): return f\n",
		"inspect_ai/dataset.py": "class Sample:\n    def __init__(self, input, id): self.input, self.id = input, " +
			"id\nclass MemoryDataset(list):\n    def __init__(self, samples, name): super().__init__(samples)\n",
		"inspect_ai/model.py": "class ChatMessageUser:\n    role = 'user'\n    def __init__(self, content): " +
			"self.content = content\nclass ChatMessageSystem(ChatMessageUser):\n    role = 'system'\nResponseSchema = dict\n",
		"inspect_ai/solver.py": "def generate(): return 'generate'\ndef solver(f): return f\n",
		"inspect_ai/util.py":   "class JSONSchema:\n    def model_validate(value): return value\n",
		"inspect_ai/scorer.py": "Score = None\ndef mean(): pass\ndef stderr(): pass\n" +
			"def scorer(metrics): return lambda f: f\n",
		"show.py": "from task import assay\nt = assay(grade=False)\nassert t.scorer is None\nfor s in t.dataset: print(s.id, [(m.role, " +
			"m.content) for m in s.input], t.epochs)\n" +
			"import asyncio, types\nasync def ask(state, **how): return how\n" +
			"for h in 'h1', 'h2': print(asyncio.run(t.solver(types.SimpleNamespace(sample_id=h), ask)))\n" +
			"print(assay(grade=False, schema=False).solver)\n",
	} {
		out[name] = []byte(b)
	}
	for name, b := range out {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(path.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, "show.py")
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	want := "h1 [('system', 'be short'), ('user', 'is it {{safe}}?')] 1\nh2 [('user', 'and this?')] 1\n{}\n" +
		"{'response_schema': {'name': 'answer', 'json_schema': {'type': 'object'}, 'strict': True}}\ngenerate\n"
	if err != nil || string(b) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, b, want)
	}
	if n := bytes.Count(out["task.py"], []byte("\n")); n > 75 {
		t.Errorf("%d lines; a task that is read before it is run has 75", n)
	}
}

func FuzzRead(f *testing.F) {
	interchangetest.Fuzz(f, Answers(),
		`{"version":2,"eval":{"model":"m"},"samples":[{"id":"s/a","epoch":1,"output":{"completion":"x"}}]}`, "PK\x03\x04")
}

// Python writes numbers that JSON does not have, into .json and .eval logs.
func TestPythonNumbers(t *testing.T) {
	sample := `{"id":"` + strings.Repeat("ab", 32) + `","epoch":1,"scores":{"a":{"value":NaN}},"output":{"model":"m",` +
		`"completion":"is NaN","choices":[],"usage":{"input_tokens":5,"output_tokens":Infinity}}}`
	head := `{"version":2,"eval":{"model":"v/m"},"results":{"scores":[{"metrics":{"stderr":{"value":-Infinity}}}]}`
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"header.json": head + "}", "samples/a_epoch_1.json": sample} {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string][]byte{"l.eval": b.Bytes(), "l.json": []byte(head + `,"samples":[` + sample + "]}")} {
		r, err := in(t, name, log)
		if err != nil || len(r.Lines) != 1 || r.Lines[0].Text != "is NaN" || r.Lines[0].Usage.InputTokens != 5 {
			t.Errorf("%s: %+v %v", name, r.Lines, err)
		}
	}
}
