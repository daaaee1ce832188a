package human

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// person asks one question, and returns its page and its response.
type person struct {
	t    *testing.T
	url  string
	done chan struct{}
	resp bench.Response
	err  error
}

func schemaOf(t *testing.T, strategy string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../core/prompt/" + strategy + "/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ask(t *testing.T, r model.Request) *person {
	t.Helper()
	said := make(chan string, 1)
	m := New(Config{Say: func(s string) { said <- s }})
	p := &person{t: t, done: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go func() {
		defer close(p.done)
		p.resp, p.err = m.Generate(ctx, r)
	}()
	select {
	case s := <-said:
		p.url = s[strings.Index(s, "http://"):]
	case <-p.done:
	}
	return p
}

func (p *person) get() string {
	p.t.Helper()
	resp, err := http.Get(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatal(resp.Status, err)
	}
	return string(b)
}

// send returns the status and the page that follow a form.
func (p *person) send(form map[string]string) (int, string) {
	p.t.Helper()
	v := url.Values{}
	for k, x := range form {
		v.Set(k, x)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.PostForm(p.url, v)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// A person's form becomes the JSON that models are asked for.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		strategy string
		form     map[string]string
		want     string
	}{
		"solidity": {"direct", map[string]string{"answer.verdict": "vulnerable", "answer.confidence": "0,8",
			"answer.overall_explanation":    "a\r\nb",
			"answer.vulnerabilities.1.type": "reentrancy", "answer.vulnerabilities.1.severity": "high",
			"answer.vulnerabilities.1.location": "f()"},
			`{"confidence":0.8,"overall_explanation":"a\nb","verdict":"vulnerable","vulnerabilities":[{"attack_scenario":"","explanation":"","location":"f()","severity":"high","suggested_fix":"","type":"reentrancy"}]}`},
		"sql": {"sql-default", map[string]string{"answer.assessment": "bad", "answer.violated_requirements": "2, 5"},
			`{"assessment":"bad","explanation":"","violated_requirements":[2,5]}`},
		"knowledge": {"knowledge", map[string]string{"answer.known": "no"},
			`{"answers":null,"chain":null,"date":null,"known":false,"loss_usd":null,"mechanism":null,"vulnerability":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			p := ask(t, model.Request{Model: "alice", System: "be brief", User: "is <b> safe?", Schema: schemaOf(t, c.strategy),
				MaxTokens: 5})
			if page := p.get(); !strings.Contains(page, "is &lt;b&gt; safe?") || !strings.Contains(page, "be brief") {
				t.Errorf("the question is not shown as it is:\n%s", page)
			}
			form := map[string]string{"question": "1", "do": "answer"}
			for k, v := range c.form {
				form[k] = v
			}
			if status, page := p.send(form); status != http.StatusSeeOther {
				t.Fatal(status, page)
			}
			<-p.done
			if name == "knowledge" {
				c.want = strings.Replace(c.want, `"answers":null`, `"answers":[]`, 1)
			}
			if p.err != nil || p.resp.Text != c.want || p.resp.Finish != bench.Answered || p.resp.Started.IsZero() {
				t.Errorf("%v\n%s\nwant\n%s", p.err, p.resp.Text, c.want)
			}
			if len(p.resp.Dropped) != 1 || p.resp.Dropped[0] != "max_tokens" {
				t.Errorf("dropped: %v", p.resp.Dropped)
			}
		})
	}
}

// A missing value is reported at its field, the input is kept, and no answer is passed
// on.
func TestIncomplete(t *testing.T) {
	p := ask(t, model.Request{Model: "alice", User: "?", Schema: schemaOf(t, "direct")})
	form := map[string]string{"question": "1", "do": "answer", "answer.confidence": "high",
		"answer.overall_explanation":    "my words",
		"answer.vulnerabilities.0.type": "overflow"}
	status, page := p.send(form)
	if status != http.StatusUnprocessableEntity || !strings.Contains(page, "my words") ||
		strings.Count(page, "choose one") != 2 || strings.Count(page, "write a number") != 1 ||
		!strings.Contains(page, "3 fields need your attention") {
		t.Errorf("%d\n%s", status, page)
	}
	form["do"] = "more"
	if status, page = p.send(form); status != http.StatusUnprocessableEntity || strings.Contains(page, "choose one") ||
		!strings.Contains(page, "answer.vulnerabilities.2.type") {
		t.Errorf("more rows: %d\n%s", status, page)
	}
	select {
	case <-p.done:
		t.Error("an incomplete answer was taken")
	default:
	}
}

// A declined question is a refusal; an answer to a closed question is rejected.
func TestDeclined(t *testing.T) {
	p := ask(t, model.Request{Model: "alice", User: "?", Schema: schemaOf(t, "direct")})
	if status, _ := p.send(map[string]string{"question": "7", "do": "decline"}); status != http.StatusConflict {
		t.Errorf("status %d for another question", status)
	}
	if status, _ := p.send(map[string]string{"question": "1", "do": "decline"}); status != http.StatusSeeOther {
		t.Errorf("status %d", status)
	}
	<-p.done
	if p.err != nil || p.resp.Finish != bench.Refused {
		t.Errorf("%+v, %v", p.resp, p.err)
	}
	if status, page := p.send(map[string]string{"question": "1", "do": "decline"}); status != http.StatusConflict ||
		!strings.Contains(page, "Nothing was taken") {
		t.Errorf("status %d for a closed question", status)
	}
}

// Free text is used unchanged; a conversation with tools, or a schema that no form can
// represent, fails its trial immediately.
func TestRequests(t *testing.T) {
	p := ask(t, model.Request{Model: "alice", User: "?"})
	if status, _ := p.send(map[string]string{"question": "1", "do": "answer",
		"answer": " "}); status != http.StatusUnprocessableEntity {
		t.Errorf("an empty answer: status %d", status)
	}
	p.send(map[string]string{"question": "1", "do": "answer", "answer": "safe\r\n"})
	if <-p.done; p.resp.Text != "safe\n" {
		t.Errorf("%q, %v", p.resp.Text, p.err)
	}
	for _, r := range []model.Request{{User: "?", Tools: []model.Tool{{Name: "x"}}},
		{User: "?", Schema: json.RawMessage(`{"type":"array"}`)}, {User: "?", Schema: json.RawMessage(`{`)}} {
		p := ask(t, r)
		if <-p.done; model.KindOf(p.err) != model.ErrInvalid {
			t.Errorf("%v", p.err)
		}
	}
}

// Questions are asked one at a time, and the address cannot be guessed.
func TestOneAtATime(t *testing.T) {
	said := make(chan string, 2)
	m := New(Config{Say: func(s string) { said <- s }})
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if _, err := m.Generate(t.Context(), model.Request{User: "?"}); err != nil {
				t.Error(err)
			}
		})
	}
	s := <-said
	p := &person{t: t, url: s[strings.Index(s, "http://"):]}
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/[A-Z2-7]{26}/$`).MatchString(p.url) {
		t.Error(p.url)
	}
	if resp, err := http.Get(regexp.MustCompile(`[A-Z2-7]{26}/$`).ReplaceAllString(p.url, "")); err != nil ||
		resp.StatusCode != http.StatusNotFound {
		t.Error("a page is shown without the random word", err)
	}
	number := regexp.MustCompile(`<h1>Question (\d)</h1>`)
	for _, want := range []string{"1", "2", "3"} {
		page := p.get()
		if got := number.FindStringSubmatch(page); got == nil || got[1] != want {
			t.Fatalf("%v, want question %s", got, want)
		}
		p.send(map[string]string{"question": want, "do": "answer", "answer": "x"})
	}
	all.Wait()
	if len(said) > 0 {
		t.Error("the address is told twice")
	}
}

// A run that is being stopped waits for a question that somebody reads, and for no other.
func TestStopped(t *testing.T) {
	said := make(chan string, 1)
	m := New(Config{Say: func(s string) { said <- s }})
	halt := make(chan struct{})
	ctx := model.WithHalt(t.Context(), halt)
	type ended struct {
		bench.Response
		err error
	}
	ask := func() chan ended {
		out := make(chan ended, 1)
		go func() {
			resp, err := m.Generate(ctx, model.Request{User: "?"})
			out <- ended{resp, err}
		}()
		return out
	}
	read := ask()
	s := <-said
	p := &person{t: t, url: s[strings.Index(s, "http://"):]}
	p.get()
	waiting := ask()
	close(halt)
	if got := <-waiting; model.KindOf(got.err) != model.ErrHalted {
		t.Errorf("a question that waits: %v", got.err)
	}
	p.send(map[string]string{"question": "1", "do": "answer", "answer": "x"})
	if got := <-read; got.err != nil || got.Text != "x" {
		t.Errorf("a question that is read: %q, %v", got.Text, got.err)
	}
	if got := <-ask(); model.KindOf(got.err) != model.ErrHalted {
		t.Errorf("a question that nobody sees: %v", got.err)
	}
}
