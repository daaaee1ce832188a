package limit

import (
	"context"

	"assay/internal/bench"
	"assay/internal/model"
)

// Around returns m subject to the limits of l as by [Limiter.Model], wrapped by before:
// the work that takes time before a request can be sent, such as reserving money on
// disk. A caller starts that work when one of the [WithLine] places for the present
// slots is free. So no slot stays empty because of that work, and the work is done for
// few callers that cannot send yet, and for none during a pause.
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

// WithLine returns the number of callers that keep slots full even if the work before a
// request takes as long as the request.
func WithLine(slots int) int { return 2 * slots }
