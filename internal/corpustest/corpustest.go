// Package corpustest selects the part of the corpus that a test uses. It is for
// tests only.
//
// A test that executes every sample takes minutes, and grows with the corpus. It
// uses every nth sample instead, and the check of each commit starts at another
// one, so that n consecutive commits cover all of them. The environment variable
// ASSAY_CORPUS holds "whole", for everything, or the number of the turn; if it is
// not set, the turn is 0.
package corpustest

import (
	"os"
	"strconv"
	"testing"
)

const variable = "ASSAY_CORPUS"

// Whole reports whether the whole corpus is requested.
func Whole() bool { return os.Getenv(variable) == "whole" }

// Every returns a function that reports whether the test uses member i of a corpus,
// counted from 0: every nth, starting at this turn's. n is at least 1.
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
