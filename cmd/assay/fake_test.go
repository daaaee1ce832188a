package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// fakeServer speaks chat completions on loopback. What it does depends on the
// name of the model that is asked.
type fakeServer struct {
	requests atomic.Int64
	latency  time.Duration
}

const (
	fakeVulnerable = `{"verdict":"vulnerable","confidence":0.8,"vulnerabilities":[{"type":"Reentrancy","severity":"high","location":"nowhere()","explanation":"because"}],"overall_explanation":"I think so"}`
	fakeBad        = `{"explanation":"no tenant predicate","assessment":"bad","violated_requirements":[1]}`
)

func (s *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.requests.Add(1)
	var req struct {
		Model    string
		Messages []struct{ Content string }
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &req); err != nil || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.Error(w, `{"error":{"message":"what is this?"}}`, http.StatusBadRequest)
		return
	}
	text := fakeVulnerable
	if strings.Contains(string(body), "violated_requirements") {
		text = fakeBad
	}
	finish := "stop"
	time.Sleep(s.latency)
	switch req.Model {
	case "wrong-key":
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
		return
	case "down":
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusInternalServerError)
		return
	case "busy": // every other request is told to wait
		if n%2 == 1 {
			w.Header().Set("Retry-After", "0")
			http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
			return
		}
	case "cut": // the connection breaks in the middle of the body
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"choices":[{"mess`)
		panic(http.ErrAbortHandler)
	case "half": // a body that is no JSON
		io.WriteString(w, `{"choices":[{"message":{"content":"{`)
		return
	case "mute":
		io.WriteString(w, `{"choices":[]}`)
		return
	case "prude":
		text = ""
		fmt.Fprint(w, `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I will not do that."}}]}`)
		return
	case "prose":
		text = "It looks fine to me."
	case "short":
		text, finish = text[:30], "length"
	}
	json.NewEncoder(w).Encode(map[string]any{
		"model":   req.Model + "-2026-11-01",
		"choices": []any{map[string]any{"finish_reason": finish, "message": map[string]any{"role": "assistant", "content": text}}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}
