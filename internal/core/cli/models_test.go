package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	author "assay/internal/author/cli"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"assay/internal/test/corpustest"
	"assay/internal/test/modeltest"
)

// assay runs one command, in a new empty directory unless the test has changed into one, and
// returns its output.
func assay(t *testing.T, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Main(t.Context(), args, &environ.Env{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(name string) string { return env[name] },
	}, author.Further())
	for name, value := range env {
		if strings.HasSuffix(name, "_KEY") && strings.Contains(out.String()+errs.String(), value) {
			t.Errorf("%v shows the key", args)
		}
	}
	return code, out.String(), errs.String()
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// says fails the test unless every pattern matches a line.
func says(t *testing.T, text string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile("(?m)" + p).MatchString(text) {
			t.Errorf("no line is like %s in\n%s", p, text)
		}
	}
}

const ownFile = `provider: openai
models:
  - id: rocket
    context: 200000
    max_output: 8192
    cutoff: {date: 2025-08, source: test}
    price: {date: 2026-11-20, source: test, input: 2.5, output: 10, cache_read: 0.25}
`

func TestModelsList(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "assay-models.yaml", ownFile)
	code, out, errs := assay(t, map[string]string{"OPENAI_API_KEY": modeltest.Key, "GOOGLE_API_KEY": modeltest.Key},
		"models")
	if code != 0 {
		t.Fatal(code, errs)
	}
	says(t, out,
		`^builtin/oracle +`, `^openai +OPENAI_API_KEY \(set\)`, `^anthropic +ANTHROPIC_API_KEY \(not set\)`,
		`^gemini +GEMINI_API_KEY \(set\)`, `^exec +none needed`,
		`^MODEL +CONTEXT +MAX OUTPUT +USD/M IN +USD/M OUT +CUT-OFF +CHECKED ON +KEY$`,
		`^openai/rocket +200000 +8192 +2\.5 +10 +2025-08 +2026-11-20( stale)? +yes$`,
		`^anthropic/claude-haiku-5-5 +1000000 +128000 +- +- +2026-06 +2026-07-24 stale +no$`)

	write(t, "bad.yaml", "provider: openai\nmodels:\n  - id: x\n    price: {input: 3, output: 4}\n")
	if code, _, errs := assay(t, nil, "models", "--set", "models-file=bad.yaml"); code != exit.BadUsage ||
		!strings.Contains(errs, "bad.yaml:3: price needs the date") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs := assay(t, nil, "models", "--set", "models-file=none.yaml"); code != exit.BadUsage ||
		!strings.Contains(errs, "none.yaml") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// serve answers every request with the result of reply, and counts the requests.
func serve(t *testing.T, reply func(r *http.Request, body []byte) (int,
	string)) (address string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		body, _ := io.ReadAll(r.Body)
		status, text := reply(r, body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Request-Id", "req-7")
		w.WriteHeader(status)
		io.WriteString(w, text)
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

func TestModelsCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "assay-models.yaml", ownFile)
	url, _ := serve(t, func(_ *http.Request, body []byte) (int, string) {
		if bytes.Contains(body, []byte(`"temperature"`)) {
			return 400, `{"error":{"message":"Unsupported parameter: 'temperature'","param":"temperature"}}`
		}
		return 200, modeltest.Chat().Answer("{\"ok\": true}\x1b[31m")
	})
	code, out, errs := assay(t, nil, "models", "check", "openai:rocket", "--base-url", url+"/v1", "--reasoning-effort",
		"low", "--set", "model-seed=7", "--max-tokens", "50")
	if code != 0 {
		t.Fatal(code, errs)
	}
	says(t, out, `^model +openai/rocket$`, `^outcome +answered \(stop\)$`, `^text +\{"ok": true\}\x{fffd}\[31m$`,
		`^answered by +served-model$`, `^request id +req-7$`,
		`^settings +max_tokens=50 reasoning_effort=low schema=strict seed=7$`, `^dropped settings +temperature$`,
		`^tokens +11 in \(5 read from cache, 0 written to cache\), 7 out \(3 reasoning\)$`,
		// 6 at 2.5, 5 at 0.25, 7 at 10 USD a million
		`^cost +\$0\.000086 at the price of 2026-11-20$`, `^requests +2$`, `^latency +`)
}

func TestModelsCheckProviders(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ name, keyVar, urlVar, header, answer string }{
		{"anthropic/claude-x", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "X-Api-Key",
			`{"type":"message","id":"m","model":"served","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":2}}`},
		{"gemini/gemini-x", "GEMINI_API_KEY", "GEMINI_BASE_URL", "X-Goog-Api-Key",
			`{"modelVersion":"served","candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2}}`},
		{"openrouter/a/b", "OPENROUTER_API_KEY", "OPENROUTER_BASE_URL", "Authorization",
			`{"model":"served","choices":[{"message":{"content":"ok"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"cost":0.5}}`},
	} {
		url, _ := serve(t, func(r *http.Request, _ []byte) (int, string) {
			if !strings.HasSuffix(r.Header.Get(tt.header), modeltest.Key) {
				return 401, `{"error":{"message":"no key"}}`
			}
			return 200, tt.answer
		})
		env := map[string]string{tt.keyVar: modeltest.Key, tt.urlVar: url}
		code, out, errs := assay(t, env, "models", "check", tt.name)
		if code != 0 {
			t.Errorf("%s: exit %d: %s", tt.name, code, errs)
		}
		says(t, out, `^model +`+tt.name+`$`, `^answered by +served$`, `^tokens +9 in .* 2 out`)

		delete(env, tt.keyVar)
		if code, _, errs := assay(t, env, "models", "check", tt.name); code != exit.BadUsage ||
			!strings.Contains(errs, "set "+tt.keyVar) {
			t.Errorf("%s without a key: exit %d: %s", tt.name, code, errs)
		}
	}
}

func TestModelsCheckFails(t *testing.T) {
	t.Chdir(t.TempDir())
	url, requests := serve(t, func(r *http.Request, _ []byte) (int, string) {
		return 404, `{"error":{"message":"no model for ` + r.Header.Get("Authorization") + `"}}`
	})
	env := map[string]string{"OPENAI_API_KEY": modeltest.Key}
	code, out, errs := assay(t, env, "models", "check", "openai/none", "--base-url", url)
	if code != exit.Failed || requests.Load() != 1 {
		t.Errorf("exit %d after %d requests", code, requests.Load())
	}
	says(t, out, `^outcome +failed$`, `^cost +unknown$`)
	says(t, errs, `^assay: openai/none does not answer: no-model \(HTTP 404\): openai: no model for Bearer \[key\] `+
		`\(asked at http://[0-9.:]+/chat/completions\); does the address lack /v1\?$`)
	for args, want := range map[string]string{
		"openai/x --reasoning-effort lots --base-url " + url: "one of none, minimal",
		"nobody/x":                      "is not a model",
		"echo:safe --request-timeout 0": "--request-timeout",
		"openai/":                       "names a provider and no model: write openai/<name>",
		"exec:":                         "a command that reads the prompt and writes the answer: exec:COMMAND",
		"echo:x":                        "echo: there is no model",
	} {
		code, _, errs := assay(t, env, append([]string{"models", "check"}, strings.Fields(args)...)...)
		if (code != exit.BadUsage && args != "echo:x") || code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s", args, code, errs)
		}
	}
	if code, out, _ := assay(t, nil, "models", "check", "echo:refused"); code != exit.Failed ||
		!strings.Contains(out, "refused") {
		t.Errorf("a refusal: exit %d: %s", code, out)
	}
}

// A provider that --base-url does not concern is asked at its own address, and the user is told.
func TestBaseURLOfOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	_, _, errs := assay(t, nil, "run", "--dry-run", "--suite", "blockbench", "--limit", "1", "-m", "anthropic/a", "-m",
		"openai/b", "--base-url", "http://127.0.0.1:9")
	says(t, errs, `^anthropic is asked at its own address: --base-url is for openai/<id>; ANTHROPIC_BASE_URL sets another$`,
		`^openai is asked at http://127.0.0.1:9 \(--base-url\)$`)
}

// An unknown model stops its subject with one message.
func TestRunUnknownModel(t *testing.T) {
	t.Chdir(t.TempDir())
	url, requests := serve(t, func(*http.Request, []byte) (int, string) {
		return 404,
			`{"error":{"message":"no such model"}}`
	})
	code, _, errs := assay(t, nil, "run", "-m", "openai/none", "--base-url", url, "--suite", "blockbench",
		"--max-connections", "2")
	if code != exit.Failed || requests.Load() > 4 || strings.Count(errs, "no such model") != 1 {
		t.Errorf("exit %d after %d requests: %s", code, requests.Load(), errs)
	}
	says(t, errs, `stopped asking openai/none: no-model \(HTTP 404\): openai: no such model `+
		`\(asked at http://[0-9.:]+/chat/completions\); does the address lack /v1\?; [0-9]+ trials left$`)
}

// Names are given one by one or in a list; commas in a command do not separate names.
func TestModelNames(t *testing.T) {
	t.Chdir(t.TempDir())
	_, out, errs := assay(t, nil, "run", "--dry-run", "--suite", "blockbench", "-m", "echo:refused", "-m",
		"builtin/keyword,exec:cut -d, -f1", "--model", "echo/safe")
	says(t, out+errs, `^echo:refused  `, `^builtin/keyword  `, `^exec:cut -d, -f1  `, `^echo:safe  `)
}

// A recording replays to the same result.
func TestRecordAndReplay(t *testing.T) {
	corpustest.Turn(t, 3)
	t.Chdir(t.TempDir())
	run := func(db string, args ...string) (int, string, string) {
		return assay(t, nil, append([]string{"run", "--suite", "blockbench", "--filter", "term-loan-vault", "--filter",
			"ticket-credit-line", "--db", db}, args...)...)
	}
	if code, _, errs := run("1.db", "-m", "echo:vulnerable", "--set", "record=answers.jsonl", "--dry-run"); code != 0 {
		t.Fatal(errs)
	}
	if _, err := os.Stat("answers.jsonl"); err == nil {
		t.Error("a dry run writes a recording")
	}
	if code, _, errs := run("1.db", "-m", "echo:vulnerable", "--set", "record=answers.jsonl"); code != 0 {
		t.Fatal(errs)
	}
	recorded, err := os.ReadFile("answers.jsonl")
	if err != nil || bytes.Count(recorded, []byte("\n")) != 4 {
		t.Fatalf("recorded %s, %v", recorded, err)
	}
	code, out, errs := run("2.db", "-m", "replay:answers.jsonl", "--json")
	if code != 0 || !json.Valid([]byte(out)) {
		t.Fatal(code, errs)
	}
	says(t, errs, `4 trials ended: 4 answered$`)

	// A recording written by hand, for one sample and its twin; the others have no answer.
	_, list, _ := assay(t, nil, "samples", "list", "--suite", "blockbench", "--filter", "term-loan-vault", "--filter",
		"ticket-credit-line")
	sample := regexp.MustCompile(`(?m)^blockbench +(\S+)`).FindStringSubmatch(list)
	if sample == nil {
		t.Fatalf("no sample is listed in %s", list)
	}
	for name, answered := range map[string]int{sample[1]: 2, "blockbench/" + sample[1]: 1} {
		write(t, "hand.jsonl",
			fmt.Sprintf(`{"sample":%q,"text":"{\"verdict\":\"safe\",\"confidence\":1,\"vulnerabilities\":[],\"overall_explanation\":\"\"}"}`, name))
		code, _, errs = run(fmt.Sprint(answered, ".hand.db"), "-m", "replay:hand.jsonl")
		if code != exit.Failed {
			t.Errorf("%s: exit %d", name, code)
		}
		says(t, errs, fmt.Sprintf(`4 trials ended: %d answered, %d failed$`, answered, 4-answered))
	}

	write(t, "bad.jsonl", `{"sample":"x","txt":""}`)
	if code, _, errs := run("4.db", "-m", "replay:bad.jsonl"); code != exit.BadUsage ||
		!strings.Contains(errs, "bad.jsonl:1: ") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs := run("5.db", "-m", "echo", "--set", "record=no/such/directory"); code != exit.BadUsage ||
		!strings.Contains(errs, "no/such") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// The help on reports lists the tables once, not for every format.
func TestReportHelpListsTablesOnce(t *testing.T) {
	_, out, errs := assay(t, nil, "report", "--help")
	out = strings.Join(strings.Fields(out), " ")
	if n := strings.Count(out, " judge-pairs,"); n != 1 || !strings.Contains(out, "further tables: trials, metrics") {
		t.Errorf("%d lists of tables: %s%s", n, out, errs)
	}
}

// An unknown format of data is answered with the help that lists the formats.
func TestImportUnknownFormat(t *testing.T) {
	for _, args := range [][]string{{"import", "nope", "dir"}, {"import", "archive", "a", "b"}} {
		code, _, errs := assay(t, nil, args...)
		want := map[string]string{"nope": "`assay import --help`", "archive": "`assay import archive --help`"}[args[1]]
		if code != exit.BadUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s", args, code, errs)
		}
	}
}
