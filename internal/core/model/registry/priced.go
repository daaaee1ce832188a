package registry

import (
	"context"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Priced returns m with the cost set where the provider does not report it and the
// registry knows the price. It belongs below decorators that count costs or retry.
func (r *Registry) Priced(m model.Model, provider string, mode Mode) model.Model {
	return priced{m, r, provider, mode}
}

type priced struct {
	model    model.Model
	registry *Registry
	provider string
	mode     Mode
}

// Generate implements [model.Model].
func (p priced) Generate(ctx context.Context, req model.Request) (bench.Response, error) {
	resp, err := p.model.Generate(ctx, req)
	if resp.Usage.CostUSD == nil {
		// The requested model is billed; the id in the response may be any.
		if usd, ok := p.registry.Price(p.provider, req.Model, p.mode, resp.Usage); ok {
			resp.Usage.CostUSD = &usd
			e, _ := p.registry.Lookup(p.provider, req.Model)
			resp.Usage.PriceDate = e.Price.Date
		}
	}
	return resp, err
}
