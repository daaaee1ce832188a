package limit

import (
	"context"

	"assay/internal/bench"
	"assay/internal/model"
)

// Around returns m held to the limits of l as by [Limiter.Model], with before
// around it: what takes time before a request may be sent, such as having money
// reserved on disk. A caller enters that when one of as many places as [WithLine]
// gives for the present slots is free. A slot is then never empty because of what
// goes before, and what goes before is done for few who cannot send yet, and for
// nobody who comes during a pause.
func (l *Limiter) Around(m model.Model, before func(model.Model) model.Model) model.Model {
	return &lined{before(l.Model(m)), l}
}

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

// WithLine returns how many callers keep so many slots full while a disk takes as
// long as a request for what goes before it.
func WithLine(slots int) int { return 2 * slots }
