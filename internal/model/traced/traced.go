// Package traced records a span for every request to a model, by the semantic
// conventions of OpenTelemetry for generative AI. Spans contain the model, the
// settings, the usage and the outcome; they never contain the question, the answer or a
// key.
package traced

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"assay/internal/bench"
	"assay/internal/model"
)

// Model records spans for one model at one provider.
type Model struct {
	Model    model.Model
	Tracer   trace.Tracer
	Provider string // prefix in model names: "openai"
	Server   string // base URL, "" for the provider's own
	Subject  string // the subject's name in results
}

// providers maps the names that differ in the conventions.
var providers = map[string]string{"gemini": "gcp.gemini"}

// Generate implements [model.Model].
func (m Model) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	attrs := []attribute.KeyValue{
		semconv.GenAIOperationNameChat, m.provider(), semconv.GenAIRequestModel(r.Model),
		attribute.String("assay.subject", m.Subject),
	}
	if r.Temperature != nil {
		attrs = append(attrs, semconv.GenAIRequestTemperature(*r.Temperature))
	}
	if r.MaxTokens > 0 {
		attrs = append(attrs, semconv.GenAIRequestMaxTokens(int(r.MaxTokens)))
	}
	if r.Seed != nil {
		attrs = append(attrs, semconv.GenAIRequestSeed(int(*r.Seed)))
	}
	if len(r.Schema) > 0 {
		attrs = append(attrs, semconv.GenAIOutputTypeJSON)
	}
	if u, err := url.Parse(m.Server); err == nil && u.Host != "" {
		attrs = append(attrs, semconv.ServerAddress(u.Hostname()))
		if port, err := strconv.Atoi(u.Port()); err == nil {
			attrs = append(attrs, semconv.ServerPort(port))
		}
	}
	ctx, span := m.Tracer.Start(ctx, "chat "+r.Model, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attrs...))
	defer span.End()
	resp, err := m.Model.Generate(ctx, r)
	span.SetAttributes(answer(resp)...)
	if err != nil {
		kind := string(model.KindOf(err))
		if kind == "" {
			kind = "cancelled"
		}
		span.SetAttributes(semconv.ErrorTypeKey.String(kind))
		var e *model.Error
		if errors.As(err, &e) && e.Status != 0 {
			span.SetAttributes(semconv.HTTPResponseStatusCode(e.Status))
		}
		span.SetStatus(codes.Error, err.Error())
	}
	return resp, err
}

func (m Model) provider() attribute.KeyValue {
	name, ok := providers[m.Provider]
	if !ok {
		name = m.Provider
	}
	return semconv.GenAIProviderNameKey.String(name)
}

// answer returns the attributes of a response.
func answer(r bench.Response) []attribute.KeyValue {
	var out []attribute.KeyValue
	if r.Model != "" {
		out = append(out, semconv.GenAIResponseModel(r.Model))
	}
	if r.RequestID != "" {
		out = append(out, semconv.GenAIResponseID(r.RequestID))
	}
	if r.FinishRaw != "" {
		out = append(out, semconv.GenAIResponseFinishReasons(r.FinishRaw))
	}
	if r.Finish != "" {
		out = append(out, attribute.String("assay.finish", string(r.Finish)))
	}
	for key, n := range map[attribute.Key]int64{
		semconv.GenAIUsageInputTokensKey: r.Usage.InputTokens, semconv.GenAIUsageOutputTokensKey: r.Usage.OutputTokens,
		semconv.GenAIUsageReasoningOutputTokensKey: r.Usage.ReasoningTokens,
		semconv.GenAIUsageCacheReadInputTokensKey:  r.Usage.CachedTokens,
	} {
		if n > 0 {
			out = append(out, key.Int64(n))
		}
	}
	if r.Usage.CostUSD != nil {
		out = append(out, attribute.Float64("assay.cost_usd", *r.Usage.CostUSD))
	}
	return out
}
