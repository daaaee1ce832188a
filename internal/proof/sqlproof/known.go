package sqlproof

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/core/suite/sqlapp"
)

// World describes the principals of a query and the data, for subjects that are asked to attack it; "" when there
// is no proof. It is the same for every test of a query.
func World(s *suite.Suite, v *bench.Variant) string {
	x, ok := s.Exercise(v)
	if !ok {
		return ""
	}
	p, err := Parse(x.App.Shared, x.Query.Proof)
	if err != nil {
		return ""
	}
	return p.Situated(x.App.Fixtures)
}

// Known holds two answers to one question, for subjects whose quality is known in advance: code to be executed, or
// the calls of a query.
type Known struct {
	Gold    string // proved to work; "" means that there is nothing to do
	Idle    string // a claim that changes nothing
	Solved  bool   // there is a gold answer: Gold, or to decline where the variant is safe
	Applies bool   // there is an idle answer
}

// KnownOf returns the known answers for a variant of the suite. For a repair, the gold answer is the twin's text and
// the idle one the unchanged text. For an attack on a query, they are the attempt from the proof, and an honest
// use. For a test, they are an attack of the proof with its oracle as a condition, and an honest use of which nothing
// is asserted. An attack on a contract has no gold answer here, because the attack of the proof is written for the
// proof's own world; executing it makes one (verify.Case.Gold). The idle answer is a contract that does nothing.
func KnownOf(s *suite.Suite, v *bench.Variant, kind bench.AnswerKind) (k Known) {
	if v.Chain != "" || v.Suite != s.Name || sqlapp.Program(v.Task.Language) && kind == bench.AnswerExploit {
		return k
	}
	safe := v.Truth == bench.Safe
	if kind == bench.AnswerPatch {
		k.Idle, k.Applies, k.Solved = v.Task.Files[0].Text, true, safe
		if twin, ok := s.Variant(v.Twin); ok && !safe {
			k.Gold, k.Solved = twin.Task.Files[0].Text, true
		}
		return k
	}
	if v.Task.Language == "solidity" {
		if sample := sampleOf(s, v); sample != nil && sample.Meta != nil && !sample.Meta.Imported() {
			k.Idle = fmt.Sprintf("pragma solidity %s;\n\ncontract Attacker {\n    function step(uint256, address) external "+
				"returns (uint256) { return 0; }\n}\n", sample.Meta.Compiler)
			k.Applies = true
		}
		return k
	}
	x, ok := s.Exercise(v)
	if !ok {
		return k
	}
	p, err := Parse(x.App.Shared, x.Query.Proof)
	if err != nil {
		return k
	}
	known := func(set, _ string) (string, bool) {
		a, ok := p.Attempted(set)
		return a.Text(), ok
	}
	if kind == bench.AnswerTest {
		known = func(set, oracle string) (string, bool) { return p.trialOf(x.App.Fixtures, set, oracle) }
	}
	for i := range p.Sets {
		if !p.Sets[i].Attack() && !k.Applies {
			k.Idle, k.Applies = known(p.Sets[i].Name, "")
		}
	}
	if k.Solved = safe; safe {
		return k
	}
	e := x.App.Evidence(x.Query.Name)
	if e == nil {
		return k
	}
	t, _ := e.Test(x.Test.Name)
	for _, c := range t.Cells {
		if !k.Solved && c.Kind == evidence.Exploit && c.Failure == "" && slices.Contains(t.Violates, c.Requirement) {
			k.Gold, k.Solved = known(c.Set, c.Oracle)
		}
	}
	return k
}

func sampleOf(s *suite.Suite, v *bench.Variant) *suite.Sample {
	for i := range s.Samples {
		if slices.ContainsFunc(s.Samples[i].Keys, func(key string) bool {
			return strings.TrimSuffix(key, "+fixed") ==
				strings.TrimSuffix(v.Key, "+fixed")
		}) {
			return &s.Samples[i]
		}
	}
	return nil
}
