package exchange_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/exchange"
	"assay/internal/model/modeltest"
)

// NewAcme is the worked example of docs/add-a-provider.md.
func NewAcme(baseURL, key string, rt http.RoundTripper, timeout time.Duration) (model.Model, error) {
	server, err := exchange.NewEndpoint(rt, baseURL, http.Header{"Authorization": {"Bearer " + key}})
	if err != nil {
		return nil, err
	}
	return exchange.New(exchange.API{
		Provider: "acme", Key: key, Timeout: timeout,
		Endpoint: server.At("v1/complete"), // what is sent there and what comes back is recorded
		Body: func(r model.Request, omit exchange.Omit) ([]byte, error) {
			ask := acmeRequest{Model: r.Model, System: r.System, Prompt: r.User, Limit: r.MaxTokens}
			if r.Temperature != nil && !omit.Temperature {
				ask.Temperature = r.Temperature
			}
			return exchange.JSON(ask)
		},
		Read: func(resp *bench.Response, body []byte) error {
			var a acmeAnswer
			if err := json.Unmarshal(body, &a); err != nil {
				return exchange.Unreadable("an answer", body)
			}
			resp.Text, resp.Model, resp.Usage = a.Text, a.Model, a.Usage
			ends := map[string]bench.Outcome{"done": bench.Answered, "cut": bench.Truncated, "blocked": bench.Filtered}
			return exchange.Finish(resp, ends[a.End], a.End)
		},
		// Acme knows neither schemas nor efforts nor seeds: say so, and the response
		// names them as dropped.
		Without: func(_ model.Request, learnt exchange.Omit) exchange.Omit {
			learnt.Schema, learnt.Effort, learnt.Thinking, learnt.Seed, learnt.Cache = true, true, true, true, true
			return learnt
		},
	}), nil
}

type acmeRequest struct {
	Model       string   `json:"model"`
	System      string   `json:"system,omitempty"`
	Prompt      string   `json:"prompt"`
	Limit       int64    `json:"limit,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
}

type acmeAnswer struct {
	Model string      `json:"model"`
	Text  string      `json:"text"`
	End   string      `json:"end"`
	Usage bench.Usage `json:"usage"`
}

func TestAcme(t *testing.T) {
	read := func(body []byte) (r acmeRequest) { _ = json.Unmarshal(body, &r); return r }
	wire := modeltest.Wire{
		Body: func(text, finish, usage string) string {
			v := map[string]any{"model": "served-model", "text": text, "end": finish}
			if usage != "" {
				v["usage"] = json.RawMessage(usage)
			}
			return modeltest.Encode(v)
		},
		Stop: "done", Length: "cut",
		Counts:   `{"input_tokens":11,"cached_tokens":5,"output_tokens":7,"reasoning_tokens":3}`,
		Negative: `{"input_tokens":-11}`,
		Filtered: `{"model":"served-model","end":"blocked"}`,
		Empty:    `{"model":"served-model"}`,
		Failure: func(message string) string {
			return modeltest.Encode(map[string]any{"error": map[string]any{"message": message}})
		},
		Key:    func(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") },
		Model:  func(_ string, body []byte) string { return read(body).Model },
		Prompt: func(body []byte) (system, user string) { return read(body).System, read(body).Prompt },
		Limits: func(body []byte) (*float64, int64) { return read(body).Temperature, read(body).Limit },
	}
	modeltest.Exercise(t, wire, func(s modeltest.Server) model.Model {
		m, err := NewAcme(s.URL, modeltest.Key, s.Transport, s.Timeout)
		if err != nil {
			t.Fatal(err)
		}
		return m
	})
}

// The code of docs/add-a-provider.md is the code above.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/add-a-provider.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("acme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(doc), "```go\n")[1:]
	if len(blocks) < 2 {
		t.Fatalf("%d blocks of code", len(blocks))
	}
	for _, b := range blocks {
		if b, _, _ = strings.Cut(b, "```"); !strings.Contains(string(code), b) {
			t.Errorf("docs/add-a-provider.md shows what acme_test.go does not hold:\n%s", b)
		}
	}
}
