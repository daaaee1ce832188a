package judge_test

import (
	"slices"
	"testing"

	"assay/internal/bench"
	corejudge "assay/internal/core/judge"
	"assay/internal/core/suite"
	"assay/internal/proof/judge"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

// classified plants answers on every n-th vulnerable text of a suite, and counts how many are classified as planted.
func classified(t *testing.T, j *judge.Judge, st *suite.Suite, every int) (right, all int) {
	t.Helper()
	takes := corpustest.Every(t, every)
	i, wrong := 0, 0
	for k := range st.Variants {
		v := &st.Variants[k]
		if v.Truth != bench.Vulnerable || v.Proof != bench.Proved || v.Twin == "" ||
			st.Format != bench.Contracts && v.Task.Language != "sql" { // tests in TypeScript are not repaired
			continue
		}
		if i++; !takes(i - 1) {
			continue
		}
		for _, p := range corejudge.Plants(v, variant(t, st, v.Twin)) {
			n, at := corejudge.NamingOf(v, p.Answer)
			got, err := j.Judge(t.Context(), v, p.Answer)
			if err != nil {
				t.Fatalf("%s, %s: %v", v.Key, p.Kind, err)
			}
			r := got.Verdict.Repairs[at]
			all++
			if n == p.Naming && slices.Contains(p.Effects, r.Effect) {
				right++
			} else if wrong++; wrong <= 20 {
				t.Logf("%s, planted %v: %s, %s (%s)", v.Key, p, n, r.Effect, r.Reason)
			}
			if again, ok := j.Read(v, p.Answer, got.Response); !ok || again.Repairs[at].Effect != r.Effect {
				t.Errorf("%s, %s: read again as %+v", v.Key, p.Kind, again)
			}
		}
	}
	return right, all
}

// At most 2 % of the planted explanations are classified otherwise.
func TestPlantedContracts(t *testing.T) {
	st := blockbench(t)
	right, all := classified(t, judge.New(solctest.New(t), []*suite.Suite{st}), st, 100)
	t.Logf("%d of %d", right, all)
	if all < 12 || 100*(all-right) > 2*all {
		t.Errorf("%d of %d planted answers are classified as planted", right, all)
	}
}

func TestPlantedQueries(t *testing.T) {
	st := tenantsql(t)
	right, all := classified(t, database(t, st), st, 100)
	t.Logf("%d of %d", right, all)
	if all < 8 || 100*(all-right) > 2*all {
		t.Errorf("%d of %d planted answers are classified as planted", right, all)
	}
}
