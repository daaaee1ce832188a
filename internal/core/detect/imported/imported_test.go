package imported

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
)

func TestRead(t *testing.T) {
	lines, err := Read(strings.NewReader(`{"sample":"s/a","subject":"x","text":"one"}

{"prompt":"ab","subject":"x","text":"","repetition":2,"finish":"refused","model":"m","usage":{"input_tokens":3,"cost_usd":0.5}}
`), "f.jsonl")
	if err != nil || len(lines) != 2 {
		t.Fatalf("%+v, %v", lines, err)
	}
	if l := lines[0]; l.Sample != "s/a" || l.Finish != bench.Answered || l.Place != "f.jsonl:1" {
		t.Errorf("%+v", l)
	}
	if l := lines[1]; l.Prompt != "ab" || l.Finish != bench.Refused || l.Repetition != 2 || l.Usage.InputTokens != 3 ||
		*l.Usage.CostUSD != 0.5 || l.Place != "f.jsonl:3" {
		t.Errorf("%+v", l)
	}
}

func TestReadRefuses(t *testing.T) {
	good := `{"sample":"s","subject":"x","text":"y"}` + "\n"
	for bad, want := range map[string]string{
		``:                "no answer",
		`nonsense`:        "f.jsonl:2: not an answer",
		`{"sample":"s"}`:  "subject",
		good:              "f.jsonl:2: line 1 has this",
		`{"subject":"x"}`: "one of sample and prompt",
		`{"sample":"s","subject":"x","verdict":"safe"}`:                             `unknown field "verdict"`,
		`{"sample":"s","prompt":"p","subject":"x"}`:                                 "not both",
		`{"sample":"s","subject":"a b"}`:                                            "without spaces",
		`{"sample":"s","subject":"builtin/keyword"}`:                                "built-in",
		`{"sample":"t","subject":"x","finish":"failed"}`:                            "finish",
		`{"sample":"t","subject":"x","repetition":-1}`:                              "repetition",
		`{"sample":"t","subject":"x","usage":{"output_tokens":-1}}`:                 "negative",
		`{"sample":"t","subject":"x"} {"sample":"u","subject":"x"}`:                 "more than one value",
		"{\"sample\":\"t\",\"subject\":\"x\",\"text\":\"\xff\"}":                    "not UTF-8",
		`{"sample":"t","subject":"x","text":"` + strings.Repeat("x", jsonl.MaxLine): "longer than",
	} {
		text := good + bad
		if bad == "" {
			text = "\n"
		}
		if _, err := Read(strings.NewReader(text), "f.jsonl"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", bad, err, want)
		}
	}
	_, err := Read(strings.NewReader(strings.Repeat("no\n", 100)), "f.jsonl")
	if n := strings.Count(err.Error(), "\n"); n != 9 {
		t.Errorf("%d lines about a hundred problems, want 10", n+1)
	}
}

// FuzzRead: arbitrary bytes give valid lines, or an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"sample":"s/a","subject":"x","text":"one","usage":{"cost_usd":1e-3}}`))
	f.Add([]byte("{}\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		lines, err := Read(strings.NewReader(string(b)), "f")
		if err == nil && len(lines) == 0 {
			t.Error("nothing, and no error")
		}
		for _, l := range lines {
			if l.Subject == "" || (l.Sample == "") == (l.Prompt == "") || l.Place == "" || l.Repetition < 0 || l.Finish == "" {
				t.Errorf("%+v", l)
			}
		}
	})
}
