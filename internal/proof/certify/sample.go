package certify

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Random is the default number of random transactions.
const Random = 1000

// Program returns everything about a sample that a transformation needs, and the data
// to execute it; ok is false if the sample is not executed in an EVM.
func Program(st *suite.Suite, s *suite.Sample) (p transform.Program, x suite.Executable, ok bool) {
	if x, ok = st.Executable(s); !ok {
		return p, x, false
	}
	v, ok := st.Variant(s.Keys[0])
	if !ok {
		return p, x, false
	}
	p = verify.Program(st, v)
	return p, x, true
}

// empty returns evidence on a sample's variants that contains no variant yet.
func empty(x suite.Executable, random int) *evidence.Variants {
	return &evidence.Variants{Version: evidence.VariantsVersion, Sample: x.ID, Engine: verify.Engine(), Random: random,
		Rules: &x.Rules, Files: evidence.Digest(x.Files())}
}

// Sample applies one chain to a Solidity sample and certifies the result. If the chain
// does not apply, that is evidence too, of one line. Errors are those of [Certify].
func Sample(ctx context.Context, c *solc.Compiler, st *suite.Suite, s *suite.Sample, chain transform.Chain, seed uint64,
	random int) ([]evidence.Variant, error) {
	p, x, ok := Program(st, s)
	if !ok {
		return nil, fmt.Errorf("%s is not a sample that is executed in an EVM", s.ID)
	}
	r, err := transform.Apply(chain, seed, p)
	if err != nil {
		return []evidence.Variant{unmade(chain, seed, "", err)}, nil
	}
	return Certify(ctx, c, x, r, random)
}

// unmade returns the evidence on a variant that could not be made.
func unmade(chain transform.Chain, seed uint64, test string, err error) evidence.Variant {
	v := evidence.Variant{Chain: chain.String(), Seed: seed, Test: test}
	var no *transform.NotApplicableError
	if errors.As(err, &no) {
		v.Inapplicable = oneLine(no.Error())
	} else {
		v.Failure = oneLine(err.Error())
	}
	return v
}
