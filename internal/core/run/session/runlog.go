package session

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/base/redact"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/store"
)

// Logging holds the flag for the log of a run, which is separate from its progress.
type Logging struct {
	Log string `help:"Append events to FILE, one JSON object per line: start, trial, wait, request, end; docs/guide.md lists the members." placeholder:"FILE" found:"output"`
}

// Open returns the logger, which discards everything unless --set log or verbose is set;
// verbose also sends it to standard error.
func (l Logging) Open(env *environ.Env, p *progress.Bar, verbose bool) (*slog.Logger, io.Closer, error) {
	var handlers []slog.Handler
	closer := io.Closer(io.NopCloser(nil))
	keys := env.Keys()
	if l.Log != "" {
		f, err := os.OpenFile(l.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, exit.Usage("%v", err)
		}
		closer = f
		handlers = append(handlers, slog.NewJSONHandler(&Redactor{To: f, Keys: keys},
			&slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	if verbose {
		handlers = append(handlers, slog.NewTextHandler(&Redactor{To: p, Keys: keys}, nil))
	}
	if len(handlers) == 0 {
		return slog.New(slog.DiscardHandler), closer, nil
	}
	return slog.New(slog.NewMultiHandler(handlers...)), closer, nil
}

// Redactor removes keys from whole lines. It is safe for concurrent use.
type Redactor struct {
	mu   sync.Mutex
	To   io.Writer
	Keys *redact.Keys
}

// Write implements [io.Writer] for callers that write one line at a time, as slog does.
func (r *Redactor) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := r.To.Write(r.Keys.Body(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}

// logged logs every request of a model, but never questions or answers.
type logged struct {
	model   model.Model
	log     *slog.Logger
	subject string
}

// Generate implements [model.Model].
func (m logged) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	start := time.Now()
	resp, err := m.model.Generate(ctx, r)
	attrs := []slog.Attr{slog.String("subject", m.subject), slog.Int64("elapsed_ms", time.Since(start).Milliseconds()),
		slog.Int64("input_tokens", resp.Usage.InputTokens), slog.Int64("output_tokens", resp.Usage.OutputTokens)}
	var e *model.Error
	if errors.As(err, &e) {
		attrs = append(attrs, slog.String("error", string(e.Kind)), slog.Int("status", e.Status),
			slog.Float64("retry_after_s", e.RetryAfter.Seconds()), slog.String("message", e.Err.Error()))
	} else if err != nil {
		attrs = append(attrs, slog.String("error", "cancelled"))
	} else {
		attrs = append(attrs, slog.String("finish", string(resp.Finish)))
	}
	m.log.LogAttrs(ctx, slog.LevelDebug, "request", attrs...)
	return resp, err
}

// LogTrial logs a trial that was stored.
func LogTrial(log *slog.Logger, r bench.Trial) {
	attrs := []slog.Attr{slog.String("key", r.Key), slog.String("subject", r.Subject),
		slog.String("variant", r.Variant.Key), slog.Int("repetition", r.Repetition),
		slog.String("outcome", string(r.Outcome)), slog.Int("attempts", r.Response.Attempts),
		slog.Int64("elapsed_ms", r.Response.Elapsed.Milliseconds())}
	attrs = appendResult(attrs, r.Reason, r.Response.Usage.CostUSD)
	if r.Response.Cached {
		attrs = append(attrs, slog.Bool("cached", true))
	}
	log.LogAttrs(context.Background(), slog.LevelInfo, "trial", attrs...)
}

// appendResult appends the reason and the cost, where they are known.
func appendResult(attrs []slog.Attr, reason string, usd *float64) []slog.Attr {
	if reason != "" {
		attrs = append(attrs, slog.String("reason", reason))
	}
	if usd != nil {
		attrs = append(attrs, slog.Float64("cost_usd", *usd))
	}
	return attrs
}

// LogEnd logs the result of a run.
func LogEnd(log *slog.Logger, run store.Run, sum engine.Summary, spent float64, err error) {
	attrs := []any{slog.String("run", run.ID), slog.Int("planned", sum.Planned), slog.Int("done_before", sum.Done),
		slog.Int("pending", sum.Pending), slog.Float64("spent_usd", spent)}
	for _, o := range bench.Outcomes() {
		attrs = append(attrs, slog.Int(string(o), sum.Ended[o]))
	}
	if err = errors.Join(err, sum.ErrStopped()); err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	log.Info("end", attrs...)
}

// LogJudgement logs a judgement that was stored.
func LogJudgement(log *slog.Logger, j store.Judgement) {
	attrs := []slog.Attr{slog.Int64("trial", j.TrialID), slog.String("judge", j.Judge), slog.String("outcome", j.Outcome),
		slog.Int("attempts", j.Response.Attempts), slog.Int64("elapsed_ms", j.Response.Elapsed.Milliseconds())}
	if j.Gold != "" {
		attrs = append(attrs, slog.String("gold", j.Gold), slog.String("variant", j.Variant))
	}
	attrs = appendResult(attrs, j.Reason, j.Response.Usage.CostUSD)
	log.LogAttrs(context.Background(), slog.LevelInfo, "judgement", attrs...)
}
