package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/replay"
	"assay/internal/test/modeltest"
)

func load(t *testing.T, text string) *replay.Records {
	t.Helper()
	rs, err := replay.Load("a.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Recorded answers with any bytes are played back unchanged.
func TestRoundTrip(t *testing.T) {
	cost := 0.25
	answers := []bench.Response{
		{Text: "{\"verdict\":\n\"safe\"} é\u2028\u0000<b>", Finish: bench.Answered, FinishRaw: "stop", Model: "m-1",
			Attempts: 1,
			Usage:    bench.Usage{InputTokens: 9, OutputTokens: 3, CachedTokens: 4, CostUSD: &cost, PriceDate: "2026-01-01"}},
		{Text: "no", Finish: bench.Refused, FinishRaw: "refusal", Attempts: 2},
		{Finish: bench.Filtered, FinishRaw: "SAFETY", Attempts: 1},
	}
	var steps []modeltest.Step
	for _, a := range answers {
		steps = append(steps, modeltest.Step{Response: a})
	}
	var file bytes.Buffer
	rec := replay.NewRecorder(&file)
	m := rec.Wrap(modeltest.Scripted(append(steps, modeltest.Fail(model.ErrAuth))...))
	ask := func(i int) model.Request {
		return model.Request{Model: "m", System: "s", User: fmt.Sprint("question ", i), Task: fmt.Sprint("task", i)}
	}
	for i := range answers {
		if _, err := m.Generate(t.Context(), ask(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Generate(t.Context(), ask(9)); model.KindOf(err) != model.ErrAuth || rec.Err() != nil {
		t.Error(err, rec.Err())
	}
	if s := file.String(); strings.Contains(s, "question") || strings.Count(s, "\n") != len(answers) {
		t.Errorf("recorded %s", s)
	}
	p := replay.New(load(t, file.String()), nil)
	for i, want := range answers {
		got, err := p.Generate(t.Context(), ask(i))
		if err != nil || got.Text != want.Text || got.Finish != want.Finish || got.FinishRaw != want.FinishRaw ||
			got.Model != want.Model {
			t.Errorf("%d: %+v, error %v", i, got, err)
		}
		if u := got.Usage; u.InputTokens != want.Usage.InputTokens || u.CachedTokens != want.Usage.CachedTokens ||
			u.CostUSD == nil || *u.CostUSD != 0 || u.PriceDate != "" {
			t.Errorf("%d: usage %+v; playing back costs nothing", i, u)
		}
		// Another prompt about the same task has no record by prompt.
		r := ask(i)
		r.User = "asked otherwise"
		if _, err := p.Generate(t.Context(), r); model.KindOf(err) != model.ErrMissing {
			t.Errorf("%d: another prompt: %v", i, err)
		}
	}
}

// A conversation is recorded and played back turn by turn; in a file written by hand a
// turn states how many came before it.
func TestConversation(t *testing.T) {
	call := []bench.ToolCall{{ID: "c1", Name: "read", Args: `{"path":"A"}`}}
	steps := []modeltest.Step{
		{Response: bench.Response{Finish: bench.Answered, Turn: &bench.Turn{Calls: call, Raw: []byte(`{"thought":"hm"}`)}}},
		{Response: bench.Response{Text: "done", Finish: bench.Answered, Turn: &bench.Turn{Text: "done"}}},
	}
	tools := []model.Tool{{Name: "read", Params: []byte(`{}`)}}
	talk := func(m model.Model) (turns []bench.Turn) {
		r := model.Request{Model: "m", User: "?", Task: "t1", Tools: tools}
		for range steps {
			resp, err := m.Generate(t.Context(), r)
			if err != nil || resp.Turn == nil {
				t.Fatalf("%+v, error %v", resp, err)
			}
			turns = append(turns, *resp.Turn)
			r.History = append(r.History, model.Message{Turn: resp.Turn})
			for _, c := range resp.Turn.Calls {
				r.History = append(r.History, model.Message{Results: []model.ToolResult{{ID: c.ID, Name: c.Name,
					Text: "contract A {}"}}})
			}
		}
		return turns
	}
	var file bytes.Buffer
	talk(replay.NewRecorder(&file).Wrap(modeltest.Scripted(steps...)))
	if strings.Contains(file.String(), "thought") || strings.Contains(file.String(), "contract A") {
		t.Errorf("recorded raw forms or results: %s", file.String())
	}
	want := []bench.Turn{{Calls: call}, {Text: "done"}}
	if got := talk(replay.New(load(t, file.String()), nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("played back %+v, want %+v", got, want)
	}
	hand := `
{"task":"t1","text":"","calls":[{"id":"","name":"read","args":"{\"path\":\"A\"}"}]}
{"task":"t1","after":1,"text":"done"}
`
	want[0].Calls[0].ID = "call_1_1"
	if got := talk(replay.New(load(t, hand), nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("by hand: %+v, want %+v", got, want)
	}
	named := replay.New(load(t, strings.ReplaceAll(hand, `"task":"t1"`, `"sample":"bridge"`)),
		func(string) []string { return []string{"bridge"} })
	if got := talk(named); !reflect.DeepEqual(got, want) {
		t.Errorf("by hand, by name: %+v, want %+v", got, want)
	}
	// Without tools the same line is an answer, and no turn.
	resp, err := replay.New(load(t, hand), nil).Generate(t.Context(), model.Request{User: "?", Task: "t1"})
	if err != nil || resp.Turn != nil {
		t.Errorf("without tools: %+v, error %v", resp.Turn, err)
	}
	// A turn that is not recorded is missing, not the first one again.
	long := model.Request{User: "?", Task: "t1", Tools: tools, History: []model.Message{{Turn: &bench.Turn{Text: "a"}},
		{User: "b"}, {Turn: &bench.Turn{Text: "c"}}, {User: "d"}}}
	if _, err := replay.New(load(t, hand), nil).Generate(t.Context(), long); model.KindOf(err) != model.ErrMissing ||
		!strings.Contains(err.Error(), "after 2") {
		t.Errorf("a third turn: %v", err)
	}
}

func TestLookUp(t *testing.T) {
	r := model.Request{Model: "m", User: "?", Task: "t1"}
	p := replay.New(load(t, `
# by hand
{"sample":"bridge","text":"by sample"}
{"sample":"bridge/fixed","text":"by variant"}
{"task":"t2","text":"by task"}
{"prompt":"`+r.PromptHash()+`","text":"first"}
{"prompt":"`+r.PromptHash()+`","text":"second"}
`), func(task string) []string {
		return map[string][]string{"t1": {"bridge"}, "t2": {"bridge"}, "t3": {"bridge/fixed", "bridge"},
			"t4": {"bridge/other", "bridge"}}[task]
	})
	for i, tt := range []struct{ task, user, want string }{
		{"t1", "?", "first"}, {"t1", "?", "first"}, {"", "?", "first"},
		{"t2", "!", "by task"}, {"t3", "!", "by variant"}, {"t4", "!", "by sample"}, {"t1", "!", "by sample"},
	} {
		if got, err := p.Generate(t.Context(), model.Request{Model: "m", User: tt.user, Task: tt.task}); err != nil ||
			got.Text != tt.want {
			t.Errorf("%d: %q, error %v", i, got.Text, err)
		}
	}
	_, err := p.Generate(t.Context(), model.Request{Model: "m", User: "!", Task: "t9"})
	if model.KindOf(err) != model.ErrMissing || !strings.Contains(err.Error(), "a.jsonl") || model.Fatal(err) {
		t.Errorf("error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Generate(ctx, r); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Each repetition always gets its own answer, independent of the order of requests and
// records.
func TestRepetitions(t *testing.T) {
	var byHand strings.Builder
	for i := range 20 {
		fmt.Fprintf(&byHand, `{"sample":"s","text":"%d"}`+"\n", i)
	}
	var recorded bytes.Buffer
	rec := replay.NewRecorder(&recorded)
	r := model.Request{User: "?", Task: "t"}
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(20) { // the order in which answers came
		m := rec.Wrap(modeltest.Scripted(modeltest.Answer(fmt.Sprint(i))))
		if _, err := m.Generate(model.WithRepetition(t.Context(), i), r); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"by hand": byHand.String(), "recorded": recorded.String()} {
		p := replay.New(load(t, text), func(string) []string { return []string{"s"} })
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				resp, err := p.Generate(model.WithRepetition(t.Context(), i), r)
				if want := fmt.Sprint(i % 20); err != nil || resp.Text != want {
					t.Errorf("%s: repetition %d is answered %q (%v), want %q", name, i, resp.Text, err, want)
				}
			})
		}
		wg.Wait()
	}
	// A gap is filled with existing answers.
	p := replay.New(load(t, `{"task":"t","text":"two","repetition":2}`+"\n"+`{"task":"t","text":"zero"}`), nil)
	for i, want := range []string{"zero", "two", "two", "two"} {
		if resp, err := p.Generate(model.WithRepetition(t.Context(), i), r); err != nil || resp.Text != want {
			t.Errorf("repetition %d is answered %q (%v), want %q", i, resp.Text, err, want)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "no recorded answer",
		"\n{\"sample\":\"s\",\"text\":\"x\"}\n{": "a.jsonl:3: ",
		`{"sample":"s","txt":"x"}`:               `a.jsonl:1: json: unknown field "txt"`,
		`{"text":"x"}`:                           "a.jsonl:1: one of prompt",
		`{"sample":"s","text":1}`:                "a.jsonl:1: ",
		`{"sample":"s"} {"sample":"t"}`:          "a.jsonl:1: more than one",
		`{"sample":"s","repetition":-1}`:         "a.jsonl:1: repetitions count",
		`{"sample":"s","finish":"failed"}`:       `a.jsonl:1: finish "failed"`,
		`{"sample":"s","after":-1}`:              "a.jsonl:1: after must not be negative",
		`{"sample":"s","calls":[{"args":"{}"}]}`: "a.jsonl:1: call 1 names no tool",
	} {
		if _, err := replay.Load("a.jsonl", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRecorderKeepsTheAnswer(t *testing.T) {
	rec := replay.NewRecorder(broken{})
	m := rec.Wrap(modeltest.Echo{})
	resp, err := m.Generate(t.Context(), model.Request{User: "paid for"})
	if err != nil || resp.Text != "paid for" || rec.Err() == nil || !strings.Contains(rec.Err().Error(), "disk full") {
		t.Errorf("%q, error %v, recorder's %v", resp.Text, err, rec.Err())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"prompt":"p","text":"x","usage":{"input_tokens":3}}`))
	f.Add([]byte("# x\n\n{\"task\":1}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		rs, err := replay.Load("f", bytes.NewReader(b))
		if (rs == nil) == (err == nil) {
			t.Errorf("records %v, error %v", rs, err)
		}
	})
}
