package solidity

import (
	"fmt"
	"testing"
)

// files is a pair of which one half has words that the other does not have.
func files(i int, vulnerable, fixed string) map[string]string {
	text := "contract C%d { function f%d() public { x%d = 1; %s } }"
	dir := fmt.Sprint("gs/s", i, "/")
	return map[string]string{
		dir + "src/A.sol": fmt.Sprintf(text, i, i, i, vulnerable), dir + "fixed/src/A.sol": fmt.Sprintf(text, i, i, i, fixed),
		dir + "Proof.sol": "contract Proof { unchecked }", dir + "sample.yaml": "unchecked",
	}
}

// One kind of edit is taken once; edits both ways are taken in equal numbers.
func TestGuesser(t *testing.T) {
	const with, without = "unchecked { a -= b; }", "a -= b;"
	var g guesser
	taken := 0
	for i := range 20 {
		if g.take(halves(files(i, with, without))) {
			taken++
		}
	}
	if taken != 1 {
		t.Errorf("%d pairs of one kind are taken", taken)
	}
	g, taken = guesser{}, 0
	for i := range 20 {
		pair := halves(files(i, with, without))
		if i%2 == 1 {
			pair = halves(files(i, without, with))
		}
		if g.take(pair) {
			taken++
		}
	}
	if n := g.excess(); taken < 10 || n > most {
		t.Errorf("of edits both ways %d pairs are taken; %d more guesses are right than wrong", taken, n)
	}
	if got := g.guess(differ(halves(files(99, without, without)))); got != 0 {
		t.Errorf("two equal halves are guessed: %d", got)
	}
}
