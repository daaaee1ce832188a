package judge_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/judge"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

func tenantsql(t testing.TB) *suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, suite.TenantSQL, "", "suites/tenantsql")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list[0]
}

// database returns a judge that executes SQL.
func database(t testing.TB, st *suite.Suite) *judge.Judge {
	t.Helper()
	url := os.Getenv("ASSAY_TEST_POSTGRES")
	if url == "required" {
		url = ""
	}
	s, err := postgres.Start(t.Context(), postgres.Options{URL: url})
	if errors.Is(err, postgres.ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") == "" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	s.Close()
	c, err := solc.New(solc.Options{Dir: t.TempDir(), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	j := judge.New(c, []*suite.Suite{st})
	j.On(url)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		c.Close()
	})
	return j
}

func TestSQL(t *testing.T) {
	st := tenantsql(t)
	j := database(t, st)
	v := variant(t, st, "tenantsql/warehouse/lot-finder-03-bad")
	twin := variant(t, st, v.Twin)
	attack, fix := sqlproof.KnownOf(st, v, bench.AnswerExploit), sqlproof.KnownOf(st, v, bench.AnswerPatch)
	if !attack.Solved || !fix.Solved {
		t.Fatal("there are no known answers")
	}
	changed := *v
	changed.Task.Files = []bench.File{{Path: v.Task.Files[0].Path, Text: v.Task.Files[0].Text + " "}}
	foreign := *v
	foreign.Suite, foreign.Key = "mine", "mine/x"
	one, zero := 1.0, 0.0
	for _, k := range []struct {
		name     string
		v        *bench.Variant
		a        bench.Answer
		strict   bench.Decision
		class    bench.FindingClass
		ava, fsv *float64
		step     bench.Step
		reason   string
	}{
		{"gold", v, exploit(attack.Gold), bench.Hit, bench.TargetMatch, &one, nil, bench.StepSpecific, "the twin resists"},
		{"honest use", v, exploit(attack.Idle), bench.Miss, bench.Hallucinated, &zero, nil, bench.StepRuns, "no oracle"},
		{"nobody", v, exploit(`{"situation":0,"calls":[{"as":"nobody","params":{}}]}`), bench.Miss, bench.Hallucinated, &zero,
			nil, bench.StepParses, "no principal"},
		{"half an attempt", v, exploit(`{"situation":`), bench.Miss, bench.Hallucinated, &zero, nil, bench.StepNone,
			"not as asked for"},
		{"none", v, exploit(""), bench.Miss, "", &zero, nil, -1, "nothing to attack"},
		{"gold on the twin", twin, exploit(attack.Gold), "", bench.Hallucinated, nil, nil, bench.StepRuns, "does not work"},
		{"the twin as a repair", v, patch(fix.Gold), bench.Hit, bench.TargetMatch, nil, &one, bench.StepRepairs,
			"attacks are resisted"},
		{"no change as a repair", v, patch(fix.Idle), bench.Miss, bench.Mischaracterized, nil, &zero, bench.StepHonest, ""},
		{"nothing for anybody", v, patch("SELECT 1 WHERE false"), bench.Miss, bench.Mischaracterized, nil, &zero,
			bench.StepCompiles, ""},
		{"a repair that is no SQL", v, patch("no"), bench.Miss, bench.Mischaracterized, nil, &zero, bench.StepParses,
			"ends with NO"},
		{"a repair of the twin", twin, patch("no"), "", bench.Hallucinated, nil, nil, -1, "not broken"},
		{"another text", &changed, exploit(attack.Gold), bench.Unscored, "", nil, nil, -1, "has changed"},
		{"another suite", &foreign, exploit(attack.Gold), bench.Unscored, "", nil, nil, -1, "not at hand"},
	} {
		got, err := j.Judge(t.Context(), k.v, k.a)
		if err != nil {
			t.Fatal(err)
		}
		d := got.Verdict
		class, step := bench.FindingClass(""), bench.Step(-1)
		if len(d.Findings) > 0 {
			class = d.Findings[0].Class
		}
		if d.Executed != nil {
			step = d.Executed.Step
		}
		if d.Strict != k.strict || class != k.class || !equal(d.AVA, k.ava) || !equal(d.FSV, k.fsv) || step < k.step ||
			k.step < bench.StepMoves && step > bench.StepMoves || !strings.Contains(d.Reason, k.reason) {
			t.Errorf("%s: %+v %+v", k.name, d, d.Executed)
		}
		if k.a.Kind == bench.AnswerPatch && d.Strict == bench.Hit &&
			(d.Executed.Changed == 0 || d.Executed.Changed != d.Executed.TwinDiff) {
			t.Errorf("%s: %+v", k.name, d.Executed)
		}
		if !got.Asked {
			continue
		}
		again, ok := judge.New(nil, nil).Read(k.v, k.a, got.Response)
		if !ok || again.Strict != d.Strict || again.Reason != d.Reason || *again.Executed != *d.Executed {
			t.Errorf("%s: read again as %+v", k.name, again)
		}
	}
}

// Attacks on a contract reach one step after the other.
func TestSteps(t *testing.T) {
	corpustest.Turn(t, 5)
	st := blockbench(t)
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	v := variant(t, st, sample)
	known := sqlproof.KnownOf(st, v, bench.AnswerExploit)
	for _, k := range []struct {
		name, text string
		step       bench.Step
		gain       float64 // -1 for none
	}{
		{"no contract", "contract {", bench.StepParses, -1},
		{"reverts", strings.Replace(known.Idle, "return 0", "revert()", 1), bench.StepCompiles, 0},
		{"does nothing", known.Idle, bench.StepRuns, 0},
		{"takes a little", strings.Replace(attack, "Purse(token).balanceOf(address(bridge))", "1", 1), bench.StepMoves, 0},
		{"takes all", attack, bench.StepSpecific, 1},
	} {
		got, err := j.Judge(t.Context(), v, exploit(k.text))
		if err != nil {
			t.Fatal(err)
		}
		e := got.Verdict.Executed
		gain := -1.0
		if e.Gain != nil {
			gain = *e.Gain
		}
		if e.Step != k.step || e.Works != (k.step >= bench.StepMeets) || gain < k.gain || gain > k.gain+0.01 {
			t.Errorf("%s: %+v, gain %v, %s", k.name, e, gain, got.Verdict.Reason)
		}
	}
}
