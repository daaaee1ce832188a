package echo_test

import (
	"context"
	"errors"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/model"
	"assay/internal/core/model/echo"
	"assay/internal/core/prompt"
)

// Every model has the outcome of its name, in both forms of answers.
func TestOutcomes(t *testing.T) {
	for _, format := range []bench.Format{bench.Contracts, bench.Queries} {
		s, err := prompt.For(format, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range echo.Names() {
			resp, err := echo.New().Generate(t.Context(), model.Request{Model: name, User: "?", Schema: s.Schema})
			a, _, parsed := answer.Parse(resp.Text, resp.Finish == bench.Truncated)
			var want bool
			switch name {
			case "safe", "vulnerable":
				want = err == nil && resp.Finish == bench.Answered && parsed && a.Verdict.String() == name &&
					(len(a.Findings) > 0) == (name == "vulnerable")
			case "prompt":
				want = err == nil && resp.Text == "?" && !parsed
			case "failed":
				want = model.KindOf(err) == model.ErrInvalid
			default:
				want = err == nil && string(resp.Finish) == name && !parsed
			}
			if !want {
				t.Errorf("%s, %s: %+v %+v, error %v", format, name, resp, a, err)
			}
		}
	}
}

func TestGiven(t *testing.T) {
	given := `{"verdict":"safe"}`
	resp, err := echo.New().Generate(t.Context(), model.Request{Model: given, User: "?"})
	if err != nil || resp.Text != given || resp.Usage.CostUSD == nil || *resp.Usage.CostUSD != 0 {
		t.Errorf("%+v, error %v", resp, err)
	}
	for _, name := range []string{"", "gpt", `{"verdict":`} {
		if _, err := echo.New().Generate(t.Context(), model.Request{Model: name,
			User: "?"}); model.KindOf(err) != model.ErrNoModel {
			t.Errorf("%q: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := echo.New().Generate(ctx, model.Request{Model: "safe", User: "?"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	withTools := model.Request{Model: "safe", User: "?", Tools: []model.Tool{{Name: "read"}}}
	if _, err := echo.New().Generate(t.Context(), withTools); model.KindOf(err) != model.ErrInvalid ||
		!errors.Is(err, model.ErrTools) {
		t.Errorf("with tools: %v", err)
	}
}
