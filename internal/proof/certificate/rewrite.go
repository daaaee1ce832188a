package certificate

import (
	"assay/internal/bench"
	"assay/internal/suite"
	"assay/internal/transform"
)

// Program returns all of a sample that a transformation has to know; ok is false
// when the sample is none that is executed in an EVM.
func Program(st *suite.Suite, s *suite.Sample) (p transform.Program, x suite.Executable, ok bool) {
	if x, ok = st.Executable(s); !ok {
		return p, x, false
	}
	p.Variant, _ = st.Variant(s.Keys[0])
	p.Twin, _ = st.Variant(s.Keys[1])
	p.Hidden = []bench.File{{Path: "Proof.sol", Text: x.Vulnerable["Proof.sol"]}}
	if x.Rules.Impact != "ownership_taken" { // there the host reads a getter of the target, which follows the renaming
		p.Keep = []string{x.Rules.Asset}
	}
	return p, x, true
}
