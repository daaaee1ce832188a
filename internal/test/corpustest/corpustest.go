// Package corpustest selects the part of the corpus that a test uses. It is for
// tests only.
//
// A test that executes every sample takes minutes, and grows with the corpus. It
// uses the first and every nth sample instead, and the check of each commit starts at another
// one, so that n consecutive commits cover all of them. The environment variable
// ASSAY_CORPUS holds "whole", for everything, or the number of the turn; if it is
// not set, the turn is 0. With -short, tests use the tenth part of that, and slow
// ones are skipped. A part that is selected by name, as in
// "go test -run TestScripts/budget", is always used.
package corpustest

import (
	"flag"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"testing"
)

const variable = "ASSAY_CORPUS"

// Whole reports whether the whole corpus is requested, or a part of it by name.
func Whole() bool {
	run := flag.Lookup("test.run")
	return os.Getenv(variable) == "whole" || run != nil && strings.Contains(run.Value.String(), "/")
}

// Every returns a function that reports whether the test uses member i of a corpus,
// counted from 0: the first, and every nth from this turn's on, so that no test is passed on nothing. n is at least 1.
func Every(t testing.TB, n int) func(i int) bool {
	t.Helper()
	if Whole() {
		return func(int) bool { return true }
	}
	if testing.Short() {
		n *= 10
	}
	turn := turn(t)
	t.Logf("the first and every %d. of the corpus, from number %d on; %s=whole takes all, %s=%d these again", n, turn%n,
		variable, variable, turn)
	return func(i int) bool { return i == 0 || i%n == turn%n }
}

// Turn skips a slow test that is independent of the corpus, except at one turn in n. Tests of different names
// have different turns. A test that is selected by name is not skipped.
func Turn(t testing.TB, n int) {
	t.Helper()
	if run := flag.Lookup("test.run"); Whole() || run != nil && run.Value.String() != "" {
		return
	}
	if testing.Short() {
		t.Skip("slow: not with -short")
	}
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	if at := int(h.Sum32() % uint32(n)); turn(t)%n != at {
		t.Skipf("slow: runs at one check in %d, and with %s=whole", n, variable)
	}
}

// turn returns the number of the turn.
func turn(t testing.TB) int {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.Fatalf("%s=%q: it takes the word whole, or the number of a turn", variable, s)
	}
	return n
}
