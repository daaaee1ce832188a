package lcs

import (
	"strings"
	"testing"
)

func TestPairs(t *testing.T) {
	for _, c := range []struct{ x, y, want string }{
		{"", "", ""}, {"abc", "", ""}, {"abc", "abc", "abc"}, {"abcd", "axcy", "ac"}, {"abab", "baba", "bab"},
		{strings.Repeat("x", 3000) + "m", "n" + strings.Repeat("x", 2000) + "o", ""}, // too large
		{"h" + strings.Repeat("x", 3000) + "t", "h" + strings.Repeat("y", 2000) + "t", "ht"},
	} {
		got, lastI, lastJ := "", -1, -1
		Pairs([]byte(c.x), []byte(c.y), func(i, j int) {
			if c.x[i] != c.y[j] || i <= lastI || j <= lastJ {
				t.Fatalf("%.20q, %.20q: pair %d, %d after %d, %d", c.x, c.y, i, j, lastI, lastJ)
			}
			got, lastI, lastJ = got+string(c.x[i]), i, j
		})
		if got != c.want {
			t.Errorf("%.20q, %.20q: %q, want %q", c.x, c.y, got, c.want)
		}
	}
}
