package judge_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

func trial(code string) bench.Answer {
	a := bench.Answer{Kind: bench.AnswerTest, Verdict: bench.Safe}
	if code != "" {
		a.Verdict, a.Findings = bench.Vulnerable, []bench.Finding{{Attack: code}}
	}
	return a
}

// The verdict on a test is what its execution shows, and can be read from the record.
func TestTests(t *testing.T) {
	st := tenantsql(t)
	j := database(t, st)
	j.Mutants(mutate.Deletions)
	v := variant(t, st, "tenantsql/warehouse/lot-finder-04-bad")
	twin := variant(t, st, v.Twin)
	known := sqlproof.KnownOf(st, v, bench.AnswerTest)
	good := sqlproof.KnownOf(st, twin, bench.AnswerTest)
	if !known.Solved || !known.Applies || !good.Solved || good.Gold != "" {
		t.Fatalf("the known answers: %+v, %+v", known, good)
	}
	for _, k := range []struct {
		name   string
		v      *bench.Variant
		a      bench.Answer
		strict bench.Decision
		class  bench.FindingClass
		step   bench.Step
		reason string
	}{
		{"gold", v, trial(known.Gold), bench.Hit, bench.TargetMatch, bench.StepRepairs, "of 7 others that violate the same"},
		{"nothing is asserted", v, trial(known.Idle), bench.Miss, bench.Mischaracterized, bench.StepHonest, "it passes on"},
		{"half a test", v, trial(`{"world":`), bench.Miss, bench.Mischaracterized, bench.StepNone, "not as asked for"},
		{"none", v, trial(""), bench.Miss, "", -1, "nothing to test for"},
		{"gold on the twin", twin, trial(known.Gold), "", bench.Hallucinated, -1, "tests for what is not broken"},
		{"none on the twin", twin, trial(""), "", "", -1, "nothing to test for"},
	} {
		if _, ok := j.Question(k.v, k.a); !ok {
			t.Errorf("%s: no question", k.name)
		}
		got, err := j.Judge(t.Context(), k.v, k.a)
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		d, step := got.Verdict, bench.Step(-1)
		if d.Executed != nil {
			step = d.Executed.Step
		}
		class := bench.FindingClass("")
		if len(d.Findings) > 0 {
			class = d.Findings[0].Class
		}
		if d.Strict != k.strict || class != k.class || step != k.step || !strings.Contains(d.Reason, k.reason) ||
			d.AVA != nil || d.FSV != nil {
			t.Errorf("%s: %s %s step %d %q", k.name, d.Strict, class, step, d.Reason)
		}
		if k.strict == bench.Hit && (d.Executed.Noticed == 0 || d.Executed.Others != 7) {
			t.Errorf("%s: %+v", k.name, d.Executed)
		}
		if step < 0 {
			continue
		}
		if read, ok := j.Read(k.v, k.a, got.Response); !ok || !reflect.DeepEqual(read, d) {
			t.Errorf("%s: read %+v", k.name, read)
		}
	}
}

// An attack of a proof is a test that catches the flaw, wherever its oracle can be a condition: it passes on all good
// texts and fails on the bad one. Without a condition it catches nothing.
func TestKnownTests(t *testing.T) {
	list, problems, err := suite.Load(os.DirFS("../../../suites/tenancy"), ".", suite.Tenancy, "suites/tenancy")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for name, st := range map[string]*suite.Suite{"tenantsql": tenantsql(t), "tenancy": list[0]} {
		t.Run(name, func(t *testing.T) {
			j := database(t, st)
			takes, n := part(t, 200, 12), 0
			for i := range st.Variants {
				v := &st.Variants[i]
				if v.Truth != bench.Vulnerable || v.Proof != bench.Proved || v.Chain != "" || v.Task.Language != "sql" {
					continue
				}
				k := sqlproof.KnownOf(st, v, bench.AnswerTest)
				if n++; !k.Solved || !takes(n) {
					continue
				}
				t.Run(v.Key, func(t *testing.T) {
					got, err := j.Judge(t.Context(), v, trial(k.Gold))
					if err != nil {
						t.Fatal(err)
					}
					if got.Verdict.Strict != bench.Hit {
						t.Errorf("%s\n%s", got.Verdict.Reason, k.Gold[strings.LastIndex(k.Gold, `"race"`):])
					}
				})
			}
			if n == 0 {
				t.Error("no text")
			}
		})
	}
}

// Tests of handlers are executed in a box, in every stack that is installed: one that catches the flaw, one that always
// holds, and one that always fails.
func TestTestsOfHandlers(t *testing.T) {
	box, err := stack.NewBox(t.Context())
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	list, problems, err := suite.Load(os.DirFS("../../../suites/tenancy"), ".", suite.Tenancy, "suites/tenancy")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	j := database(t, st)
	if err := j.InBox("", box); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	takes := corpustest.Every(t, 5)
	for i := range st.Variants {
		v := &st.Variants[i]
		k := sqlproof.KnownOf(st, v, bench.AnswerTest)
		name, _, _ := strings.Cut(v.Group, "/")
		if v.Truth != bench.Vulnerable || v.Chain != "" || v.Task.Language == "sql" || !k.Solved || tried[name] {
			continue
		}
		tried[name] = true
		if !takes(len(tried)) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if n, _, missing := j.Lacking(t.Context(), []*bench.Variant{v}); n > 0 {
				t.Skip("SKIPPED: ", missing)
			}
			for code, step := range map[string]bench.Step{k.Gold: bench.StepRepairs, k.Idle: bench.StepHonest,
				strings.Replace(k.Idle, `"assert":"true"`, `"assert":"false"`, 1): bench.StepCompiles} {
				got, err := j.Judge(t.Context(), v, trial(code))
				if err != nil {
					t.Fatal(err)
				}
				e := got.Verdict.Executed
				if e == nil || e.Step != step || (step == bench.StepRepairs) != e.Works {
					t.Errorf("%s: %+v: %s", v.Key, e, got.Verdict.Reason)
				}
			}
		})
	}
	if len(tried) < 5 {
		t.Errorf("stacks %v", tried)
	}
}
