package certify

import (
	"fmt"
	"path"
	"slices"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
)

// Outdated applies the chains of stored evidence on a sample again, without executing
// anything, and returns the variants that differ from those in the evidence.
func Outdated(st *suite.Suite, s *suite.Sample, e *evidence.Variants, list []transform.Transformation) []string {
	var out []string
	test := ""
	p, _, ok := Program(st, s)
	if !ok {
		v, found := st.Variant(s.Keys[0])
		if !found {
			return nil
		}
		p, test = sqlProgram(st, v), path.Base(s.ID)
	}
	prepared := transform.Prepare(p)
	for _, v := range e.Variants {
		if v.Test != test {
			continue
		}
		say := func(format string, args ...any) {
			out = append(out, fmt.Sprintf("%s~%s@%d: %s", s.ID, v.Chain, v.Seed, fmt.Sprintf(format, args...)))
		}
		chain, err := transform.ParseChain(v.Chain, list)
		if err != nil {
			say("%v", err)
			continue
		}
		r, err := prepared.Apply(chain, v.Seed)
		if err != nil || v.Task == "" {
			now := evidence.Variant{Chain: v.Chain, Seed: v.Seed, Test: test}
			if err != nil {
				now = unmade(chain, v.Seed, test, err)
			}
			if v != now {
				say("it is %q now, and was %q", now.Summary(), v.Summary())
			}
			continue
		}
		half := r.Variant
		if v.Half == evidence.Fixed && !s.Meta.Clean() {
			half = r.Twin
		}
		switch {
		case half == nil || half.Task.Hash() != v.Task:
			say("the text of %s%s is another one", v.Half, v.Test)
		case test == "" && hashHidden(r.Hidden) != v.Hidden:
			say("the proof is another one")
		}
	}
	return slices.Compact(out)
}
