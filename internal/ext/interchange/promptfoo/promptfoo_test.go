package promptfoo

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/core/run/exchange"
	"assay/internal/ext/interchange"
	"assay/internal/test/interchangetest"
)

// A variable contains nothing that promptfoo would treat as a template or a key, and no line end that it would
// drop, and it reads back unchanged.
func TestQuestions(t *testing.T) {
	out := interchangetest.Folder{}
	hash := strings.Repeat("0123abcd", 8)
	list := []exchange.Question{{Prompt: hash, System: "be {{ short }}", User: "{% if x %}<b>\n"},
		{Prompt: hash, User: "x"}}
	if err := Questions().Write(out, interchange.Export{Name: "assay-s", Questions: list}); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out["questions.jsonl"])), "\n") {
		var x test
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(x.Vars.User+x.Vars.System, "{}\n") || strings.ReplaceAll(x.Vars.Prompt, " ", "") != hash ||
			strings.Contains(x.Vars.Prompt, hash[:9]) {
			t.Errorf("%s", line)
		}
		var user, system string
		if err := json.Unmarshal([]byte(x.Vars.User), &user); err != nil || user != list[i].User {
			t.Errorf("%q, %v", user, err)
		}
		if x.Vars.System != "" {
			if err := json.Unmarshal([]byte(x.Vars.System), &system); err != nil {
				t.Error(err)
			}
		}
		if system != list[i].System {
			t.Errorf("%q", system)
		}
	}
}

const results = `{"evalId":"e","results":{"version":3,"timestamp":"t","prompts":[],"stats":{},"results":[%s]},"config":{},"shareableUrl":null}`

// entry is one of promptfoo's results.
func entry(provider, prompt, response string) string {
	return fmt.Sprintf(
		`{"promptIdx":0,"testIdx":0,"provider":{"id":%q,"label":""},"vars":{"prompt":%q,"system":"","user":"q"},"response":%s,"failureReason":0,"success":true,"score":1}`, provider, prompt, response)
}

func TestAnswers(t *testing.T) {
	id := strings.TrimSpace(strings.Repeat("0123abcd ", 8))
	usage := `"tokenUsage":{"total":15,"prompt":10,"completion":5,"completionDetails":{"reasoning":2,"cacheReadInputTokens":4}}`
	list := []string{
		entry("openai:chat:m", id, `{"output":"one",`+usage+`,"finishReason":"length","cost":0.5}`),
		entry("openai:chat:m", id, `{"output":{"verdict":"safe"}}`),
		entry("openai:chat:m", "", `{"output":"x"}`),
		entry("openai:chat:m", id, `{"error":"401"}`),
		strings.Replace(entry("openai:chat:m", id, `{"output":""}`), `"failureReason":0`, `"failureReason":2,"error":"no"`,
			1),
		strings.Replace(entry("openai:chat:m", id, `{"output":"failed an assertion"}`), `"failureReason":0`,
			`"failureReason":1`, 1),
		strings.Replace(entry("openai:chat:m", id, `{"output":"other words"}`), `"promptIdx":0`, `"promptIdx":1`, 1),
		strings.Replace(entry("x", id, `{"output":"","isRefusal":true}`), `"label":""`, `"label":"my model"`, 1),
		strings.Replace(entry("x", "s/a", `{"output":"keyed"}`), `"prompt":`, `"sample":`, 1),
	}
	r, err := Answers().Read(interchangetest.File("out.json", "", fmt.Sprintf(results, strings.Join(list, ","))))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.Lines {
		got = append(got, fmt.Sprintf("%s %.4s%s %d %s %s %d/%d/%d/%d", l.Subject, l.Prompt, l.Sample, l.Repetition, l.Finish,
			l.Text, l.Usage.InputTokens, l.Usage.CachedTokens, l.Usage.OutputTokens, l.Usage.ReasoningTokens))
	}
	want := []string{
		"openai:chat:m 0123 0 truncated one 10/4/5/2", `openai:chat:m 0123 1 answered {"verdict":"safe"} 0/0/0/0`,
		"openai:chat:m 0123 4 answered failed an assertion 0/0/0/0",
		"openai:chat:m#1 0123 0 answered other words 0/0/0/0", "my_model 0123 0 refused  0/0/0/0",
		"x s/a 0 answered keyed 0/0/0/0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(r.Left) != 2 || r.Left[interchange.Unasked] != 1 || r.Left["results that ended with an error"] != 2 {
		t.Errorf("left %v", r.Left)
	}
	if c := r.Lines[0].Usage.CostUSD; c == nil || *c != 0.5 || r.Lines[1].Usage.CostUSD != nil {
		t.Error("a cost that is not known is not free")
	}
}

// A provider that parses the answer gives an object in place of a text.
func TestObject(t *testing.T) {
	b, err := os.ReadFile("testdata/object.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Answers().Read(interchangetest.File("out.json", "", string(b)))
	if err != nil || len(r.Lines) != 2 || len(r.Left) != 0 {
		t.Fatalf("%d lines, left %v, error %v", len(r.Lines), r.Left, err)
	}
	for _, l := range r.Lines {
		var answer struct {
			Verdict         string
			Vulnerabilities []struct{ Location string }
		}
		if err := json.Unmarshal([]byte(l.Text), &answer); err != nil || answer.Verdict != "vulnerable" ||
			len(answer.Vulnerabilities) != 1 || answer.Vulnerabilities[0].Location != "withdrawBonus(), lines 75-76" {
			t.Errorf("%s: %v", l.Text, err)
		}
		if l.Subject != "openai:gpt-5" || l.Usage.InputTokens != 2006 || l.Usage.OutputTokens != 300 {
			t.Errorf("%s, usage %+v", l.Subject, l.Usage)
		}
	}
}

// A score that is not a number, as JSON of Python says it, refuses no results.
func TestNotANumber(t *testing.T) {
	text := fmt.Sprintf(results, entry("m", "s/a", `{"output":"NaN","cost":NaN}`))
	r, err := Answers().Read(interchangetest.File("out.json", "", text))
	if err != nil || len(r.Lines) != 1 || r.Lines[0].Text != "NaN" || r.Lines[0].Usage.CostUSD != nil {
		t.Errorf("%+v %v", r, err)
	}
}

func TestRefuses(t *testing.T) {
	interchangetest.Refuses(t, Answers(), map[string][2]string{
		"cut": {fmt.Sprintf(results, entry("m", "s/a", `{"output":"x"}`))[:200],
			"f: not results of promptfoo: unexpected EOF; if the file was cut"},
		"other":   {`{"a":1}`, `f: not results of promptfoo: there is no "results" in it`},
		"version": {`{"results":{"version":9,"results":[]}}`, "f: results of version 9; versions 2 and 3 are read"},
		"provider": {fmt.Sprintf(results, entry("", "s/a", `{"output":"x"}`)),
			"f: result 1: the file does not say which model answered; name it with --subject"},
		"redacted": {fmt.Sprintf(results, entry("m", "[REDACTED]", `{"output":"x"}`)),
			"f: result 1: promptfoo has replaced the id"},
	})
}

func FuzzRead(f *testing.F) {
	interchangetest.Fuzz(f, Answers(), fmt.Sprintf(results, entry("m", "s/a", `{"output":"x"}`)), fmt.Sprintf(results, ""))
}
