package suite

import (
	"slices"
	"strings"
	"testing"
)

// Hunks are the places of a difference, what moved is one repair, and taking all of
// them back gives the source.
func TestHunks(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, " "), "\n") }
	for _, c := range []struct {
		source, twin string
		hunks        []Hunk
		repairs      int
	}{
		{"aa bb cc", "aa bb cc", nil, 0},
		{"aa bb cc", "aa xx cc", []Hunk{{1, 2, 1, 2}}, 1},
		{"aa bb cc", "aa cc", []Hunk{{1, 2, 1, 1}}, 1},
		{"aa cc", "aa bb cc", []Hunk{{1, 1, 1, 2}}, 1},
		{"aa bb cc dd", "aa cc bb dd", []Hunk{{1, 2, 1, 1}, {3, 3, 2, 3}}, 1}, // moved
		{"aa bb cc dd ee", "aa xx cc yy ee", []Hunk{{1, 2, 1, 2}, {3, 4, 3, 4}}, 2},
		{"aa } cc dd", "aa cc } dd", []Hunk{{1, 2, 1, 1}, {3, 3, 2, 3}}, 2}, // a brace identifies nothing
	} {
		source, twin := lines(c.source), lines(c.twin)
		if got := Hunks(source, twin); !slices.Equal(got, c.hunks) {
			t.Errorf("%s, %s: %v, want %v", c.source, c.twin, got, c.hunks)
		}
		if got := Repairs(source, twin); len(got) != c.repairs {
			t.Errorf("%s, %s: %v, want %d repairs", c.source, c.twin, got, c.repairs)
		}
		if got := Without(source, twin, Hunks(source, twin)); got != source {
			t.Errorf("%s, %s: all taken back gives %q", c.source, c.twin, got)
		}
	}
}
