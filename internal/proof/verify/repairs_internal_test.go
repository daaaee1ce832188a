package verify

import (
	"strings"
	"testing"
)

// Text that moved is one repair.
func TestRepairs(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, " "), "\n") }
	for _, c := range []struct {
		source, twin string
		repairs      int
	}{
		{"aa bb cc", "aa bb cc", 0},
		{"aa bb cc", "aa xx cc", 1},
		{"aa bb cc", "aa cc", 1},
		{"aa cc", "aa bb cc", 1},
		{"aa bb cc dd", "aa cc bb dd", 1}, // moved
		{"aa bb cc dd ee", "aa xx cc yy ee", 2},
		{"aa } cc dd", "aa cc } dd", 2}, // a brace identifies nothing
	} {
		if got := repairs(lines(c.source), lines(c.twin)); len(got) != c.repairs {
			t.Errorf("%s, %s: %v, want %d repairs", c.source, c.twin, got, c.repairs)
		}
	}
}
