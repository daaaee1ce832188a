package exchange

import (
	"slices"
	"strings"
	"testing"
)

// Lines of any length up to the limit are complete; longer ones are skipped.
func TestLines(t *testing.T) {
	long, longer := strings.Repeat("a", 200_000), strings.Repeat("b", 200_002)
	var got []string
	err := lines(strings.NewReader("one\n\n"+long+"\n"+longer+"\nlast"), 200_001, func(l []byte) error {
		got = append(got, strings.TrimSuffix(string(l), "\n"))
		return nil
	})
	if want := []string{"one", "", long, "last"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

// No line is longer than the limit, and every line is in the input.
func FuzzLines(f *testing.F) {
	f.Add("a\nbb\n\nccc", 2)
	f.Fuzz(func(t *testing.T, text string, most int) {
		most %= 1 << 10
		if err := lines(strings.NewReader(text), most, func(l []byte) error {
			if len(l) > most || !strings.Contains(text, string(l)) {
				t.Errorf("%q of at most %d", l, most)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}
