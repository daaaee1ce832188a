package modeltest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// ExerciseBatches checks that a provider keeps the promises of [model.Batcher],
// against [Batches] over real HTTP. newModel builds the model for a server, with
// [Key].
func ExerciseBatches(t *testing.T, w Wire, newModel func(Server) model.Batcher) {
	e := batchExercise{w, newModel}
	t.Run("answers", e.answers)
	t.Run("results", e.results)
	t.Run("same body", e.same)
	t.Run("unsupported", e.unsupported)
	t.Run("find", e.find)
	t.Run("errors", e.errors)
	t.Run("broken results", e.broken)
}

type batchExercise struct {
	wire     Wire
	newModel func(Server) model.Batcher
}

func (e batchExercise) serve(t *testing.T, b *Batches) (model.Batcher, *[]*http.Request) {
	t.Helper()
	var seen []*http.Request
	hs := httptest.NewServer(b)
	transport := &http.Transport{}
	m := e.newModel(Server{URL: hs.URL, Timeout: 5 * time.Second,
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			seen = append(seen, r)
			return transport.RoundTrip(r)
		})})
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		hs.Close()
	})
	return m, &seen
}

// submit sends questions as a batch called name and returns what was encoded, by
// the ids of the items.
func submit(t *testing.T, m model.Batcher, name string, users ...string) (string, map[string]model.Encoded) {
	t.Helper()
	var items []model.BatchItem
	sent := map[string]model.Encoded{}
	for i, u := range users {
		r := ask()
		r.User = u
		enc, err := m.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("q%d-%s", i, name)
		items = append(items, model.BatchItem{ID: id, Body: enc.Body})
		sent[id] = enc
	}
	id, err := m.Submit(t.Context(), name, items)
	if err != nil || id == "" {
		t.Fatalf("submitted as %q: %v", id, err)
	}
	return id, sent
}

// answers checks that the answers equal those of Generate, once the batch is over.
func (e batchExercise) answers(t *testing.T) {
	over := false
	b := &Batches{Over: func(int) bool { return over }, Answer: func(_ string, body []byte) (int, string) {
		_, user := e.wire.Prompt(body)
		return 200, e.wire.Answer("about " + user + " " + Key)
	}}
	m, seen := e.serve(t, b)
	text := "<b>&amp;</b> {{ x }} \u2028 é \"q\""
	id, sent := submit(t, m, "n1", "one", text, "three")
	state, err := m.Fetch(t.Context(), id, func(model.BatchResult) error {
		t.Error(
			"a result before the end")
		return nil
	})
	if err != nil || state.Over || state.Word == "" {
		t.Errorf("%+v, %v", state, err)
	}
	over = true
	got := map[string]string{}
	state, err = m.Fetch(t.Context(), id, func(r model.BatchResult) error {
		resp, err := m.Read(sent[r.ID], r)
		if err != nil {
			t.Error(err)
		}
		if resp.Finish != bench.Answered || resp.Model != "served-model" || resp.Attempts != 1 ||
			resp.Usage.InputTokens != 11 || resp.Params["temperature"] != "0" {
			t.Errorf("%+v", resp)
		}
		if !bytes.Equal(resp.RawRequest, sent[r.ID].Body) || len(resp.RawResponse) == 0 ||
			bytes.Contains(resp.RawResponse, []byte(Key)) {
			t.Errorf("recorded %s\n%s", resp.RawRequest, resp.RawResponse)
		}
		got[r.ID] = resp.Text
		return nil
	})
	if err != nil || !state.Over || state.Done != 3 || len(got) != 3 || got["q1-n1"] != "about "+text+" [key]" {
		t.Errorf("%+v, %v: %q", state, err, got)
	}
	if all := b.All(); len(all) != 1 || len(all[0].Items) != 3 {
		t.Errorf("%d batches", len(all))
	}
	for _, r := range *seen {
		if e.wire.Key(r) != Key || strings.Contains(r.URL.String(), Key) {
			t.Errorf("%s %s with the key %q", r.Method, r.URL, e.wire.Key(r))
		}
	}
	stop := errors.New("enough")
	if _, err := m.Fetch(t.Context(), id, func(model.BatchResult) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the error of a caller became %v", err)
	}
}

// results checks that results without answers are the same failures as outside batches,
// and that requests that were not processed cost nothing.
func (e batchExercise) results(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		text   string
		kind   model.ErrorKind
		free   bool
		finish bench.Outcome
	}{
		{"expired", 0, "expired", model.ErrUnavailable, true, ""},
		{"cancelled", 0, "cancelled", model.ErrUnavailable, true, ""},
		{"invalid", 400, e.wire.Invalid, model.ErrInvalid, true, ""},
		{"server error", 500, e.wire.Failure("oops"), model.ErrUnavailable, true, ""},
		{"cut", 200, e.wire.Body("half", e.wire.Length, e.wire.Counts), "", false, bench.Truncated},
		{"refused", 200, e.wire.Refused, "", false, bench.Refused},
		{"no answer", 200, e.wire.Empty, model.ErrProtocol, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := e.serve(t, &Batches{Answer: func(string, []byte) (int, string) { return tt.status, tt.text }})
			id, sent := submit(t, m, "n1", "one")
			results := 0
			_, err := m.Fetch(t.Context(), id, func(r model.BatchResult) error {
				results++
				resp, err := m.Read(sent[r.ID], r)
				var me *model.Error
				if errors.As(err, &me); model.KindOf(err) != tt.kind || err != nil && me.Free != tt.free ||
					resp.Finish != tt.finish {
					t.Errorf("%+v, error %v", resp, err)
				}
				secretFree(t, err, resp)
				return nil
			})
			if err != nil || results != 1 {
				t.Errorf("%d results, %v", results, err)
			}
		})
	}
}

// same checks that a request in a batch equals the request of Generate.
func (e batchExercise) same(t *testing.T) {
	var body []byte
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		reply(200, e.wire.Answer("x"))(w, r)
	}))
	defer hs.Close()
	m := e.newModel(Server{URL: hs.URL, Transport: &http.Transport{DisableKeepAlives: true}})
	seed := int64(7)
	r := ask()
	r.Schema, r.Seed, r.ReasoningEffort, r.CacheSystem = []byte(`{"type":"object"}`), &seed, "low", true
	resp, err := m.Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	enc, err := m.Encode(r)
	if err != nil || !bytes.Equal(enc.Body, body) {
		t.Errorf("%v\n%s\n%s", err, enc.Body, body)
	}
	again, err := m.Read(enc, model.BatchResult{Status: 200, Body: []byte(e.wire.Answer("x"))})
	if err != nil || fmt.Sprint(again.Params, again.Dropped) != fmt.Sprint(resp.Params, resp.Dropped) {
		t.Errorf("%v %v, want %v %v (%v)", again.Params, again.Dropped, resp.Params, resp.Dropped, err)
	}
	r.User = ""
	if _, err := m.Encode(r); model.KindOf(err) != model.ErrInvalid {
		t.Errorf("an empty prompt: %v", err)
	}
	if _, err := m.Read(model.Encoded{Memo: []byte("{")}, model.BatchResult{Status: 200,
		Body: []byte("{}")}); model.KindOf(err) != model.ErrInvalid {
		t.Errorf("a lost memo: %v", err)
	}
}

// unsupported checks that unsupported settings are learnt from results, also from those
// of a batch that another process sent.
func (e batchExercise) unsupported(t *testing.T) {
	m, _ := e.serve(t, &Batches{Answer: func(string, []byte) (int, string) { return 200, "{}" }})
	r := ask()
	r.Schema = []byte(`{"type":"object"}`)
	enc, err := m.Encode(r)
	if err != nil || e.wire.Form(enc.Body) != e.wire.Forms[0] {
		t.Fatalf("%s: %v", enc.Body, err)
	}
	other, _ := e.serve(t, &Batches{})
	_, err = other.Read(enc, model.BatchResult{Status: 400, Body: []byte(e.wire.NoForm(e.wire.Forms[0]))})
	var me *model.Error
	if !errors.As(err, &me) || !me.Temporary() || !me.Free {
		t.Fatalf("error is %v", err)
	}
	enc, err = other.Encode(r)
	if want := append(slices.Clone(e.wire.Forms), "")[1]; err != nil || e.wire.Form(enc.Body) != want {
		t.Errorf("asks for %q: %v", e.wire.Form(enc.Body), err)
	}
}

// find checks that a batch whose id was lost is found on any page of the list.
func (e batchExercise) find(t *testing.T) {
	b := &Batches{Answer: func(string, []byte) (int, string) { return 200, e.wire.Answer("x") }}
	m, _ := e.serve(t, b)
	old := b.Add(2, time.Now().Add(-100*time.Hour))
	since := time.Now()
	id, _ := submit(t, m, "n1", "one", "two")
	for range 5 {
		b.Add(3, time.Now())
	}
	got, err := m.Find(t.Context(), "n1", 2, since)
	if err != nil || !slices.Contains(got, id) || slices.Contains(got, old.ID) || len(got) != 1 {
		t.Errorf("found %v (%v), want %s", got, err, id)
	}
	if got, err := m.Find(t.Context(), "n2", 9, since); err != nil || len(got) != 0 {
		t.Errorf("found %v (%v) of what is not there", got, err)
	}
}

// errors checks that every kind of batch request returns a *model.Error.
func (e batchExercise) errors(t *testing.T) {
	for _, at := range []string{"file", "create", "list", "get", "results"} {
		for _, tt := range []struct {
			name string
			do   func(w http.ResponseWriter)
			kind model.ErrorKind
		}{
			{"429", func(w http.ResponseWriter) {
				w.Header().Set("Retry-After", "9")
				w.WriteHeader(429)
				io.WriteString(w, e.wire.Failure("slow down"))
			}, model.ErrRateLimit},
			{"401", func(w http.ResponseWriter) { w.WriteHeader(401); io.WriteString(w, e.wire.Failure("who is "+Key)) },
				model.ErrAuth},
			{"500", func(w http.ResponseWriter) { w.WriteHeader(500) }, model.ErrUnavailable},
			{"reset", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, model.ErrUnavailable},
			{"no JSON", func(w http.ResponseWriter) { io.WriteString(w, "<html>") }, model.ErrProtocol},
			{"other JSON", func(w http.ResponseWriter) { io.WriteString(w, "[]") }, model.ErrProtocol},
		} {
			if at == "results" && strings.HasSuffix(tt.name, "JSON") {
				continue // such lines are skipped
			}
			t.Run(at+" "+tt.name, func(t *testing.T) {
				var met atomic.Bool
				b := &Batches{Answer: func(string, []byte) (int, string) { return 200, e.wire.Answer("x") }}
				m, _ := e.serve(t, b)
				id, _ := submit(t, m, "n0", "zero")
				b.Before = func(what string, w http.ResponseWriter) bool {
					if what == at {
						met.Store(true)
						tt.do(w)
					}
					return what == at
				}
				var err error
				switch at {
				case "file", "create":
					_, err = m.Submit(t.Context(), "n1", []model.BatchItem{{ID: "a-n1", Body: []byte("{}")}})
				case "list":
					_, err = m.Find(t.Context(), "n1", 1, time.Now())
				default:
					_, err = m.Fetch(t.Context(), id, func(model.BatchResult) error { return nil })
				}
				if !met.Load() && at == "file" {
					return // the API has no such request
				}
				var me *model.Error
				if !errors.As(err, &me) || me.Kind != tt.kind || me.Kind == model.ErrRateLimit && me.RetryAfter != 9*time.Second {
					t.Errorf("error is %v", err)
				}
				secretFree(t, err, bench.Response{})
			})
		}
	}
}

// broken checks that an unreadable line is skipped, and that a file that ends early is
// an error.
func (e batchExercise) broken(t *testing.T) {
	text := ""
	b := &Batches{Answer: func(string, []byte) (int, string) { return 200, e.wire.Answer("x") }}
	m, _ := e.serve(t, b)
	id, _ := submit(t, m, "n1", "one", "two")
	whole := false
	b.Before = func(what string, w http.ResponseWriter) bool {
		if what != "results" || whole {
			return false
		}
		whole = true // the second file, if there is one
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		io.WriteString(w, text)
		return true
	}
	text = "garbage\n{}\n\n" + strings.Repeat("x", 20<<20) + "\n" + `{"custom_id":"q0-n1"}` + "\n" +
		`{"custom_id":"q0-n1","result":{"type":"new"}}`
	results := 0
	if _, err := m.Fetch(t.Context(), id, func(model.BatchResult) error { results++; return nil }); err != nil ||
		results != 0 {
		t.Errorf("%d results, error %v", results, err)
	}
	b.Before = func(what string, w http.ResponseWriter) bool {
		if what == "results" {
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, "{}\n")
		}
		return what == "results"
	}
	if _, err := m.Fetch(t.Context(), id, func(model.BatchResult) error { return nil }); model.KindOf(
		err) != model.ErrUnavailable {
		t.Errorf("a file that ends early: %v", err)
	}
}
