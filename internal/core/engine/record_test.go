package engine_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/store"
)

// executor is a judge that executes; its question is the same for all answers.
type executor struct{ judge.Referee }

func (executor) Name() string                                         { return "exec/0" }
func (executor) Executes() bool                                       { return true }
func (executor) Question(*bench.Variant, bench.Answer) (string, bool) { return "q", true }

// What executing a repair showed is joined with what the answer says, and is its FSV; it is no opinion on what the
// answer finds.
func TestExplain(t *testing.T) {
	rec, err := engine.NewRecord(judge.Rule{}, []judge.Referee{executor{}})
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Format: bench.Queries, Truth: bench.Vulnerable, Labels: []bench.Label{
		{Function: bench.RootCause, Requirements: []int{3}}}}
	answer := func(requirement int, repair ...bench.Edit) bench.Answer {
		return bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{
			{Requirements: []int{requirement}, Repair: repair}}}
	}
	judged := func(e bench.Effect) []store.Judgement {
		return []store.Judgement{{Judge: "exec/0", Question: "q", Outcome: store.Decided,
			Verdict: &bench.Verdict{Judge: "exec/0", Repairs: []bench.RepairVerdict{{Effect: e}}}}}
	}
	fix := bench.Edit{Old: "a", New: "b"}
	handler := *v
	handler.Task.Language = "python"
	if x := rec.Explain(&handler, answer(3, fix), nil); x.Repair.Effect != bench.NotExecuted ||
		!strings.Contains(x.Repair.Reason, "--box") {
		t.Errorf("a handler without a box: %+v", x.Repair)
	}
	one, zero := 1.0, 0.0
	for _, c := range []struct {
		name   string
		a      bench.Answer
		list   []store.Judgement
		naming bench.Naming
		effect bench.Effect
		fsv    *float64
	}{
		{"closes", answer(3, fix), judged(bench.Closes), bench.Named, bench.Closes, &one},
		{"breaks use", answer(3, fix), judged(bench.BreaksUse), bench.Named, bench.BreaksUse, &zero},
		{"not named", answer(4, fix), judged(bench.Closes), bench.NotNamed, bench.Closes, nil},
		{"no repair", answer(3), nil, bench.Named, "", nil},
		{"not executed yet", answer(3, fix), nil, bench.Named, bench.NotExecuted, nil},
	} {
		x, d := rec.Explain(v, c.a, c.list), rec.Verdict(v, c.a, c.list)
		if x.Naming != c.naming || x.Repair.Effect != c.effect || (d.FSV == nil) != (c.fsv == nil) ||
			d.FSV != nil && *d.FSV != *c.fsv {
			t.Errorf("%s: %+v, %+v", c.name, x, d)
		}
		if d.Judge != (judge.Rule{}).Name() {
			t.Errorf("%s: judged by %s", c.name, d.Judge)
		}
		if all := rec.All(v, c.a, c.list); len(all) != 1 {
			t.Errorf("%s: %d opinions", c.name, len(all))
		}
	}
}
