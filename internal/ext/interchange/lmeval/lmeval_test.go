package lmeval

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/ext/interchange"
	"assay/internal/test/interchangetest"
)

// line is a sample as the program writes it.
func line(id int, filter, prompt, resps string) string {
	return fmt.Sprintf(
		`{"doc_id":%d,"doc":{"prompt":%q,"system":"","user":"q"},"target":"","arguments":{"gen_args_0":{"arg_0":"q","arg_1":{"until":[]}}},"resps":%s,"filtered_resps":["x"],"filter":%q,"metrics":["bypass"],"doc_hash":"d","prompt_hash":"p","target_hash":"t","bypass":999}`, id, prompt, resps, filter) + "\n"
}

func TestAnswers(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	text := line(0, "none", hash, `[["{\"verdict\":\"safe\"}"]]`) + line(1, "none", "", `[["x"]]`) +
		line(0, "strip", hash, `[["{\"verdict\":\"safe\"}"]]`) + "\n" +
		line(2, "none", hash[2:]+"cd", `[["one","two"]]`) + line(3, "none", hash, `[[]]`) +
		strings.ReplaceAll(line(4, "none", "", `["flat"]`), `"prompt":""`, `"sample":"s/a"`)
	r, err := Answers().Read(interchangetest.File("results/v__m/samples_assay_s_2026-01-02T03-04-05.jsonl", "v__m", text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.Lines {
		got = append(got, fmt.Sprintf("%s %s %.4s%s %d %s %s", l.Place[strings.LastIndex(l.Place, ":"):], l.Subject, l.Prompt,
			l.Sample, l.Repetition, l.Finish, l.Text))
	}
	want := []string{`:1 v/m abab 0 answered {"verdict":"safe"}`, ":5 v/m abab 0 answered one",
		":5 v/m abab 1 answered two", ":7 v/m s/a 0 answered flat"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(r.Left) != 3 || r.Left[interchange.Unasked] != 1 || r.Left["lines of a further filter"] != 1 ||
		r.Left["samples without a response"] != 1 {
		t.Errorf("left %v", r.Left)
	}
	if r.Lines[0].Finish != bench.Answered {
		t.Errorf("%+v", r.Lines[0])
	}
}

// The results next to the samples name the model; --subject overrides both.
func TestModel(t *testing.T) {
	f := interchangetest.File("samples_assay_s_2026.jsonl", "dir", line(0, "none", "s/a", `[["x"]]`))
	f.Sibling = func(name string) []byte {
		if name != "results_2026.json" {
			t.Errorf("looked for %s", name)
		}
		return []byte(`{"model_name":"org/model-7b"}`)
	}
	for _, want := range []string{"org/model-7b", "mine"} {
		if r, err := Answers().Read(f); err != nil || r.Lines[0].Subject != want {
			t.Errorf("%+v, %v; want %s", r.Lines, err, want)
		}
		f.Subject = "mine"
	}
	f.Subject, f.Sibling = "", nil
	if _, err := Answers().Read(f); err == nil || !strings.Contains(err.Error(), "--subject") {
		t.Errorf("no model: %v", err)
	}
}

// A task with two filters has each answer twice: strict-match and flexible-extract of the same responses.
func TestTwoFilters(t *testing.T) {
	b, err := os.ReadFile("testdata/two-filters.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Answers().Read(interchangetest.File("samples_assay_blockbench_2026.jsonl", "v__m", string(b)))
	if err != nil || len(r.Lines) != 2 || r.Lines[0].Prompt == r.Lines[1].Prompt ||
		len(r.Left) != 1 || r.Left["lines of a further filter"] != 2 {
		t.Errorf("%+v, left %v, error %v", r.Lines, r.Left, err)
	}
	for _, l := range r.Lines {
		if l.Repetition != 0 || !strings.HasPrefix(l.Text, `{"verdict": "vulnerable", "confidence": 0.95,`) {
			t.Errorf("repetition %d: %s", l.Repetition, l.Text)
		}
	}
}

func TestRefuses(t *testing.T) {
	good := line(0, "none", "s/a", `[["x"]]`)
	interchangetest.Refuses(t, Answers(), map[string][2]string{
		"cut": {good + good[:40],
			"f:2: not a sample of lm-evaluation-harness: unexpected end of JSON input; if the file was cut"},
		"other": {`{"a":1}`, `f:1: not a sample of lm-evaluation-harness: it has no "doc_id"`},
		"multi choice": {line(0, "none", "s/a", `[[[-1.5,false]],[[-2.5,true]]]`),
			"f:1: its responses are not texts; the task has to be of output_type generate_until"},
		"requests": {line(0, "none", "s/a", `[["x"],["y"]]`), "f:1: 2 requests about one document"},
	})
}

func FuzzRead(f *testing.F) {
	interchangetest.Fuzz(f, Answers(), line(0, "none", "s/a", `[["x"]]`),
		line(1, "none", strings.Repeat("ab", 32), `["x"]`))
}

// Python writes numbers that JSON does not have.
func TestPythonNumbers(t *testing.T) {
	text := strings.Replace(line(1, "none", strings.Repeat("ab", 32), `[["NaN, -Infinity"]]`), `"bypass":999`,
		`"bypass":NaN,"perplexity":Infinity,"loss":-Infinity`, 1)
	r, err := Answers().Read(interchangetest.File("v__m/samples_s.jsonl", "v__m", text))
	if err != nil || len(r.Lines) != 1 || r.Lines[0].Text != "NaN, -Infinity" {
		t.Errorf("%+v %v", r.Lines, err)
	}
}
