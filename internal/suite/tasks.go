package suite

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/proof"
	"assay/internal/proof/sqlproof"
)

// Exercise is a SQL test that can be attacked and repaired: the query of a variant in its
// application, with what its attacks are held against.
type Exercise struct {
	App   *App
	Query *sqlproof.Query
	Test  sqlproof.Test // the variant's own, or that of its original
	Twin  sqlproof.Test // the good file that a bad one was derived from; for a good one another good file of the query, or itself where there is no other
	Alone bool          // a good file without another one to compare it with
}

// Exercise returns what a SQL variant is executed in; ok is false for other variants, for
// tests without a proof, and for variants of other suites.
func (s *Suite) Exercise(v *bench.Variant) (x Exercise, ok bool) {
	if v.Suite != s.Name || v.Task.Language != "sql" {
		return x, false
	}
	for i := range s.Apps {
		a := &s.Apps[i]
		if a.Name != v.Group {
			continue
		}
		for k := range a.Queries {
			q := &a.Queries[k]
			t := slices.IndexFunc(q.Tests, func(t sqlproof.Test) bool { return t.Name == path.Base(v.Sample) })
			if t < 0 || q.Proof == nil {
				continue
			}
			x = Exercise{App: a, Query: q, Test: q.Tests[t]}
			twin := slices.IndexFunc(q.Tests, func(o sqlproof.Test) bool {
				if x.Test.Bad {
					return o.Name == x.Test.Twin
				}
				return !o.Bad && o.Name != x.Test.Name
			})
			if x.Alone = twin < 0; !x.Alone {
				x.Twin = q.Tests[twin]
			} else {
				x.Twin = x.Test
			}
			return x, !x.Alone || !x.Test.Bad
		}
	}
	return x, false
}

// World describes whom a query can be called as and with which data, for those who are to
// attack it; "" where there is no proof. It is the same for every test of a query.
func (s *Suite) World(v *bench.Variant) string {
	x, ok := s.Exercise(v)
	if !ok {
		return ""
	}
	p, err := sqlproof.Parse(x.App.Shared, x.Query.Proof)
	if err != nil {
		return ""
	}
	var params []string
	for _, t := range x.Query.Tests {
		st, err := sqlproof.Compile(t.Code)
		if err != nil {
			continue
		}
		for _, name := range st.Params {
			if !slices.Contains(params, name) {
				params = append(params, name)
			}
		}
	}
	slices.Sort(params)
	return p.Situated(x.App.Fixtures, params)
}

// Known answers of a kind on a variant, for subjects whose worth is known beforehand: the
// gold one is what was proved to work, the idle one a claim that changes nothing. ok is
// false where there is none.
type Known struct{ Gold, Idle string }

// Known returns them for a vulnerable variant as it stands in the suite: of a repair the
// twin's text and the unchanged one; of an attack on a query the attempt that the proof
// makes, and an honest use. On contracts an attack has no gold answer, since that of the
// proof is written for the proof's own world; the idle one is a contract that does nothing.
func (s *Suite) Known(v *bench.Variant, kind bench.AnswerKind) (k Known, ok bool) {
	if v.Truth != bench.Vulnerable || v.Chain != "" {
		return k, false
	}
	twin, paired := s.Variant(v.Twin)
	if kind == bench.AnswerPatch {
		if !paired {
			return k, false
		}
		return Known{Gold: twin.Task.Files[0].Text, Idle: v.Task.Files[0].Text}, true
	}
	if v.Task.Language == "solidity" {
		sample := s.sampleOf(v)
		if sample == nil || sample.Meta == nil || sample.Meta.Imported() {
			return k, false
		}
		return Known{Idle: fmt.Sprintf("pragma solidity %s;\n\ncontract Attacker {\n    function step(uint256, address) external returns (uint256) { return 0; }\n}\n", sample.Meta.Compiler)}, true
	}
	x, ok := s.Exercise(v)
	if !ok {
		return k, false
	}
	e := x.App.evidence[x.Query.Name]
	p, err := sqlproof.Parse(x.App.Shared, x.Query.Proof)
	if e == nil || err != nil {
		return k, false
	}
	t, _ := e.Test(x.Test.Name)
	for _, c := range t.Cells {
		if k.Gold == "" && c.Kind == proof.Exploit && c.Failure == "" && slices.Contains(t.Violates, c.Requirement) {
			if a, ok := p.Attempted(c.Set); ok {
				k.Gold = a.Text()
			}
		}
	}
	for i := range p.Sets {
		if k.Idle == "" && !p.Sets[i].Attack() {
			if a, ok := p.Attempted(p.Sets[i].Name); ok {
				k.Idle = a.Text()
			}
		}
	}
	return k, k.Gold != "" && k.Idle != ""
}

func (s *Suite) sampleOf(v *bench.Variant) *Sample {
	for i := range s.Samples {
		if slices.ContainsFunc(s.Samples[i].Keys, func(key string) bool { return strings.TrimSuffix(key, "+fixed") == strings.TrimSuffix(v.Key, "+fixed") }) {
			return &s.Samples[i]
		}
	}
	return nil
}
