package report

import (
	"testing"

	"assay/internal/bench"
)

// What a sample is taken for follows from the facts that are known and found.
func TestDiagnoseMemory(t *testing.T) {
	for _, c := range []struct {
		known, ref, obs, hidden bool
		want                    MemoryDiagnosis
	}{
		{true, true, false, true, MemoryRecogniser}, {true, true, true, true, MemoryUnderstanding},
		{true, false, true, true, MemoryNeither}, {true, true, false, false, MemoryNeither},
		{false, true, true, true, MemoryAnalyst}, {false, true, false, true, MemoryNeither},
		{false, true, false, false, MemoryAnalyst}, {false, false, true, true, MemoryNeither},
	} {
		if got := diagnoseMemory(c.known, c.ref, c.obs, c.hidden); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// A flaw is found in a sample when more than half of the trials find it.
func TestDetectedByMost(t *testing.T) {
	v := variants("blockbench", "blockbench", 1)[0]
	hit, miss := say("m", v, bench.Vulnerable, true), say("m", v, bench.Vulnerable, false)
	key := v.Suite + "\x00" + v.Sample
	if detected([]bench.Trial{hit, miss})[key] || !detected([]bench.Trial{hit, miss, hit})[key] {
		t.Error("one of two is most, or two of three are not")
	}
}
