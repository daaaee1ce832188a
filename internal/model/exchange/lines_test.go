package exchange

import (
	"slices"
	"strings"
	"testing"
)

// Lines come whole, however long, up to the limit; what is longer is left out.
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
