package generate

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// pairOf is a pair with words that only one half has.
func pairOf(i int, vulnerable, fixed string) Pair {
	text := "contract C%d { function f%d ( ) public { x%d = 1 ; %s } }"
	return Pair{Runs(strings.Fields(fmt.Sprintf(text, i, i, i, fixed))),
		Runs(strings.Fields(fmt.Sprintf(text, i, i, i, vulnerable)))}
}

// One kind of edit is taken a few times; edits in both directions are taken in about equal numbers.
func TestGuesser(t *testing.T) {
	const with, without = "unchecked { a -= b ; }", "a -= b ;"
	var g Guesser
	taken := 0
	for i := range 20 {
		if g.Take(fmt.Sprint(i), pairOf(i, with, without)) {
			taken++
		}
	}
	if taken != maxExcess {
		t.Errorf("%d pairs of one kind are taken", taken)
	}
	g, taken = Guesser{}, 0
	for i := range 20 {
		pair := pairOf(i, with, without)
		if i%2 == 1 {
			pair = pairOf(i, without, with)
		}
		if g.Take(fmt.Sprint(i), pair) {
			taken++
		}
	}
	if n := g.excess(); taken < 10 || n > max(maxExcess, len(g.pairs)/excessShare) {
		t.Errorf("of edits both ways %d pairs are taken; %d more guesses are right than wrong", taken, n)
	}
	if got := g.guess(differ(pairOf(99, without, without))); got != 0 {
		t.Errorf("two equal halves are guessed: %d", got)
	}
	// Fits leaves the model unchanged, and so does Forget after Learn.
	g = Guesser{}
	for i := range maxExcess {
		g.Learn(fmt.Sprint(i), pairOf(i, with, without))
	}
	_, worse := g.Fits(pairOf(99, with, without))
	if _, fits := g.Fits(pairOf(99, without, with)); worse || !fits || len(g.pairs) != maxExcess {
		t.Errorf("one more pair of a kind fits, or its counterpart does not: %v", g.longer)
	}
	g = Guesser{}
	g.Learn("a", pairOf(1, with, without))
	score, longer := g.Score(pairOf(2, with, without)), g.longer
	g.Learn("b", pairOf(3, with, without))
	if g.Score(pairOf(2, with, without)) <= score || g.longer == longer {
		t.Error("a second pair of a kind does not speak for it")
	}
	g.Forget("b")
	g.Forget("never learnt")
	if g.Score(pairOf(2, with, without)) != score || g.longer != longer || len(g.pairs) != 1 {
		t.Error("something is left of a pair that is forgotten")
	}
}

// A token that only vulnerable halves have is taken four times, or in a sixteenth of the pairs; its counterpart
// is always taken.
func TestGuesserToken(t *testing.T) {
	const with, without = "unchecked { a -= b ; }", "a -= b ;"
	var g Guesser
	for i := range maxTokenPairs {
		if g.distinguishes(differ(pairOf(100+i, with, without))) {
			t.Errorf("one token tells %d pairs apart", i+1)
		}
		g.Learn(fmt.Sprint("with", i), pairOf(i, with, without))
	}
	one, other := differ(pairOf(200, with, without)), differ(pairOf(200, without, with))
	if !g.distinguishes(one) || g.distinguishes(other) {
		t.Error("one more pair with the token does not tell, or one with its counterpart does")
	}
	if g.Take("one", pairOf(200, with, without)) {
		t.Error("one more pair with the token is taken")
	}
	for i := range tokenShare*(maxTokenPairs+1) - maxTokenPairs {
		g.Learn(fmt.Sprint("even", i), pairOf(i, without, without))
	}
	if g.distinguishes(one) {
		t.Errorf("of %d pairs %d may not have a token alone", len(g.pairs), maxTokenPairs+1)
	}
	g.Learn("one", pairOf(200, with, without))
	if !g.distinguishes(differ(pairOf(201, with, without))) {
		t.Error("two more pairs with the token do not tell")
	}
	g.Forget("one")
	if g.distinguishes(one) {
		t.Error("a pair that is forgotten still counts")
	}
}

// A mark stays as frequent in vulnerable halves as in safe ones, and says nothing about length.
func TestMarks(t *testing.T) {
	var g Guesser
	pair := func(n int, vulnerable bool) Pair {
		p := Pair{Runs([]string{"a", strconv.Itoa(n)}), Runs([]string{"a", strconv.Itoa(n)})}
		p.Mark(vulnerable, "check twice")
		return p
	}
	if f := featuresOf(pair(0, true)); f.longer != [2]int{} {
		t.Errorf("a mark makes a half longer: %v", f.longer)
	}
	for n := range maxMarks {
		g.Learn(strconv.Itoa(100+n), pair(100+n, true))
	}
	for n, x := range []struct{ vulnerable, taken bool }{{true, false}, {false, true}, {true, true}, {true, false}} {
		if got := g.Take(strconv.Itoa(n), pair(n, x.vulnerable)); got != x.taken {
			t.Errorf("pair %d: taken %t", n, got)
		}
	}
}

// Of pairs whose safe half has one check more, and of some whose vulnerable half has several, a batch takes as many as
// an order by difference cannot tell apart. Lengths and the numbers of tokens say nothing.
func TestOrderByDifference(t *testing.T) {
	const check = " if ( bad ) revert Bad ( ) ;"
	const several = 3
	pair := func(i int, shapes bool) Pair {
		halves := [2]string{check, ""}
		if i%(several+1) == several {
			halves = [2]string{"", strings.Repeat(check, several)}
		}
		var words [2][]string
		for half, text := range halves {
			words[half] = strings.Fields("contract { }" + text)
		}
		for half := range words { // the other half may be one token longer, of tokens that no other pair has
			for n := 0; len(words[half]) < max(len(words[1-half]), 1)+(i/2+half)%2; n++ {
				words[half] = append(words[half], fmt.Sprintf("own%d_%d", i, n))
			}
		}
		p := Pair{Runs(words[0]), Runs(words[1])}
		if shapes {
			p.Add(Shapes, 1, 4, words[0], words[1])
		}
		return p
	}
	for _, shapes := range []bool{false, true} {
		var g, all Guesser
		for i := range 48 {
			if g.Take(fmt.Sprint(i), pair(i, shapes)) {
				all.Learn(fmt.Sprint(i), pair(i, true))
			}
		}
		excess := all.byDifference()[Shapes].excess
		bound := max(maxDifference, len(g.pairs)/differenceShare)
		t.Logf("shapes %t: %d pairs, %d more guesses are right than wrong", shapes, len(g.pairs), excess)
		if shapes && (excess > bound || len(g.pairs) < 8) || !shapes && excess < 3*bound {
			t.Errorf("shapes %t: of %d pairs %d more guesses are right than wrong", shapes, len(g.pairs), excess)
		}
	}
}
