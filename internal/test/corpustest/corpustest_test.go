package corpustest_test

import (
	"flag"
	"slices"
	"testing"

	"assay/internal/test/corpustest"
)

// Consecutive turns together take each member once and the first always, and whole takes all.
func TestEvery(t *testing.T) {
	short := flag.Lookup("test.short").Value.String()
	defer flag.Set("test.short", short)
	if err := flag.Set("test.short", "false"); err != nil {
		t.Fatal(err)
	}
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
	if want := []int{0, 0, 0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(seen, want) {
		t.Errorf("three turns took %v", seen)
	}
	if err := flag.Set("test.short", "true"); err != nil {
		t.Fatal(err)
	}
	if takes := corpustest.Every(t, 3); !takes(0) || takes(8) || !takes(9) || takes(10) || !takes(39) {
		t.Error("-short takes another part than a tenth")
	}
	if err := flag.Set("test.short", "false"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASSAY_CORPUS", "whole")
	if takes := corpustest.Every(t, 3); !corpustest.Whole() || !takes(1) || !takes(2) {
		t.Error("whole leaves something out")
	}
	t.Setenv("ASSAY_CORPUS", "")
	if takes := corpustest.Every(t, 3); corpustest.Whole() || !takes(0) || takes(1) {
		t.Error("without the variable the turn is not 0")
	}
	if err := flag.Set("test.run", "TestEvery/9"); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("test.run", "")
	if takes := corpustest.Every(t, 3); !takes(1) {
		t.Error("a part that is selected by name is left out")
	}
}

// A slow test runs at one of n consecutive turns, and whenever it is selected by name.
func TestTurn(t *testing.T) {
	short := flag.Lookup("test.short").Value.String()
	defer flag.Set("test.short", short)
	if err := flag.Set("test.short", "false"); err != nil {
		t.Fatal(err)
	}
	ran := func(turn string) bool {
		t.Setenv("ASSAY_CORPUS", turn)
		ran := false
		t.Run("slow", func(t *testing.T) {
			corpustest.Turn(t, 3)
			ran = true
		})
		return ran
	}
	n := 0
	for _, turn := range []string{"4", "5", "6"} {
		if ran(turn) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("three turns ran it %d times", n)
	}
	if !ran("whole") {
		t.Error("whole leaves it out")
	}
	if err := flag.Set("test.run", "TestTurn"); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("test.run", "")
	for _, turn := range []string{"4", "5", "6"} {
		if !ran(turn) {
			t.Error("a test that is selected by name is left out")
		}
	}
}
