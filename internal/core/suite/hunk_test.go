package suite

import (
	"strings"
	"testing"
)

// Undoing all hunks gives the source.
func TestHunks(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, " "), "\n") }
	for _, c := range [][2]string{{"aa bb cc", "aa bb cc"}, {"aa bb cc", "aa xx cc"}, {"aa bb cc", "aa cc"},
		{"aa cc", "aa bb cc"}, {"aa bb cc dd", "aa cc bb dd"}, {"aa bb cc dd ee", "aa xx cc yy ee"}} {
		source, twin := lines(c[0]), lines(c[1])
		if got := Without(source, twin, Hunks(source, twin)); got != source {
			t.Errorf("%s, %s: all taken back gives %q", c[0], c[1], got)
		}
	}
}
