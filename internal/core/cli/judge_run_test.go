package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/core/store"
	"assay/internal/test/llmtest"
	"assay/internal/test/modeltest"
)

// Answers are judged while other trials are still asked: here the second answer is given
// only after a judge is asked about the first.
func TestJudgedWhileAsked(t *testing.T) {
	t.Chdir(t.TempDir())
	var mu sync.Mutex
	asked := map[string]int{}
	judged := make(chan struct{})
	url, _ := serve(t, func(r *http.Request, body []byte) (int, string) {
		text := string(body)
		if strings.Contains(text, `"model":"judge"`) {
			r.Body = io.NopCloser(bytes.NewReader(body))
			_, q, err := llmtest.Question(r)
			if err != nil {
				return 400, err.Error()
			}
			a, err := llmtest.Judge(q)
			if err != nil {
				return 400, err.Error()
			}
			mu.Lock()
			if asked["judge"]++; asked["judge"] == 1 {
				close(judged)
			}
			mu.Unlock()
			return 200, modeltest.Chat().Answer(a.JSON())
		}
		mu.Lock()
		asked["subject"]++
		first := asked["subject"] == 1
		mu.Unlock()
		if !first {
			select {
			case <-judged:
			case <-time.After(30 * time.Second):
				return 400, "no judge came"
			}
		}
		return 200, modeltest.Chat().Answer(
			`{"verdict":"vulnerable","confidence":1,"vulnerabilities":[{"type":"reentrancy","location":"f","explanation":"e"}],"overall_explanation":""}`)
	})
	args := []string{"run", "--suite", "blockbench", "--filter", "term-loan-vault", "--filter", "ticket-credit-line", "-m",
		"openai/subject", "--judge", "llm:openai/judge", "--base-url", url}
	code, _, errs := assay(t, nil, args...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	says(t, errs, `^4/4 trials.*, [0-4]/[1-4] judgements$`, `^4 trials ended: 4 answered$`,
		`^4 judgements ended: 4 decided$`)
	if asked["subject"] != 4 || asked["judge"] != 4 {
		t.Errorf("asked %v", asked)
	}
	ended := endOf(t)
	code, _, errs = assay(t, nil, args...)
	if now := endOf(t); !now.Equal(ended) {
		t.Errorf("nothing was left to do, and the end moves from %v to %v", ended, now)
	}
	says(t, errs, `^4 of 4 judgements are done already$`, `^4 of 4 trials are done already$`)
	if code != 0 || asked["subject"] != 4 || asked["judge"] != 4 {
		t.Errorf("once more: exit %d, asked %v: %s", code, asked, errs)
	}
}

// endOf returns when the newest run of results.db ended.
func endOf(t *testing.T) time.Time {
	t.Helper()
	s, err := store.Open(t.Context(), "results.db")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Run(t.Context(), "")
	if err != nil || r.Ended.IsZero() {
		t.Fatal(r.Ended, err)
	}
	return r.Ended
}

// Judging that decides nothing says why.
func TestRunSaysWhyJudgesDecideNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	url, _ := serve(t, func(_ *http.Request, body []byte) (int, string) {
		if strings.Contains(string(body), `"model":"judge"`) {
			return 200, modeltest.Chat().Answer("The review is good.")
		}
		return 200, modeltest.Chat().Answer(
			`{"verdict":"vulnerable","confidence":1,"vulnerabilities":[{"type":"reentrancy","location":"f","explanation":"e"}],"overall_explanation":""}`)
	})
	code, _, errs := assay(t, nil, "run", "--suite", "blockbench", "--filter", "term-loan-vault", "-m", "openai/subject",
		"--judge", "llm:openai/judge", "--base-url", url)
	if code != 1 {
		t.Errorf("exit %d: %s", code, errs)
	}
	says(t, errs, `^2 judgements ended: 0 decided, 2 unscored$`,
		`^  2 unscored by llm:openai/judge/2: the reply is not the JSON asked for`)
}
