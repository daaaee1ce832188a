package suite

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/transform"
)

// Program returns everything that is rewritten together with a variant of s: its twin and, for a Solidity sample,
// its proof with the names that the host looks up. A safe variant is rewritten alone: it is rewritten together
// with its vulnerable counterpart, and not the other way round.
func (s *Suite) Program(v *bench.Variant) transform.Program {
	p := transform.Program{Variant: v}
	if twin, ok := s.Variant(v.Twin); ok {
		p.Twin = twin
	}
	i := slices.IndexFunc(s.Samples, func(sample Sample) bool { return slices.Contains(sample.Keys, v.Key) })
	if i < 0 {
		return p
	}
	if x, ok := s.Executable(&s.Samples[i]); ok {
		p.Hidden = []bench.File{{Path: "Proof.sol", Text: x.Vulnerable["Proof.sol"]}}
		for _, r := range x.Rules.Flaws() {
			if r.Impact != "ownership_taken" { // else it reads a getter of the target, which is renamed too
				p.Keep = append(p.Keep, r.Asset)
			}
		}
	}
	return p
}
