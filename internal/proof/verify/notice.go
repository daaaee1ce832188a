package verify

import (
	"context"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
)

// Patched returns the case with other creation code: patch receives that of each contract of both sources, which
// it must not change, and returns its replacement.
func (cs *Case) Patched(patch func(code []byte) []byte) *Case {
	out := &Case{X: cs.X, original: cs.original}
	for _, t := range []struct{ from, to **solc.Output }{{&cs.vulnerable, &out.vulnerable}, {&cs.fixed, &out.fixed}} {
		o := **t.from
		o.Contracts = map[string]map[string]solc.Contract{}
		for file, byName := range (*t.from).Contracts {
			o.Contracts[file] = map[string]solc.Contract{}
			for name, c := range byName {
				c.Creation = patch(c.Creation)
				o.Contracts[file][name] = c
			}
		}
		*t.to = &o
	}
	return out
}

// Notices returns the first result that the proof does not permit, or "" when the proof holds. It checks set-up,
// honest use and refusals, the attack and time alone on both sources, what honest use shows of them, and the
// invariant. It leaves out random transactions, except for an invariant, and cells that need another compilation.
// The error is that of ctx.
func (cs *Case) Notices(ctx context.Context) (string, error) {
	r := &runner{ctx: ctx, cs: cs, res: Result{Evidence: &evidence.Evidence{}}}
	for _, step := range []func(){
		func() { r.res.Evidence.Cells = Cells(ctx, cs.X.Rules, cs.vulnerable, evidence.Vulnerable) },
		func() { r.res.Evidence.Cells = Cells(ctx, cs.X.Rules, cs.fixed, evidence.Fixed) },
		r.honest,
		r.invariant,
	} {
		step()
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if f := r.res.Evidence.Failures(); len(f) > 0 {
			return f[0], nil
		}
	}
	return "", nil
}
