package report

import "testing"

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
