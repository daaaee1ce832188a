package session

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"assay/internal/bench"
	"assay/internal/environ"
	"assay/internal/exit"
	"assay/internal/model"
	"assay/internal/model/traced"
	"assay/internal/otlp"
)

// Tracing sends one span for the run, and in it one for each request to a model, to the
// collector that OpenTelemetry's own variables name. Without them it makes and sends
// nothing. The zero value is ready to use.
type Tracing struct {
	mu       sync.Mutex
	provider *sdk.TracerProvider // nil without a collector
}

// StartTracing reads the standard variables. An invalid address is an error, since a user
// who sets one expects traces there.
func StartTracing(ctx context.Context, env *environ.Env, version string) (*Tracing, error) {
	endpoint := env.Get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := env.Get("OTEL_EXPORTER_OTLP_ENDPOINT"); endpoint == "" && base != "" {
		endpoint = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if endpoint == "" || strings.EqualFold(env.Get("OTEL_SDK_DISABLED"), "true") ||
		env.Get("OTEL_TRACES_EXPORTER") == "none" {
		return &Tracing{}, nil
	}
	if !strings.HasPrefix(endpoint, "http://") && !strings.HasPrefix(endpoint, "https://") {
		return nil, exit.Usage(
			"OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://; traces are sent by OTLP over HTTP")
	}
	exporter, err := otlp.New(endpoint, env.Get)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	name := env.Get("OTEL_SERVICE_NAME")
	if name == "" {
		name = "assay"
	}
	from, err := resource.New(ctx, resource.WithFromEnv(), resource.WithAttributes(semconv.ServiceName(name),
		semconv.ServiceVersion(version)))
	if err != nil {
		return nil, exit.Usage("OTEL_RESOURCE_ATTRIBUTES: %v", err)
	}
	if u, err := url.Parse(endpoint); err == nil {
		u.RawQuery = ""
		env.Once("traces go to " + u.Redacted() + " (set by OTEL_EXPORTER_OTLP_… in the environment)")
	}
	var once sync.Once
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		once.Do(func() {
			fmt.Fprintf(env.Stderr, "traces cannot be sent; the run continues: %s\n",
				strings.Join(strings.Fields(err.Error()), " "))
		})
	}))
	return &Tracing{provider: sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(from))}, nil
}

func (t *Tracing) tracer() trace.Tracer { return t.provider.Tracer("assay") }

// model returns m with spans for its requests; m itself without a collector.
func (t *Tracing) model(m model.Model, c Connected) model.Model {
	if t == nil || t.provider == nil {
		return m
	}
	return traced.Model{Model: m, Tracer: t.tracer(), Provider: c.provider.Prefix, Server: c.Server, Subject: c.Name}
}

// Run begins the span of a run, the parent of the spans of its requests.
func (t *Tracing) Run(ctx context.Context, id string, m *bench.Manifest) (_ context.Context, end func()) {
	if t == nil || t.provider == nil {
		return ctx, func() {}
	}
	ctx, span := t.tracer().Start(ctx, "assay run", trace.WithAttributes(attribute.String("assay.run", id),
		attribute.Int("assay.trials", m.Trials)))
	return ctx, func() { span.End() }
}

// Stop sends the remaining spans. It waits only briefly for a collector that does not respond.
func (t *Tracing) Stop(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err)
	}
	t.provider = nil
}
