package traced_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/traced"
)

type answers struct {
	resp bench.Response
	err  error
}

func (a answers) Generate(context.Context, model.Request) (bench.Response, error) {
	return a.resp, a.err
}

// A span names the model and its usage, and contains no text of question or answer.
func TestSpan(t *testing.T) {
	seen := tracetest.NewInMemoryExporter()
	tp := trace.NewTracerProvider(trace.WithSyncer(seen))
	cost, zero, seed := 0.5, 0.0, int64(7)
	ask := func(a answers) (bench.Response, error) {
		m := traced.Model{Model: a, Tracer: tp.Tracer("assay"), Provider: "gemini",
			Server: "http://localhost:11434/v1?key=hush", Subject: "gemini/x"}
		return m.Generate(t.Context(), model.Request{Model: "x", System: "be quick", User: "what is it", Temperature: &zero,
			MaxTokens: 9, Seed: &seed, Schema: []byte("{}")})
	}
	r, err := ask(answers{resp: bench.Response{Text: "it is this", Finish: bench.Answered, FinishRaw: "stop", Model: "x-1",
		RequestID: "id-1",
		Usage:     bench.Usage{InputTokens: 3, OutputTokens: 2, ReasoningTokens: 1, CostUSD: &cost}}})
	if err != nil || r.Text != "it is this" {
		t.Fatal(r, err)
	}
	if _, err := ask(answers{err: &model.Error{Kind: model.ErrRateLimit, Status: 429,
		Err: errors.New("slow down")}}); err == nil {
		t.Fatal("the error is gone")
	}
	spans := seen.GetSpans()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	got := map[string]string{}
	for _, a := range spans[0].Attributes {
		got[string(a.Key)] = a.Value.String()
	}
	want := map[string]string{
		"gen_ai.operation.name": "chat", "gen_ai.provider.name": "gcp.gemini", "gen_ai.request.model": "x",
		"gen_ai.request.temperature": "0",
		"gen_ai.request.max_tokens":  "9", "gen_ai.request.seed": "7", "gen_ai.output.type": "json",
		"server.address": "localhost", "server.port": "11434",
		"gen_ai.response.model": "x-1", "gen_ai.response.id": "id-1", "gen_ai.response.finish_reasons": `["stop"]`,
		"gen_ai.usage.input_tokens":  "3",
		"gen_ai.usage.output_tokens": "2", "gen_ai.usage.reasoning.output_tokens": "1", "assay.cost_usd": "0.5",
		"assay.finish": "answered", "assay.subject": "gemini/x",
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %q, want %q", k, got[k], v)
		}
	}
	if len(got) != len(want) || spans[0].Name != "chat x" {
		t.Errorf("%s: %v", spans[0].Name, got)
	}
	failed := spans[1]
	if failed.Status.Code != codes.Error || !strings.Contains(fmt.Sprint(failed.Attributes), "rate-limit") ||
		!strings.Contains(fmt.Sprint(failed.Attributes), "429") {
		t.Errorf("%+v", failed)
	}
	if all := fmt.Sprintf("%+v", spans); strings.Contains(all, "hush") || strings.Contains(all, "what is it") ||
		strings.Contains(all, "it is this") || strings.Contains(all, "be quick") {
		t.Errorf("said too much: %s", all)
	}
}
