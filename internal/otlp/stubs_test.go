package otlp

import (
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

// spans returns two spans that use every exported field.
func spans() []sdk.ReadOnlySpan {
	from := resource.NewWithAttributes("https://opentelemetry.io/schemas/1.41.0",
		attribute.String("service.name", "assay"), attribute.String("x", "é\"<"))
	within := func(span byte) trace.SpanContext {
		return trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{0x5b, 0x8e, 15: 0x0c},
			SpanID: trace.SpanID{0xee, 7: span}, TraceFlags: trace.FlagsSampled})
	}
	at := time.Unix(1544712660, 123456789)
	return tracetest.SpanStubs{
		{
			Name: "assay run", SpanContext: within(1), SpanKind: trace.SpanKindInternal, StartTime: at,
			EndTime: at.Add(time.Second), Resource: from,
			InstrumentationScope: instrumentation.Scope{Name: "assay"},
			Attributes:           []attribute.KeyValue{attribute.Int("assay.trials", 1<<60)}, Status: sdk.Status{Code: codes.Ok},
		},
		{
			Name: "chat m", SpanContext: within(2), Parent: within(1), SpanKind: trace.SpanKindClient, StartTime: at,
			EndTime: at.Add(time.Millisecond), Resource: from,
			InstrumentationScope: instrumentation.Scope{Name: "assay"},
			Attributes: []attribute.KeyValue{
				attribute.Bool("b", true), attribute.Bool("c", false), attribute.Int64("i", -7), attribute.Int64("o", 0),
				attribute.Float64("f", 0.5), attribute.Float64("z", 0),
				attribute.Float64("inf", math.Inf(-1)), attribute.String("s", ""),
				attribute.StringSlice("gen_ai.response.finish_reasons", []string{"stop", "x"}),
			},
			Events: []sdk.Event{{Name: "exception", Time: at,
				Attributes: []attribute.KeyValue{attribute.String("exception.type", "x")}}},
			Status:            sdk.Status{Code: codes.Error, Description: "rate-limit"},
			DroppedAttributes: 3, DroppedEvents: 2,
		},
	}.Snapshots()
}
