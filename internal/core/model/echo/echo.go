// Package echo is the provider "echo": models that answer without thinking, offline,
// the same way every time. It is for testing a setup, and for seeing how each outcome
// is counted; its statements about code are meaningless.
package echo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Name is the provider's prefix in model names: "echo:safe".
const Name = "echo"

// names are the models, each named after its behaviour.
var names = []string{"safe", "vulnerable", "prompt", "refused", "truncated", "filtered", "failed"}

// Names lists the models: two that always give the same verdict, one that repeats
// the prompt, and one for each way in which there is no answer.
func Names() []string { return slices.Clone(names) }

// New returns the provider as a model. In addition to [Names], a model name may be a
// JSON object, which is then the answer.
func New() model.Model { return provider{} }

type provider struct{}

// Generate implements [model.Model]. It reports a cost of 0.
func (provider) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp := bench.Response{Started: time.Now(), Attempts: 1, Model: r.Model, Finish: bench.Answered, FinishRaw: r.Model,
		Usage: bench.Usage{CostUSD: new(float64)}}
	if err := ctx.Err(); err != nil {
		return bench.Response{}, err
	}
	switch {
	case r.Converses():
		return bench.Response{}, &model.Error{Kind: model.ErrInvalid, Err: fmt.Errorf("echo: %w", model.ErrTools)}
	case r.Model == "safe" || r.Model == "vulnerable":
		resp.Text = verdict(r)
	case r.Model == "prompt":
		resp.Text = r.User
	case r.Model == "refused":
		resp.Text, resp.Finish = "I cannot help with that.", bench.Refused
	case r.Model == "truncated":
		resp.Text, resp.Finish = verdict(r)[:10], bench.Truncated
	case r.Model == "filtered":
		resp.Finish = bench.Filtered
	case r.Model == "failed":
		return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrInvalid,
			Err: errors.New("echo: this model always fails")}
	case strings.HasPrefix(r.Model, "{") && json.Valid([]byte(r.Model)):
		resp.Text, resp.FinishRaw = r.Model, "given"
	default:
		return bench.Response{}, &model.Error{Kind: model.ErrNoModel,
			Err: fmt.Errorf("echo: there is no model %q, only %s and JSON objects", r.Model, strings.Join(names, ", "))}
	}
	resp.RawResponse = []byte(resp.Text)
	return resp, nil
}

// verdict returns a complete answer in the form that the schema requires.
func verdict(r model.Request) string {
	sql := strings.Contains(string(r.Schema), `"assessment"`)
	switch {
	case sql && r.Model == "vulnerable":
		return `{"explanation":"echo","assessment":"bad","violated_requirements":[1]}`
	case sql:
		return `{"explanation":"echo","assessment":"good","violated_requirements":[]}`
	case r.Model == "vulnerable":
		return `{"verdict":"vulnerable","confidence":1,"vulnerabilities":[{"type":"Other","severity":"high","location":"line 1","explanation":"echo","attack_scenario":"echo","suggested_fix":"echo"}],"overall_explanation":"echo"}`
	}
	return `{"verdict":"safe","confidence":1,"vulnerabilities":[],"overall_explanation":"echo"}`
}
