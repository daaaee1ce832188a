package verify

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
)

// Program returns everything that is rewritten together with a variant of st: its twin and, for a Solidity sample,
// its proof with the names that the host looks up. A safe variant is rewritten alone: it is rewritten together
// with its vulnerable counterpart, and not the other way round.
func Program(st *suite.Suite, v *bench.Variant) transform.Program {
	p := transform.Program{Variant: v}
	if twin, ok := st.Variant(v.Twin); ok {
		p.Twin = twin
	}
	i := slices.IndexFunc(st.Samples, func(sample suite.Sample) bool { return slices.Contains(sample.Keys, v.Key) })
	if i < 0 {
		return p
	}
	if x, ok := st.Executable(&st.Samples[i]); ok {
		p.Hidden = []bench.File{{Path: "Proof.sol", Text: x.Vulnerable["Proof.sol"]}}
		for _, r := range x.Rules.Flaws() {
			if r.Impact != "ownership_taken" { // else it reads a getter of the target, which is renamed too
				p.Keep = append(p.Keep, r.Asset)
			}
		}
	}
	return p
}

// Rewritten returns x with the sources that a chain made from it. A half that the result lacks is nil: the
// vulnerable half of a clean contract, and the vulnerable half when the chain removed the flaw.
func Rewritten(x suite.Executable, r *transform.Result) suite.Executable {
	x.Main, x.Parts, x.Among, x.Joint = r.Variant.Task.Files[0].Path, nil, nil, false
	x.Vulnerable, x.Fixed = r.Trees()
	if r.Variant.Truth == bench.Safe {
		x.Vulnerable, x.Fixed = nil, x.Vulnerable
	}
	x.Rules = x.Rules.Renamed(r.Name)
	return x
}
