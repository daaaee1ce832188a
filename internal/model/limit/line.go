package limit

import (
	"context"

	"assay/internal/bench"
	"assay/internal/model"
)

// Line returns m, which does something that takes time before it asks a model of
// [Limiter.Model], with room for as many callers as there are slots now and half
// as many again. A slot is then never empty because of what goes before, and what
// goes before is done for few who cannot send yet: money is reserved a moment
// before its request is sent, and for nobody who comes during a pause.
func (l *Limiter) Line(m model.Model) model.Model { return &lined{m, l} }

type lined struct {
	model   model.Model
	limiter *Limiter
}

// Generate implements [model.Model].
func (m *lined) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	l := m.limiter
	if _, err := l.wait(ctx, &l.line, func(Ticket) { l.places-- }); err != nil {
		return bench.Response{}, err
	}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.places--
		l.grant()
	}()
	return m.model.Generate(ctx, r)
}

// room is how many may stand in the line. The caller holds the lock.
func (l *Limiter) room() int { return WithLine(l.c.Limit()) }

// WithLine returns how many callers keep so many slots full.
func WithLine(slots int) int { return slots + (slots+1)/2 }
