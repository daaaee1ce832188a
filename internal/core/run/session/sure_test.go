package session

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

// A process that is not sure that it owns the run sends no requests.
func TestSureBeforeEachRequest(t *testing.T) {
	var requests atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, modeltest.Chat().Answer("yes"))
	}))
	defer srv.Close()
	t.Chdir(t.TempDir())
	acc, err := NewAccounts(Spending{BudgetUSD: 100, Price: []string{"openai/m=1000/1000"}}, func(string) {},
		slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	with := Settings{BaseURL: srv.URL + "/v1", MaxTokens: 10, RequestTimeout: 10}
	c, err := with.Connect(&environ.Env{Stderr: io.Discard, Getenv: func(string) string { return "" }}, "openai/m", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := acc.Subject(c, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	ours := true
	acc.Sure = func(context.Context) error {
		if ours {
			return nil
		}
		return model.HaltedError()
	}
	ask := func() error {
		_, err := m.Generate(t.Context(), model.Request{Model: "m", User: "?", MaxTokens: 10})
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	before, _ := acc.Budget.Spent()
	ours = false
	if err := ask(); model.KindOf(err) != model.ErrHalted {
		t.Errorf("error is %v", err)
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests, one of them while the run was another's", n)
	}
	if spent, reserved := acc.Budget.Spent(); spent != before || reserved != 0 {
		t.Errorf("%g spent and %g reserved for what was not sent, after %g", spent, reserved, before)
	}
}

// A judge does not stand in for a subject of the same name, whichever is made first.
func TestJudgeIsNoSubject(t *testing.T) {
	t.Chdir(t.TempDir())
	acc, err := NewAccounts(Spending{}, func(string) {}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	with := Settings{BaseURL: "http://127.0.0.1:1/v1", RequestTimeout: 10}
	c, err := with.Connect(&environ.Env{Stderr: io.Discard, Getenv: func(string) string { return "" }}, "openai/m", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := acc.Judge(c, 1); err != nil {
		t.Fatal(err)
	}
	if name := acc.NameOf("openai/m"); name != "openai/m" {
		t.Errorf("a judge is the subject of account %q", name)
	}
	if _, err := acc.Subject(c, 1, nil); err != nil {
		t.Fatal(err)
	}
	if name := acc.NameOf("openai/m"); name != "openai at http://127.0.0.1:1/v1" {
		t.Errorf("the account of the subject is %q", name)
	}
}
