// Package corpustest says which part of the corpus a test goes through. It is for
// tests only.
//
// A test that executes every sample takes minutes, and grows with the corpus. It
// takes every nth sample instead, and the check of each commit begins with another
// one, so that n commits in a row have seen all of them. The environment variable
// ASSAY_CORPUS holds "whole", for everything, or the number of the turn; it is 0
// where the variable is not set.
package corpustest

import (
	"os"
	"strconv"
	"testing"
)

const variable = "ASSAY_CORPUS"

// Whole reports whether everything is asked for.
func Whole() bool { return os.Getenv(variable) == "whole" }

// Every returns a function that tells of the member i of a corpus, counted from 0,
// whether the test takes it: every nth, beginning at this turn's. n is at least 1.
func Every(t testing.TB, n int) func(i int) bool {
	t.Helper()
	if Whole() {
		return func(int) bool { return true }
	}
	turn := 0
	if s := os.Getenv(variable); s != "" {
		var err error
		if turn, err = strconv.Atoi(s); err != nil || turn < 0 {
			t.Fatalf("%s=%q: it takes the word whole, or the number of a turn", variable, s)
		}
	}
	t.Logf("every %d. of the corpus, from number %d on; %s=whole takes all, %s=%d these again", n, turn%n, variable,
		variable, turn)
	return func(i int) bool { return i%n == turn%n }
}
