package judge_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	corejudge "assay/internal/core/judge"
	"assay/internal/core/suite"
	"assay/internal/proof/judge"
	"assay/internal/test/solctest"
)

// texts returns n vulnerable texts that are executed, as many of each subset as the others allow, spread over it; a
// text with several flaws, or another chain, is none of them.
func texts(st *suite.Suite, n int) (out []*bench.Variant) {
	of := map[string][]*bench.Variant{}
	for k := range st.Variants {
		v := &st.Variants[k]
		if v.Truth == bench.Vulnerable && v.Proof == bench.Proved && v.Twin != "" && v.Chain == "" && !v.Several() &&
			(st.Format == bench.Contracts || v.Task.Language == "sql") { // tests in TypeScript are not repaired
			of[v.Group] = append(of[v.Group], v)
		}
	}
	subsets := slices.Collect(maps.Keys(of))
	slices.SortFunc(subsets, func(a, b string) int { return cmp.Or(len(of[a])-len(of[b]), strings.Compare(a, b)) })
	for i, s := range subsets {
		share := min((n-len(out))/(len(subsets)-i), len(of[s]))
		for k := range share {
			out = append(out, of[s][k*len(of[s])/share])
		}
	}
	return out
}

// counts are the planted answers of a kind, and those that are classified as planted.
type counts struct{ right, all int }

// classified plants answers on some of 60 vulnerable texts of a suite, as part says, and reports per kind how many are
// classified as planted: at least 98 of 100.
func classified(t *testing.T, j *judge.Judge, st *suite.Suite, kinds int) {
	t.Helper()
	takes := part(t, 30, 6)
	of, sum, used := map[string]*counts{}, counts{}, map[string]int{}
	for i, v := range texts(st, 60) {
		if !takes(i) {
			continue
		}
		used[v.Group]++
		for _, p := range corejudge.Plants(v, variant(t, st, v.Twin)) {
			n, at := corejudge.NamingOf(v, p.Answer)
			got, err := j.Judge(t.Context(), v, p.Answer)
			if err != nil {
				t.Fatalf("%s, %s: %v", v.Key, p.Kind, err)
			}
			if of[p.Kind] == nil {
				of[p.Kind] = &counts{}
			}
			r := got.Verdict.Repairs[at]
			of[p.Kind].all++
			sum.all++
			if n == p.Naming && slices.Contains(p.Effects, r.Effect) {
				of[p.Kind].right++
				sum.right++
			} else {
				t.Logf("%s, planted %v: %s, %s (%s)", v.Key, p, n, r.Effect, r.Reason)
			}
			if again, ok := j.Read(v, p.Answer, got.Response); !ok || again.Repairs[at].Effect != r.Effect {
				t.Errorf("%s, %s: read again as %+v", v.Key, p.Kind, again)
			}
		}
	}
	t.Logf("texts: %v", used)
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		t.Logf("%s: %d of %d", kind, of[kind].right, of[kind].all)
	}
	t.Logf("all: %d of %d", sum.right, sum.all)
	if len(of) != kinds || 100*(sum.all-sum.right) > 2*sum.all {
		t.Errorf("%d of %d planted answers of %d kinds are classified as planted; %d kinds", sum.right, sum.all, len(of), kinds)
	}
}

func TestPlantedContracts(t *testing.T) {
	st := blockbench(t)
	classified(t, judge.New(solctest.New(t), []*suite.Suite{st}), st, 8)
}

func TestPlantedQueries(t *testing.T) {
	st := tenantsql(t)
	classified(t, database(t, st), st, 5)
}
