package certify

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/proof/pgtree"
	"assay/internal/proof/sqlproof"
)

// Execute runs all tests of a SQL application and returns the evidence of each
// query, in order.
type Execute func(context.Context, *sqlproof.App) ([]proof.SQLEvidence, error)

// SQL applies one chain to every test of a SQL application and certifies the results:
// C1 if PostgreSQL's grammar cannot distinguish the text from the original, else C5.
// All are executed and have to show what their originals show; a differential has to
// be the good counterpart. The evidence is returned by query, in order of the tests.
func SQL(ctx context.Context, st *suite.Suite, a *suite.App, chain transform.Chain, seed uint64,
	execute Execute) (map[string][]proof.Variant, error) {
	k := sqlCertifier{st: st, byTest: map[string]*bench.Variant{}}
	for i := range st.Variants {
		if v := &st.Variants[i]; v.Group == a.Name {
			k.byTest[path.Base(v.Sample)] = v
		}
	}
	now := a.App
	now.Queries = nil
	out := map[string][]proof.Variant{}
	for _, q := range a.Queries {
		made := q
		made.Tests = slices.Clone(q.Tests)
		rewritten := false
		for i, t := range q.Tests {
			v, text := k.test(t.Name, chain, seed)
			if text != "" {
				made.Tests[i].Code, made.Tests[i].Minimal = text, t.Pair() // the comments of t.Pair() are those of its twin
				rewritten = true
			}
			out[q.Name] = append(out[q.Name], v)
		}
		if rewritten {
			now.Queries = append(now.Queries, made)
		}
	}
	if len(now.Queries) == 0 {
		return out, nil
	}
	evidence, err := execute(ctx, &now)
	if err != nil {
		return nil, err
	}
	for i, q := range now.Queries {
		for j := range out[q.Name] {
			k.executed(&out[q.Name][j], &evidence[i])
		}
	}
	return out, nil
}

type sqlCertifier struct {
	st     *suite.Suite
	byTest map[string]*bench.Variant
}

// sqlProgram returns a SQL test, with its good counterpart if it is a bad one.
func sqlProgram(st *suite.Suite, v *bench.Variant) transform.Program {
	p := transform.Program{Variant: v}
	if v.Truth == bench.Vulnerable {
		p.Twin, _ = st.Variant(v.Twin)
	}
	return p
}

// test rewrites one test and compares syntax trees. text is what has to be executed,
// "" if that is nothing new.
func (k *sqlCertifier) test(name string, chain transform.Chain, seed uint64) (v proof.Variant, text string) {
	original := k.byTest[name]
	if original == nil {
		return proof.Variant{Chain: chain.String(), Seed: seed, Test: name, Failure: "the suite has no such test"}, ""
	}
	p := sqlProgram(k.st, original)
	r, err := transform.Apply(chain, seed, p)
	if err != nil {
		return unmade(chain, seed, name, err), ""
	}
	v = proof.Variant{Chain: chain.String(), Seed: seed, Test: name, Task: r.Variant.Task.Hash()}
	was, is := original.Task.Files[0].Text, r.Variant.Task.Files[0].Text
	fixed := r.Variant.Truth != original.Truth
	if fixed {
		was = p.Twin.Task.Files[0].Text
	}
	diff, err := pgtree.Differ(was, is)
	switch {
	case err != nil:
		v.Failure = oneLine(err.Error())
	case fixed && diff != "":
		v.Promised, v.Failure = proof.ExploitDies, "it is not its good counterpart: "+diff
	case fixed && p.Twin.Proof != bench.Proved:
		v.Promised, v.Failure = proof.ExploitDies, "its good counterpart is not proved"
	case fixed:
		v.Certificate, v.Promised = proof.ExploitDies, proof.ExploitDies
		v.Shown = fmt.Sprintf("the syntax tree of %s, which %s", path.Base(p.Twin.Sample), p.Twin.Evidence)
	default:
		v.Promised = r.Promises().String()
		v.Certificate, v.Shown = transform.C1.String(), "the same syntax tree by PostgreSQL's grammar"
		if diff != "" {
			v.Certificate, v.Shown = transform.C5.String(), diff
		}
		if v.Certificate > v.Promised {
			v.Failure = fmt.Sprintf("%s is weaker than the promised %s: %s", v.Certificate, v.Promised, diff)
		}
		return v, is
	}
	return v, ""
}

// emptySQL returns evidence on the variants of a query that contains no variant
// yet. engine is the database that executes them.
func emptySQL(a *suite.App, q *sqlproof.Query, engine string) *proof.Variants {
	return &proof.Variants{Version: proof.VariantsVersion, Sample: a.Name + "/" + q.Name, Engine: engine,
		Files: proof.Digest(a.Files(q))}
}

// executed compares what a variant shows with what its original shows.
func (k *sqlCertifier) executed(v *proof.Variant, e *proof.SQLEvidence) {
	if v.Certificate == "" || v.Certificate == proof.ExploitDies {
		return
	}
	was := k.byTest[v.Test]
	t, ok := e.Test(v.Test)
	switch {
	case was.Proof != bench.Proved:
		v.Certificate, v.Failure = "", "the original is not proved"
	case !ok || !t.Proved:
		v.Certificate, v.Failure = "", strings.TrimPrefix(t.Summary(), "not proved: ")
	case t.Summary() != was.Evidence:
		v.Certificate, v.Failure = "", fmt.Sprintf("it shows %q, the original %q", t.Summary(), was.Evidence)
	default:
		v.Shown += "; " + t.Summary()
	}
}
