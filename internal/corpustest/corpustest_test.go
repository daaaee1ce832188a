package corpustest_test

import (
	"slices"
	"testing"

	"assay/internal/corpustest"
)

// Consecutive turns together take each member once, and whole takes all.
func TestEvery(t *testing.T) {
	var seen []int
	for _, turn := range []string{"7", "8", "9"} {
		t.Setenv("ASSAY_CORPUS", turn)
		takes := corpustest.Every(t, 3)
		for i := range 8 {
			if takes(i) {
				seen = append(seen, i)
			}
		}
	}
	slices.Sort(seen)
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(seen, want) {
		t.Errorf("three turns took %v", seen)
	}
	t.Setenv("ASSAY_CORPUS", "whole")
	if takes := corpustest.Every(t, 3); !corpustest.Whole() || !takes(1) || !takes(2) {
		t.Error("whole leaves something out")
	}
	t.Setenv("ASSAY_CORPUS", "")
	if takes := corpustest.Every(t, 3); corpustest.Whole() || !takes(0) || takes(1) {
		t.Error("without the variable the turn is not 0")
	}
}
