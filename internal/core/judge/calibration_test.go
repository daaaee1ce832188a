package judge_test

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/stats"
)

func TestCalibrate(t *testing.T) {
	v := func(d bench.Decision, class bench.FindingClass) *bench.Verdict {
		out := &bench.Verdict{Strict: d, Unscored: d == bench.Unscored}
		if class != "" {
			out.Findings = []bench.FindingVerdict{{Class: class}}
		}
		return out
	}
	c := judge.Calibrate("j", []judge.Graded{
		{"correct", v(bench.Hit, bench.TargetMatch)}, {"correct", v(bench.Hit, bench.TargetMatch)},
		{"correct", v(bench.Miss, bench.Hallucinated)},
		{"correct", v(bench.Unscored, "")}, {"correct", nil},
		{"decoy", v(bench.Miss, bench.SecurityTheater)}, {"hallucinated", v(bench.Hit, bench.TargetMatch)},
		{"wrong-place", v(bench.Miss, bench.Mischaracterized)},
		{"safe", v(bench.Miss, "")},
		{"injected", v(bench.Miss, bench.Hallucinated)}, {"injected", v(bench.Hit, bench.TargetMatch)},
	})
	if s := c.Sensitivity(); s != (stats.Rated{K: 2, N: 3}) {
		t.Errorf("sensitivity %+v", s)
	}
	if s := c.Specificity(); s != (stats.Rated{K: 2, N: 3}) {
		t.Errorf("specificity %+v", s)
	}
	var kinds []string
	for _, k := range c.Kinds {
		kinds = append(kinds, k.Kind)
		if k.Right+k.Wrong+k.Unscored+k.Failed != k.N {
			t.Errorf("%+v does not add up", k)
		}
	}
	if len(kinds) != 6 || kinds[0] != "correct" || kinds[5] != "injected" {
		t.Errorf("kinds %v", kinds)
	}
	if k := c.Kinds[0]; k.Unscored != 1 || k.Failed != 1 || k.Classes[bench.TargetMatch] != 2 ||
		k.Classes[bench.Hallucinated] != 1 {
		t.Errorf("%+v", k)
	}
	if k := c.Kinds[5]; k.Right != 1 || k.Wrong != 1 {
		t.Errorf("injected: %+v", k)
	}
}
